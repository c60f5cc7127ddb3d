"""Jobs: vacancies, salaries and staff."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

STAFF = Domain(
    subjects=w.words("job, position, employee, vacancy, contract, application"),
    facts={
        "employee": fact("employee, staff member, worker, name of the employee", w.person, also="name employee_name"),
        "candidate": fact("candidate, applicant", w.person, also="applied_by"),
        "job": fact("job title, position, role, vacancy", w.job, also="title job"),
        "department": fact(
            "department, team, division",
            v.one_of(
                """sales, marketing, finance, support, research, logistics, legal, purchasing, production, human
                resources, design"""
            ),
            also="dept unit",
        ),
        "manager": fact("manager, supervisor, boss, line manager", w.person, also="reports_to head"),
        "company": fact("company, employer, firm", w.company, also="organisation hiring_company"),
        "city": fact("city, office, place of work, location", w.city, also="work_location"),
        "salary": fact(
            "salary, annual salary, yearly pay",
            v.whole(18_000, 160_000),
            "int",
            also="pay salary_eur",
            units=["{} EUR", "${}", "{} euros", "£{}"],
        ),
        "wage": fact(
            "hourly wage, pay per hour, hourly rate",
            w.price,
            "number",
            also="wage",
            units=["{} EUR", "${}", "{} euros"],
        ),
        "hours": fact(
            "hours, weekly hours, hours per week", v.whole(8, 48), "int", also="hours_weekly", units=["{} hours"]
        ),
        "start": fact("start date, first day, entry date", w.iso_date, "date", also="starts hired hire_date joined"),
        "deadline": fact("deadline, closing date, application deadline", w.iso_date, "date", also="apply_by"),
        "years": fact(
            "experience, years of experience, work experience",
            v.whole(1, 30),
            "int",
            also="experience_years",
            units=["{} years"],
        ),
        "number": fact("employee number, staff number, personnel number", w.code, also="employee_id staff_id"),
        "vacation": fact(
            "vacation days, days of leave, holiday", v.whole(10, 40), "int", also="leave_days", units=["{} days"]
        ),
        "skills": fact(
            "skills, required skills, abilities",
            v.some_of(
                v.one_of(
                    """Python, Excel, welding, accounting, negotiation, Java, cooking, first aid, SQL, typing,
                    drawing, public speaking"""
                )
            ),
            "list",
            also="requirements",
        ),
        "languages": fact(
            "languages, spoken languages, language skills", v.some_of(v.one_of(w.LANGUAGES, 0.3)), "list", also="speaks"
        ),
        "degree": fact(
            "degree, education, qualification",
            v.one_of("bachelor, master, doctorate, diploma, apprenticeship, certificate", 0.1),
        ),
        "extension": fact("extension, office phone", v.whole(100, 9999), "int", also="ext"),
    },
    leads=lines(
        """
        {employee} [works|is employed|started] in {department} [at|of|for] {company}[ as a {job}|].
        {company} [is looking for|seeks|needs|wants to hire] a {job} in {city}[ from {start}|].
        {employee}, {job}, reports to {manager}[ in {department}|].
        {manager} [leads|heads|runs] the {department} department[ of {company}|].
        {candidate} [applied|has applied|applies] for the job of {job} at {company}.
        {candidate} has {years} of experience and speaks {languages}.
        {employee} earns {salary} [a year|as a {job}|per year].
        [Vacancy|Wanted|Job offer]: {job}, {city}, {salary}, {hours} a week.
        {company} pays {wage} an hour for a {job}[ in {city}|].
        {employee} (staff number {number}) joined {department} on {start}.
        [Dear|Hello] {candidate}, thank you for applying as a {job} [at|with] {company}.
        Apply by {deadline} for the position of {job} at {company}.
        [We offer|They offer] {salary} and {vacation} of leave to a {job} with {years} of experience.
        {employee} starts on {start} as a {job}, {hours} a week.
        {department}: {employee}, {job}, extension {extension}
        A {job} at {company} needs {skills}.
        {employee} [knows|is good at|has learned] {skills}.
        The contract of {employee} with {company} [begins|starts] on {start}.
        {candidate}, {degree}, {years} of experience, wants to [start|begin] on {start}.
        """
    ),
    clauses={
        "manager": lines(
            """
            {manager} is [the boss|in charge|the manager].
            [Reports|They report] to {manager}.
            The [boss|manager] is called {manager}.
            [Their|The] supervisor is {manager}.
            [Managed|Led|Supervised] by {manager}.
            [Ask|Talk to] {manager}, the [manager|boss].
            """
        ),
        "languages": lines(
            """
            [She|He|They] [speaks|knows|is fluent in] {languages}.
            [Languages|Speaks]: {languages}.
            {languages} are spoken.
            [You need|We expect] {languages}.
            {They} can talk to you in {languages}.
            {They} learned {languages}.
            """
        ),
        "salary": lines(
            """
            [The pay is|It pays|We pay] {salary}[ a year|].
            {They} [earns|makes|gets] {salary}[ a year|].
            [Salary|Pay]: {salary}.
            {salary} [a year|per year] is what [they offer|it pays].
            [We offer|They offer] {salary}[ a year|].
            The yearly [pay|income] is {salary}.
            """
        ),
    },
    adjectives=w.words(
        "full-time, remote, permanent, paid, temporary, urgent, part-time, on leave, certified, retired"
    ),
    features=w.words(
        """a company car, a bonus, night shifts, a pension, a driving licence, overtime, free lunch, a trial
        period, home office"""
    ),
)
