"""Calendar entries: moved appointments, calls, rotas, concerts, lessons, minutes, interviews, leave, hours."""

from __future__ import annotations

from .compact import domains

(
    RESCHEDULED,
    VIDEO_CALLS,
    ROTAS,
    CONCERTS,
    TIMETABLES,
    MINUTES,
    INTERVIEWS,
    WORKSHOPS,
    LEAVE_REQUESTS,
    BIRTHDAYS,
    OPENING_HOURS,
    CARE_VISITS,
) = domains(
    r"""
== appointment, meeting, booking
what title = subject, topic, purpose | about title event regarding what
olddate date = old date, original date, previous date | was_on former_date moved_from originally_on date_before
newdate date = new date, revised date | moved_to now_on rescheduled_to date_after new_day
oldtime hour = old time, original time | former_time was_at time_before previous_start
newtime hour = new time, revised time | now_at time_after new_start starts_now_at
oldplace venue = old venue, original place | former_location place_before previous_venue
newplace venue = new venue, new place | new_location place_after now_held_at
mover person = requester, person who moved it | moved_by changed_by rescheduled_by postponed_by asked_for_change
told person = recipient, person informed | addressed_to sent_to notified informed
reason of a train strike; illness; a burst pipe; a clash of dates; heavy snow; a family matter; a power cut; \
    a broken heater; jury duty; a late delivery; building works; a funeral; lack of staff; a public holiday; \
    a double booking; engine trouble = reason | why cause because_of due_to
ref code = reference, booking number | ref booking_no reference_code
phone phone = phone, phone number | telephone call_back tel contact_number
reply date = reply deadline, last day to answer | reply_by confirm_by respond_by answer_until
fee price = change fee, rebooking fee | fee cost_of_change charge
> The {what} [planned|originally set] for {olddate} will now [take place|be held] on {newdate}[ because of {reason}|].
> {mover} [has |]moved the {what} from {olddate} to {newdate}.
> Dear {told},~I am sorry, but I cannot make {olddate}. Could we meet on {newdate} instead?~{mover}
> New time: {newtime} [(was {oldtime})|instead of {oldtime}]. Same day[, same place|].
> CHANGE OF DATE~{what}~was: {olddate}, {oldtime}~now: {newdate}, {newtime}
> Instead of {oldplace} we [now |]meet at {newplace}[. {mover} asked for this|].
> Hi {told}, {mover} here. {oldtime} [no longer works|does not suit me any more], is {newtime} all right with you?
> We had to put off the {what} until {newdate}; {olddate} [fell through|was no longer possible] owing to {reason}.
> "Then let us say {newdate}," {mover} wrote to {told} [when|after] {olddate} [turned out to be|was] a holiday.
> [Please note|Attention]: {newplace}, not {oldplace}! The {what} starts at {newtime}, not {oldtime}.
> Scratch {olddate} from your diary and write in {newdate}[, {newtime}|].
> It was {mover} who asked us to [shift|move] the {what} from {oldtime} to {newtime}[, due to {reason}|].
> {told} [was told|heard] [by phone|in a text] that {newdate} had [replaced|taken the place of] {olddate}.
> On {newdate}, and not on {olddate} as [printed|announced|we said before], you are expected at {newplace}.
> Ref. {ref}: rebooked. Cancelled slot: {olddate} {oldtime}. Your slot [now|is now]: {newdate} {newtime}.
> Until yesterday the {what} was down for {oldtime} in {oldplace}; since then it has been shifted to {newtime} in \
    {newplace}.
> Your {newdate} booking[ ({ref})|] replaces the one for {olddate}. [Kindly|Please] confirm by {reply}.
> Sorry {told}! Something came up ({reason}). {olddate} is off. How about {newdate}, around {newtime}?
> [Call|Ring] {phone} if {newdate} does not suit you, {told}; {olddate} had to be given up.
> [Cancelled|Called off]: {what}, {olddate}. Reason: {reason}. [Substitute date|We try again on]: {newdate}.
- It was first [planned|set|fixed] for {olddate}.
- The day we have now settled on is {newdate}.
- It no longer begins at {oldtime}.
- It will now begin at {newtime}.
- We will not be in {oldplace} after all.
- [We have moved|Everyone should now come] to {newplace}.
- The change was [asked for|wanted] by {mover}.
- [The message|This notice] went to {told}.
- [The reason is|It all comes from|Blame] {reason}.
- [Quote|Please quote] {ref} [in your answer|when you call].
- [Ring|Call] {phone} if that does not suit you.
- Let us know by {reply} [whether you can come|if that works].
- [Moving it|The change] costs {fee}.
? in_person must_come attendance_required
* true / You have to be there yourself.
* true / Nobody can come in your place.
* true / Your presence is a must.
* true / Do come in person, please.
* true / Without you we cannot hold it.
* true / Staying away is out of the question.
* true / Everyone has to attend.
* false / You need not be there yourself.
* false / Feel free to send somebody else.
* false / Attendance is voluntary.
* false / We can do it without you, too.
* false / It is fine to stay away.
* false / Nobody is obliged to turn up.
* false / Coming is optional.

== call, video call, online meeting
topic title = topic, subject | about title discussed
organiser person = organiser, host | organizer set_up_by called_by convened_by arranged_by
guest person = guest, invitee | invited who_is_invited asked_to_join invited_person
scribe person = note taker, scribe | notes_by minutes_by writes_notes
date date = date, call date | day on scheduled_for
start hour = start, start time | begins_at starts from_time
finish hour = end, end time | ends_at until over_at finish
link url = link, meeting link | join_url join_link join_at video_link
recording url = recording, recording link | watch_later replay replay_url
dialin phone = dial-in, dial-in number | phone_in audio_only join_by_phone
help phone = help line, support number | helpdesk trouble_call technical_help
passcode code = passcode, PIN | pin password access_code entry_code
meetingid serial = meeting ID, conference number | meeting_id conference_id call_id
attendees list first = attendees, participants | people_on_the_call joined_by
email email = reply address | reply_to answers_to write_to
cap int 3 500 = participant limit | max_participants capacity limit
> {organiser} is inviting you to a [scheduled |]video call.~Topic: {topic}~Time: {date}, {start}~Join: {link}\
    ~Meeting ID: {meetingid}~PIN: {passcode}
> {organiser} [invites|has invited] {guest} to a call about {topic}[ on {date}|].
> {guest} will [join|take part] from home; the call was set up by {organiser}[ for {date}|].
> [Click|Tap] {link} to join, or [ring|phone] {dialin} if you [have no computer|are on the road].
> We start at {start} [sharp |]and hang up at {finish}; {scribe} takes notes.
> Hi {guest}, {organiser} asked me to send you the link: {link}. [The code to get in is|You need the code] {passcode}.
> If the link {link} does not open, [phone|call] {help} and [somebody|our technician] will sort it out.
> {topic}~Host: {organiser}~Taking part: {attendees}~{start} to {finish}~{link}
> Missed it? The recording is at {recording}. The next call is on {date}[ and you join it at {link}|].
> {scribe} will write the notes when {organiser} gets {attendees} together on {date}.
> By phone: {dialin}, conference {meetingid}, PIN {passcode}.[ Problems? {help}.|]
> Accepted by {guest}: "{topic}", {date}, {start} - {finish} (invitation from {organiser})
> This is {organiser}. Can we talk on screen on {date}, {guest}? I am free from {start} until {finish}.
> [If|When] the internet is down, use {dialin} and, when asked, key in {passcode}.
> {attendees} are on the line already, but {guest} [is still missing|has not joined yet].[ {organiser} is hosting.|]
> "Can someone let me in?" wrote {guest}. {organiser}, who had begun the call at {start}, had locked it.
> Conference {meetingid} closes at {finish}. Write to {email} if you [need it longer|want to stay on].
> Our call on {topic} was over by {finish}; it had begun at {start}[ and can be seen at {recording}|].
> At the invitation of {organiser}, {guest} will tell us about {topic} online. \
    [Join|Log in] at {link}[, code {passcode}|].
- The whole thing was arranged by {organiser}.
- {guest} [has been asked to join|is invited].
- {scribe} will [write down what is said|take the notes].
- We talk on {date}.
- It [kicks off|begins] at {start}.
- It must be over by {finish}.
- You [get in|join] through {link}.
- On the phone, dial {dialin} [to listen in|to take part].
- If anything goes wrong [with the sound|technically], [ring|call] {help}.
- The computer will ask you for the PIN {passcode}.
- Those who cannot come can watch it later at {recording}.
- No more than {cap} people [fit in|can join].
- [Replies|Answers] go to {email}.
? camera_on video_required show_face
* true / Please switch your camera on.
* true / We want to see your face.
* true / Video is a must.
* true / Nobody joins without a picture, please.
* true / Make sure your webcam works and is on.
* true / Cameras stay on the whole time.
* false / You may leave your camera off.
* false / Sound is enough, no picture needed.
* false / Nobody has to be seen.
* false / Please turn off your video to save bandwidth.
* false / Feel free to join without video.
* false / Just your voice will do.

== shift, duty, rota
early person = early shift, morning shift | early_worker opens_up morning_person
late person = late shift, evening shift | late_worker closes_up evening_person
oncall person = person on call, stand-by | on_call standby emergency_duty has_duty_phone
giver person = original worker, person giving up the shift | gives_up_shift originally_on swapped_out absent_worker
taker person = replacement, stand-in | takes_over covered_by swapped_in steps_in cover
boss person = shift manager, rota planner | supervisor planned_by rota_by manager
day date = rota date, duty date | working_day duty_day day_of_rota
giveday date = day given up | swapped_date date_given_away gives_away
getday date = day in return | date_in_return works_instead_on payback_day
start hour = shift start | starts begins_at on_duty_from clock_in
finish hour = shift end | ends off_duty_at until clock_out
rest hour = break | break_at pause_at rest_time
site venue = workplace, site | works_at where location
team of intensive care; reception; kitchen; night desk; warehouse; front office; security; cleaning; bakery; \
    pharmacy; bar; laundry; maternity; ticket office; garden; box office = team | department crew unit
extra int 2 20 = overtime hours, extra hours | overtime overtime_h
hours int 21 60 = weekly hours | hours_per_week hours_worked hours_this_week
wage price = hourly wage, hourly pay | per_hour pay_rate
bonus price = night bonus, night supplement | extra_pay_at_night night_extra
> ROTA {day}~Early: {early}~Late: {late}~On call: {oncall}
> {early} opens up on {day} and {late} locks the doors in the evening.
> {giver} cannot work on {giveday}, so {taker} [steps in|takes the shift|comes in instead].
> {taker} has agreed to do {giver}'s shift on {giveday}; in return {giver} works for {taker} on {getday}.
> Hi {taker}, any chance you could cover for me on {giveday}? I would do your {getday}[ in exchange|]. {giver}
> Who covers for {giver}? {taker}. Who signed it off? {boss}[, who plans the rota|].
> You are on from {start} to {finish} at {site}[, with a break at {rest}|].
> [When|As soon as] {late} arrives, {early} may go home.[ {oncall} keeps the duty phone.|]
> Swap request: {giver} out, {taker} in, {giveday}. [Planner|Manager]: {boss}.
> {boss} has put me down for {day}, {start} until {finish}[. Place: {site}|].
> {finish} is when the shift at {site} ends; you clock in at {start}[ and rest at {rest}|].
> I worked {hours} hours in the {team} team this week, {extra} of them on top of my contract.
> For {wage} an hour, and {bonus} more [for each|a] night, you would work at {site}[ with the {team} team|].
> Thanks to {taker}, who [kindly |]took the shift, {giver} was free on {giveday}.
> "I will take {giver}'s {giveday}," said {taker}, "if somebody does my {getday}."
> On {day} the duty phone is with {oncall}. The plan was made by {boss}.
> The morning is {early}'s, the evening is {late}'s; [questions go to|ask] {boss}, who draws up the plan.
> Team {team}, {day}. Until the afternoon: {early}. From then on: {late}[. In an emergency: {oncall}|].
> {giver} asked {boss} for {giveday} off and found {taker} to fill the gap.
- {early} has the early shift.
- {late} does the late one.
- If nobody comes, ring {oncall}, who is on call.
- The swap frees {giver} [from work|that day].
- {taker} has offered to jump in.
- It was {boss} who drew up the rota.
- This plan is for {day}.
- [Be there|Come in] at {start}.
- You may leave at {finish}.
- There is a break at {rest}.
- You will be working at {site}.
- You belong to the {team} team.
- [That makes|We count] {extra} hours of overtime.
- The week adds up to {hours} hours.
- Every hour pays {wage}.
- Nights bring another {bonus}.

== concert, show, gig
act name = band, headliner, main act | act artist playing
support name = support act, opening act | opener warm_up supported_by support_band
promoter company = promoter | presented_by put_on_by concert_organiser
venue venue = venue, hall | place where held_at
oldvenue venue = original venue | moved_from_venue first_venue planned_venue
city city = city, town | city_of_concert plays_in
date date = concert date, date | show_date on date_of_show
presale date = start of sale, presale date | tickets_from on_sale_from sale_starts
refund date = refund deadline | refunds_until give_back_by money_back_until
doors hour = doors, opening of the doors | doors_open let_in_at doors_at
start hour = start of show, stage time | show_starts begins on_stage_at
end hour = curfew, end of show | over_at ends out_by
advance price = advance price, presale price | price_in_advance online_price early_ticket
door price = door price, box office price | at_the_door price_on_the_night evening_price
seats int 60 9000 = capacity, seats | places holds
age int 6 21 = minimum age, age limit | from_age min_age
genre of jazz; folk; blues; swing; metal; techno; choral music; chamber music; reggae; hip hop; soul; tango; \
    bluegrass; punk; opera; film music = genre, style | music kind_of_music
tour work = tour, tour name | programme tour_title
> {act} + {support}~{venue}, {city}~{date}~Doors {doors}, show {start}
> {act} [play|will play] {venue} on {date}; {support} [opens|will open] for them.
> Before {act} [come|comes] on stage at {start}, you can hear {support}.
> [Opening for|Warming up the crowd for] {act} [in {city}|] is {support}, as {promoter} [announced|has told us].
> Tickets are {advance} in advance and {door} on the night.[ On sale from {presale}.|]
> {promoter} presents: {act} live in {city}, {date}!
> The doors open at {doors}, but nothing happens on stage before {start}; at {end} everybody has to be out.
> Because {oldvenue} is [under repair|closed|too small], {act} will now play at {venue}[ in {city}|].
> Buy online and pay {advance}; turn up without a ticket and [it is|you pay] {door}.
> You can buy tickets from {presale}; the concert itself is on {date}.
> Whoever cannot come on {date} gets the money back until {refund}.
> We saw {support} warm up the crowd for {act} at {venue}.[ The tour is called "{tour}".|]
> {door} at the door, {advance} online, ages {age} and over, {seats} seats.
> Not {oldvenue} but {venue}: {promoter} [needed|wanted] another hall for {act}.
> Have you heard? {act} are coming to {city} on {date} with "{tour}", and they bring {support} as support.
> Presale: {presale}. Show: {date}. Refunds: up to {refund}.
> For {advance} I got my ticket for {act} weeks ago; my friend queued at the box office and paid {door}.
> {start} {act}, before that {support}; out by {end}
> At {venue}, which holds {seats} people, {act} will play {genre} on {date}[; {promoter} is behind it|].
- {support} will play first.
- {act} [is|are] top of the bill.
- It is [put on|organised] by {promoter}.
- The hall, {venue}, is easy to find.
- It was meant to be at {oldvenue}.
- They come to {city}.
- [The big night|The concert] is {date}.
- Nobody can buy a ticket before {presale}.
- After {refund} you get no money back.
- You can go in from {doors}.
- The music starts at {start}.
- The last note must be played by {end}.
- [If you book early|Online], a ticket costs {advance}.
- On the night you pay {door}.
- You must be at least {age} years old.
- They play {genre}.
? sold_out no_tickets_left
* true / There is not a single ticket left.
* true / All tickets are gone.
* true / Sorry, we have no more tickets to sell.
* true / Every seat has been sold.
* true / The box office has nothing more to sell.
* true / Sold out within minutes!
* true / Only the waiting list is left.
* false / There are still plenty of tickets.
* false / You can still get in.
* false / A few seats are left.
* false / Tickets are still to be had.
* false / Sales are slow so far.
* false / Half the hall is still empty.
* false / Bring a friend, there is room enough.

== lesson, course
subject of maths; biology; French; physics; history; music; art; chemistry; geography; drama; Latin; PE; economics; \
    computing; Spanish; woodwork; religion; philosophy = subject | taught what_is_taught school_subject
teacher person = teacher, usual teacher | taught_by regular_teacher
sub person = substitute, supply teacher | substitute_teacher stands_in cover_teacher replaces_teacher
room room = usual room, regular room | classroom normal_room old_room
newroom room = new room, replacement room | moved_to_room other_room room_instead
day weekday = usual weekday, usual day | regular_day normally_on old_day
newday weekday = new weekday, new day | moved_to_day now_taught_on
start clock = start | begins lesson_begins starts_at first_bell
finish clock = end | ends lesson_ends until
test date = test date, exam date | exam_on test_on exam
homework date = homework deadline, hand-in date | homework_due hand_in_by submit_by
term date = start of term, first day of term | term_begins school_starts
termend date = end of term, last day of term | term_ends school_breaks_up
form of 5a; 5c; 6b; 7a; 7d; 8b; 9c; 10a; 11f; 12b; 4R; 3 blue; 6 Oak; 8 West = form, school class | pupils year_group
book work = textbook, book | reading course_book
> {subject}, form {form}: {day} {start} - {finish}, room {room}, {teacher}
> {sub} [will stand|stands] in for {teacher}[ in {subject}|] [this week|until further notice].
> {teacher} is ill. Form {form} will have {subject} with {sub}.
> [From now on|As of next week] {form} [has|have] {subject} on {newday} instead of {day}.
> Room {room} is being painted, so {subject} moves to room {newroom}.
> Please hand in your {subject} work by {homework}; the test [follows|will be] on {test}.
> School starts again on {term} and breaks up on {termend}.
> Dear parents,~{teacher}, who normally teaches {form} {subject}, will be away. Meanwhile {sub} takes the lessons.
> Lesson from {start} to {finish}. Not in {room}, but in {newroom}!
> {newday}, no longer {day}: {subject} for {form}
> The bell rings at {start}, and at {finish} form {form} may go home.
> Mum, {teacher} wants the homework by {homework}, and on {test} we have a test[ in {subject}|].
> On {test} form {form} writes a test. {sub} will be in the room because {teacher} [is on a course|cannot be there].
> Between {term} and {termend} {teacher} teaches {subject} every {day}.
> TIMETABLE CHANGE~{form} / {subject}~{day} -> {newday}~{room} -> {newroom}
> Term: {term} to {termend}. Exam: {test}. Book: {book}.
> Who takes {form}? Not {teacher} this time, it is {sub}[, in room {newroom} instead of {room}|].
> {teacher}'s lesson was shifted from {day} to {newday}[ and begins at {start}|].
> In {subject} we read "{book}" with {teacher}. The last day of school is {termend}[, the first one {term}|].
- The class is normally [taken|taught] by {teacher}.
- A substitute, {sub}, will be there.
- It used to be in room {room}.
- Go to room {newroom} instead.
- So far it was always on {day}.
- It will be on {newday} from now on.
- It begins when the bell rings at {start}.
- It is over at {finish}.
- The exam is on {test}.
- All homework has to be in by {homework}.
- The term begins on {term}.
- The holidays start after {termend}.
- [This concerns|It is for] form {form}.
- Bring "{book}" with you.

== meeting, session
chair person = chair, chairperson | chaired_by led_by presided_over_by
writer person = minute taker, secretary | minutes_by recorded_by took_minutes
absent person = absentee, person excused | apologies excused not_present sent_apologies
owner person = action owner, person responsible | task_for responsible assigned_to does_it
proposer person = proposer | proposed_by moved_by motion_from
seconder person = seconder | seconded_by backed_by supporter
task of hall booking; website update; press release; cost estimate; safety check; staff survey; room plan; \
    poster design; insurance form; key list; guest list; supplier contract; stock count; floor plan; travel budget; \
    roof repair; thank-you letter = action item, task | to_do action assignment
due date = action deadline, due date | due finish_by deadline done_by
met date = meeting date, date of the meeting | met_on held_on date_held
next date = next meeting, date of the next meeting | next_date meets_again_on follow_up
asked price = requested amount, sum requested | requested asked_for applied_for
granted price = approved amount, sum approved | granted agreed_budget approved
ayes int 13 60 = votes for, ayes | in_favour yes_votes
noes int 2 40 = votes against, noes | against no_votes opposed
start hour = opening time | opened_at started called_to_order
finish hour = closing time | closed_at adjourned ended
> MINUTES of {met}~Chair: {chair}~Minutes: {writer}~Apologies: {absent}
> {chair} opened the meeting at {start} and closed it at {finish}; {writer} kept the minutes.
> {owner} will [see to|take care of|deal with] the {task} by {due}.
> ACTION: {task} -> {owner}, {due}
> The motion came from {proposer} and was seconded by {seconder}. For: {ayes}. Against: {noes}.
> {proposer} moved, and {seconder} seconded, that we meet again on {next}.
> Of the {asked} [we|the club] had asked for, the board [granted|approved] {granted}.
> Although {absent} could not come, the group met on {met}. {chair} was in the chair.
> We met on {met} and [will meet|meet] again on {next}. In the meantime {owner} prepares the {task}.
> {ayes} of us were in favour, {noes} against[, said {chair}, who led the meeting|].
> Dear all,~here are my notes from {met}. {chair} led the talk, I only wrote.~{writer}
> "Who does the {task}?" asked {chair}[ from the chair|, who was chairing]. {owner} said yes and has until {due}.
> Please strike {absent} from the list of those present on {met}. [Corrected by {writer}, secretary.|]
> To do for {owner}: {task}[, deadline {due}|]. [We meet next on|Next round:] {next}.
> {granted} were released; {proposer}, whose idea it was, had wanted {asked}.
> Present: all but {absent}. In the chair: {chair}. Closed at {finish}.
> It was {seconder} who backed {proposer}'s motion; {writer} noted {ayes} for and {noes} against.
> By {due} the {task} has to be ready ({owner}), and on {next} we look at it together.
> I asked the committee for {asked}. They gave me {granted}, by {ayes} votes to {noes}.
- {chair} [chaired|led] it.
- The minutes were written by {writer}.
- {absent} sent [apologies|word of being ill].
- The job falls to {owner}.
- {proposer} made the motion.
- {seconder} seconded it.
- Someone has to look after the {task}.
- That must be done by {due}.
- These minutes are from {met}.
- We will sit down together again on {next}.
- The request was for {asked}.
- All we may spend is {granted}.
- {ayes} voted yes.
- {noes} voted no.
- It was called to order at {start}.
- All went home at {finish}.

== interview, application
candidate person = candidate, applicant | interviewee candidate_name job_seeker
interviewer person = interviewer | interviewed_by asks_the_questions conducted_by
recruiter person = recruiter, HR contact | contact arranged_by hr_person
referee person = referee | recommended_by vouched_for_by reference_person
company company = company, hiring company | new_employer applies_to
previous company = previous employer, former employer | last_job_at worked_for came_from_company
position job = position, post | role vacancy applying_for job_title
oldjob job = previous job, former role | used_to_be last_position
first date = interview date, first interview | first_round interview_on
second date = second interview, second round | final_round second_talk
applied date = application date | applied_on cv_received sent_in
decision date = decision date | decide_by hears_back_by result_on
start date = start date | starting_on first_day_at_work begins_work
time hour = interview time, time | at interview_at
asked int 20000 150000 = desired salary, salary asked | salary_wish wants_to_earn salary_expectation
offered int 20000 150000 = salary offered, offer | offered_pay company_pays
> {candidate} [has an interview|will be interviewed] at {company} on {first}[ at {time}|].
> {interviewer} [interviewed|talked to|questioned] {candidate} for the post of {position}.
> Dear {candidate},~we would like to invite you to an interview on {first} at {time}. {interviewer} will meet you.\
    ~{recruiter}, {company}
> Applied: {applied}~First talk: {first}~Second talk: {second}~Decision: {decision}
> {candidate} wants {asked} a year, {company} offers {offered}.
> After years [at|with] {previous}, {candidate} now [hopes for|wants] a job at {company}[ as {position}|].
> {referee} speaks highly of {candidate}, [says|reports] {interviewer} after the talk on {first}.
> The candidate, {candidate}, used to be {oldjob} at {previous} and would start as {position} on {start}.
> We liked you, {candidate}! Please come back for a second round on {second}[; you will hear from us by {decision}|].
> I sent my papers to {company} on {applied} and they want to see me on {first}.
> "What did you do at {previous}?" {interviewer} asked {candidate}[, who had applied on {applied}|].
> {recruiter} set up the talk, {interviewer} asked the questions, {candidate} answered them.
> For the {position} job {company} would pay {offered}; I had asked for {asked}.
> From {oldjob} to {position}: {candidate} leaves {previous} and joins {company} on {start}.
> INTERVIEW {first} {time}~Candidate: {candidate}~With: {interviewer}~Referee: {referee}
> Recommended by {referee}, {candidate} was seen by {interviewer} on {first}; {recruiter} wrote the invitation.
> Round one is on {first}, round two on {second}.[ We decide by {decision}.|]
> {company} has hired {candidate}. Pay: {offered} (wish: {asked}). First working day: {start}.
> Can you ask {recruiter} to book {candidate} in with {interviewer}[ at {time}|]? It is about the {position} vacancy.
- The questions are asked by {interviewer}.
- The person who arranged it is {recruiter}.
- A reference was given by {referee}.
- The job is at {company}.
- The last employer was {previous}.
- The vacancy is for the post of {position}.
- The last job was that of {oldjob}.
- The papers came in on {applied}.
- The first round is on {first}.
- Those who do well come back on {second}.
- They will make up their mind by {decision}.
- Work would begin on {start}.
- [Be there|Come] at {time}.
- The applicant would like to earn {asked}.
- The firm is ready to pay {offered}.

== workshop, seminar, training
topic title = topic, workshop title | about subject workshop_name
trainer person = trainer, workshop leader | led_by taught_by given_by instructor
assistant person = assistant, co-trainer | helper assisted_by helps
participant person = participant, person registered | registered attendee signed_up enrolled
payer company = paying company, sponsor | paid_by bill_to funded_by
from date = first day, start date | starts_on begins from_date
to date = last day, end date | ends_on until_date final_day
deadline date = registration deadline | register_by sign_up_until book_by
earlydate date = early-bird deadline, end of the early-bird rate | early_bird_until cheap_until discount_until
early price = early-bird price, reduced fee | early_fee discounted_price
full price = regular price, full fee | full_price normal_fee standard_price
places int 13 90 = places in all, group size | max_participants places total_places
left int 2 12 = places left, free places | spots_left still_free
venue venue = venue | place where takes_place_at
bring of a notebook; work gloves; warm socks; a laptop; old clothes; a camera; an apron; your own tools; \
    a packed lunch; a yoga mat; coloured pens; a passport photo; sturdy shoes \
    = equipment, thing to bring | bring needed take_along what_to_bring
level enum beginner; intermediate; advanced; expert = level, skill level | difficulty course_level for_whom
> WORKSHOP: {topic}~{from} to {to}~Trainer: {trainer}~{venue}~Level: {level}
> {trainer}, assisted by {assistant}, will [run|teach|give] the {topic} workshop.
> Whoever books by {earlydate} pays {early}, all others {full}.
> {participant} has signed up for {trainer}'s workshop[, which starts on {from}|].
> Hello {participant},~you have a place! {trainer} and helper {assistant} look forward to seeing you on {from}.
> {payer} is paying for {participant}, who [will attend|is going to] the {topic} workshop from {from} to {to}.
> Sign up until {deadline}; we begin on {from}[ and finish on {to}|].
> Of {places} places only {left} are left.[ Registration ends on {deadline}.|]
> Normally {full}, now {early} - but only until {earlydate}!
> {left} spots still free, group of {places}, {level} level, {venue}
> The last day, {to}, is for practice; on {from} {trainer} [explains the basics|starts with the theory].
> Could you register me for {topic}? My name is {participant} and the bill goes to {payer}.
> While {trainer} talks, {assistant} helps with the exercises. Please bring {bring}.
> I paid {early}. Those who came later had to pay {full}[, and the firm {payer} paid it for them|].
> With {trainer} at the head and {participant} among the pupils, the course runs until {to}[ at {venue}|].
> Registered: {participant}~Course: {topic}~Fee: {full} (early bird {early})~Invoice to: {payer}
> Deadlines: early bird {earlydate}, registration {deadline}. Workshop: {from} to {to}.
> "I only hand out the paper," says {assistant}, who assists. {trainer} does the teaching.
- [The trainer is called|In front of the class stands] {trainer}.
- {assistant} lends a hand.
- {participant} has booked a place.
- {payer} covers the fee.
- It starts on {from}.
- It goes on until {to}.
- Nobody can register after {deadline}.
- The cheap rate ends on {earlydate}.
- [If you are quick|Early birds] pay {early}.
- The normal price is {full}.
- There is room for {places} people.
- [Just|Only] {left} places are still free.
- We meet at {venue}.
- [Please bring|Do not forget] {bring}.
- It is meant for {level} level.
? certificate gives_certificate with_certificate
* true / At the end you receive a certificate.
* true / A certificate is included.
* true / All who finish are given a paper that proves it.
* true / You will be certified afterwards.
* true / Those who pass go home with a certificate.
* true / Your certificate will be posted to you.
* false / There is no certificate.
* false / We do not hand out certificates.
* false / You will not get any proof of attendance.
* false / Sorry, no diploma or certificate for this one.
* false / Nobody is given a certificate at the end.
* false / It is just for fun and certifies nothing.

== leave request, absence, holiday
employee person = employee, person on leave | requested_by applicant staff_member who_is_away
approver person = approver, line manager | approved_by manager decided_by boss
standin person = stand-in, deputy | covered_by substitute covers replacement
first date = first day of leave, leave start | from starts_on away_from leave_from
last date = last day of leave, leave end | until ends_on away_until leave_to
back date = return date, back at work | returns_on back_on resumes_work
asked date = request date | requested_on submitted applied_on
days int 2 30 = days requested, days of leave | leave_days number_of_days days_taken
rest int 2 30 = remaining days, days left | balance left_over days_remaining
kind of annual leave; parental leave; sick leave; unpaid leave; study leave; special leave; a sabbatical; \
    compassionate leave; maternity leave; time off in lieu; carer's leave; jury leave \
    = type of leave, kind of leave | leave_type kind absence_type
place city = holiday destination | destination travels_to spends_it_in
team of accounts; marketing; the warehouse; customer service; legal; the lab; sales; the kitchen; research; \
    human resources; the night team; purchasing; maintenance = team, department | unit works_in division
email email = contact during absence, substitute address | contact urgent_mail write_to email
phone phone = emergency phone, private phone | reachable_at call_if_urgent phone_during_leave
> {employee} is [away|on leave|on holiday] from {first} to {last}. {standin} [is covering|fills in].
> I am out of the office until {last}. [In urgent cases|Meanwhile], please write to {standin} at {email}.~{employee}
> Leave request~Name: {employee}~From: {first}~To: {last}~Days: {days}~Manager: {approver}
> {approver} has [approved|signed] {employee}'s request for {kind}.
> Dear {approver},~may I take {days} days off, starting {first}? {standin} would do my work.~[Thanks|Best], {employee}
> {employee}, whose desk {standin} will look after, leaves on {first} and is back on {back}.
> {standin} does the work of {employee} [as long as|while] the latter is absent ({kind}).
> Back at my desk on {back}; last day away {last}. - {employee}
> Of {employee}'s holiday, {days} days are taken and {rest} remain.
> On {asked} {employee} applied for {kind}, to begin on {first}.
> Granted: {days} days for {employee}. Signed: {approver}. Still left this year: {rest}.
> The request reached {approver} on {asked}. It covers {first} up to and including {last}.
> {employee} will spend the holiday in {place} and [come|be] back to work on {back}.
> "Go and enjoy {place}," said {approver}, and {employee} packed and left on {first}.
> Who does {employee}'s job in {team}? It is {standin}. We have {employee} back on {back}.
> All mail for {team} goes to {standin}[ ({email})|], since {employee} does not return before {back}.
> My boss {approver} lets me go on {first}, and my colleague {standin} takes my calls[. I come back on {back}|].
> {last} is the final day of my leave; it began on {first}, and I had asked for it on {asked}.
> Auto-reply: {employee} is not in. Deputy: {standin}. Emergencies only: {phone}
- {employee} is the one who is away.
- The manager, {approver}, has [said yes|agreed].
- {standin} steps in for the time being.
- The leave begins on {first}.
- It lasts up to {last}.
- [Work starts again|Back in the office] on {back}.
- The form was handed in on {asked}.
- It takes {days} days.
- After that, {rest} days [are still unused|will be left].
- It counts as {kind}.
- The trip goes to {place}.
- It concerns somebody in {team}.
- Urgent mail should go to {email}.
- If the roof is on fire, call {phone}.

== party, birthday, celebration
celebrant person = birthday person, person celebrating | birthday_of celebrated turns_older guest_of_honour
host person = host, hostess | hosted_by invited_by gives_the_party
guest person = guest, invited guest | invitee invited addressed_to
collector person = gift organiser | collects_money money_to gift_fund_by
baker person = baker, cake maker | cake_by bakes brings_cake
born date = birth date, date of birth | born_on day_of_birth dob
party date = party date | celebrated_on party_on day_of_party
reply date = RSVP date, reply deadline | rsvp_by answer_by let_know_by
start hour = start | begins from_time starts_at
finish hour = end | ends until over_by
venue venue = venue, party place | place where held_at
gift product = gift, present | present_idea gets_as_present birthday_gift
share price = contribution, share | each_pays per_person chip_in
total price = gift price, cost of the gift | gift_costs present_price
age int 21 99 = age, new age | turns years_old
guests int 3 120 = number of guests, guest count | how_many_come headcount
> {celebrant} turns {age}! Party on {party}, {start}, at {venue}.
> {host} is giving a party for {celebrant} on {party}.
> Dear {guest},~you are invited to {celebrant}'s birthday party on {party}. Please answer by {reply}.~{host}
> {celebrant} was born on {born}, but [the party is|we celebrate] on {party}.
> The {gift} for {celebrant} costs {total}; everyone gives {share}[ to {collector}|].
> Please hand your {share} to {collector}, who is buying the {gift}.
> {baker} makes the cake, {collector} sees to the present, {host} [opens the house|has us all round].
> SURPRISE! {celebrant} knows nothing. {venue}, {party}, from {start} to {finish}. Tell {host} by {reply}.
> Thank you, {host}, for inviting me to the party for {celebrant}. {guest}
> Born {born}. Party {party}. {celebrant}, {age}.
> Shall we get {celebrant} the {gift}? Put in {share} each; {collector} collects it and pays the {total}.
> At {host}'s on {party}: {celebrant}'s birthday, with a cake by {baker}[ and {guests} guests|].
> Come at {start}, go home at {finish}, and say yes or no by {reply}.
> {guest} got a card from {host}: "On {party} we are celebrating {celebrant}. Be there!"
> It is {celebrant} who gets the {gift}, not {host}, who only gives the party.
> We expect {guests} guests at {venue} on {party}[. {baker} bakes for all of them|].
> "How old will {celebrant} be?" asked {guest}. "{age}," said {host}, who was laying the table for the party.
> Reminder: tomorrow is the last day to pay {share} to {collector} for the {gift}.
> [RSVP|Please reply] by {reply}. The date of the party: {party}. Happy birthday[, {celebrant}|]!
- It is all for {celebrant}, whose birthday it is.
- {host} [is hosting it|sent the invitations].
- {guest} is invited too.
- {collector} collects the money for the gift.
- The cake will be baked by {baker}.
- The day of birth is {born}.
- We are celebrating on {party}.
- Tell us by {reply} whether you are coming.
- It starts at {start}.
- All will be over by {finish}.
- We are getting the {gift} as a present.
- Everybody chips in {share}.
- The whole gift comes to {total}.
- [About|Around] {guests} people will be there.

== shop, museum, office
name company = name, business | shop_name who company
opens clock = opening time, weekday opening | opens_at open_from weekdays_from
closes clock = closing time, weekday closing | closes_at open_until weekdays_until
satopens clock = Saturday opening | saturday_from opens_on_saturday weekend_from
satcloses clock = Saturday closing | saturday_until closes_on_saturday weekend_until
lunch clock = start of lunch break | lunch_from midday_closing lunch_starts
lunchend clock = end of lunch break | lunch_until reopens_after_lunch lunch_ends
lastin clock = last admission, last entry | no_entry_after last_visitors_at
closedday weekday = closing day, day of rest | closed_on weekly_closing
lateday weekday = late opening day, late-night day | late_night open_longer_on
shut date = first day of closure, holiday closure from | closes_for_holidays shut_from closed_since
reopen date = reopening date | reopens_on open_again_on back_from_holidays
oldstreet street = old address, former address | moved_from_street address_before
street street = new address, address | street moved_to_street find_us_at
phone phone = phone, phone number | telephone call tel
emergency phone = emergency number, out-of-hours phone | after_hours night_phone emergency_phone
adult price = adult ticket, adult price | adults_pay full_admission
child price = child ticket, child price | children_pay kids_price
> {name}~Mon-Fri {opens} - {closes}~Sat {satopens} - {satcloses}~Closed on {closedday}
> {name} opens at {opens} and closes at {closes}.
> We are closed for lunch from {lunch} to {lunchend}; in the evening we stay until {closes}.
> {name} will be shut from {shut} and opens again on {reopen}.
> On {lateday} you can shop longer, on {closedday} not at all.
> Last admission is at {lastin}, [though|but] the doors do not close until {closes}.
> Moved! You used to find {name} at {oldstreet}. We are now at {street}.
> [Adults pay|Grown-ups pay] {adult}, children {child}.[ Nobody is let in after {lastin}.|]
> During the week from {opens} to {closes}, on Saturday only from {satopens} to {satcloses}
> Call us on {phone}. After hours, [and only in an emergency|when we are closed], dial {emergency}.
> Dear customers,~{name} is going on holiday on {shut}. From {reopen} we are here for you again.
> Is {name} open now? They start at {opens}, have a break at {lunch} and are back at {lunchend}.
> {reopen} is the day we reopen; we have been closed [for works|for the holidays|] since {shut}.
> {child} for kids, {adult} for everyone else; do not come on {closedday}, when nobody is there to let you in.
> From {oldstreet} to {street}: {name} has a new home. [Phone|Tel.] {phone}
> You need not hurry on {lateday}, when {name} is open late; on other days the door is locked at {closes}.
> I stood in front of {name} at noon, but on {closedday} they never open. On the door it said: {opens} to {closes}.
> [Saturdays|On Saturday] we get up later: open {satopens}, shut {satcloses}. \
    [Other days|Weekdays] {opens} to {closes}.
- The place is called {name}.
- On weekdays we unlock the door at {opens}.
- On weekdays we lock up at {closes}.
- On Saturdays it opens at {satopens}.
- On Saturdays it closes at {satcloses}.
- Lunch begins at {lunch}.
- After lunch we are back at {lunchend}.
- You cannot get in after {lastin}.
- We do not open on {closedday}.
- [We stay open late|There is late-night shopping] on {lateday}.
- The holiday closure begins on {shut}.
- We open again on {reopen}.
- Until recently we were at {oldstreet}.
- You find us at {street} now.
- At night, in an emergency, call {emergency}.
- A child's ticket is {child}.
- An adult's ticket is {adult}.

== visit, appointment
client person = client, owner | customer booked_for belongs_to visitor
provider person = practitioner, specialist | seen_by treated_by done_by with
former person = former practitioner, predecessor | used_to_see previous_doctor before_that_with
booker person = receptionist, person who booked it | booked_by answered_the_phone front_desk
pet name = pet, pet name | animal animal_name name_of_pet
last date = last visit, previous visit | last_seen visited_on was_here_on
next date = next visit, next appointment | due_again comes_back_on follow_up
reminder date = reminder date, day of the reminder | remind_on reminder_sent reminded_on
time hour = time, appointment time | at start begins
end hour = pick-up time, end | collect_at ready_at finished
treatment of vaccination; nail trim; haircut; blood test; root canal; check-up; perm; eye test; flea treatment; \
    beard trim; physiotherapy; ear cleaning; dental scaling; massage; allergy test; highlights = treatment, service \
    | procedure reason what_is_done
price price = price, bill | charge to_pay costs
deposit price = deposit, advance payment | paid_in_advance down_payment
noshow price = no-show fee, fee for a missed visit | missed_fee penalty not_turning_up_costs
place venue = practice, salon | where location clinic
phone phone = phone, phone number | telephone call_to_cancel tel
before number 2 60 = weight last time, old weight | weight_before was_kg
now number 2 60 = weight now, current weight | weight_today new_weight
> {pet} was [last |]seen on {last} and is due again on {next}.
> {provider} treated {pet}, who belongs to {client}.
> Dear {client},~{pet}'s next {treatment} is due on {next}. Call {phone} [to book|for a time].
> {client} used to go to {former} but now sees {provider}.
> [Bring|Drop off] {pet} at {time} and [collect|pick up] {pet} at {end}.
> {treatment} with {provider}, {next}, {time}~Client: {client}~Deposit paid: {deposit}
> The bill came to {price}; {client} had paid {deposit} in advance.
> On {last} {pet} weighed {before} kg, today it is {now} kg.
> Since {former} retired, {provider} looks after all patients[ at {place}|].
> Hi, it is {client}. {booker} gave me {next} at {time}, is that still right?
> {booker} at the front desk put {client} down for the {treatment} with {provider}.
> Last time: {last}. Next time: {next}. [Treatment|Service]: {treatment}.
> If you do not turn up on {next}, we charge {noshow}, [and|so] the {deposit} you put down is lost as well.
> {client} is very happy with what {provider} did on {last}; {former} never took so much time.
> We will remind you on {reminder} of your visit on {next}[, {time}|].
> From {before} kg to {now} kg: well done, {pet}! Your vet, {provider}
> "Is {provider} free?" {client} asked {booker}, who [answered|picked up] the phone at {place}.
> The {treatment} starts at {time}, and at {end} you will be done. It costs {price}[, \
    of which you paid {deposit} ahead|].
> {pet}, {now} kg (was {before} kg), {treatment}, owner {client}, vet {provider}
- It is {client} who comes to us.
- It will be done by {provider}.
- The predecessor was {former}.
- {booker} took the booking.
- The animal is called {pet}.
- The last time was on {last}.
- The next time will be on {next}.
- A reminder goes out on {reminder}.
- Be there at {time}, please.
- You can go home at {end}.
- All in all you pay {price}.
- We ask for {deposit} in advance.
- Whoever misses it without a word pays {noshow}.
- You find us at {place}.
- [To cancel|If you cannot come], call {phone}.
- At the visit before, the scales showed {before} kg.
- The scales now show {now} kg.
"""
)
