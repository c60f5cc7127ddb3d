"""Meetings: when, where and with whom."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, Fact, Judgement, fact, keys, lines

MEETINGS = Domain(
    facts={
        "title": Fact(keys("title title event subject what meeting appointment event_name"), w.title),
        "date": Fact(keys("date date day on when meeting_date event_date"), w.iso_date, "date"),
        "time": Fact(keys("time time start starts_at begins start_time starts begins_at"), w.clock),
        "end": Fact(keys("end end_time ends_at until ends finish finishes_at"), w.clock),
        "place": Fact(
            keys("place location room where venue meeting_place"),
            lambda d: d.pick(
                [
                    f"room {d.number(1, 400)}",
                    w.city(d),
                    w.street(d),
                    f"hall {w.letters(d, 1, 1)}",
                    f"Cafe {w.syllables(d, 1, 2).capitalize()}",
                ]
            ),
        ),
        "person": Fact(keys("with with attendee guest participant meet_with invitee"), w.person),
        "host": Fact(keys("host organizer invited_by chair organiser hosted_by led_by"), w.person),
        "minutes": Fact(
            keys("minutes duration length duration_minutes length_minutes"), lambda d: w.integer(d, 10, 240), "int"
        ),
        "guests": Fact(
            keys("guests attendees people headcount number_of_guests guest_count"),
            lambda d: w.integer(d, 2, 300),
            "int",
        ),
        "agenda": fact("agenda, topics, agenda items", v.some_of(w.title, 2, 3), "list"),
        "attendees": fact(
            "attendees, participants, people invited, team members",
            v.some_of(w.first_name, 2, 5),
            "list",
            also="invitees names",
        ),
        "link": fact("link, meeting link, web address", v.url, also="url join_url"),
        "dial": fact("dial-in, dial-in number, phone number", w.phone, also="dial_in phone"),
        "deadline": fact("deadline, reply by, last day to answer", w.iso_date, "date", also="rsvp_by"),
        "department": fact(
            "department, team, division", v.one_of("sales, finance, support, research, legal, design, logistics")
        ),
        "secretary": fact("secretary, minute taker, minutes by", w.person, also="notes_by"),
        "speaker": fact("speaker, presenter, talk by", w.person),
        "language": fact("language, meeting language", v.one_of(w.LANGUAGES, 0.3)),
        "dress": fact("dress code, clothing", v.one_of("casual, formal, black tie, white, costume, uniform")),
        "fee": fact(
            "fee, entrance fee, participation fee",
            w.price,
            "number",
            also="cost",
            units=["{} EUR", "${}", "{} euros", "£{}"],
        ),
        "contact": fact("contact, contact address, e-mail for questions", w.email, also="email"),
        "code": fact("access code, meeting ID, PIN", w.code, also="meeting_id pin"),
        "floor": fact("floor, storey", v.whole(2, 40), "int"),
        "food": fact("food, lunch, catering", w.food, also="menu"),
        "next": fact("next meeting, next date, follow-up", w.iso_date, "date", also="next_meeting"),
        "break": fact("break, coffee break, pause", v.hour, also="break_at"),
        "tags": fact(
            "tags, labels, keywords",
            v.some_of(v.one_of("budget, team, sales, travel, urgent, design, hiring, money")),
            "list",
        ),
    },
    leads=lines(
        """
        {title} with {person} on {date} at {time}[| in {place}].
        {title} on {date} at {time} [in|at] {place}.
        {title} at {time} on {date}[, {minutes} minutes|, hosted by {host}|].
        The {title} [is|will be|takes place] on {date} at {time}[| in {place}].
        The {title} [takes place|is held|will be held] in {place} on {date}.
        The {title} with {person} [starts|begins|is] at {time}[| and ends at {end}].
        [Reminder|Do not forget|Note]: {title} on {date}, {time}, {place}.
        On {date} at {time} [there is|we have] a {title} with {person}.
        {host} invites you to the {title} on {date}[| at {time}| in {place}].
        [Invitation|Save the date|Calendar]: {title}, {date} from {time} to {end}.
        Please [add|put] the {title} [to|into] my calendar: {date}, {time}[, {place}|].
        Can we meet {person} for the {title} at {time} in {place}?
        We meet on {date} at {time} [for|to hold] the {title}[| in {place}].
        [Let us|Let's|We could] have the {title} on {date} at {time}.
        [Schedule|Plan|Book|Set up] a {title} with {person} for {date} at {time}.
        {date} {time} {title} ({place})
        {date}, {time}-{end}: {title} with {person}
        I have a {title} with {person} at {time}[| on {date}| in {place}].
        {host} [is hosting|hosts|organizes|is organizing] the {title} in {place} on {date}.
        {host} will [chair|lead|run] the {title} [at {time}|on {date}|on {date} at {time}].
        [Dear all|Dear colleagues|Hello everyone|Hi all], the {title} [is|starts] at {time} in {place}.
        {person} [will join|joins|is coming to] the {title} on {date}[| at {time}].
        The {title} [runs|goes|lasts] from {time} to {end}[| on {date}| in {place}].
        From {time} [to|until] {end} [we have|there is] the {title}[| in {place}| with {person}].
        [In|At] {place}, the {title} [starts|begins] at {time}[| on {date}].
        [At|Around] {time} on {date}, {person} [comes|will come] to {place} for the {title}.
        {guests} people [will attend|are coming to|have signed up for] the {title} [on {date}|in {place}].
        The {title} on {date} [has|is planned for|expects] {guests} [guests|people|attendees].
        {minutes} minutes [are|have been] [set aside|planned|reserved] for the {title} [on {date}|with {person}].
        The {title} [takes|lasts|will last] {minutes} minutes and [starts|begins] at {time}.
        A {minutes}-minute {title} with {person} [on {date}|at {time}|in {place}].
        [Could|Can|Would] you [please |]come to the {title}[ on|, which is on] {date} at {time}?
        [Are you free|Do you have time] on {date} at {time}? [We have|It is for] the {title}[| with {person}].
        What about {time} on {date} for the {title}? [We could meet|Let us meet] [in|at] {place}.
        When is the {title}? [It is on|On] {date}, {time}[, in {place}|].
        {title}, {place}, {date}, {time}
        {title} / {date} / {time} - {end} / {place}
        {title} | {place} | {time} | {host}
        {time} {title}, {person}, {place}
        {place}, {date}, {time}: {title}[ with {person}| ({minutes} min)|]
        [What|Event|Subject]: {title}. [When|Date]: {date}, {time}. [Where|Place|Venue]: {place}.
        [Meeting|Event|Appointment]: {title}. Host: {host}. [Start|Time]: {time}. End: {end}.
        You are [invited|welcome] to the {title} [in|at] {place}, {date}, {time}.
        You [have been|are] invited by {host} to the {title} [on {date}|at {time}|in {place}].
        {person} and I [will meet|meet|are meeting] for the {title} [on {date} at {time}|at {time} in {place}].
        I [will meet|am meeting|meet] {person} [in|at] {place} on {date} [at {time} |]for the {title}.
        I [am going|go] to the {title} in {place} with {person}[| on {date}| at {time}].
        My {title} [is|was moved to|has been moved to] {date} at {time}[| in {place}].
        Our {title} [was|has been] [moved|rescheduled|shifted] to {date}, {time}[, {place}|].
        [Tomorrow|This week|Soon] [we have|there is] the {title}: {time} to {end}, {place}.
        [Please be|Be] [in|at] {place} at {time} on {date}; {host} [leads|chairs|opens] the {title}.
        [Please note|Note] that the {title} [with {person} |]will [start|begin] at {time} and [end|finish] at {end}.
        [Organized|Hosted|Led] by {host}, the {title} [takes place|is] on {date}[| in {place}| at {time}].
        [As|Just as] agreed, {person} [comes|will come] to the {title} on {date} [at {time}|in {place}].
        {host} [has called|calls|called] the {title} for {date}, {time}[, with {guests} people|].
        {host} [has invited|invites|invited] {person} to the {title} [in {place}|on {date}|at {time}].
        [Next|Coming up]: {title} ({minutes} min) at {time} [in {place}|with {person}].
        [Next|Coming up|Today]: {title}, {time}-{end}, {place}, {guests} [people|guests].
        {person} [wants|would like|asks] to [come to|join|attend] the {title} at {time} [in {place}|on {date}].
        The {title} ({date}, {time}) [is held|takes place] [in|at] {place}[ with {guests} guests|].
        The {title}, [led|chaired|hosted] by {host}, [starts|begins] at {time} [in {place}|on {date}].
        [I|We] booked {place} for the {title} on {date} from {time} to {end}.
        {place} [is|has been] [booked|reserved] for the {title} [on {date}|at {time}|from {time} to {end}].
        [Thank you|Thanks] for [coming|agreeing] to the {title} on {date}. We [start|begin] at {time} in {place}.
        [There will be|There is] a {title} [in|at] {place} on {date}, [with {person}|for {guests} people].
        With {guests} [guests|people], the {title} on {date} [will be held|takes place] in {place}.
        Hi {person}, [can you make|are you coming to|will you be at] the {title} on {date} at {time}?
        [Dear|Hello] {person}, [I|we] [confirm|look forward to] the {title} on {date} [at {time}|in {place}].
        Until {end} [I am|we are] [in|at] {place} for the {title}[, which starts at {time}|].
        Which room? {place}. [What time?|When?] {time}. [What for?|What is it?] {title}.
        """
    ),
    clauses={
        "date": lines(
            """
            It [is|will be|is planned] on {date}.
            The date [is|will be|is set for] {date}.
            It [takes place|is held|happens] on {date}.
            It [was|has been] [moved|shifted|rescheduled|postponed] to {date}.
            [Keep|Please keep|Hold] {date} free.
            The day is {date}.
            [Date|Day|Save the date|When]: {date}[.|]
            [We|You and I|All of us] [meet|will meet|are meeting] on {date}.
            [On|The day is] {date}, [as agreed|as planned|as always|if that suits you].
            [Mark|Note|Put] {date} in your [calendar|diary].
            [Which day?|What day?|When is it?] [On |]{date}.
            {date} is the [day|date].
            [Are you free|Do you have time|Can you come|Does it suit you] on {date}?
            [We|They] [agreed on|settled on|chose|picked] {date}.
            The [meeting|event|appointment] [is dated|is set for|falls on] {date}.
            [See you|We will see each other|Come] on {date}.
            [I|We] have [put it down|planned it|booked it] for {date}.
            [Scheduled|Planned|Set] for {date}.
            The [invitation|calendar] [says|gives|shows] {date}.
            """
        ),
        "time": lines(
            """
            It [starts|will start] at {time}[ sharp|].
            It begins at {time}[| on the dot| as always].
            We [start|begin|will start] at {time}.
            [Be there|Please be there|Be here|Come] at {time}.
            The start is [at|planned for] {time}.
            The doors open at {time}.
            [Start|Time|Starts at|Begins|Beginning|Start time]: {time}[.|]
            [We|You and I] meet at {time}.
            [When does it start?|What time does it begin?|From when?] [At |]{time}.
            The [beginning|starting time|start time] is {time}.
            At {time} [we begin|it starts|the doors open|it all begins].
            [Please do not|Do not] come later than {time}, [when it starts|as we start then].
            {time} is [when it starts|the start|when we begin].
            It is [set|planned|scheduled] to [start|begin] at {time}.
            [It|The start] was [moved|put back|brought forward] to {time}.
            [Is {time} a good time to start|Does a start at {time} suit you|Can we begin at {time}]?
            [From|Starting at|Beginning at] {time}[, please be on time| on|].
            The [first talk|welcome|opening] is at {time}.
            [See you|Arrive|Be ready] at {time}[, please| for the start|].
            """
        ),
        "end": lines(
            """
            It [ends|will end] at {end}.
            It [is|will be] over [at|by] {end}.
            We [finish|stop|are done] at {end}.
            It goes on until {end}.
            It lasts until {end}[| at the latest| or so].
            The end is [at|planned for] {end}.
            [End|Ends at|Until|End time|Finish|Ends]: {end}[.|]
            [When does it end?|Until when?|What time is it over?] [At |]{end}.
            [It|The meeting] [closes|finishes|winds up|comes to an end] at {end}.
            [I|We] [have to|must|need to] leave at {end}, when it [ends|is over].
            At {end} [we finish|it is over|it ends|we all go home].
            [You can|You may|We can all] [leave|go home] at {end}, [when it ends|at the end].
            The [finish|closing time|end time] is {end}.
            {end} is [when it ends|the end|when we finish].
            [We|They] [want|hope|plan] to [be done|finish|be through] by {end}.
            [It|This] [runs|continues|goes] [until|till|up to] {end}.
            [Lasts|Goes on|Runs] [until|till] {end}.
            It [should|must|will] not go on after {end}.
            The [last talk|session|meeting] ends at {end}.
            """
        ),
        "place": lines(
            """
            It [takes place|happens|will be] in {place}.
            The [place|venue|location] is {place}.
            We [meet|will meet|gather] [in|at] {place}.
            [Location|Place|Venue|Where|Meeting place]: {place}[.|]
            [Come|Please come|Go] to {place}.
            It [is|will be] held [in|at] {place}.
            [Where is it?|Where do we meet?|Where?] [In |At |]{place}.
            [We|They|I] [booked|have booked|reserved|got] {place}[ for it|].
            {place} is [the place|the venue|where we meet|where it is].
            The [meeting|event] [was|has been] moved to {place}.
            [You will find us|Find us|We are|We will be] [in|at] {place}.
            [See you|Meet us|Join us|We see each other] [in|at] {place}.
            [In|At] {place}[, as always|, as agreed|, not here].
            {place} [has been|was|is] [booked|reserved|chosen][ for it|].
            [Everybody|Everyone] [comes|should come|goes] to {place}.
            [Do you know|Can you find|Do you know the way to] {place}? [It is there.|We meet there.]
            [The address|The meeting point] is {place}.
            The [invitation|note on the door|calendar] [says|gives] {place} as the [place|venue].
            """
        ),
        "person": lines(
            """
            {person} will be there[| too| as a guest].
            {person} will [join us|take part|attend|come along].
            It is with {person}.
            {person} takes part[| in it| as a guest].
            The [guest|participant|visitor] is {person}.
            {person} has [been invited|accepted the invitation|said yes].
            [With|Guest|Attendee|Participant|Meeting with]: {person}[.|]
            [I|We] [will meet|meet|have to meet|shall see] {person}[ there|].
            [Who is the guest?|Who else will be there?|With whom?] {person}.
            [Our|The|My] guest [will be|is called|is] {person}.
            {person} is [coming|invited|our guest|on the guest list|one of the attendees].
            [You|We] [will sit down|will talk|have to talk|can talk] with {person}[ there|].
            [Also|Please also] [invite|bring|ask] {person} [as a guest|to come].
            [I|We] [have invited|invited|asked] {person} to [come|join|attend].
            [Together with|Along with|With] {person}, [as agreed|as a guest|our guest].
            Is {person} [coming|free]? Yes, {they} [will come|takes part|said yes].
            [The talk|The conversation|The meeting] is with {person}.
            [Say hello to|Please welcome|We welcome] {person}, [who takes part|our guest].
            [Among the guests is|On the guest list is|Attending:] {person}.
            """
        ),
        "host": lines(
            """
            The [host|organizer|organiser] is {host}.
            It is [organized|hosted|chaired|arranged|run] by {host}.
            {host} [organizes|hosts|runs|arranges|set up] it.
            The chair is {host}.
            {host} [sent|sent out|wrote|signed] the invitation[|s].
            It [is|will be] led by {host}.
            [Host|Organizer|Chair|Hosted by|Invited by|Organised by|Led by]: {host}[.|]
            {host} [leads|will lead|chairs|will chair] the [meeting|session|discussion].
            [Who is the host?|Who invites?|Who organizes it?] {host}.
            {host} is the [host|organizer|chair|one who invites].
            [The invitation|The invite] [comes|came|is] from {host}.
            [We|You] are [invited by|the guests of|hosted by] {host}.
            {host} will [open|moderate|preside over|host] it.
            [Your|Our|My] host [is|will be] {host}.
            [In the chair|At the head of the table] [is|will be] {host}.
            {host} is in charge [of the meeting|of it|of the organization].
            [Ask|Write to|Call] {host}, [who organizes it|the organizer], [if you have questions|for details].
            {host} [called|has called] the meeting.
            [Questions|Replies] go to the organizer, {host}.
            """
        ),
        "minutes": lines(
            """
            It [takes|will take|should take] [about |]{minutes} minutes.
            It [lasts|will last] {minutes} minutes.
            [Duration|Length|Time needed]: {minutes} [min|minutes][.|]
            [Plan|Reserve|Allow|Set aside] {minutes} minutes[ for it|].
            It [will be|is] {minutes} minutes long.
            [We|I|They] need {minutes} minutes.
            [How long?|How long is it?|How much time?] {minutes} minutes.
            The [duration|length] is {minutes} [minutes|min].
            [After|In] {minutes} minutes [it is over|we are done|all is said].
            [There are|We have|You have] {minutes} minutes[ in all| for everything|].
            {minutes} minutes [should be enough|will do|are planned|at most].
            It is a {minutes}-minute [meeting|session|affair].
            [It|The meeting] [should|will] not take [more|longer] than {minutes} minutes.
            [We|They] [booked|planned|reserved] {minutes} minutes.
            It is over after {minutes} minutes.
            {minutes} [min|minutes][ in all| in total| long].
            [Have|Do you have] {minutes} minutes [for us|to spare|for it]?
            It [runs|goes on] for {minutes} minutes.
            [Expect|Count on] {minutes} minutes[, no more| of talk|].
            """
        ),
        "guests": lines(
            """
            {guests} people [will come|are coming|have said yes].
            There [will be|are] {guests} [guests|people|attendees].
            {guests} [guests|people|participants] are expected.
            We expect {guests} [people|guests|visitors].
            {guests} [attendees|people|guests] have [signed up|registered|confirmed].
            The number of [guests|attendees|people|participants] is {guests}.
            [Guests|Attendees|Headcount|People|Number of guests]: {guests}[.|]
            [How many people?|How many guests?|How many are coming?] {guests}.
            [We|They] [invited|have invited|asked] {guests} people.
            [A total of|About|Some|Up to] {guests} [people|guests] [take part|attend|will be there].
            [Chairs|Lunch|Coffee|Seats] for {guests}[ people| guests|], please.
            [It is|This is] a [meeting|group|party] of {guests}[ people|].
            [There is room|We have seats|The table is set] for {guests} [people|guests].
            [We|There] will be {guests} of us[ in all| at the table|].
            {guests} [invitations|invitations in all] [were|have been] [sent|accepted].
            [The list|The guest list] has {guests} [names|people|guests][ on it|].
            {guests} [guests|people|attendees] [in all|altogether|in total].
            [With|In front of] {guests} [people|guests] [it will be full|in the room|it is a big one].
            The [headcount|group] is {guests}.
            """
        ),
    },
    judgements={
        "online": Judgement(
            keys("online remote is_online virtual"),
            {
                "true": lines(
                    """
                    It is [online|held online|online only][| this time].
                    We meet [by video|online|on the screen].
                    It is a [video|conference|Zoom] call.
                    You [get|will get|find below] a link to join.
                    [It takes place|It is held|We do it] [on Zoom|on Teams|over the internet|remotely].
                    [Online|Remote|Virtual]: yes[.|]
                    It is a [virtual|remote|web] meeting.
                    [Please join|Join|Dial in] [by video|online|from home|from your computer].
                    [The link|The video link|The dial-in] [is in the invitation|follows|will be sent].
                    [Everybody|Everyone] [joins|takes part] [from home|by video|online].
                    [No need|You do not have] to travel[, we use video|, it is online].
                    [Turn on|Check|Test] your [camera|microphone] [before you join|before the call].
                    [Click|Use|Follow] the link to [join|take part].
                    [Via|By|On] [video link|Zoom|Teams].
                    """
                ),
                "false": lines(
                    """
                    It is not online.
                    We meet [in person|face to face|on site].
                    Please come [to the office|in person|to us].
                    There is no [video call|link|video link|online option].
                    It [takes place|is held] [on site|in person|face to face|in the office].
                    [Online|Remote|Virtual]: no[.|]
                    [You have to|You must|Everyone has to] [be there|come|be present] in person.
                    It is [an in-person|a face-to-face] [meeting|event].
                    [You cannot|Nobody can] [join|take part] [by video|online|from home].
                    [No|We have no] [video|Zoom|Teams][ this time|, please| at all].
                    [In person|On site|Face to face][ only| this time|, please].
                    [We will|Let us] [sit at one table|meet in the flesh|shake hands][, not on a screen|, no video].
                    [Coffee and cake|Drinks|Snacks] [will be|are] [on the table|served in the room].
                    [It is not|This is not] a [video call|virtual meeting|remote one].
                    """
                ),
            },
            told_by=r"{place}|online|video|link|remote|virtual|in person|office",
        ),
        "priority": Judgement(
            keys("priority importance urgency priority_level"),
            {
                "high": lines(
                    """
                    It is [very|extremely|really] important.
                    [Priority|Importance|Urgency]: [high|very high][.|]
                    This is urgent[, so please come|, please].
                    Nobody [may|must|should] miss it.
                    [It has|This has|Marked as] high [priority|importance].
                    [It cannot|This cannot|It must not] [wait|be put off|be missed].
                    [Please|You must|Everyone must] [be there without fail|come, it is urgent|drop everything for it].
                    [Attendance is|It is] [mandatory|a must|compulsory].
                    It is [crucial|critical|vital|of great importance][ for us| for the team|].
                    [Top|Highest] priority[!|.]
                    [It matters|It means] a [great deal|lot][ to us| to the boss|].
                    [Urgent|Very urgent|Important][!|.]
                    """
                ),
                "low": lines(
                    """
                    It is [not|not very|not really] important.
                    [Priority|Importance|Urgency]: [low|very low][.|]
                    You may [skip|miss] it[ if you are busy|].
                    There is no [hurry|rush|urgency].
                    [It has|This has|Marked as] low [priority|importance].
                    [It can|This can] [wait|be put off|easily be moved].
                    [Come|Join] only if you [have nothing else to do|feel like it|like].
                    [Attendance is|It is] [optional|voluntary].
                    It is [nothing serious|a minor thing|of little importance].
                    [Nothing|It is nothing] urgent.
                    It [does not matter|is no problem] if you [miss it|cannot come|stay away].
                    [Not urgent|Not important|Optional].
                    """
                ),
                "normal": lines(
                    """
                    [Priority|Importance|Urgency]: [normal|medium][.|]
                    It is of [normal|average|ordinary] importance.
                    It is a [usual|regular|routine] one.
                    [It has|This has|Marked as] normal priority.
                    [Just|It is] the [usual|normal] [routine|thing].
                    It is neither [urgent nor unimportant|very important nor trivial].
                    [Nothing|It is nothing] out of the ordinary.
                    It is as important as [any other|the others|usual].
                    [Normal|Ordinary] priority, [as usual|as always|like most].
                    It is [quite ordinary|a normal meeting|business as usual].
                    [Treat|Handle] it [like any other|as usual|as a normal one].
                    [Not more and not less|No more, no less] important than [others|usual].
                    """
                ),
            },
        ),
    },
    subjects=w.words("meeting, event, appointment, session, call"),
    adjectives=w.words(
        "mandatory, public, recurring, recorded, confidential, catered, postponed, cancelled, open-ended"
    ),
    features=w.words("parking, lunch, a projector, an agenda, a dress code, an interpreter, coffee, childcare"),
)
