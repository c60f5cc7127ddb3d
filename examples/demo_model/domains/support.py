"""Support: tickets, incidents and who works on them."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

SUPPORT = Domain(
    subjects=w.words("ticket, case, issue, incident, request, bug"),
    facts={
        "id": fact("ticket number, case number, ticket, ticket ID, issue number", w.code, also="id case"),
        "reporter": fact("reporter, opened by, requester, customer", w.person, also="reported_by created_by"),
        "assignee": fact("assignee, agent, responsible, assigned to", w.person, also="handled_by owner"),
        "opened": fact("opening date, date opened, created on", w.iso_date, "date", also="opened created reported_on"),
        "closed": fact("closing date, date closed, resolved on", w.iso_date, "date", also="closed resolved closed_on"),
        "system": fact(
            "system, application, software, component",
            lambda d: f"{v.capital()(d)}{d.rng.choice(['', ' CRM', ' App', 'Mail'])}",
            also="app affected_system",
        ),
        "version": fact("version, software version, build", v.version, also="release"),
        "problem": fact(
            "problem, issue, summary",
            v.one_of(
                """login fails, the page stays blank, printing is slow, no e-mails arrive, the app crashes, files
                are missing,"""
                "the screen flickers, the password expired, the export stops, wrong totals, the server is down"
            ),
            also="description",
        ),
        "code": fact("error code, code, error number", w.code, also="error"),
        "users": fact("affected users, users, number of users", v.whole(2, 5000), "int", also="user_count"),
        "hours": fact(
            "response time, hours spent, time spent", v.whole(1, 72), "int", also="hours", units=["{} hours", "{} h"]
        ),
        "priority": fact(
            "priority, severity, urgency",
            v.one_of("low, medium, high, critical", 0),
            "enum",
            options="low, medium, high, critical, normal",
        ),
        "status": fact(
            "status, state",
            v.one_of("open, closed, pending, resolved, rejected", 0),
            "enum",
            options="open, closed, pending, resolved, rejected",
        ),
        "team": fact(
            "team, department, queue", v.one_of("network, billing, desktop, database, security, mobile, payroll")
        ),
        "server": fact(
            "server, host, machine", lambda d: f"{w.syllables(d, 1, 2)}-{d.number(1, 99):02}", also="hostname"
        ),
        "tags": fact(
            "tags, labels, keywords",
            v.some_of(
                v.one_of(
                    "login, printer, mail, crash, slow, billing, mobile, security, network, update, backup, hardware"
                )
            ),
            "list",
        ),
        "email": fact("e-mail, contact address, contact", w.email, also="email contact_email"),
    },
    leads=lines(
        """
        {reporter} [opened|created|filed] ticket {id} on {opened}[: {problem}|].
        Ticket {id} was opened by {reporter} [on|, dated] {opened}[ and is assigned to {assignee}|].
        [Ticket|Case|Issue] {id}, [opened|reported] by {reporter}: {problem}.
        {assignee} [closed|solved|resolved] [ticket|case] {id} on {closed}.
        {assignee} [works on|handles|took over] {id} for {reporter}.
        [Since {opened}|On {opened}] {problem}, [reports|says|writes] {reporter}.
        {system} {version} [shows|reports|stops with] error {code}.
        {problem} in {system}[, version {version}|][, reported by {reporter}|].
        {users} users of {system} [are affected|cannot work]: {problem}.
        [Priority|Severity] {priority}: {problem} on {server}.
        The {team} team [closed|got|works on] {id} after {hours}.
        {id} ({priority}, {status}): {problem}
        [Hello|Hi], {problem}. The code is {code}. {reporter}
        {reporter} <{email}> writes: {problem} [in|on] {system}.
        {server} [is down|does not answer] since {opened}; {assignee} is on it.
        Case {id} is {status} and [lies with|belongs to] {assignee}[ of {team}|].
        {opened}: {reporter} reports error {code} in {system}. {closed}: [fixed|closed] by {assignee}.
        It took {assignee} {hours} to close {id}.
        """
    ),
    clauses={
        "assignee": lines(
            """
            {assignee} [works on it|takes care of it|is on it].
            It was [assigned|given|handed] to {assignee}.
            [Assigned to|Agent]: {assignee}.
            [Responsible|In charge] is {assignee}.
            {assignee} [took|has] it.
            [Ask|Talk to] {assignee} about it.
            """
        ),
        "closed": lines(
            """
            It was [closed|solved|resolved] on {closed}.
            [Closed|Resolved]: {closed}.
            [The case ended|We closed it] on {closed}.
            On {closed} it was [done|closed].
            [Fixed|Done] on {closed}.
            Since {closed} it is [closed|settled].
            """
        ),
    },
    adjectives=w.words(
        "resolved, escalated, reproducible, urgent, open, duplicated, assigned, blocked, internal, fixed"
    ),
    features=w.words(
        "a workaround, a screenshot, a backup, a deadline, an attachment, a log file, an outage, a known fix"
    ),
)
