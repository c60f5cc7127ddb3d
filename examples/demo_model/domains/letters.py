"""E-mails, letters and chat messages: who writes to whom, about whom, and who stands in."""

from __future__ import annotations

from .compact import domains

(
    MAILS,
    ABSENCES,
    APPLICATIONS,
    TENANCIES,
    SCHOOL_LETTERS,
    INTRODUCTIONS,
    HANDOVERS,
    ENQUIRIES,
    STAYS,
    NOTES,
    ACCOUNTS,
    CHATS,
) = domains(
    r"""
== mail, e-mail, message, letter
sender person = sender, author, writer | from from_name sent_by written_by signed_by
recipient person = recipient, addressee, receiver | to to_name sent_to written_to addressed_to
copied person = person in copy, copy recipient | cc in_cc copied_to also_sent_to
concerned person = person concerned, person in question | concerning_person talked_about regarding_person \
    discussed_person
subject title = subject, subject line, topic | re heading mail_subject regarding
role job = sender role, job title | sender_job signature_role writer_position
firm company = sender company, sender firm | from_company writer_company company_of_sender sending_company
their_firm company = recipient company, recipient firm | to_company addressee_company receiving_company
mailbox email = sender address, reply address | from_email reply_to sender_mail from_address
inbox email = recipient address, delivery address | to_email recipient_mail to_address addressee_email
phone phone = direct line, sender phone | tel call_back_number phone_in_signature writer_phone
sent date = date sent, mail date | sent_on written_on mailed_on sending_date
answer_by date = reply deadline, answer deadline | answer_by respond_by reply_due reply_needed_by
meeting date = meeting date, proposed date | meet_on date_of_meeting proposed_meeting
attachment of price list; floor plan; signed contract; travel report; photo; invoice copy; test results; draft; \
    road map; seating plan; minutes; quotation; certificate; checklist; org chart; time sheet; manual; expense form \
    = attachment, enclosure | attached_file enclosed attached_document
> From: {sender} <{mailbox}>~To: {recipient} <{inbox}>~[Cc: {copied}~|]Subject: {subject}~Date: {sent}
> Dear {recipient},~[I am writing to you|I write] about {concerned}. [Kind|Best] regards,~{sender}~{role}, {firm}
> {sender} [wrote to|e-mailed|mailed] {recipient} on {sent}[; the {attachment} was attached|] and asked for an \
    answer by {answer_by}.
> {recipient} got a short note from {sender} on {sent}: who is {concerned}[, and what do you know about {them}|]?
> To {recipient}, with a copy to {copied}:~{subject}. Signed {sender}
> To {recipient} at {their_firm}:~I am {sender}, {role} at {firm}. [We have not met.|] I hope you know why I write.
> ---------- Forwarded message ----------~From: {sender}~Date: {sent}~Subject: {subject}~To: {recipient}
> FW: {subject}~Hi {recipient}, see below, [I think|] this is for you. I leave {copied} in cc.~{sender}
> Good morning {recipient},~can we meet on {meeting}? I need your [yes or no|answer] by {answer_by}.~Yours, \
    {sender}~Tel. {phone}
> {recipient} [received|was sent] a [message|mail] by {sender} that [was all about|dealt with] {concerned}.
> Hey {recipient}, did you hear about {concerned}? Tell nobody, only {copied} got a copy of this. {sender}
> The letter that {sender} sent to {recipient} is dated {sent}, but [speaks of a meeting|proposes to meet] on \
    {meeting}.
> Please find [enclosed|attached] the {attachment}. {copied} reads along.~With kind regards~{sender}~{firm}~{phone}
> Good evening {recipient},~you [had trouble with|did not get on with] {concerned}, I hear. As the {role} here I \
    will look into it.~{sender}
> Re: {subject}~Hello {recipient}, {meeting} suits me well[ for a meeting|, let us meet then]. More than this mail \
    of {sent} I cannot write.~[Cheers|Best],~{sender}
> I, {sender}, have sent it to {recipient} at {inbox}[, not to any other address|], and I am waiting for an answer \
    from there.
> "{subject}", a message from {firm} to {their_firm}, was written by {sender} and read by {recipient}.
> The mail went to {recipient}; {copied} only [had it in cc|got a copy of it]. {sender} had sent it from {mailbox}.
- Please write back by {answer_by}.
- I put {copied} in [copy|cc].
- [It is about|This concerns our colleague] {concerned}.
- Answers go to my address, {mailbox}.
- You can [ring|phone] me on {phone}.
- I suggest that we meet on {meeting}.
- [Attached|Enclosed] you find the {attachment}.
- It reached the inbox {inbox}.
- The subject line says {subject}.
- [This was sent|The mail went out|I sent this] on {sent}.
- I work for {firm} myself.
- {sender} signed it.
? tone mood
* angry / I am really fed up with this.
* angry / This is outrageous and I will complain.
* angry / How dare you ignore me again?
* angry / I have lost all patience.
* angry / I will not put up with this any longer.
* angry / You should be ashamed of yourselves.
* angry / I am furious.
* grateful / I cannot thank you enough.
* grateful / What a wonderful help you were!
* grateful / We are deeply grateful for all you did.
* grateful / You saved my week, thank you so much!
* grateful / I owe you a big thank-you.
* grateful / How kind of you to help us.
* grateful / Your help meant a lot to me.
* sorry / Please forgive me, it was my fault.
* sorry / I feel terrible about what I did.
* sorry / I apologise with all my heart.
* sorry / I should not have done that and regret it.
* sorry / It was careless of me, I beg your pardon.
* sorry / I am ashamed of my mistake.
* sorry / I take the blame and want to make up for it.

== out-of-office note, absence, auto-reply
absentee person = absentee, person away | away_person who_is_away on_leave owner_of_mailbox absent_colleague
deputy person = deputy, stand-in, substitute | covered_by replacement cover stands_in acting_person
chief person = manager, supervisor | boss line_manager approved_by superior
asker person = correspondent, person writing in | incoming_from wrote_in asked_by
first_day date = first day away, leave start | away_from absent_from leave_begins out_since
last_day date = last day away, leave end | away_until absent_until leave_ends out_until
back date = day of return, return date | back_on returns_on in_office_again available_again
deputy_mail email = deputy address, stand-in address | deputy_email substitute_email write_instead_to
own_mail email = absentee address, absentee e-mail | own_email absentee_email mailbox_away
deputy_phone phone = deputy phone, stand-in phone | deputy_tel substitute_phone call_instead
emergency phone = emergency number, private mobile | emergency_phone urgent_calls hotline
reason of parental leave; holiday; business trip; sick leave; training; a trade fair; jury duty; study leave; a \
    wedding; moving house; field work; military service; a sabbatical; a conference; rehab; family matters = reason \
    for absence, reason | why cause_of_absence away_because
team of sales; accounts; purchasing; legal; payroll; dispatch; marketing; human resources; quality; warehouse; \
    customer care; research; export; claims = department, team | unit section division
days int 2 45 = days off, days away | length_in_days working_days_missed absence_days
> [Thank you for your message.|Hello,|] I am out of the office from {first_day} to {last_day}[ inclusive|] and back \
    on {back}. {deputy} stands in for me.~{absentee}
> Automatic reply~I will be away until {last_day}. In urgent cases write to {deputy}, \
    {deputy_mail}.~[Regards|Best],~{absentee}
> {absentee} is not here at the moment; ask {deputy} instead[ (phone {deputy_phone})|].
> While {absentee} is on leave, {deputy} from {team} looks after the mail. {absentee} returns on {back}.
> {deputy} [replaces|covers for|fills in for] {absentee}, who [is away|has left] for {reason}.
> Back at my desk on {back}. Until then [call|ring] {deputy_phone} and ask for {deputy}. If the house is on fire: \
    {emergency}. {absentee}
> Dear {asker},~you will not reach me before {back}, I am away for {reason}. Please try {deputy}.~Yours {absentee}
> Who is in and who is out: {absentee} is out, gone since {first_day}. {deputy} is in and does both jobs.
> {chief} has [approved|granted] {absentee} {days} days off, the first of them {first_day}, the last {last_day}.
> Your mail to {own_mail} has not been read. Send it again to {deputy_mail}, that is {deputy}, or wait for me until \
    {back}.
> Hi all, tomorrow I am off[ (hooray)|]. {deputy} knows what to do, {chief} [is informed|knows about it].~Ciao, \
    {absentee}
> {asker} wrote to {absentee} and got this: "Gone for {reason}. My deputy is {deputy}."
> Absence note: {absentee} ({team})~Gone: {first_day}~Last day off: {last_day}~At work again: {back}~Deputy: {deputy}
> I, {deputy}, [answer|am answering] for {absentee}, who will be with us again on {back}.
> From {first_day} on {deputy} does the work of {absentee}[; {chief} signs|]. Do not use {own_mail} in that time.
> With {absentee} gone for {days} days, all questions about {team} end up with {deputy}, so please be patient.
> Sorry {asker}, wrong moment: my last day of {reason} is {last_day}, I will read this on {back}. {absentee}
- {deputy} takes over my duties [meanwhile|while I am gone].
- My boss {chief} agreed to it.
- The reason is {reason}.
- I start work again on {back}.
- I am gone from {first_day} on.
- My last day off is {last_day}.
- The deputy can be reached at {deputy_mail}.
- [The number of my stand-in|My stand-in's number] is {deputy_phone}.
- For emergencies only: {emergency}.
- All in all [I miss|that makes] {days} working days.
- I belong to {team}.
- Do not write to my own address {own_mail} now.
? abroad is_abroad out_of_the_country
* true / During that time the absentee is abroad.
* true / The whole absence is spent in a foreign country.
* true / It means leaving the country for a while.
* true / There is a border and a sea between me and the office.
* true / I shall be out of the country.
* true / My passport is packed, I go abroad.
* true / Think of the time zones: I am overseas.
* false / I stay in the country.
* false / I do not go abroad for it.
* false / The time off is spent at home.
* false / No passport needed, I stay in my own town.
* false / Nobody leaves the country for this.
* false / I remain at home, not far from the office.
* false / It is no journey to foreign lands.

== application, job application, reference
applicant person = applicant, candidate | applied_by job_seeker applicant_name who_applies
recruiter person = hiring manager, recruiter | addressed_to personnel_manager hiring_contact received_by
referee person = referee, reference giver | reference_from vouched_by recommended_by vouches_for_applicant
tipster person = tip giver, employee who told | heard_from referred_by told_about_job_by
position job = position applied for, vacancy | applied_for wanted_job target_role advertised_job
present_job job = current job, present occupation | works_as current_role present_role
target company = prospective employer, company applied to | applies_to hiring_company new_employer
employer company = current employer, present employer | works_for current_company employed_at
before company = former employer, previous employer | ex_employer worked_for_before past_company
wish price = desired salary, salary wanted | salary_expectation asks_for expected_pay wished_salary
pay price = current salary, present pay | earns_now salary_today pay_now
free_from date = earliest start, available from | can_start_on start_possible free_from
read_on date = date of the advertisement, advertised on | ad_date published_on job_posted_on
talk_on date = interview date, day of the interview | interview_on invited_for talk_date
phone phone = phone of the applicant, applicant phone | applicant_tel mobile_of_candidate call_candidate_at
years int 2 35 = years of experience, years in the trade | experience_years years_worked
> Dear {recruiter},~I [wish|would like] to apply for the post of {position}, advertised on {read_on}. At present I \
    work for {employer}.~Yours sincerely~{applicant}
> {applicant}, [now|currently] at {employer}, wants to move to {target} as {position}. The talk with {recruiter} is \
    on {talk_on}.
> To whom it may concern:~{applicant} worked for {before} for {years} years and I can only recommend {them}.~{referee}
> I earn {pay} and would like to have {wish}. I could start on {free_from}.~{applicant}~{phone}
> {recruiter} has invited {applicant} to an interview on {talk_on}; the job is {position}.
> Hello {applicant},~thank you for your application to {target}. We would like to see you on \
    {talk_on}.~{recruiter}, personnel
> {tipster}[, who works with you,|] told me that {target} has a vacancy: {position}. Today my job is {present_job}, \
    [my name is|called] {applicant}.
> Application as {position}~Name: {applicant}~Now: {present_job} at {employer}~Earlier: {before}~Free from: \
    {free_from}
> Ask {referee} about {applicant}, [it is worth it|said my colleague]: at {before} the two were in one team.
> After {years} years with {before} {applicant} went to {employer}, and now {they} has [written|applied] to {target}.
> We regret, {applicant}, that {target} has given the place to another. I wish you luck.~{recruiter}
> Instead of the {pay} that {employer} pays {them}, {applicant} asks {target} for {wish}.
> [Reference for|About] {applicant}: honest, quick, kind. Signed {referee}, {before}.
> My present boss at {employer} must not know, dear {recruiter}, so please call me on {phone} only. {applicant}
> {applicant} hopes to become {position}, but now works as {present_job}. {tipster} gave {them} the tip, {referee} \
    the reference.
> "I cannot begin before {free_from}," wrote {applicant} to {recruiter}, "as {employer} will not let me go."
> Would {wish} a year be too much? That is what {applicant} [put in|named in] the letter to {recruiter}.
- My referee is {referee}.
- I read your advertisement of {read_on}.
- I have worked in this trade for {years} years.
- I expect a salary of {wish}.
- At the moment I am paid {pay}.
- I heard of the job from {tipster}.
- Before that I was employed at {before}.
- The earliest day on which I can begin is {free_from}.
- My [mobile|phone] is {phone}.
- The interview [is fixed for|takes place on] {talk_on}.
- The letter is addressed to {recruiter}.
? relocates will_move_house ready_to_relocate
* true / I am ready to move house for the job.
* true / Moving to another town is no problem for me.
* true / I would gladly settle near the office.
* true / My family and I will come and live where the work is.
* true / I can relocate at once.
* true / For this post I would move to the other end of the country.
* true / We are looking for a house near you already.
* false / I cannot move to another town.
* false / Moving house is out of the question.
* false / I would have to stay where I live.
* false / My family does not want to relocate.
* false / I will not leave my home town for it.
* false / I can only work from where I live now.
* false / Please do not expect me to relocate.

== tenancy letter, letter, flat, lease
tenant person = tenant, renter | occupant lessee rented_by lives_there
landlord person = landlord, owner | lessor let_by flat_owner rent_goes_to
caretaker person = caretaker, janitor | repairs_done_by house_keeper lets_workmen_in
next_tenant person = new tenant, next tenant | successor_tenant moves_in_next follow_on_renter
old_rent price = old rent, rent so far | previous_rent rent_before former_rent
new_rent price = new rent, rent in future | raised_rent rent_after future_rent
deposit price = deposit, security deposit | bond deposit_paid money_held
deducted price = deduction, amount kept back | kept_back withheld_amount deducted_for_damage
address street = address of the flat, rented flat | flat_address rented_address let_property
forwarding street = forwarding address, new address | moves_to future_address mail_goes_to
from_day date = start of the lease, moving-in date | lease_start moved_in_on tenancy_began
to_day date = end of the lease, moving-out date | lease_end moves_out_on vacate_by
notice_day date = date of the notice, notice given on | notice_date cancelled_on termination_sent
visit_day date = inspection date, viewing date | inspected_on viewing_on handover_of_keys
defect of dripping tap; broken window; mould; faulty boiler; blocked drain; leaking roof; loose tiles; dead socket; \
    cold radiator; jammed lock; cracked sink; noisy pump; damp cellar; torn carpet; broken bell; rotten sill = \
    defect, damage | fault broken_thing to_be_repaired
> Dear {landlord},~I hereby [end|cancel|give notice on] the lease of {address}. I shall move out on \
    {to_day}.~Yours, {tenant}
> Dear {tenant},~the rent of your flat goes up from {old_rent} to {new_rent}.~[With regards|Regards],~{landlord}, \
    your landlord
> {tenant} rents {address} from {landlord} and has lived there since {from_day}.
> The {defect} in my flat [is not mended yet|still troubles me]. The caretaker, {caretaker}, was here and went \
    again. {tenant}, {address}
> {landlord} keeps {deducted} of the deposit of {deposit} because of the {defect}[, which {tenant} denies|].
> On {to_day} {tenant} moves out, and {next_tenant} [moves in|takes the flat]. {landlord} inspects it on {visit_day}.
> Please send my mail to {forwarding}, I no longer live at {address}.~{tenant}
> Dear {tenant}, your notice of {notice_day} has reached me. The flat is to be empty by {to_day}. The deposit \
    ({deposit}) will follow.~{landlord}
> Hi {caretaker}, you as our janitor, could you look at the {defect}? [I am home all day.|] {tenant}, second floor
> {landlord} let the flat to {tenant} for {old_rent}; {next_tenant}, who gets it next, will have to pay {new_rent}.
> For {address} we paid {old_rent} for years. Now {landlord} wants {new_rent}.
> NOTICE TO {tenant}: {landlord}, who owns the flat, and {caretaker}, the janitor, will [come and see|inspect] the \
    flat on {visit_day}.
> I hold {deposit} as your deposit. I had to take {deducted} off it. The rest is yours, {tenant}.~{landlord}
> Lease~Owner: {landlord}~Tenant: {tenant}~Flat: {address}~Begins: {from_day}~Ends: {to_day}~Deposit: {deposit}
> Thank you for showing us the flat on {visit_day}, {landlord}. We take it[ gladly|] and move in on {from_day}. \
    {tenant}
> "You have the keys until {to_day}, not a day longer," {landlord} told {tenant}, who [gave notice|cancelled] on \
    {notice_day}.
> I, {next_tenant}, take over the flat from {tenant}. The {deposit} deposit goes to the owner, {landlord}, right?
- The deposit [was|came to] {deposit}.
- [They moved in|The lease began] on {from_day}.
- The lease runs out on {to_day}.
- Notice was given on {notice_day}.
- The caretaker is called {caretaker}.
- The person who moves in next is {next_tenant}.
- What needs mending is the {defect}.
- The rent used to be {old_rent}.
- From now on the rent is {new_rent}.
- {deducted} was kept back for damage.
- The [viewing|inspection] is on {visit_day}.
- Letters should be forwarded to {forwarding}.
? pets_allowed pets animals_ok
* true / Cats and dogs are welcome in the house.
* true / I do not mind animals.
* true / You may bring your dog.
* true / Pets can stay.
* true / A cat is no problem at all.
* true / Keep as many animals as you like.
* false / Animals are not allowed.
* false / No pets, please.
* false / The dog cannot come with you.
* false / I do not want cats or dogs in the flat.
* false / Keeping animals is forbidden.
* false / The house rules rule out pets.

== school letter, letter home, note to parents
pupil person = pupil, child | student named_child schoolchild kid concerning_child
parent person = parent, guardian | mother_or_father addressed_parent father_or_mother
teacher person = class teacher, teacher | form_tutor taught_by class_tutor
stand_in person = supply teacher, substitute teacher | replacement_teacher cover_teacher takes_the_class
head person = head teacher, principal | headmistress headmaster head_of_school
helper person = helping parent, volunteer | parent_helper accompanying_parent
school name = school, name of the school | school_name attends_school
destination city = destination, destination of the trip | trip_to going_to excursion_to
trip_day date = day of the trip, excursion date | trip_date trip_on outing_on
slip_by date = deadline for the slip, slip due | return_slip_by consent_by form_due sign_by
evening_on date = evening for parents, date of the evening for parents | parents_evening_on evening_date
leaves hour = departure time, time of departure | coach_leaves meet_at bus_departs
home hour = time of return, arrival back | back_at coach_returns pick_up_at
cost price = cost of the trip, contribution | trip_cost parents_pay price_per_child
pocket price = pocket money, spending money | pocket_money_max money_to_bring
subject of maths; history; music; biology; art; chemistry; geography; physics; drama; English; sport; latin; \
    religion; computing; cookery; woodwork = school subject, subject taught | lesson course_subject
> Dear parents,~on {trip_day} our class goes to {destination}. The coach leaves at {leaves} and is back at \
    {home}.~{teacher}
> Dear {parent},~{pupil} has [done very well|made great progress] in {subject}.[ Well done!|]~Best \
    wishes~{teacher}, class teacher
> {pupil} was [ill|sick] on {trip_day} and could not come on the trip. Please excuse {them}.~{parent}
> While {teacher} is ill, {stand_in} teaches {subject}. That is what {head}, our principal, writes to the parents.
> Please sign the slip and give it back to {teacher} by {slip_by}. The trip itself is on {trip_day} and costs {cost}.
> {parent} asked {teacher} why {pupil} had no marks in {subject}.
> Class trip to {destination}~Day: {trip_day}~Start: {leaves}~Home again: {home}~Cost: {cost}~Pocket money: {pocket}
> Thank you, {helper}, for [coming along|helping out]! {teacher} could not have taken the class to {destination} \
    alone.
> The school {school} invites you to the parents' evening on {evening_on}. [Drinks are free.|] {head}, head teacher
> Hello {teacher},~may {pupil} leave early today? {Their} grandmother is here.~Thanks, {parent}
> No lessons in {subject} for now: {teacher} broke a leg. From Monday {stand_in} will be there instead.~{head}, \
    head teacher
> Each child brings {cost} for the coach and no more than {pocket} to spend.
> Because {helper} can no longer help [as a parent|out], we still need a grown-up for {trip_day}. Who can help? \
    Write to {teacher}.
> {pupil}, whom {teacher} calls the best in {subject}, goes to {school}.
> The child of {parent} has changed schools: {pupil} now goes to {school}, where {head} is in charge.
> We meet at {leaves} in front of {school}; parents fetch their children at {home}. Questions? Ask {helper}, who \
    comes along as a parent, not our principal {head}.
> "{pupil} forgot the homework again," wrote {teacher}. "{pupil} lost it," answered {parent}.
- The teacher in charge is {teacher}.
- The letter is signed by the head, {head}.
- For now {stand_in} takes the class.
- The slip must be [back|returned] by {slip_by}.
- The parents' evening is on {evening_on}.
- The [trip|excursion] takes place on {trip_day}.
- The coach sets off at {leaves}.
- We expect to be home at {home}.
- Every family pays {cost}.
- Please give your child {pocket} as pocket money.
- {helper} comes along as a parent.
- The trip takes us to {destination}.
- It is about {pupil}, your child.

== introduction, mail of introduction
introducer person = introducer, go-between | introduced_by matchmaker connects_them author_of_introduction
expert person = expert, adviser | can_help gives_advice helper mentor_offered
seeker person = person seeking help, newcomer | needs_help asks_for_advice looking_for_help mentee
friend person = mutual friend, common friend | friend_of_both both_know
expert_firm company = company of the expert, firm of the adviser | expert_company adviser_company helper_firm
seeker_firm company = start-up, company of the newcomer | newcomer_company seeker_company firm_seeking_help
expert_job job = expert profession, adviser profession | expert_works_as adviser_job helper_job
seeker_job job = newcomer profession, trade of the newcomer | newcomer_works_as seeker_works_as seeker_occupation
expert_city city = home of the expert, city of the adviser | expert_city adviser_lives_in helper_based_in
seeker_city city = city of the newcomer, home of the newcomer | newcomer_city newcomer_lives_in seeker_based_in
expert_mail email = address of the expert, expert e-mail | expert_email adviser_mail write_to_helper
seeker_mail email = address of the newcomer, newcomer e-mail | newcomer_email seeker_mail reach_newcomer_at
topic title = topic, matter | subject_matter about in_need_of_help_with
met_in year = year they met, acquainted since | first_met year_of_meeting know_each_other_since
call_on date = date of the call, call date | call_on first_call_on phone_call_date
> {expert}, meet {seeker}. {seeker}, meet {expert}. {seeker} has questions about {topic}, {expert} has the \
    answers.~[Over to you two!|Enjoy!]~{introducer}
> Dear {expert},~may I introduce {seeker} to you? {They} runs {seeker_firm} and needs advice.~Warm \
    regards,~{introducer}
> {introducer} [brought|put] {expert} and {seeker} in touch: {seeker} wanted to learn about {topic}.
> Hi {seeker}, you were looking for somebody whose trade is {expert_job}. I know one: {expert}, {expert_mail}. Say \
    hello from me! {introducer}
> Our friend {friend} told me you could use some help, {seeker}. [So|Therefore] here is {expert} from {expert_city}.
> {expert} works at {expert_firm}, {seeker} has just founded {seeker_firm}. I thought you should talk on {call_on}. \
    {introducer}
> {seeker} ({seeker_job}, {seeker_city}) looks for help; {expert} ({expert_job}, {expert_city}) offers it.
> Without {introducer}, {seeker} would never have found {expert}, who knows all about {topic}.
> {expert} and I have known each other since {met_in}, and I can only praise the advice I got. Now it is your turn, \
    {seeker}.~Yours, {introducer}
> Thanks for the introduction, {introducer}! {expert}, would you advise me? I am free for a call on \
    {call_on}.~{seeker}, {seeker_firm}
> Hello {expert}, {introducer} gave me your name. I am {seeker} and [stuck with|puzzled by] {topic}. Do you have a \
    minute?
> As {introducer} wrote, I am happy to advise you, {seeker}. Call me on {call_on}.~{expert}, {expert_firm}
> To: {expert_mail}, {seeker_mail}~You two should know each other: one of you, {expert}, knows {topic}; the other, \
    {seeker}, does not yet.
> We both know {friend}, and {friend} knows {expert}, the {expert_job} who can advise you.~{introducer}
> Who can help {seeker}? {expert} can, says {introducer}.
> [Double intro|Short intro]~Seeking: {seeker}, {seeker_firm}~Offering: {expert}, {expert_firm}~Matter: {topic}~By: \
    {introducer}
> {seeker} came from {seeker_city} to see {expert} in {expert_city}; {introducer} had arranged it[ months ago|].
- The introduction comes from {introducer}.
- The expert can be reached at {expert_mail}.
- The one who needs help answers under {seeker_mail}.
- The friend they share is {friend}.
- The adviser earns a living as {expert_job}.
- Help is needed with {topic}.
- They [first met in|have known each other since] {met_in}.
- They will speak on the phone on {call_on}.
- The adviser is from {expert_firm}.
- The newcomer has a firm called {seeker_firm}.
- The expert lives in {expert_city}.
- The person with the question lives in {seeker_city}.

== handover note, handover, take-over
leaver person = predecessor, person leaving | handed_over_by outgoing_colleague former_owner who_leaves
successor person = successor, new person in charge | taken_over_by handed_to incoming_colleague successor_name
boss person = supervisor, team leader | reports_to lead_of_team team_led_by
client_contact person = client contact, contact at the client | customer_contact client_person speaks_for_client
client company = client, customer | client_company on_behalf_of_client work_for_client
supplier company = contractor, outside firm | subcontractor outsourced_to external_firm
project name = project, project name | code_name project_called handed_over_project
next_date date = next deadline, next milestone | due_next next_delivery milestone_on
last_date date = last day at work, last working day | leaves_on final_day employment_ends
first_date date = first day in charge, start in charge | takes_over_on begins_on successor_starts
briefing date = briefing date, handover meeting | briefing_on handover_talk_on meets_successor_on
budget price = total budget, whole budget | overall_budget project_budget budget_granted
spent price = money spent, spent so far | used_budget already_spent expenses_to_date
folder of the blue cabinet; drive K; the team share; the wiki; box 12; the archive; the cloud; shelf 4; the safe; \
    the grey drawer; the old laptop; the project folder; the intranet; the basement; the red binder; room 7; the \
    repository; the bottom drawer = place of the files, storage place | files_in documents_at stored_in folder
open_task of the tax return; the price list; the stock count; the new logo; the data move; the test plan; the user \
    survey; the press kit; the fire drill; the hiring plan; the bug list; the site visit; the audit = open task, \
    unfinished work | to_do_next pending_item left_undone
> Hi {successor},~from {first_date} on {project} is yours. All files are in {folder}. Our team leader {boss} knows. \
    Good luck!~{leaver}
> {leaver} hands {project} over to {successor}. The client is {client}, where you should ask for {client_contact}.
> {successor} [takes over|inherits] {project} from {leaver}, whose last day is {last_date}.
> My last day at work is {last_date}. After that please turn to {successor}[, who knows it all|].~Goodbye, {leaver}
> Dear {client_contact},~I leave the company on {last_date}. {successor} will look after {client} in future.~{leaver}
> Of the {budget} for {project} we have spent {spent}. {leaver} (until now), {successor} (from now on)
> Handover {project}~From: {leaver}~To: {successor}~Talk: {briefing}~Next deadline: {next_date}~Files: {folder}
> What is left undone: {open_task}. {successor} must see to it before {next_date}, I no longer can. {leaver}
> {boss} has decided that {successor} [gets|runs] {project} after {leaver}.
> Because {leaver} is [moving to another team|retiring], {boss} asked {successor} to step in on {first_date}.
> You and I meet on {briefing}, {successor}, so that I can show you {project} before I go on {last_date}. {leaver}
> {client_contact} of our client {client} likes short mails; {supplier} is the outside firm that does the work. \
    [That is the whole secret.|] {leaver}
> "I shall miss {project}," said {leaver}, and gave the keys to {successor}. The boss, {boss}, [applauded|made a \
    speech].
> Until {last_date}: {leaver}. From {first_date}: {successor}. In between the team leader, {boss}, signs everything \
    for {project}.
> The work that {leaver} did for {client} is now done by {successor}; {open_task} is still open.
> {successor} here, the new one for {project}. {leaver} left me a note about {open_task}. {client_contact}, you \
    speak for the client, so can we talk?
> {spent} of {budget} is gone, and the milestone on {next_date} is near. So much for {project}, dear \
    {successor}.~{leaver}
- It was {leaver} who did this before.
- The new person in charge is {successor}.
- The team is led by {boss}.
- At the client you talk to {client_contact}.
- We do this for {client}.
- Part of the work is done by an outside firm, {supplier}.
- The next milestone is on {next_date}.
- The successor starts on {first_date}.
- We go through everything at the handover meeting on {briefing}.
- In total we may spend {budget}.
- So far {spent} has been spent.
- Everything is [stored|kept] in {folder}.
- Still to be done: {open_task}.

== enquiry, request for a quotation, quote
buyer person = buyer, enquirer, purchaser | asked_by enquiry_from buyer_contact who_asks
seller person = sales contact, salesperson | quoted_by seller_contact offer_written_by answered_by
expert person = technical contact, technician | tech_contact technical_questions_to engineer_in_charge
buyer_firm company = buying company, company asking | buyer_company ordering_firm customer_company
seller_firm company = supplier, supplying company | supplier_company offered_by seller_company quoting_firm
rival company = competitor, rival supplier | other_supplier competing_firm rival_company
wanted product = product asked for, item requested | requested_item wanted_product enquired_about
instead product = alternative, alternative product | offered_instead replacement_item substitute_product
quantity int 2 900 = quantity, number of pieces | quantity_wanted pieces how_many units_requested
minimum int 2 900 = minimum order, minimum quantity | min_order smallest_order least_quantity
list_price price = list price, catalogue price | regular_price full_price price_in_catalogue
offer price = offered price, quoted price | quoted_price price_offered special_price our_offer
rival_price price = rival price, price of the competitor | competitor_price elsewhere_price other_offer
asked_on date = date of the enquiry, enquiry date | enquiry_date asked_on requested_on
valid date = end of validity, expiry of the offer | valid_until offer_expires price_holds_until
delivery date = delivery date, date of delivery | deliver_by arrives_on needed_by supply_date
> Dear Sir or Madam,~we [need|require] {quantity} pieces of the {wanted} by {delivery}. What do you \
    charge?~{buyer}, {buyer_firm}
> Dear {buyer},~thank you for your enquiry of {asked_on}. We can offer the {wanted} at {offer}[ each|].~Yours, \
    {seller}, {seller_firm}
> {buyer_firm} has asked {seller_firm} for a quotation: {quantity} times the {wanted}.
> The {wanted} is sold out. {seller} suggests the {instead} instead[, also a fine thing|].
> In our catalogue it is {list_price}, but for you, {buyer}, I can do {offer}. The offer ends on {valid}.~{seller}
> {rival} sells the same for {rival_price}, while you ask {offer}. Can you match that?~{buyer}, {buyer_firm}
> Hello {seller}, do you [stock|carry] the {wanted}? We would take {quantity} of them. Regards, {buyer}
> Fewer than {minimum} pieces we cannot sell, and you only want {quantity}. Sorry. {seller}
> QUOTATION~For: {buyer}, {buyer_firm}~By: {seller}, {seller_firm}~Item: {wanted}~Price: {offer}~Valid until: {valid}
> {seller} of {seller_firm} quoted {offer} for the {wanted} that {buyer} had enquired about on {asked_on}.
> Down from {list_price} to {offer}: that is our last word, and only till {valid}. [Think it over.|]~{seller_firm}
> I am answering for {seller}, who is ill. We can supply the {wanted} on {delivery}. Technical questions: ask \
    {expert}.
> Has {seller_firm} replied to {buyer} yet? The enquiry went out on {asked_on}, we want the goods on {delivery}.
> Instead of the {wanted} we send you the {instead} at {offer}, if {buyer_firm} agrees.
> {buyer} wrote to two firms. {rival} wanted {rival_price}; {seller_firm} offered {offer} and got the order.
> Minimum order {minimum}, usual price {list_price}, price for {buyer_firm} {offer}[. No further rebate|].
> Could somebody from {seller_firm} call {buyer} about the {wanted}? {They} has questions on size and colour.
- It must be here by {delivery}.
- The offer holds until {valid}.
- The request was sent on {asked_on}.
- We ask for {quantity} pieces.
- You have to order at least {minimum} pieces.
- The list price is {list_price}.
- We quote you {offer}.
- The competitor {rival} is after the order, too.
- A rival firm would do it for {rival_price}.
- As an alternative we could supply the {instead}.
- For technical matters talk to {expert}.
- The supplier is {seller_firm}.
- The company that asks is {buyer_firm}.

== booking confirmation, hotel booking, reservation
guest person = guest, hotel guest | stays_there guest_name room_for visitor
booker person = booked by, person booking | booking_made_by reserved_by who_booked
companion person = fellow traveller, second guest | travels_with shares_room accompanied_by
clerk person = receptionist, reservations clerk | confirmed_by front_desk hotel_employee signed_for_hotel
hotel name = hotel, name of the hotel | hotel_name accommodation stays_at
other_hotel name = replacement hotel, alternative hotel | moved_to_hotel hotel_instead second_hotel
city city = city of the hotel, hotel city | hotel_city located_in stay_in
from_city city = home city, travelling from | guest_from comes_from city_of_departure
check_in date = arrival, check-in date | check_in arrives_on first_night stay_begins
check_out date = departure, check-out date | check_out departs_on stay_ends leaves_hotel_on
old_arrival date = original arrival, arrival first booked | former_arrival arrival_before_change old_check_in
free_until date = free cancellation until, cancellation deadline | cancel_by cancel_free_until last_free_cancellation
total price = total price, price of the stay | whole_stay total_cost sum_for_stay
advance price = advance payment, prepayment | paid_in_advance prepaid down_payment
nightly price = price per night, nightly rate | per_night rate_a_night room_rate
nights int 2 21 = nights, number of nights | nights_booked length_of_stay how_many_nights
> Dear {guest},~we are pleased to confirm your stay at the {hotel} from {check_in} to {check_out}.~{clerk}, \
    reservations
> {booker} has booked a room for {guest} at the {hotel} in {city}.
> Thank you for your booking, {booker}. We expect {guest} and {companion} on {check_in}; they leave us on {check_out}.
> {nights} nights at {nightly} a night make {total}. Of this you have paid {advance} in advance.
> Hello {clerk},~I have to change my booking. I will not come on {old_arrival} but on {check_in}. [Is that \
    possible?|]~{guest}
> We are overbooked, {guest}. Instead of the {hotel} you will sleep at the {other_hotel}[, for the same \
    price|].~{clerk}, reception
> Booking~Guest: {guest}~Booked by: {booker}~Hotel: {hotel}, {city}~In: {check_in}~Out: {check_out}~Total: {total}
> {guest} will travel from {from_city} to {city} and stay {nights} nights at the {hotel}.
> You can cancel free of charge until {free_until}; after that we keep the prepayment of {advance}. {hotel}
> {advance} now and the rest on the day you leave, {check_out}: that is how it works at the {hotel}, {guest}.
> Your arrival has been moved from {old_arrival} to {check_in}. {clerk} at the desk has noted it for you, {guest}.
> {companion} comes along, so {guest} needs two beds. I reserve this for both of them. {booker}
> Hi mum, all done: the {hotel}, {nights} nights, {total} in all. We get there on {check_in}. Love, {booker}
> The clerk, {clerk}, told {booker} that the room for {guest} would be {nightly} a night.
> Until {check_out} the room is yours, {guest}. You came to us on {check_in}[, how time flies|]. The {hotel} thanks \
    you.
> In the name of {guest}, who lives in {from_city}, I, {booker}, ask for a quiet room in {city}.
> Out on {check_out}, in on {check_in}, {total} for everything. Please confirm it, {clerk}!~Your future guest {guest}
- The first night is that of {check_in}.
- The guest departs on {check_out}.
- The booking was made by {booker}.
- The guest shares the room with {companion}.
- [Cancelling is free|You may cancel for nothing] until {free_until}.
- The stay costs {total} altogether.
- {advance} was paid in advance.
- One night costs {nightly}.
- The guest will stay for {nights} nights.
- At first the arrival was planned for {old_arrival}.
- The guest comes from {from_city}.
- The hotel stands in {city}.
- If that hotel is full, they will put you up at the {other_hotel}.
? breakfast breakfast_included with_breakfast
* true / Breakfast is included.
* true / The price covers breakfast.
* true / You get breakfast at no extra charge.
* true / A breakfast buffet comes with the room.
* true / Breakfast is on the house.
* true / In the morning you eat with us for free.
* false / Breakfast is not included.
* false / You pay extra for breakfast.
* false / The room comes without breakfast.
* false / We do not serve breakfast.
* false / For breakfast you have to go elsewhere.
* false / Breakfast is charged separately.

== parcel note, delivery notice, doorstep note
recipient person = recipient, addressee of the parcel | parcel_for addressed_to meant_for belongs_to
neighbour person = neighbour, accepted by | taken_in_by kept_by left_with holds_the_parcel
courier person = courier, delivery driver | driver brought_by delivered_by postman
shipper company = shipper, sending shop | sent_by_shop ordered_from shop parcel_from
carrier company = carrier, parcel service | delivery_company transported_by shipping_firm
flat street = address of the neighbour, place to fetch it | neighbour_address fetch_at ring_at collect_address
home street = address on the label, delivery address | label_address recipient_address parcel_address
tried date = failed attempt, first attempt | missed_on attempted_on first_try nobody_home_on
again date = second attempt, next attempt | second_try redelivery_on comes_again_on
kept_until date = end of storage, stored until | pick_up_by collect_before returned_after last_collection_day
from_time clock = start of the time slot, earliest time | slot_start not_before earliest_at
to_time clock = end of the time slot, latest time | slot_end not_after latest_at
parcels int 2 12 = number of parcels, parcels | parcel_count pieces_delivered how_many_parcels
fee price = postage due, customs charge | to_pay_on_collection customs_fee charge_on_delivery
worth price = value of the goods, goods value | declared_value worth insured_value
tracking serial = tracking number, shipment number | tracking_code shipment_no track_with
> Dear {recipient}, your parcel is with your neighbour {neighbour}, {flat}. {courier}, your driver
> Hi {recipient}, the postman left something for you with me. Come and get it any time. {neighbour}
> Sorry we missed you on {tried}! We will try again on {again} between {from_time} and {to_time}.
> {neighbour} has taken in {parcels} parcels for {recipient}, all of them from {shipper}.
> {courier} rang at {home} on {tried}, but {recipient} did not open, so {neighbour} signed for it.
> Your order from {shipper} is on its way with {carrier}. Tracking: {tracking}. {recipient}, be home from \
    {from_time} on.
> To be collected by {kept_until}, or it goes back to {shipper}. {fee} must be paid for customs; the goods are \
    worth {worth}.
> To whoever lives at {home}: I have your parcel. Ring at {flat}. Yours, {neighbour}
> Dear neighbours,~I wait for a parcel from {shipper}. If {courier}, the driver, comes, please take it.~Thank you, \
    {recipient}
> I am {courier} and drive for {carrier}. Nobody was in on {tried}; next try {again}.
> Who has the box for {recipient}? Not me, ask {neighbour}. {courier}, the driver, gave it to {them}.
> Notice of delivery~For: {recipient}~Left with: {neighbour}~Tried on: {tried}~Keep until: {kept_until}~No: {tracking}
> Not before {from_time} and not after {to_time}, they say, will {carrier} come with the things {shipper} sent to \
    {recipient}.
> {shipper} has sent {recipient} goods worth {worth}. {carrier} brings them on {again}, after it failed on {tried}.
> Please forgive me, {neighbour}, for not coming sooner to fetch what {courier} left at your place.~{recipient}
> The parcel was meant for {recipient} at {home} but was handed in at {flat}, where {neighbour} lives.
> Thanks to {neighbour} for keeping my parcel! I paid {fee} customs for it, and it is only worth {worth}. {recipient}
- It is for {recipient}.
- The driver's name is {courier}.
- The parcel can be collected at {flat}.
- On the label it says {home}.
- The first attempt, on {tried}, failed.
- The second attempt will be on {again}.
- It is stored until {kept_until}.
- The carrier will come no earlier than {from_time}.
- Delivery is by {to_time} at the latest.
- You have to pay {fee} when you collect it.
- The goods have a value of {worth}.
- It can be traced with {tracking}.
- The shop that sent it is {shipper}.
- The parcel service is {carrier}.

== account notice, account, security mail
holder person = account holder, account owner | account_of user_name account_belongs_to user
admin person = administrator, system administrator | admin granted_by approved_by_admin unlocked_by
newcomer person = added user, invited user | invited_person added_member new_user
service company = service, provider | service_name online_service account_with provider_name
support person = support agent, helpdesk contact | helpdesk handled_by support_name
old_mail email = old address, previous address | old_email former_email replaced_address email_before
new_mail email = new address, current address | new_email changed_to_email email_now email_after
helpline phone = helpline, support phone | hotline support_number call_support
old_plan of Basic; Starter; Lite; Free; Solo; Bronze; Home; Mini; Student; Classic; Silver; Standard = old plan, \
    former plan | previous_plan plan_before downgraded_or_upgraded_from
new_plan of Premium; Pro; Gold; Family; Team; Business; Plus; Platinum; Ultra; Max; Studio; Enterprise = new plan, \
    current plan | plan_now switched_to plan_after
old_fee price = old fee, fee until now | previous_fee fee_before former_charge
new_fee price = new fee, future fee | fee_from_now_on fee_after raised_fee
changed date = date of the change, change date | changed_on modified_on took_effect
opened date = date of registration, account opened | registered_on signed_up_on member_since
expires date = expiry date, password expiry | expires_on valid_until must_renew_by
city city = city of the login, place of sign-in | login_city signed_in_from location_of_login
code code = security code, verification code | one_time_code confirm_with pin
> Hello {holder},~the password of your account with {service} was changed on {changed}. If it was not you, call \
    {helpline}.
> Your e-mail address has been changed from {old_mail} to {new_mail}[, as you wished|].~{service}
> {holder} has [moved|switched] from the {old_plan} plan to {new_plan}. The fee is now {new_fee} instead of {old_fee}.
> A new sign-in from {city}! Was that you, {holder}? Then enter {code}. Otherwise ring us: {helpline}.
> Dear {holder},~your password runs out on {expires}. Please choose another.~{admin}, administrator
> {admin} has added {newcomer} to the account of {holder}.
> Good day {service}, I signed up with you on {opened} and cannot log in since the change of {changed}. Please \
    help!~{holder}
> Hello {newcomer}, {holder} invites you to {service}. Use {code} to confirm.
> {support} from the helpdesk has answered {holder}: "{admin}, our administrator, will unlock you."
> We no longer write to {old_mail}. From {changed} on all mail goes to {new_mail}.
> You have been with us since {opened}, {holder}, and until now you paid {old_fee}. From {changed} it will be \
    {new_fee}. {service}
> Account: {holder}~Registered: {opened}~Changed: {changed}~Expires: {expires}~Plan: {new_plan} (before: {old_plan})
> Somebody in {city} tried to get in. We have locked the account of {holder}. Ask {support} at the helpdesk[, \
    {helpline}|].
> {holder} asked {admin} to let {newcomer} in, and {admin} did so on {changed}.
> Welcome to {new_plan}, {holder}! {old_plan} is history. Your first bill will be {new_fee}.~{service}
> Hi {support}, my name is {holder}. Could you put in {new_mail} for {old_mail}? The old one is dead.
> The rights that {newcomer} has got from {admin} end on {expires}[, not earlier|].
- The account was opened on {opened}.
- It has to be renewed by {expires}.
- The change was made on {changed}.
- Until now the fee was {old_fee}.
- In future you pay {new_fee}.
- The old address was {old_mail}.
- The address in use now is {new_mail}.
- Our helpline is {helpline}.
- Your security code is {code}.
- The login came from {city}.
- {support} works at the helpdesk.
- The administrator is {admin}.
- We have given access to {newcomer}, who is new.
- Before, you had the {old_plan} plan.

== chat, message, text message
writer person = writer, sender of the message | texted_by message_from chat_author who_writes
friend person = friend addressed, person greeted | message_to chat_partner texted_to greeted_friend
third person = person mentioned, third person | talked_about mentioned_friend spoken_of
host person = host, person giving the party | party_at hosted_by host_of_party gives_party
coach person = coach, trainer | trained_by team_coach runs_training
lender first = lender, person owed | lent_by money_owed_to creditor lent_money
debtor first = debtor, person who owes | borrowed_by owes_money must_pay_back borrower
club venue = meeting place, place to meet | meet_where meeting_point see_you_at
old_time hour = old time, time first agreed | time_before first_planned_at original_time
new_time hour = new time, time now agreed | time_now moved_to_time postponed_to
train_time hour = arrival of the train, train arrival | train_gets_in arrives_by_train_at train_at
old_day weekday = old day, day first planned | day_before_change moved_from_day original_day
new_day weekday = new day, day now planned | moved_to_day day_after_change current_day
debt price = debt, money owed | amount_owed owes_amount to_pay_back borrowed_sum
ticket price = ticket price, price of a ticket | ticket_costs entry_fee admission
forgotten product = forgotten thing, thing left behind | left_behind forgot_item item_left
bring food = thing to bring, food to bring | please_bring asked_to_bring bring_along
> hey {friend} its {writer} cant make it at {old_time} can we say {new_time} instead
> {debtor} still owes {lender} {debt} [lol|haha|] tell them both to sort it out
> hi {friend} did you see {third} today i have something for {them} [x|]~{writer}
> training is not on {old_day} this week its on {new_day} says coach {coach}
> omg {friend} you left your {forgotten} here come and get it. {writer}
> party at {host} on {new_day} please bring {bring} and tell {third} to come too
> my train gets in at {train_time} so lets meet at {club} at {new_time} ok
> [{lender} lent|yes {lender} did lend] {debtor} {debt} for the ticket which was {ticket} i think
> sorry {friend} wrong number this is {writer} i wanted to text {third}
> {writer}: where r u~{friend}: at {club}, since {old_time}. thats what we said first!~{writer}: no, we moved it to \
    {new_time}
> can u pay {lender} back pls {debtor}, its {debt} and it has been ages
> {coach} moved the match from {old_day} to {new_day} and nobody told me
> ok {friend} see you {new_day} at {club}, {third} cant come but sends love. {writer} x
> who has {bring} for the party, {host} asked me. also {third} left the {forgotten} there last time
> its {ticket} to get in and i have no cash, so {lender} lent me {debt} and will get it back. {debtor}
> {new_day} not {old_day}!!! and {new_time} not {old_time}!!! pls read the group chat {friend}
> dear all {host} gives a party, {writer} here is just the messenger, {bring} would be welcome
> {third} told {friend} that {writer} is angry but im not. {writer}
- its {writer} here [btw|].
- were meeting at {club}.
- the new time is {new_time}.
- the old time {old_time} is off.
- my train arrives at {train_time}.
- its now on {new_day}.
- so not on {old_day} as first planned.
- {debtor} has to pay the money back.
- it was {lender} who lent the money.
- {debt} is owed.
- a ticket is {ticket}.
- {coach} trains us.
- the party is at the place of {host}.
- bring {bring} along [pls|].
- someone forgot the {forgotten}.
"""
)
