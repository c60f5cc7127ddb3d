"""Offices: permits, courts, accidents, fires, councils, fines, lines, passports, road works, nurseries, contracts, \
    strikes."""

from __future__ import annotations

from .compact import domains

(
    PERMITS,
    COURT_CASES,
    ACCIDENTS,
    FIRES,
    COUNCILS,
    FINES,
    LINE_NOTICES,
    PASSPORTS,
    STREET_WORKS,
    NURSERIES,
    FIRM_CONTRACTS,
    WAGE_TALKS,
) = domains(
    r"""
== permit, licence, application, authorisation
applicant person = applicant, permit holder | applied_by licensee requested_by granted_to permit_owner
clerk person = case officer, clerk in charge | handled_by official processed_by case_worker responsible_clerk
objector person = objector, neighbour who objected | objection_by opposed_by complaining_neighbour objection_from
kind of building permit; fishing licence; hunting licence; street music permit; market stall licence; taxi licence; \
    tree felling permit; film permit; fireworks permit; liquor licence; street closure; terrace permit; boat \
    licence; \
    demolition permit; kiosk licence; camping permit; busking card; heritage consent; scaffolding permit \
    = kind of permit, type of licence | permit_type licence_kind permit_requested authorisation_type
filed date = filing date, date of application | applied_on submitted_on handed_in_on application_received
decided date = date of the decision, decision date | decided_on decision_made_on ruled_on resolution_date
begins date = first day of validity, valid from | valid_from validity_start effective_from usable_from
expires date = expiry date, valid until | expires_on validity_end runs_out_on lapses_on valid_to
fee price = application fee, processing fee | administrative_fee handling_charge office_charge fee_paid
deposit price = deposit, security deposit | refundable_amount bond returnable_sum deposit_amount
site street = site, address of the site | site_address plot premises location_of_works project_address
home street = postal address, applicant's address | home_address lives_at correspondence_address mailing_address
number code = file number, application number | file_no reference docket_number case_ref
office of Building Control; Harbour Office; Forestry Board; Trade Office; Roads Department; Town Planning; \
    Licensing Bureau; Parks Department; Rivers Authority; Market Inspectorate; Noise Control; County Hall \
    = authority, responsible office | department agency issuing_office competent_authority
> {applicant} [has applied|put in an application] to the {office} for this: {kind}, file {number}, \
    [handed in|submitted] {filed}.
> Dear {applicant},~we have your papers of {filed}. [Your file is with|They are on the desk of] {clerk}, \
    [who decides|decision expected] [by|by] {decided}.
> {kind}: valid {begins} to {expires}. [Holder|Made out to]: {applicant}.
> At the {office} it is {clerk} who [deals with|processes|looks after] what {applicant} [is asking for|has requested].
> {objector} lives next door and [objects to|is fighting|has protested against] the plans of {applicant} for {site}.
> The plans are for {site}; letters, [however|please], go to {applicant} at {home}.
> {fee} for the paperwork plus {deposit} that you get back: that is what the {office} [charges|wants] [for|for] \
    the {kind}.
> so i finally sent off the form for my {kind} on {filed}, cost me {fee}, \
    and someone called {clerk} [is handling it|has the case]
> NOTICE~{kind}~Site: {site}~Applicant: {applicant}~Objections so far: {objector}
> {number} | {kind} | in: {filed} | decided: {decided} | {clerk}
> Submitted {filed}, decided {decided}. [It took them long enough|Not bad for the {office}].
> When may I start, and how long does it last? - You may use it from {begins}; after {expires} it is void.
> Because {objector}, a neighbour, [complained|lodged an objection], {clerk} had to \
    [put off|delay] the decision until {decided}.
> Did {clerk} at the counter tell you, {applicant}, that the {deposit} [comes back|is returned] \
    while the {fee} [is kept|stays with us]?
> Q: What does the {kind} cost?~A: The fee is {fee}. You also leave {deposit} as security.
> Residents of the street heard from {clerk} of the {office} what {applicant}, who owns the land at {site}, has in \
    mind.
> On {decided} the {office} made up its mind about the request that {applicant} had filed on {filed}.
> {applicant}, {home}~to the {office}~I hereby apply for: {kind}~Where: {site}~Wanted from: {begins}
- A neighbour, {objector}, [is against it|has objected].
- The official in charge is called {clerk}.
- It [runs out|lapses|ceases to be valid] on {expires}.
- You may make use of it from {begins} on.
- We received the form on {filed}.
- A decision was taken on {decided}.
- For our work we charge {fee}.
- Afterwards you get the deposit of {deposit} back.
- Please quote {number} when you write to us.
- The work itself is to be done at {site}.
- Mail reaches the applicant at {home}.
- The {office} is responsible.

== case, lawsuit, trial, hearing
plaintiff person = plaintiff, claimant, suing party | sued_by filed_by complainant brought_by who_sues
defendant person = defendant, respondent, party sued | sued_person accused_party action_against who_is_sued
judge person = judge, presiding judge | presided_by bench heard_by magistrate decided_by
for_plaintiff person = plaintiff's lawyer, counsel for the plaintiff | claimant_attorney plaintiff_counsel \
    plaintiff_lawyer
for_defendant person = defence lawyer, counsel for the defendant | defence_counsel defendant_lawyer defendant_attorney
witness person = witness, person who testified | testified_by heard_as_witness testimony_of sworn_witness
claimed price = amount claimed, sum sought | claimed_amount demanded_sum sued_for value_in_dispute
awarded price = amount awarded, damages awarded | awarded_sum sum_granted damages_granted judgment_amount
costs price = court costs, court fees | legal_costs procedural_costs trial_costs
filed date = filing date, date of the lawsuit | suit_filed_on action_brought_on lodged_on
hearing date = hearing date, day of the hearing | heard_on hearing_on court_day trial_date
verdict date = date of the ruling, verdict date | ruled_on judgment_date judgment_given_on verdict_on
time hour = hearing time, start of the hearing | hearing_begins_at called_at_time starts_at
room room = courtroom, hearing room | court_room_no chamber hall_number
about of unpaid rent; a broken fence; late delivery; noise at night; a leaking roof; breach of contract; a dog bite; \
    unpaid wages; a boundary hedge; libel; a faulty engine; water damage; stolen drawings; a cancelled trip; \
    a collapsed wall; an unpaid loan; a felled tree \
    = matter, subject of the dispute | dispute_about matter_at_issue cause_of_action grounds
> {plaintiff} [is suing|has sued|is taking legal action against|filed suit against] {defendant} \
    [over {about}|for {claimed}].
> Sued by {plaintiff} [because of|over] {about}, {defendant} must [appear in court|come to the hearing] on {hearing}.
> {plaintiff} v. {defendant}~Before: {judge}~Courtroom {room}, {time}
> Judge {judge} ordered {defendant} to pay {plaintiff} {awarded}. [The claim had been for|Asked for was] {claimed}.
> {defendant}, whom {plaintiff} [dragged|took] to court, [hired|is defended by] {for_defendant}; \
    the other side [came with|relies on] {for_plaintiff}.
> "My client owes {plaintiff} nothing," said {for_defendant}, who [appears for|defends] {defendant}.
> [You are|You are hereby] summoned as a witness, {witness}: {hearing}, {time}, room {room}. {judge} presides.
> Got only {awarded} although I [sued|asked] for {claimed}... thanks for nothing, judge {judge}! [And {costs} for \
    the court.|]
> The lawsuit, filed on {filed}, was heard on {hearing}; the ruling followed on {verdict}.
> In the matter of {about} the court, with {judge} presiding, [listened to|heard the testimony of] {witness}, \
    a witness named by {for_plaintiff}, counsel for the plaintiff.
> COURT DIARY~{hearing} {time}~{defendant} (defendant), represented by {for_defendant}~{plaintiff} (plaintiff), \
    represented by {for_plaintiff}
> Although {claimed} [was|had been] demanded, the court granted no more than {awarded}[ on {verdict}|].
> Dear {plaintiff},~as your lawyer I have today lodged the claim against {defendant}, {claimed} in \
    all.~{for_plaintiff}
> Against {defendant} stands the word of {witness}, who [told|said to] judge {judge} [what happened|under oath what \
    happened].
> {about}: {defendant} [denies everything|rejects the claim of {claimed}] brought by {plaintiff}.
> Who's on? - {judge}, in {room}. - And the parties? - {plaintiff} is the one suing, {defendant} is the one being \
    sued.
> judge: {judge} // claimant: {plaintiff} // respondent: {defendant} // sum in dispute: {claimed}
> On top of the damages of {awarded}, {defendant}, who lost the case, bears the court costs of {costs}.
- The plaintiff's side is argued by {for_plaintiff}.
- The defence is in the hands of {for_defendant}.
- {judge} [presides over the court|sits on the bench].
- {witness} was heard as a witness.
- The hearing opens at {time}.
- It is being heard in courtroom {room}.
- The suit was filed on {filed}.
- Judgment was given on {verdict}.
- The hearing is [set|fixed] for {hearing}.
- Court fees come to {costs}.
- The quarrel is about {about}.
- The sum sought is {claimed}.
- The court awarded {awarded}.
? open_to_public public_hearing visitors_admitted
* true / The hearing is public.
* true / Anyone may come and listen.
* true / Visitors are admitted to the gallery.
* true / The press and other guests may sit in.
* true / It takes place with open doors.
* true / Spectators are welcome as long as seats last.
* true / You do not have to be involved to watch it.
* false / The public is excluded.
* false / It is held behind closed doors.
* false / Spectators are not let in.
* false / Only the parties may be in the room.
* false / Reporters and visitors must stay outside.
* false / The session is not open to the public.
* false / No audience is allowed.

== accident, collision, crash, police report
culprit person = driver at fault, causer | at_fault_driver caused_by responsible_driver accident_causer
victim person = driver who was hit, injured party | innocent_driver struck_driver not_at_fault damaged_party
witness person = witness, eyewitness | seen_by bystander witnessed_by observer
officer person = police officer, reporting officer | recorded_by police_contact constable written_up_by
culprit_plate plate = plate of the car at fault | at_fault_plate culprit_plate causing_vehicle plate_of_causer
victim_plate plate = plate of the car that was hit | victim_plate struck_vehicle plate_of_victim hit_car_plate
scene street = scene, street of the accident | accident_street happened_in scene_address place_of_accident
side street = side street, street it came from | turned_out_of coming_from_street emerged_from street_before_turn
day date = date of the accident, day of the crash | happened_on accident_date crash_date
crash_time hour = time of the crash, accident time | crashed_at happened_at collision_time
call_time hour = time of the call, time police were called | police_called_at call_received emergency_call_time
culprit_damage price = damage to the car at fault | causer_damage at_fault_car_damage repair_of_causer_car
victim_damage price = damage to the car that was hit | victim_car_damage struck_car_damage repair_of_hit_car
hospital venue = hospital, clinic | taken_to hospital_name admitted_to
record code = report number, police file | police_ref report_no incident_number
> {culprit} [ran|drove|crashed|slammed] into the car of {victim} [in {scene}|on {day}].
> Waiting at a red light, {victim} was hit from behind by {culprit}[; {witness} saw it all|].
> {officer} [reports|writes]: car {culprit_plate}, turning out of {side}, struck car {victim_plate} in {scene}.
> {culprit} is to blame; {victim} [did nothing wrong|could do nothing about it], according to {witness}, \
    who was standing at the bus stop.
> POLICE REPORT {record}~Caused by: {culprit}, {culprit_plate}~Damaged: {victim}, {victim_plate}~Place: {scene}
> It crashed at {crash_time}. The call to the police [came|was made] at {call_time}.
> I was parked in {scene} when {culprit}, who [never looked|was on the phone], backed into me. \
    [Regards|Yours], {victim}
> The one who hit me is called {culprit}, plate {culprit_plate}. My own plate is {victim_plate}. {officer} took it \
    all down.
> Repairs to the car of {victim}, who was hit, will cost {victim_damage}; \
    {culprit}, who caused the crash, has damage of {culprit_damage}.
> An ambulance took {victim} to the {hospital} after {culprit} had [overlooked|ignored] a stop sign in {scene}.
> {day}, {crash_time}: collision in {scene}. Car at fault came out of {side}. {officer} of the police [attended|was \
    on scene].
> "I saw {culprit} shoot through the red light and hit {victim}," {witness} told {officer} of the police.
> Failing to give way when leaving {side}, {culprit} [collided with|rammed] {victim}, \
    who was driving correctly along {scene}.
> omg {culprit} just wrecked {victim}'s car in {scene}, wasn't even looking. \
    cop called {officer} is writing it up
> Insurance form~Who caused it? {culprit}~Who was hit? {victim}~Who saw it? {witness}~When? {day}
> {victim}, hit by {culprit} on {day}, is looking for [witnesses|anyone who saw it]. So far only {witness} has come \
    forward.
> Fault: {culprit_plate}. Not at fault: {victim_plate}. Phoned in {call_time}, crash about {crash_time}.
- The scene was {scene}.
- The car at fault had come from {side}.
- {witness}, who was passing by, saw everything.
- {officer} of the police wrote the report.
- The driver responsible is called {culprit}.
- The innocent driver is {victim}.
- It happened on {day}.
- The police were called at {call_time}.
- Mending the car that was hit will cost {victim_damage}.
- The causer's own car has damage of {culprit_damage}.
- The injured were taken to the {hospital}.
- The police file it under {record}.

== fire, fire brigade call, blaze, alarm
caller person = caller, person who raised the alarm | alarm_raised_by called_by reported_by emergency_caller
commander person = officer in command, incident commander | commanded_by led_by chief_on_scene operation_leader
rescued person = person rescued, rescued resident | rescued saved_person brought_out carried_out
alarm hour = alarm time, time of the emergency call | alarmed_at called_at call_time
arrived hour = time of arrival, arrival of the first engine | on_scene_at arrived_at first_engine_at
finished hour = time all was clear, end of the operation | all_clear_at extinguished_at fire_out_at
street street = address of the fire, scene of the fire | fire_address scene_street burning_building
origin of kitchen; cellar; attic; garage; laundry room; staircase; workshop; boiler room; bedroom; shed; balcony; \
    roof; lift shaft; storeroom; living room; stable = origin of the fire, seat of the fire \
    | broke_out_in fire_origin started_in where_it_began
spread of kitchen; cellar; attic; garage; laundry room; staircase; workshop; boiler room; bedroom; shed; balcony; \
    roof; lift shaft; storeroom; living room; stable = part reached later, second part to burn \
    | spread_to flames_reached also_burnt passed_on_to
first_station of North Station; Station 4; Mill Street Station; Harbour Station; Old Town Station; Station 11; \
    Hill Watch; West Station; Bridge Station; Green Lane Station; Depot Station; Castle Watch \
    = first station, station that came first | first_brigade first_responders lead_station
second_station of South Station; Station 7; Airport Station; Factory Station; Station 2; River Watch; East Station; \
    Abbey Station; Volunteer Brigade; Quarry Station; Forest Station; Lake Watch \
    = supporting station, second station | backup_station reinforced_by sent_as_support
crew int 13 95 = firefighters, number of firefighters | crew_size crew firefighter_count
engines int 2 12 = fire engines, number of engines | vehicles trucks engine_count appliances
damage price = damage, estimated damage | estimated_loss damage_amount loss
cause of a faulty heater; a candle; an electrical fault; hot ashes; a cigarette; fireworks; a toaster; welding \
    sparks; \
    lightning; a pan of oil; an old battery; a phone charger; a tumble dryer; arson \
    = cause, cause of the fire | caused_by_what fire_cause set_off_by reason
> {caller} [raised the alarm|rang the fire brigade] at {alarm}; the first engine [pulled up|was there] at {arrived}.
> Firefighters under {commander} [carried|brought] {rescued} out of the burning house in {street}.
> The fire [broke out|began|started] in the {origin} and [spread to|then reached|took hold of] the {spread}.
> {rescued} owes {their} life to {caller}, who [smelled smoke|saw flames] and phoned the brigade.
> From the {origin}, where {cause} [had set it off|was to blame], the flames moved on to the {spread}.
> {alarm} alarm, {arrived} on scene, {finished} all clear. {engines} engines, {crew} firefighters.
> LOG~Called out: {alarm}~There: {arrived}~Out: {finished}~Command: {commander}~Reported by: {caller}
> The {first_station} was there first and later got [help|support] from the {second_station}.
> "We were lucky that {caller} called so early," said {commander}, who led the {crew} firefighters.
> Reaching {street} at {arrived}, the crew of the {first_station} found {rescued} at a window and got {them} down \
    by ladder.
> Not until {finished} was the blaze in {street} out; it had been reported at {alarm}.
> Big fire on {street} last night!! {cause}, they say. {damage} damage[, {engines} fire engines|].
> Who called it in? - {caller}. - And who was in charge out there? - {commander}. - Anyone brought out? - {rescued}.
> Called in as support, the {second_station} [protected|saved] the {spread}, which the flames from the {origin} \
    had already reached; the {first_station} had been first on the spot.
> Dear neighbours, it was {cause} that set fire to our {origin}. Special thanks to {caller}, who raised the alarm. \
    [Yours|Love], {rescued}, [now safe|rescued and well]
> {crew} firefighters with {engines} engines fought it until {finished}. [Loss|Damage]: {damage}.
> In command: {commander}. Saved: {rescued}. Burnt: first the {origin}, afterwards the {spread}.
- {rescued} was [brought to safety|rescued] by the crew.
- The operation was led by {commander}.
- The alarm was raised by {caller}.
- The call came in at {alarm}.
- The first engine arrived at {arrived}.
- All was clear by {finished}.
- The cause was {cause}.
- Damage is put at {damage}.
- In all {crew} firefighters were there.
- They came with {engines} engines.
- Support came from the {second_station}.
- The {first_station} arrived first.
- The burning house stands in {street}.
? someone_hurt people_injured injuries
* true / Two people were hurt.
* true / A woman had to be treated for burns.
* true / One resident breathed in smoke and is in hospital.
* true / A firefighter broke an arm.
* true / Sadly, there were injuries.
* true / Three people were taken away by ambulance with burns.
* false / Nobody was hurt.
* false / There were no injuries.
* false / Everyone got away unharmed.
* false / No one needed a doctor.
* false / Not a single person came to harm.
* false / All residents and crew are safe and sound.
* false / Luckily it left no one injured.

== motion, council meeting, minutes, resolution
mover person = proposer, mover of the motion | proposed_by moved_by tabled_by motion_by
seconder person = seconder, seconder of the motion | seconded_by motion_seconder second_name
opponent person = opponent, councillor against | spoke_against opposed_by critic opposing_councillor
chair person = chair, chair of the meeting | chaired_by presiding_councillor session_led_by chairperson
secretary person = minute-taker, secretary | minutes_by recorded_by minutes_taken_by keeper_of_minutes
subject title = motion, subject of the motion | motion_title voted_on agenda_item proposal
ayes int 13 60 = votes in favour, ayes | votes_for yes_votes in_favour
noes int 2 58 = votes against, noes | votes_against no_votes noes_counted
abstained int 2 12 = abstentions, councillors who abstained | abstained abstaining_members neither_for_nor_against
before price = previous budget, budget so far | old_budget budget_before earlier_amount amount_until_now
after price = new budget, budget from now on | new_budget budget_after amount_from_now future_amount
held date = meeting date, day of the meeting | held_on session_date met_on sat_on
next date = next meeting, date of the next meeting | next_session meets_again_on following_meeting reconvenes_on
opened hour = opening time, opened | opened_at meeting_began session_start
closed hour = closing time, closed | closed_at meeting_ended session_end adjourned_at
> {mover} [moved|proposed|tabled] "{subject}"; {seconder} [seconded it|was the seconder].
> {opponent} [spoke against|argued against|attacked] "{subject}", which {mover} had put forward.
> MINUTES, {held}~Chair: {chair}~Minutes: {secretary}~Opened {opened}, closed {closed}
> {ayes} councillors voted for it, {noes} against[, {abstained} abstained|].
> The budget, {before} until now, [will be|is to be|is now] {after}.
> Opened by {chair} at {opened}, the session of {held} went on until {closed}. [It was hot in the hall.|]
> With {noes} noes and {ayes} ayes the council [dealt with|decided on] "{subject}", moved by {mover}.
> Instead of {before} the library gets {after} a year, a change that {mover} [asked for|proposed] \
    and {opponent} [resisted|did not want].
> Item 4: {subject}. Proposer {mover}. Seconder {seconder}. For {ayes}, against {noes}, abstaining {abstained}.
> "This is a waste of money," {opponent} said of the motion by {mover}. {chair}, in the chair, called for order.
> We met on {held} and will meet again on {next}.
> Who wrote this up? {secretary}. Who chaired? {chair}. Who brought the motion? {mover}.
> Raised from {before} to {after}: that is the outcome of "{subject}", [seconded|backed as seconder] by {seconder}.
> last night's council thing: {mover} wants "{subject}", {opponent} hates it, ended at {closed}. next round {next}
> {chair} closed the meeting at {closed}. The next one is on {next}; {secretary} sends out the minutes of {held}.
> Yes: {ayes} | No: {noes} | Abstained: {abstained} | Moved by: {mover} | Against it spoke: {opponent}
> Neither {chair}, who presided, nor {secretary}, who kept the minutes, had [a vote|any say] on "{subject}".
> While {seconder} stood up to second the motion of {mover}, {opponent} left the room in protest against it.
- The minutes were [taken|kept] by {secretary}.
- {chair} was in the chair.
- The motion came from {mover}.
- {seconder} seconded.
- {opponent} was against it from the start.
- There were {abstained} abstentions.
- Hands raised in favour: {ayes}.
- Those against numbered {noes}.
- Up to now there was a budget of {before}.
- From now on the budget is {after}.
- The council sits again on {next}.
- Proceedings began at {opened}.
- It was all over at {closed}.

== fine, parking ticket, penalty notice, speeding ticket
driver person = driver, person at the wheel | driven_by offender at_the_wheel who_drove
keeper person = registered keeper, car owner | owner_of_car vehicle_owner registered_to keeper_name
warden person = traffic warden, issuing officer | issued_by ticket_written_by controlled_by inspector
plate plate = number plate, registration | licence_plate vehicle_reg car_number
street street = place of the offence, street | offence_street where_parked location
fine price = fine, full penalty | full_amount penalty_amount fine_to_pay standard_fine
reduced price = reduced fine, early payment amount | early_payment discounted_fine if_paid_early
increased price = increased fine, late payment amount | late_payment overdue_amount if_paid_late
issued date = date of the notice, issued | notice_date issued_on written_on
discount_by date = last day of the discount, early payment deadline | discount_until pay_early_by reduced_until
due date = final payment date, last day to pay | pay_by payment_deadline due_on
speed int 55 140 = measured speed, speed driven | speed_measured driven_speed actual_speed clocked_at
limit int 20 50 = speed limit, speed allowed | permitted_speed allowed_speed maximum_speed
offence of parking on the pavement; no parking disc; blocking a driveway; speeding; parking in a bus lane; \
    expired ticket; double parking; running a red light; parking at a hydrant; phone at the wheel; no seat belt; \
    wrong side of the road; parking in a loading bay; no resident's badge; using the cycle lane \
    = offence, violation | offence_type reason_for_fine infringement contravention
number code = notice number, ticket number | notice_no penalty_reference fine_id
> {driver} was [caught|clocked|measured] doing {speed} where {limit} is allowed[; the fine is {fine}|].
> Although the car [belongs to|is registered to] {keeper}, it was {driver} who [drove|sat at the wheel].
> {number}~{plate}~{offence}~{street}~Fine {fine}, or {reduced} if paid by {discount_by}
> Pay {reduced} by {discount_by}. After that it is {fine}; after {due} it [rises|goes up] to {increased}.
> Dear {keeper},~a camera photographed your car, {plate}, in {street}. Tell us who drove. According to our photo \
    it may have been {driver}.
> Traffic warden {warden} [put|stuck] a ticket on the car of {keeper}: {offence}, {fine}.
> ugh, {fine} for {offence}. the warden ({warden}) wouldn't listen, and the car isn't even mine, it's {keeper}'s
> Limit {limit}, measured {speed}, plate {plate}. [Driver|At the wheel]: {driver}.
> "I lent {driver} my car and now I get the fine," says {keeper}, whose car {warden} had [stopped|ticketed] in \
    {street}.
> Those who pay late [owe|must find] {increased} rather than {fine}.
> The notice, dated {issued} and signed by {warden}, must be paid no later than {due}.
> With {speed} on the clock in a {limit} zone, {driver} [raced|shot] down {street}.
> What if I am quick? Then {reduced} will do. And if I do nothing? Then we will ask for {increased}, not {fine}.
> {warden} wrote it on {issued}, {keeper} as owner of the car has to pay, and {driver}, who was driving, says nothing.
> Vehicle: {plate} (keeper {keeper}). Offence: {offence}. Dated: {issued}. Discount ends: {discount_by}.
> As the keeper of {plate} I object to notice {number}: on that day {driver} was driving it, not me. \
    [Sincerely|Regards], {keeper}
> Written out by {warden} on {issued} / {offence} / {fine} by {due}
- The person driving was {driver}.
- Its registered owner is {keeper}.
- The ticket was written by {warden}.
- If you pay early, {reduced} is enough.
- Late payers owe {increased}.
- The full fine is {fine}.
- The discount is good until {discount_by}.
- The very last day to pay is {due}.
- The notice bears the date {issued}.
- The radar showed {speed}.
- The limit there is {limit}, no more is allowed.
- The charge: {offence}.
- It happened in {street}.
? towed_away was_towed car_removed
* true / The car was towed away.
* true / A tow truck has taken the vehicle to the pound.
* true / You will find the car at the pound, where we had it taken.
* true / It was lifted on to a lorry and removed.
* true / The car had to be removed by a towing firm.
* true / When the owner came back, the car had been towed.
* false / The car was not towed.
* false / The vehicle was left where it stood.
* false / No tow truck was called.
* false / The car was allowed to stay there.
* false / The vehicle was not moved.
* false / Towing was not needed.

== line, route, diversion, service change
line of M2; S5; U3; 14; 27; 109; N8; X20; 6; 31E; Red Line; Harbour Line; 402; Line B; T4; 18A; Ring Line; 75 \
    = line, line affected | affected_line disrupted_line cancelled_service suspended_line
substitute of SEV 2; 914; R5; 27X; Shuttle B; 88; Night Bus 3; E6; Rail Bus 1; 650; Blue Shuttle; K9; 5R; Bus 77 \
    = replacement line, line that replaces it | replaced_by substitute_line replacement_bus alternative_service
first_stop name = first stop, start of the line | origin_stop starting_point from_stop departs_from
last_stop name = last stop, end of the line | terminus final_stop to_stop runs_to
shut street = closed stop, stop not served | skipped_stop stop_closed not_served abandoned_stop
instead street = temporary stop, substitute stop | board_at_instead replacement_stop provisional_stop use_instead
begins date = first day of the change, start of the closure | change_begins closure_start diverted_from_date \
    disruption_start
ends date = last day of the change, end of the closure | change_ends closure_end until_date disruption_end
first_run clock = first departure, first bus | first_departure earliest_run service_begins_at
last_run clock = last departure, last bus | last_departure latest_run service_ends_at
usual int 2 14 = usual interval, normal interval | normal_frequency regular_headway minutes_normally
reduced int 15 60 = reduced interval, interval during the works | temporary_frequency reduced_headway \
    minutes_during_works
longer int 3 45 = extra travel time, minutes lost | delay_minutes additional_minutes extra_minutes
why of track works; a burst pipe; the marathon; a street party; bridge repairs; a strike; fallen trees; filming; \
    lack of drivers; roadworks; a state visit; signal failure; the Sunday market; a gas leak; snow; a crane \
    = reason, reason for the change | reason_given due_to cause why_changed
> [Because of|Due to|Owing to] {why}, {line} [does not run|is suspended] [from|from] {begins} [to|until] {ends}. \
    [Please use|Take] {substitute} instead.
> {line} is replaced by {substitute} between {first_stop} and {last_stop}[, direction {last_stop}|].
> {substitute} [stands in for|takes the place of|runs instead of] {line}, which [stays in the depot|is out of \
    service].
> The stop {shut} is not served. Please [walk to|board at|go to] the temporary stop {instead}.
> Usually every {usual} minutes, now only every {reduced}: {line} [suffers from|is hit by] {why}.
> [Passengers|Riders] who normally board at {shut} [will find|are asked to use] the temporary stop at {instead}[ \
    until {ends}|].
> SERVICE CHANGE~Line: {line}~Replaced by: {substitute}~Start: {begins}~End: {ends}
> Starting from {first_stop}, {line} ends in {last_stop}. First run {first_run}, last run {last_run}.
> hey, heads up, no {line} from {begins}, you need {substitute}. adds like {longer} minutes
> At {instead}, not at {shut}: that is where {line} [stops|picks you up] from {begins} on.
> {line} from {first_stop} to {last_stop} goes every {reduced} minutes rather than every {usual} while the works last.
> Is {line} running again? - Not before {ends}. Until then {substitute} [drives|runs] from {first_stop} to \
    {last_stop}.
> In place of {shut}, which is closed owing to {why}, {instead} has been set up as a stop.
> To {last_stop} now with {substitute}, leaving {first_stop}: first bus {first_run}, last bus {last_run}.
> {begins} - {ends} | {line} | {why} | closed: {shut} | instead: {instead}
> The operator regrets that {line} has to be taken off; {substitute}, its replacement, needs {longer} minutes more.
> @rider Sorry! {line} is off thanks to {why}. {substitute} covers for it, stopping at {instead} since {shut} is \
    fenced off.
> What used to come every {usual} minutes comes every {reduced} minutes because of {why}. Everything back to normal \
    after {ends}.
- The trip takes {longer} minutes longer.
- The reason is {why}.
- {substitute} runs in its place.
- The stop {shut} is closed.
- A temporary stop has been put up at {instead}.
- The change begins on {begins}.
- The last day of the change is {ends}.
- The first bus leaves at {first_run}.
- The last bus goes at {last_run}.
- Normally there is a departure every {usual} minutes.
- For the time being you wait up to {reduced} minutes between two departures.
- The line ends at {last_stop}.
- It sets out from {first_stop}.
? wheelchair_access step_free accessible
* true / The buses are wheelchair-accessible.
* true / You can get on without a step.
* true / Low-floor vehicles are used, so wheelchairs can roll in.
* true / There is a ramp for wheelchairs.
* true / Boarding is step-free.
* true / Wheelchair users can ride along without help.
* false / Wheelchairs cannot be taken.
* false / Boarding is not step-free.
* false / There are three steps and no ramp.
* false / The old buses have no room for wheelchairs.
* false / Wheelchair users cannot board here.
* false / Unfortunately it is not accessible for wheelchairs.

== passport, visa, travel document, visa application
holder person = holder, passport holder | traveller document_for bearer visa_holder
guardian person = parent, guardian | applied_for_by legal_guardian signed_by_parent parent_name
host person = host, inviting person | invited_by sponsor letter_of_invitation_from inviter
consul person = consular officer, consul | interviewed_by handled_by official_in_charge visa_officer
old_number serial = old passport number, number of the old passport | previous_number replaced_document \
    cancelled_number
new_number serial = new passport number, number of the new passport | new_document_number current_number valid_number
issued date = date of issue, issued | issued_on issue_date made_out_on
expires date = expiry date, valid until | expires_on valid_to expiry runs_out_on
entry date = day of entry, planned entry | enters_on entry_date arrives_in_country arrival_date
exit date = day of departure, planned exit | leaves_country_on exit_date must_leave_by departure_date
citizen country = citizenship, nationality | citizen_of nationality_country home_country issued_by_country
destination country = destination, country to be visited | visa_for_country travels_to country_visited going_to
fee price = regular fee, standard fee | normal_fee basic_charge fee
express price = express surcharge, extra for express service | express_fee urgent_surcharge rush_charge
place city = embassy city, city of the consulate | consulate_in embassy_in seat_of_consulate city_of_embassy
> {holder}, a citizen of {citizen}, [wants|needs|has applied for] a visa for {destination}.
> The old passport, {old_number}, has been [cancelled|cut up|declared void]; the new one [bears|has] the number \
    {new_number}.
> Issued {issued}, expires {expires}. [Bearer|Holder]: {holder}.
> {guardian} [applied for|signed the form for] the passport of {holder}, {their} child.
> Invited by {host}, who lives there, {holder} will [visit|travel to] {destination} from {entry} to {exit}.
> At the embassy in {place}, {consul} [interviewed|questioned|spoke with] {holder} about the journey.
> That makes {fee}, plus {express} if you need it by tomorrow.
> Nationality: {citizen}~Travelling to: {destination}~In: {entry}~Out: {exit}~Inviting person: {host}
> "Why {destination}?" asked {consul} at the counter. "{host} has invited me," said {holder}.
> you need to leave {destination} again by {exit}, visa's only good from {entry}. ask at the consulate in {place}
> For my daughter {holder} I would like a first passport. She is a citizen of {citizen}. [Regards|Thank you], \
    {guardian}
> {new_number} [replaces|has been issued in place of] {old_number}, which {holder} [lost|reported stolen].
> Since {consul}, our consul in {place}, fell ill, the passport of {holder} was issued [late|only now]: {issued}.
> The normal fee of {fee} has been paid, the express surcharge of {express} has not.
> How long is it valid? Until {expires}; it was made out on {issued}. Which number? {new_number}, no longer \
    {old_number}.
> {host}~to the embassy in {place}~I herewith invite {holder}, [a citizen|a national] of {citizen}, to stay with me \
    in {destination}.
> Citizens of {citizen} may enter {destination} without a visa, [wrote|explained] {consul}, the consul in {place}.
> minor: {holder} / parent: {guardian} / doc: {new_number} / void: {old_number} / fee {fee}
- The inviting person is {host}.
- {guardian} signed as parent.
- {consul}, the consular officer, has the file.
- The new document has the number {new_number}.
- The earlier passport, {old_number}, is no longer valid.
- It was issued on {issued}.
- It expires on {expires}.
- The planned entry is on {entry}.
- The country must be left by {exit}.
- Express service costs {express} on top.
- The standard fee is {fee}.
- The embassy is in {place}.

== road works, closure, water works, building site
client company = client, company that ordered the work | commissioned_by ordered_by on_behalf_of principal
contractor company = contractor, building firm | carried_out_by executing_firm builder work_done_by
manager person = site manager, foreman | site_led_by foreman_name in_charge_on_site works_manager
contact person = contact for residents, contact person | residents_contact questions_to ask_for information_from
shut street = closed street, street being dug up | closed_road street_closed dug_up works_in
detour street = detour, diversion route | detour_via diversion alternative_road traffic_goes_via
begins date = start of the works, first day of work | works_start begins_on digging_from
planned date = original end date, planned end | planned_finish first_end_date should_have_ended_on
revised date = new end date, revised end | revised_finish now_ends_on postponed_to finished_later_on
off hour = water off from, start of the interruption | water_off_at interruption_start cut_off_at
on hour = water back at, end of the interruption | water_back_on interruption_end restored_at
estimate price = estimated cost, planned cost | cost_estimate budgeted_cost original_cost
actual price = actual cost, final cost | final_bill cost_in_the_end real_cost
homes int 13 400 = households affected, homes affected | affected_homes households homes_without_water
work of gas main; water pipe; sewer; kerb; cycle lane; fibre cable; tram track; footbridge; street lamps; crossing; \
    heating pipe; retaining wall; drain cover; bus shelter; pavement; roundabout \
    = object renewed, thing under repair | renewed repair_object thing_repaired being_replaced
> {contractor} is [renewing|replacing|digging up] the {work} in {shut} [on behalf of|for its client] {client}.
> {shut} is closed; traffic [goes|is led|is sent] [via|through] {detour}[ from {begins} on|].
> The water will be [turned|switched] off at {off} and come back at {on}. [Affected|Dry taps in]: {homes} households.
> {client} has [hired|commissioned|given the job to] {contractor}, whose foreman {manager} [runs|leads] the site.
> The works should have ended on {planned} but will [drag on|last] until {revised}.
> Estimated at {estimate}, the new {work} [has cost|came to] {actual} [in the end|].
> Dear residents,~from {off} till {on} you will have no water, as {contractor} is working in {shut}. \
    Questions? Ask {contact}.
> Digging starts on {begins}. Planned end: {planned}. Site manager: {manager}. Residents call {contact}.
> NO THROUGH ROAD~{shut}~Use {detour}~Work by {contractor}, ordered by {client}
> Instead of the {estimate} that had been planned, {client}, who pays for it all, must find {actual}.
> "Sorry, we won't make {planned}," foreman {manager} admitted; the new date is {revised}.
> What's with {shut}? - They're fixing the {work}, go round by {detour}. - Until when? - {revised}, [used to \
    be|first they said] {planned}.
> So that the {work} can be mended, {homes} homes have to do without water between {off} and {on}.
> While {manager} looks after the site itself, {contact} answers what residents want to know.
> {begins} start | {planned} end as planned | {revised} end as it is now | {detour} for cars
> The order for the {work} went to {contractor}, reports {contact}, who answers residents' questions for {client}, \
    the firm that placed it.
> no water tmrw {off}-{on}, {shut} shut too. ask {contact}
> Final bill {actual}, estimate {estimate}: the {work} in {shut} was [dear|a surprise to everyone].
- The site is run by {manager}.
- Residents can turn to {contact}.
- The order came from {client}.
- The building firm is {contractor}.
- Cars have to take {detour}.
- The street dug up is {shut}.
- The first day of work is {begins}.
- It was meant to be finished by {planned}.
- The end has been put off to {revised}.
- Water is cut off at {off}.
- Taps run again from {on}.
- In all, {homes} homes are affected.
- In the end the bill was {actual}.
- It had been expected to cost {estimate}.

== nursery place, kindergarten place, school place, enrolment
child person = child, pupil | child_name enrolled_child place_for kid
parent person = parent, mother or father | registered_by parent_name mother_or_father applicant
sibling person = brother or sister, sibling | sibling_name older_sibling brother_sister
head person = head, head of the nursery | director nursery_head principal headteacher
carer person = group teacher, carer of the group | looked_after_by teacher carer_name
offered of Sunflower House; Little Owls; Saint Anne; Bear Cave; Rainbow Nursery; Mill Kindergarten; The Beehive; \
    Puddle Ducks; Forest Mice; Blue Balloon; Hilltop School; Harbour Kids; Red Shoes; Apple Tree; Willow Room \
    = place offered, nursery offered | offered_nursery assigned_to place_given allocated_school
wanted of Sunflower House; Little Owls; Saint Anne; Bear Cave; Rainbow Nursery; Mill Kindergarten; The Beehive; \
    Puddle Ducks; Forest Mice; Blue Balloon; Hilltop School; Harbour Kids; Red Shoes; Apple Tree; Willow Room \
    = first choice, nursery wanted | preferred_nursery wished_for parents_first_choice preference
starts date = first day, start of the place | starts_on first_day_there begins_on
reply_by date = reply deadline, last day to accept | answer_by accept_by confirm_until response_due
registered date = registration date, day of registration | registered_on signed_up_on put_on_list_on
fee price = monthly fee, fee per month | monthly_contribution nursery_fee care_cost
meals price = meal charge, cost of lunch | lunch_money food_charge meals_per_month
opens hour = opening time, earliest drop-off | bring_from drop_off_from opens_at
closes hour = closing time, latest pick-up | collect_by pick_up_until closes_at
rank int 2 90 = position on the waiting list, waiting list place | waiting_position rank_on_list number_in_queue
> [We are pleased|Good news, {parent}]: {child} has been given a place at {offered}, starting {starts}.
> {parent} [had hoped for|wanted|asked for] {wanted}; what the town offered was {offered}.
> Dear {parent},~please let us know by {reply_by} whether {child} will come to us. The first day would be \
    {starts}.~{head}
> {child} starts on {starts} and will be [looked after by|in the group of] {carer}. The nursery is headed by {head}.
> Registered {registered}, still number {rank} on the waiting list: {parent} is [losing patience|waiting] for a \
    place \
    for little {child}.
> It costs {fee} a month; lunch is another {meals}.
> Bring {child} from {opens} on and collect {them} by {closes}[ at the latest|].
> {sibling}, the big sister of {child}, already goes to {offered}. That's why {parent} accepted.
> {wanted} is full, so we got {offered} instead. {carer}, the group teacher, seems lovely though!
> ENROLMENT~Child: {child}~Parent: {parent}~Siblings: {sibling}~First choice: {wanted}~Offered: {offered}
> Doors open at {opens} and close at {closes}, [says|writes] {head}, head of {offered}.
> Because {sibling}, the older brother, is there already, {parent} [put|wrote] {wanted} as first choice on the form \
    for {child}.
> Is lunch in the monthly fee of {fee}? No, for meals we charge {meals} extra.
> hi {head}, it's {parent}, {child}'s mum. we accept the place! and {carer} as group teacher is just what we wanted
> Anyone who has not answered by {reply_by} loses the place[, even with number {rank} on the waiting list|]. \
    Care would begin on {starts}.
> The application that {parent} made on {registered} for {child} [names|asked for] {wanted}, \
    but the office allocated {offered}.
> {head} (head), {carer} (group), {child} (child), {parent} (parent); {opens} to {closes}
> At first {child} cried, [reports|tells us] {carer}, who looks after the group, but brother {sibling} was next door.
- On the waiting list it is number {rank}.
- We need your answer by {reply_by}.
- The first day is {starts}.
- You signed up on {registered}.
- The nursery asks {fee} a month.
- Meals come to {meals}.
- You can drop children off from {opens}.
- Children must be picked up by {closes}.
- The nursery is run by {head}.
- {carer} takes care of the group.
- The place on offer is at {offered}.
- The family's first choice was {wanted}.
- There is a sibling called {sibling}.

== contract, agreement, framework agreement
client company = client, customer, ordering party | ordered_by principal commissioning_firm awarding_company
contractor company = contractor, service provider, firm hired | provider supplier performed_by does_the_work
sub company = subcontractor, firm brought in by the contractor | subcontracted_to work_passed_on_to sub_firm
client_signer person = signatory for the client | signed_for_client client_representative client_signatory
contractor_signer person = signatory for the contractor | signed_for_contractor contractor_representative \
    provider_signatory
work of office cleaning; lift maintenance; snow clearing; catering; payroll; web hosting; security patrols; \
    window cleaning; parcel delivery; translation; waste removal; gardening; tax advice; machine repair; \
    data storage; staff training; laundry; crane hire = service agreed, subject of the contract \
    | service scope_of_work contracted_service work_agreed
signed date = date of signature, signed | signed_on concluded_on signature_date
begins date = start of the contract, contract start | starts_on effective_date in_force_from commencement
ends date = end of the contract, contract end | ends_on runs_until termination_date in_force_until
fee price = agreed price, contract price | contract_sum remuneration agreed_fee
advance price = advance payment, payment in advance | down_payment paid_upfront prepayment
penalty price = penalty for delay, contract penalty | late_penalty penalty_sum damages_for_delay
notice span = notice period, period of notice | notice_period cancellation_period notice_required
term span = payment term, time to pay | payable_within payment_period days_to_pay
warranty span = warranty period, warranty | guaranteed_for guarantee_period defects_period
> {client} [hires|has engaged|has commissioned] {contractor} for {work}[, price {fee}|].
> {contractor} will [take care of|do|be responsible for] {work} at {client}, beginning {begins}.
> Between {client}, the client, and {contractor}, the contractor, [it is agreed|the following is agreed]: \
    {work}, {begins} to {ends}.
> Signed on {signed}, the agreement takes effect on {begins} and [ends|expires] on {ends}.
> {contractor} passes part of the job on to {sub}, [with the consent of|as agreed with] {client}, which ordered it.
> For the client: {client_signer}~For the contractor: {contractor_signer}~Date: {signed}
> The price for {work} is {fee}, of which {advance} [is payable|must be paid] in advance.
> If {contractor} is late, it owes {client} a penalty of {penalty}[; the price itself is {fee}|].
> "We are glad to have won {client} as a customer," said {contractor_signer}, who signed for {contractor}.
> Either side may cancel with a notice of {notice}; bills are payable within {term}.
> {client_signer} signed for us here at {client}, and {contractor_signer} did so for {contractor}. [Copy \
    attached|Scan follows].
> Warranty {warranty}. Notice {notice}. Payment within {term}. Penalty {penalty}.
> we just got the {work} deal!! {client} pays us {fee}, {advance} of it up front, and we bring in {sub} to help
> On behalf of {contractor}, {contractor_signer} undertakes to deliver {work} to {client} until {ends}.
> The one that pays is {client}; the one that works is {contractor}; behind the scenes it is {sub} that helps out \
    as a subcontractor.
> Who signed this for the client? {client_signer}. When? {signed}. From when does it apply? {begins}.
> Contract price: {fee}~Up front: {advance}~If delayed: {penalty}~Defects covered for: {warranty}
> Having paid {advance} in advance, {client} [waited|is still waiting] for {contractor}, which had promised {work} \
    from {begins}.
- {sub} works as the subcontractor.
- {client_signer} signed for the client.
- {contractor_signer} put {their} name to it for the contractor.
- The signatures are dated {signed}.
- It comes into force on {begins}.
- The contract runs out on {ends}.
- In advance {advance} is due.
- Each delay costs a penalty of {penalty}.
- The agreed price is {fee}.
- Bills must be paid within {term}.
- You can get out of it with a notice of {notice}.
- Defects are put right free of charge for {warranty}.
- It is about {work}.

== wage talks, strike, collective agreement, pay dispute
union of Metal Union; Public Services Union; Rail Workers; Bakers' Guild; Teachers' League; Dockers United; \
    Nurses' Alliance; Drivers' Union; Print Workers; Food Union; Builders' Front; Bank Staff Union; Post Union \
    = union, trade union | workers_union organised_by called_by_union representing_workers
employer company = employer, company on strike | strikebound_company firm_affected employing_company
union_voice person = union negotiator, speaker of the union | union_speaker speaks_for_workers union_leader
firm_voice person = employer's negotiator, speaker of the company | company_speaker speaks_for_employer \
    management_negotiator
mediator person = mediator, neutral mediator | mediated_by go_between arbitrator conciliator
demand number 7 14 = rise demanded, percent demanded | union_demand percent_asked demanded_increase
offer number 1 3 = rise offered, percent offered | employer_offer percent_offered offered_increase
agreed number 4 6 = rise agreed, percent agreed | agreed_increase settled_at final_rise
old_wage price = old hourly wage, wage so far | wage_before old_pay previous_wage
new_wage price = new hourly wage, future wage | wage_after new_pay future_hourly_pay
old_hours int 38 48 = old working week, weekly hours so far | hours_before previous_hours week_until_now
new_hours int 28 37 = new working week, weekly hours in future | hours_after future_hours shorter_week
begins date = start of the strike, first day of the strike | strike_begins walkout_from strike_start
ends date = end of the strike, last day of the strike | strike_ends walkout_until strike_over_on
talks date = next talks, date of the next talks | next_round negotiations_on meet_again_on
staff int 60 9000 = workers involved, employees concerned | employees_affected strikers number_of_workers
> The {union} [demands|wants|is asking for] {demand} percent more; {employer} [offers|has put on the table] {offer}.
> {employer} is on strike: the {union} has called out {staff} workers from {begins} until {ends}.
> After long talks under {mediator}, both sides [settled on|agreed on] {agreed} percent. \
    The union had demanded {demand}.
> "We will not move," said {firm_voice} for {employer}. {union_voice} of the {union} [called that|found this] a \
    provocation.
> The hourly wage goes up from {old_wage} to {new_wage}[, thanks to the {union}|].
> Instead of {old_hours} hours a week the staff of {employer} will work {new_hours}.
> {union_voice}, who speaks for the workers, and {firm_voice}, who speaks for the management, meet again on {talks}.
> DEMANDED {demand} %~OFFERED {offer} %~AGREED {agreed} %~[Next talks|Talks resume]: {talks}
> Colleagues! From {begins} we are on strike. {offer} percent is all they offer us. [In solidarity|Yours], \
    {union_voice}, {union}
> Whoever earned {old_wage} an hour at {employer} will get {new_wage} from next month on, and the week \
    shrinks to {new_hours} hours.
> Called in as a go-between, {mediator} brought {union_voice} from the union and {firm_voice} from the company \
    to one table.
> how's the strike at {employer}? - still on, they said it ends {ends}. - who leads it? - {union_voice} of the {union}
> An offer of {offer} percent, made by {firm_voice} in the name of {employer}, was turned down by {union_voice} for \
    the union.
> {staff} employees of {employer} [walked out|downed tools] on {begins}; work resumes after {ends}.
> With {agreed} percent the deal lies between what the {union} wanted ({demand}) and what the firm had offered \
    ({offer}).
> {new_hours} hours a week, down from {old_hours}, and {new_wage} an hour, up from {old_wage}: so it stands in the \
    paper \
    that {mediator} mediated.
> Union: {union} / company: {employer} / strike {begins} to {ends} / talks {talks}
> Having spoken with {firm_voice} of the management, mediator {mediator} hopes to have both sides back on {talks}.
- The mediator is {mediator}.
- {union_voice} negotiates for the union.
- The company sent {firm_voice} to the table.
- The union's demand is {demand} percent.
- The company's offer is {offer} percent.
- In the end they agreed on {agreed} percent.
- Until now an hour was paid with {old_wage}.
- The new wage is {new_wage} an hour.
- Up to now the week had {old_hours} hours.
- In future the week has {new_hours} hours.
- The strike begins on {begins}.
- The strike is over on {ends}.
- The next talks are on {talks}.
- In all {staff} workers are concerned.
"""
)
