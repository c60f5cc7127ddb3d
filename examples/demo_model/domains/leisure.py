"""Sports, school, leisure and health: transfers, clubs, records, tours, chess, camps, tutors, treatments."""

from __future__ import annotations

from .compact import domains

(
    TRANSFERS,
    MEMBERSHIPS,
    RECORDS,
    TOURS,
    CHESS,
    CAMPS,
    TUTORING,
    EXCHANGES,
    HOSPITALS,
    DENTISTS,
    FITNESS,
    SALONS,
) = domains(
    r"""
== transfer, signing, move
player person = player, new signing | transferred_player athlete who_moves signed_player footballer
seller name = selling club, former club, old club | from_club sold_by previous_team club_left old_team
buyer name = buying club, new club | to_club new_team bought_by joins_club signed_for destination_club
fee price = transfer fee | fee purchase_price paid_for_player transfer_sum fee_paid
salary price = annual salary, wages | wage yearly_pay earns_per_year player_salary
agent person = agent, adviser | represented_by player_agent advised_by negotiated_by
coach person = new coach | coach_there will_play_for_coach future_trainer next_coach
former person = former coach, old coach | previous_trainer last_coach coach_left_behind ex_coach
signed date = signing date | signed_on date_signed contract_signed announced_on
expires date = contract end, contract expiry | contract_until contract_expires expiry_date runs_until end_of_contract
number int 2 99 = shirt number, new shirt number | jersey_no new_number shirt_no squad_number
worn int 2 99 = old shirt number, former number | previous_number old_jersey_no number_before
goals int 2 40 = goals last season | goals_scored tally season_goals scored_last_year
position of goalkeeper; left back; right back; sweeper; winger; striker; playmaker; point guard; prop; fly-half; \
    setter; pitcher; catcher; defender; centre = position, playing position | plays_as field_position role_on_pitch
bonus price = signing bonus | bonus signing_on_fee hand_money bonus_payment
share int 5 50 = sell-on share | resale_percent sell_on_clause resale_share
> {player} [leaves|quits|turns away from] {seller} and [joins|signs with|goes to] {buyer}[ for {fee}|].
> {buyer} have [bought|signed|landed] {player}, until now with {seller}. The fee: {fee}.
> DONE DEAL: {seller} sell {player} to {buyer}!
> After long talks {seller} let {player} go; {buyer} paid {fee} and will pay {salary} a year in wages.
> {player}, who [scored|got] {goals} goals for {seller} last season, will wear number {number} at {buyer}.
> New shirt, new number: the {worn} that {player} had on the back becomes a {number}.
> Under {former} [I|{player}] hardly ever played. Now {coach} wants [me|the player] at {buyer}.
> Transfer sheet~Player | {player}~Out of | {seller}~Into | {buyer}~Fee | {fee}~Contract until | {expires}
> - so it's true, {player} is off?~- yep. {buyer} gave {seller} {fee}.
> "It was {coach}, the new coach, who persuaded me," says {player}, who swapped {seller} for {buyer} on {signed}.
> With {agent} at the table, {player} put pen to paper on {signed}; the contract [ends|runs out|is up] on {expires}.
> The departure of {player} brings {seller} {fee}, of which {agent} sees nothing: the agent is paid by {buyer}.
> Wanted by three clubs, the {position} {player} chose {buyer}. {seller} will miss the {goals} goals a year.
> sources say {buyer} get {player} off {seller}, {fee} plus a bonus of {bonus} for signing
> [Farewell|Goodbye], {player}! All of us at {seller} wish you luck at {buyer}.
> [A warm hello|Welcome] to {player}! {They} comes to us at {buyer} with the blessing of {seller}.
> For {fee} a {position} changes sides: in at {buyer}, out at {seller}. The name is {player}.
> {former} loses a favourite and {coach} gains one: {player} moves.
> Both clubs have confirmed that {player}, whose salary at {buyer} will be {salary}, was given {bonus} on signing.
> Q: Who gets money if {player} is sold again? A: {seller}, namely {share} percent. Q: And this time? A: {fee}.
- The wages are said to be {salary} a year.
- {Their} agent is {agent}.
- {Their} new shirt has the number {number}.
- [In the old team|Before the move] the shirt had the number {worn}.
- The deal was signed on {signed}.
- The contract [runs|is good] until {expires}.
- [There was a bonus|A bonus] of {bonus} for signing.
- {Their} best position: {position}.
- If there is another sale, the old club gets {share} percent of the money.
- {Their} coach from now on is {coach}.
- {former}, the former coach, is sorry.
- Last season {they} scored {goals} goals.
- [They paid|It took] a transfer fee of {fee}.
? medical_passed passed_medical fit fit_to_play
* true / {They} passed the medical without trouble.
* true / The doctors gave the green light.
* true / The club doctor found nothing wrong.
* true / The medical is done and all is well.
* true / {They} is fit and may play at once.
* true / Knees, heart, lungs: all fine, says the doctor.
* true / The medical check brought no surprises.
* false / {They} failed the medical.
* false / The doctors found an old injury and said no.
* false / The knee did not get through the medical.
* false / The club doctor would not sign the form.
* false / {They} is injured and cannot play for now.
* false / The medical check went badly.
* false / After the scan the doctors shook their heads.

== membership, club, gym membership
member person = member, club member | member_name who_trains gym_member joined_person
recruiter person = recruiter | recruited_by recommended_by brought_in_by referred_by invited_by introduced_by
trainer person = personal trainer, trainer | fitness_coach instructor trained_by gym_coach
monthly price = monthly fee, monthly dues | fee_per_month monthly_rate subscription_fee dues
joining price = joining fee, enrolment fee | entry_fee one_off_fee sign_up_fee admission_fee
starts date = joining date, member since | joined_on membership_start starts_on first_day_of_membership
ends date = leaving date, membership ends | ends_on last_day_of_membership cancelled_to valid_until quits_on
before of Bronze; Basic; Off-Peak; Student; Family; Early Bird; Swim Only; Sauna Light; Weekend; Duo; Starter; \
    Junior; Class Pass = old plan, old tariff | previous_plan changed_from former_tariff plan_before
after of Gold; Silver; Platinum; All Inclusive; Premium; Day and Night; Plus; Unlimited; Senior; Flex; Complete; \
    Pool and Gym; Black Card = new plan, new tariff | current_plan changed_to upgraded_to plan_now
branch city = home branch, branch | trains_in club_location gym_city home_gym
previous city = previous branch, old branch | trained_before_in former_gym moved_from_branch old_gym_city
card code = membership number, member card | card_no member_id membership_no club_card
locker int 2 400 = locker, locker number | locker_no cupboard
guests int 2 12 = guest passes, guest visits | free_guests guest_tickets passes_for_friends
email email = e-mail | email member_email contact_mail
late price = late fee | reminder_charge penalty dunning_fee fine
> {member} [joined|signed up with|became one of] us on {starts} because {recruiter} would not stop raving about us.
> [Hi|Hello] {member}, you have switched from {before} to {after}. That makes {monthly} a month.
> Thanks to {recruiter}, who [brought|dragged] {member} along, we have one more member in {branch}.
> To join costs {joining} once, then it is {monthly} a month.
> Member {card}~{member}~Plan: {after}[ (was {before})|]~Branch: {branch}[ (was {previous})|]
> Dear team,~please end my membership on {ends}. I have been with you since {starts}.~{member}, card {card}
> Now that I live in {branch}, I no longer train in {previous}. Please move my card, {card}.~{member}
> {trainer} shows {member} how the machines work. [Bring a towel|Wear clean shoes], the locker is {locker}.
> First the {joining} for joining, month after month {monthly}, and then {late} because I paid late!
> "{before} was not enough for me," says {member}, "so I took {after}."
> new: {member}, recruited by {recruiter}, looked after by {trainer}, paid {joining} at the desk
> Can I bring friends? Yes: {after} comes with {guests} guest passes. With {before} you had none.
> {previous} closes its doors; all its members, {member} among them, go to {branch}.
> The membership that {member} took out on {starts} is paid for until {ends}.
> [Reward|Prize]: a free month for {recruiter}. Reason: got {member} to sign the form.
> since {starts} : member. until {ends} : paid up. locker : {locker}. coach : {trainer}
> You [quit|left] on {ends} and still we charged you {monthly}. We are sorry, {member}.
> Upgrade done. Out: {before}. In: {after}. From now on {monthly} will be taken each month.
- The personal trainer is {trainer}.
- {Their} things are in locker {locker}.
- {guests} guest passes are included.
- [For paying late|Whoever pays late] is charged {late}.
- The number on the member card is {card}.
- It was {recruiter} who brought {them} along.
- {They} trains at the branch in {branch}.
- The contract [ends|is over] on {ends}.
- {They} has been a member since {starts}.
- Each month {monthly} is taken from the account.
- The joining fee of {joining} is paid only once.
- Mail goes to {email}.
- The plan {they} has now is called {after}.
- Before that {they} had the plan called {before}.
? renews renews_automatically auto_renewal extends_itself
* true / It renews itself unless you cancel.
* true / Do nothing and it goes on for another year.
* true / It is extended automatically.
* true / Without a word from you it carries on.
* true / Renewal is automatic.
* true / It goes on and on until somebody cancels.
* false / It does not renew itself.
* false / After that it simply stops, no need to cancel.
* false / It is never extended automatically.
* false / You would have to sign again to go on.
* false / There is no automatic renewal.
* false / It runs out by itself.

== record, best, feat
holder person = new record holder, record holder | holder athlete broken_by set_by new_holder
former person = former record holder, previous holder | old_holder held_before_by dethroned beaten_holder
mark number 2 99 = new mark, new record | record mark best_now record_value new_best
old number 2 99 = old mark, old record | previous_mark former_best mark_before old_value
discipline of javelin; discus; hammer; shot put; long jump; triple jump; pole vault; ski jumping; stone put; \
    axe throwing; frisbee; cherry stone spitting; rope climbing; free diving; paper planes; boot throwing \
    = discipline, event | sport kind_of_contest contest
place city = place of the record, venue | city where_set record_city broken_in
elsewhere city = place of the old record | old_record_city former_place earlier_city
date date = date of the record | set_on broken_on record_date day_of_record
since year = year of the old record, old record from | stood_since old_record_year earlier_year
coach person = coach, trainer | coached_by trainer_name mentor
judge person = judge, chief judge | measured_by referee official verified_by
club name = club, team | athlete_club starts_for member_of club_name
age int 14 79 = age | years_old how_old athlete_age
prize price = prize money, prize | reward premium cash_prize paid_to_winner
crowd int 60 9000 = spectators, crowd | onlookers attendance watched_by_how_many
attempt int 2 6 = attempt, successful attempt | try attempt_no which_attempt
> {holder} [broke|smashed|has beaten] the record of {former}[ in the {discipline}|]: {mark} m.
> For years nobody got past {former}. [Then came|On {date} came] {holder}.
> The old mark was {old} m, the new one is {mark} m. It belongs to {holder}.
> {former} held the record since {since}; it was {old} metres. Since {date} it is held by {holder}.
> {discipline}: {mark} m ({holder}, {place}) - before: {old} m ({former}, {elsewhere})
> Dethroned! {former} is no longer the best in the {discipline}. The new name in the book: {holder}.
> I threw everything I had into it, and the tape said {mark}! So long, {old}. Thanks, {coach}!
> {coach}, who trains {holder}, wept when {judge} read out the {mark} metres.
> The record set in {elsewhere} in {since} has fallen in {place}.
> From {old} to {mark} metres: that's how far {holder} pushed the record[ of {former}|].
> {crowd} people in {place} saw how {holder}, {age}, took the record from {former}.
> - Whose record was it until yesterday?~- {former}'s.~- And whose is it now?~- {holder}'s, {mark} m.
> "I knew that my {old} would not last," said {former}. "I am glad it was {holder} who did it."
> {mark} m on attempt {attempt}, measured by {judge}: {holder} of {club} has it in black and white.
> What {former} managed in {elsewhere} was {old} m; what {holder} did in {place} was better, namely {mark} m.
> club news ++ {club} has a record holder ++ {holder} ({age}) ++ {mark} m ++ congratulations also to coach {coach}
> Beaten by a [newcomer|nobody] named {holder}, {former} was the first to [shake hands|offer a hug].
> The list now reads: 1. {holder}, {mark}; 2. {former}, {old}.
> With {mark} m, better than the {old} m that had stood since {since}, {holder} won {prize}.
- It [happened|was done] on attempt number {attempt}.
- There was a prize of {prize}.
- The distance was checked by {judge}, the chief judge.
- {They} is {age} years old.
- {They} is coached by {coach}.
- {They} starts for {club}.
- {crowd} spectators were there.
- The old record was {old} m.
- The old record dated from {since}.
- It [took place|was set] in {place}.
- The old record had been set in {elsewhere}.
- The holder until then was {former}.
- The day of the new record was {date}.

== tour, ride, club outing
leader person = tour leader, leader | guide led_by rides_in_front tour_guide heads_the_group
sweep person = sweep, back marker | last_rider rides_at_the_back rear_guide tail_end
start city = start, starting point | starts_in from_place set_off_from meeting_town start_town
goal city = finish, end point | ends_in to_place destination finish_town arrival_town
lunch city = lunch stop | lunch_in midday_break break_town stop_for_lunch
off hour = start time, departure | sets_off_at leaves_at start_hour departure_time
back hour = return, end of the tour | back_at return_time home_by finish_time ends_at
km int 12 260 = distance, length | km distance_km kilometres tour_length
climb int 150 4200 = climb, ascent | metres_uphill elevation_gain total_climb climbing_metres
top int 300 4900 = highest point, summit height | summit_elevation max_altitude peak_height_m top_at
hut name = hut, mountain hut | overnight_hut sleeps_at shelter night_at
warden person = hut warden, warden | hut_keeper host_at_hut runs_the_hut
bike model = bike, bicycle | bike_model rides_on rented_bike
hire price = bike hire, rental price | rental_cost bike_rental hire_charge
share price = tour fee, participation fee | price_per_head tour_price cost_per_person join_for
riders int 3 60 = riders, participants | group_size how_many_people number_of_riders
> [On Sunday|Next week|This time] we ride from {start} to {goal}. {leader} leads, {sweep} comes last.
> We meet at {off} in {start} and will be home by {back}.
> {leader} set the pace at the front while {sweep} picked up the stragglers at the back.
> Tour diary, day two. Left {start} at {off}, soup in {lunch}, rolled into {goal} dead tired.
> {goal} was reached after {km} km and {climb} metres of climbing; the day had begun in {start}.
> Follow {leader}. If you have a puncture, wait for {sweep}, who rides behind everyone else.
> START {start} {off} / LUNCH {lunch} / FINISH {goal} {back}
> The highest point lies at {top} m, but because of the ups and downs you climb {climb} m in all.
> Night at the {hut}, kept by {warden}. The climb up there [is led|will be led] by {leader}.
> - How far is it?~- {km} km, and {climb} m uphill.~- Who's the guide?~- {leader}.
> Taking part costs {share}. No bike of your own? For {hire} we rent you the {bike}.
> Bring {share} for the tour, {hire} more if you need a bike, and be in {start} at {off} sharp.
> Ending in {goal} and not, as printed, in {lunch} (where we only eat), the tour is {km} km long.
> {warden} of the {hut} cooked for {riders} hungry riders; {sweep}, last as always, got the rest.
> My {bike} carried me out of {start} and all the way to {goal}.
> dear climbers, alarm clock at night, out of the hut by {off}, back down at {back}, summit at {top} m. {leader}
> Heading for {goal}? {riders} of us start in {start}, with {leader} as guide.
> We owe it to {leader}, our guide, and to {warden}, who runs the hut, that all {riders} came home safe.
> From: {start}~To: {goal}~Via: {lunch}~Length: {km} km~Up: {climb} m~Guide: {leader}~Sweep: {sweep}
- {sweep} rides at the very back.
- We stop for lunch in {lunch}.
- The whole way is {km} km long.
- In all there are {climb} metres to climb.
- At the top we are {top} m above the sea.
- [The night is spent|We sleep] at the {hut}.
- The hut is run by {warden}.
- {riders} people are coming along.
- We should be back at {back}.
- We set off at {off}.
- To hire a bike costs {hire}.
- The tour itself costs {share} a head.
- {leader} is our guide.
- I rode a {bike}.
? level difficulty how_hard demands
* easy / Children and grandparents can come along.
* easy / It is flat and easy.
* easy / A gentle ride for beginners.
* easy / Nobody will get out of breath.
* easy / No training is needed at all.
* easy / An easy one.
* moderate / You should be fairly fit, no more than that.
* moderate / Not easy, but not too hard either.
* moderate / It is of middling difficulty.
* moderate / Beginners will suffer a bit, the rest will be fine.
* moderate / A moderate tour for people with some practice.
* moderate / Those who ride now and then will manage.
* hard / Only for the very fit.
* hard / It is brutally hard.
* hard / Without months of training you have no chance.
* hard / For experts only, please.
* hard / It will hurt from the first climb to the last.
* hard / This is the hardest tour of our year.

== chess game, game, board
white person = | white white_player played_white with_white_pieces
black person = | black black_player played_black with_black_pieces
winner person = | winner won_by victor who_won
loser person = | loser lost_by beaten_player who_lost
white_elo int 1100 2700 = white rating | rating_white white_elo elo_of_white
black_elo int 1100 2700 = black rating | rating_black black_elo elo_of_black
opening of Sicilian; French; Caro-Kann; Italian; Scotch; Ruy Lopez; King's Gambit; Queen's Gambit; Dutch; English; \
    London System; Pirc; Benoni; Vienna; Catalan; Slav; Alekhine; Philidor \
    = opening | opening_name played_opening which_opening
moves int 12 140 = moves, number of moves | move_count how_many_moves length_in_moves
round int 2 11 = round | round_no which_round in_round
table int 2 60 = table, board number | board_no table_no at_board
arbiter person = arbiter | umpire tournament_official supervised_by referee
event title = tournament, event | competition cup league
date date = date | played_on game_date day_of_game
prize price = first prize | prize_for_first winner_prize top_prize main_prize
consolation price = second prize | prize_for_second runner_up_prize second_place_money
minutes int 3 120 = thinking time | minutes_each time_control clock_minutes time_per_player
> {white} had [White|the white pieces], {black} [Black|the black ones].
> {winner} [beat|defeated|checkmated|outplayed] {loser} [in|after] {moves} moves.
> {loser} [resigned|gave up|laid down the king] on move {moves}; the point goes to {winner}.
> {white} opened, {black} answered with the {opening}.
> White: {white} ({white_elo})~Black: {black} ({black_elo})~Opening: {opening}~Moves: {moves}
> [Round {round}, board|Board] {table}: {white} ({white_elo}) has White against {black} ({black_elo}).
> Playing Black against {white}, {black} chose the {opening} and was worse at once.
> A blunder on move {moves} cost {loser} the game. {winner} only had to say thanks.
> "I never saw the mate," admitted {loser}. {winner}, by contrast, had seen it ten moves ago.
> The final was won by {winner}, who gets {prize}. For {loser}, the beaten finalist, there is {consolation}.
> First prize: {prize}. Second prize: {consolation}. Thinking time: {minutes} minutes each. Arbiter: {arbiter}.
> Since {black} was late, {white} moved a pawn and waited; {arbiter} had started the clock.
> gg! i lost to {winner} again, {moves} moves this time. yours, {loser}
> As nobody came to board {table}, {arbiter} gave the point to {winner}. {loser} phoned later.
> - Who has White on board {table}?~- {white}.~- And Black?~- {black}.
> {black}, rated {black_elo}, is to move. {white}, rated {white_elo}, looks at the ceiling.
> It took {winner} {moves} moves of the {opening} to [crush|bring down] {loser} in round {round}.
> The black side of the {opening} was defended by {black}; {white} attacked with everything White had.
> {event}, round {round}. {winner} 1, {loser} 0. Official in charge: {arbiter}.
> Hooray for {winner}! Tears for {loser}! And {consolation} for the second, {prize} for the first.
- The arbiter was {arbiter}.
- The opening was the {opening}.
- It was played on {date}.
- They sat at board {table}.
- White has a rating of {white_elo}.
- Black has a rating of {black_elo}.
- Each side had {minutes} minutes on the clock.
- It was over after {moves} moves.
- Whoever comes first gets {prize}.
- Whoever comes second gets {consolation}.
- It was [part of|a game from] round {round}.
- The tournament is called {event}.

== camp, summer camp, scout camp
child person = child, camper | kid participant camper_name boy_or_girl scout
parent person = parent, guardian | mother_or_father signed_up_by registered_by parent_name carer
leader person = camp leader, group leader | in_charge_of_camp head_of_camp scout_leader camp_director
cook person = cook, camp cook | kitchen_by meals_by who_cooks chef
arrives date = arrival date, first day | camp_begins starts_on comes_on camp_start
leaves date = pick-up date, last day | camp_ends ends_on fetched_on collected_on camp_end
fee price = camp fee, full price | total_fee price_of_camp camp_costs
deposit price = deposit, advance payment | paid_in_advance down_payment booking_deposit
pocket price = pocket money | spending_money money_for_sweets allowance
from city = departure town | bus_from picked_up_in departure_place home_town
to city = camp town, camp near | bus_to camp_location where_is_the_camp site_town
out clock = departure, bus departure | bus_leaves_at outbound_time bus_out
home clock = return, bus return | homecoming_time bus_is_back_at bus_home_at
tent of Eagle; Badger; Otter; Fox; Owl; Hedgehog; Falcon; Beaver; Lynx; Heron; Marten; Squirrel; Red Kite; Stag \
    = tent, patrol | tent_name sleeping_group patrol_name
allergy of nuts; milk; eggs; wasp stings; pollen; cats; penicillin; wheat; fish; strawberries; dust; horse hair; \
    soya = allergy | allergic_to allergies must_avoid intolerance
phone phone = emergency number, parent's phone | phone_of_parents emergency_phone call_in_emergency
> {parent} [has signed up|registered|put down] {child} for our camp[ near {to}|].
> Dear {parent},~thank you for entrusting {child} to us! We will be waiting on {arrives}.~{leader}, camp leader
> Camp starts on {arrives} and ends on {leaves}. The deposit of {deposit} is due now, the full price is {fee}.
> The bus [leaves|rolls out of] {from} at {out}. On the last day it gets back at {home}.
> Hi {leader}, as you run the camp you should know: my kid {child} is allergic to {allergy}! Best, {parent}
> hi mum hi dad, tent {tent} is the best, {cook} makes pancakes and our leader {leader} \
    can whistle with four fingers!! {child}
> Of the {fee} that the camp costs, {deposit} has been paid[; the pocket money of {pocket} comes on top|].
> {child} will be brought on {arrives} and collected on {leaves}[ by {parent}|].
> From {from} it takes us half a day to reach the camp near {to}.
> PACKING LIST for tent {tent}: sleeping bag, torch, {pocket} pocket money. Bus: {from}, {out}. Be early!
> While {leader} runs the camp, {cook} [runs|rules] the kitchen.
> Camper | {child}~Guardian | {parent}~Emergency | {phone}~Allergy | {allergy}~Patrol | {tent}
> - Where does the coach pick us up?~- In {from}.~- And where's the camp?~- Near {to}.
> "Mum, fetch me!" On the phone to {parent} was {child}, homesick on the first night. \
    Camp leader {leader} made cocoa.
> I, {parent}, let {child} come along. I have paid {deposit} in advance and shall pay the rest of the {fee} in June.
> Parents' evening: {leader} explains the camp, {cook} the meals. The children leave {from} on {arrives}.
> No later than {leaves} all tents near {to} must be down; we had put them up on {arrives}.
> The child's name is {child}. Mine, as the parent, is {parent}. You reach me at {phone} day and night.
> Instead of {fee} you may pay {deposit} first. [The rest can wait|We are patient with the rest].
- There is an allergy to watch out for: {allergy}.
- The child sleeps in the tent called {tent}.
- The cook is called {cook}.
- Please give your child {pocket} as pocket money.
- The whole camp costs {fee}.
- A deposit of {deposit} was paid.
- In an emergency call {phone}.
- The bus back is expected at {home}.
- The bus to the camp leaves at {out}.
- The camp leader is {leader}.
- The camp lies near {to}.
- The last day of the camp is {leaves}.
- The first day of the camp is {arrives}.
- The form was signed by {parent}, the parent.
? swims can_swim swimmer able_to_swim
* true / The child can swim.
* true / In the lake there is no need to worry: a strong swimmer.
* true / Deep water is no problem, all badges are there.
* true / Learned to swim years ago and swims like a fish.
* true / Swimming: yes, very well.
* true / May go into the deep end, having learned to swim.
* false / The child cannot swim.
* false / Please keep an eye on the lake: no swimmer yet.
* false / Deep water is out of the question, swimming lessons start next year.
* false / Has not learned to swim so far.
* false / Swimming: no, not yet.
* false / Needs arm bands, as swimming does not work yet.

== tutoring, private lessons, coaching
tutor person = tutor, private teacher | tutored_by gives_lessons private_tutor lessons_with
pupil person = pupil, student | learner takes_lessons tutored_child student_name
payer person = payer | paid_by bill_goes_to parent_who_pays who_pays
teacher person = class teacher, school teacher | teacher_at_school teaches_the_class form_teacher
subject of algebra; Latin; physics; spelling; essay writing; chemistry; trigonometry; French; geography; biology; \
    music theory; history; statistics; reading; fractions; geometry = subject, school subject | topic taught_subject
before int 12 59 = old mark, mark before | previous_score started_at score_before earlier_mark
after int 60 99 = new mark, mark after | new_score improved_to score_after current_mark
target int 60 100 = target mark | wanted_mark goal_score aims_for needed_mark
hourly price = hourly rate | rate_per_hour price_per_lesson per_hour
total price = total, total fee | sum_due whole_bill paid_in_all all_lessons_cost
lessons int 3 60 = lessons, number of lessons | lesson_count how_many_lessons hours_taken
first date = first lesson | lessons_began started_on first_lesson_on
exam date = exam date | exam_on date_of_the_test exam_day
day weekday = lesson day | weekly_on day_of_week lessons_every
school name = school | school_name goes_to_school_at attends
place venue = place of the lessons | where_lessons_are lesson_venue meeting_place
> {tutor} [teaches|tutors|coaches] {pupil} in {subject}; {payer} pays.
> Since {pupil} [started|began] with {tutor}, the mark has gone from {before} to {after}.
> Thanks to {tutor}! My {after} in {subject} (it used to be {before}!) made even {teacher} smile. {pupil}
> At school {pupil} has {subject} with {teacher}. After school, {tutor} explains it all again.
> [Bill|Note] for {payer}~{lessons} lessons at {hourly} each~together {total}~{tutor}
> Dear {tutor},~could you help {pupil} with {subject} before the exam on {exam}? Name your price, I will pay.~{payer}
> {payer} has hired {tutor} so that {pupil} gets the {target} points that are needed.
> I charge {hourly} an hour, so your {lessons} lessons come to {total}.
> We began on {first}. The exam is on {exam}. In between lie {lessons} lessons.
> {before} points last year, {after} points now, {target} points wanted: {pupil} is on the way.
> looking for help in {subject} for my son, exam {exam}, can pay {hourly}/hour, every {day} would be great
> "{pupil} was lazy, not stupid," says {tutor}. "{teacher} at the school saw it too."
> Taught by {tutor}, praised by {teacher}, paid for by {payer}: no wonder that {pupil} passed.
> - And, how was the test?~- {after}!~- Wow. And last time?~- {before}.
> At school, {teacher} told me that my daughter fails in {subject}. Now she has a tutor, {tutor}, every {day}.
> Progress report on {pupil}: from a poor {before} to a good {after}, only a little short of the {target} we aim for.
> It is {payer} who gets the bill, but {pupil} who must do the work.
> Lessons with {tutor} take place every {day} ({place}), the first of them on {first}.
> {total} for {lessons} lessons! {payer} gasped. But {tutor} had said {hourly} an hour from the start.
> Pupil at {school}, weak in {subject}: {pupil}. Help found: {tutor}, {hourly} an hour.
- They meet here: {place}.
- The lessons are on {day}.
- The exam will be held on {exam}.
- The very first lesson was on {first}.
- So far there have been {lessons} lessons.
- One hour costs {hourly}.
- All in all the bill is {total}.
- The old mark was {before} points.
- The new mark is {after} points.
- The goal is a mark of {target} points.
- The subject is {subject}.
- The school is called {school}.
- The class teacher at school is {teacher}.
- The bill is paid by {payer}.

== exchange, student exchange, school year abroad
student person = exchange student, student | guest_student who_goes_abroad visiting_student student_name
partner person = exchange partner, host student | host_child partner_student lives_with_student host_brother_or_sister
host last = host family | family_name_of_hosts hosts stays_with_family
coordinator person = coordinator, organiser | organised_by exchange_teacher contact_at_school in_charge
homeland country = home country, country of origin | comes_from_country native_country sent_from
abroad country = host country | goes_to_country receiving_country country_abroad guest_in
home_city city = home town | leaves_behind home_city from_town city_of_origin
host_city city = host town | lives_abroad_in host_city guest_city new_town
home_school name = home school, sending school | school_at_home own_school old_school
host_school name = host school, receiving school | school_abroad guest_school new_school
leaves date = departure date, flight out | flies_out_on leaves_on begins_on outbound_date
returns date = return date, flight back | flies_back_on comes_home_on ends_on inbound_date
language language = language of the lessons, language of instruction | taught_in lesson_language
grant price = grant, scholarship | scholarship_amount foundation_pays support_money
own price = family's share, family contribution | paid_by_family parents_pay own_share
> {student} from {homeland} [spends|will spend] a year in {abroad}, with the {host} family.
> The {host} family of {host_city} [takes in|will host] {student}[, whose home is|, who grew up] in {home_city}.
> {student} stays with {partner} [this spring|for now]; in autumn {partner} makes the return visit.
> Out on {leaves}, back on {returns}: {student} will be in {abroad} all that time.
> {home_school} sends {student}, {host_school} receives {them}.
> Hey, I'm {student}! I left {home_city} to live in {host_city}. My host parents are called {host}.
> Coming from {home_school}, {student} will sit in class next to {partner} at {host_school}.
> Dear {host} family,~{student} will fly to you on {leaves} and home again on {returns}.~{coordinator}, coordinator
> The year costs money: the foundation gives {grant}, the parents must find {own}.
> "In {homeland} I would be asleep now," laughs {student}, who has been living in {abroad} since {leaves}.
> Student: {student}~Sending school: {home_school} ({homeland})~Receiving school: {host_school} ({abroad})
> Without {coordinator}, who arranged it all, {student} would never have met {partner} and the {host} family.
> {abroad} instead of {homeland}, {host_city} instead of {home_city}: a big step for {student}.
> {partner}'s room now has two beds, for {student} has come. Their school: {host_school}.
> [All|Most] lessons are in {language}, which {student} hardly spoke when {they} left {homeland}.
> - who's the new one in our class?~- {student}, on exchange from {homeland}, lives at {partner}'s
> Of the costs, {own} is paid by the family itself; a grant covers {grant}. Questions? Ask {coordinator}.
> Waving goodbye to {home_school} on {leaves}, {student} cried; on {returns} {they} will cry about {host_school}.
- The host family is called {host}.
- The grant is {grant}.
- The family itself pays {own}.
- Lessons are held in {language}.
- [It was arranged|The exchange is run] by {coordinator}.
- The flight out is on {leaves}.
- The flight back is on {returns}.
- The school abroad is called {host_school}.
- The school back home is called {home_school}.
- {Their} home town is {home_city}.
- The host family lives in {host_city}.
- {partner} is the exchange partner.

== hospital stay, patient, operation
patient person = patient | patient_name who_is_ill admitted_person operated_person
surgeon person = surgeon | operated_by operating_doctor performed_by who_operated
gp person = family doctor, referring doctor | referred_by sent_by_doctor general_practitioner own_doctor
kin person = next of kin, contact person | relative to_be_informed family_contact closest_relative
nurse person = nurse, ward nurse | cared_for_by nursing_by nurse_on_duty
admitted date = admission date, admitted | admitted_on came_in_on admission day_of_admission
operated date = operation date | operated_on surgery_date date_of_surgery
discharged date = discharge date, discharged | sent_home_on released_on goes_home_on left_hospital
first of maternity; intensive care; casualty; cardiology; the eye ward; orthopaedics; neurology; ward 3; ward B2; \
    the stroke unit; day care; urology = first ward, old ward | ward_before moved_from previous_ward came_from_ward
now of rehab; geriatrics; ward 5; ward C1; the recovery unit; internal medicine; ward 12; the private wing; \
    the west wing; oncology; ward A4; the burns unit = present ward, new ward | ward_now moved_to current_ward lies_in
surgery of hip replacement; appendectomy; knee arthroscopy; cataract surgery; bypass; hernia repair; \
    tonsil removal; pacemaker; gallbladder removal; skin graft; shoulder repair; carpal tunnel release \
    = operation, procedure | surgery kind_of_operation what_was_done
room room = room, room number | room_no patient_room bed_in
ward_phone phone = ward phone | phone_of_the_ward nurses_phone hospital_number
kin_phone phone = relative's phone, phone of the next of kin | phone_of_relative family_phone contact_phone
bill price = hospital bill, costs | total_cost treatment_cost charged
extra price = patient's share, co-payment | own_share to_be_paid_by_patient deductible
> {surgeon} [operated on|performed surgery on|put the scalpel to] {patient} on {operated}.
> {patient} was [admitted|taken in] on {admitted} and [discharged|sent home] on {discharged}.
> {gp} referred {patient} to us; the operation was done by {surgeon}.
> {patient} has been moved from {first} to {now}.
> Dear {gp},~your patient {patient} was operated on here on {operated} ({surgery}). All went to plan.~{surgeon}
> [Please|If anything happens,] inform {kin} ({kin_phone}). The ward itself is reached at {ward_phone}.
> Flowers for {patient}? Not to {first} any more: send them to {now}, room {room}, for the hands of nurse {nurse}.
> {surgeon}, who had operated on {patient}, rang {kin}, the next of kin: the {surgery} had gone well.
> ADM {admitted} / OP {operated} / DIS {discharged} / {surgery} / surgeon {surgeon}
> I came in on {admitted}, went under the knife on {operated} and hope to be out on {discharged}.
> On nights it is {nurse} who looks after {patient}; decisions are made by {surgeon}, who operated.
> The hospital charged {bill}, of which {patient} has to bear {extra}.
> - Where is {patient}?~- First in {first}, since noon in {now}.~- Can I talk to the surgeon?~- That is {surgeon}.
> It was {gp}, the [trusty|] family doctor, who saw at once what {patient} needed: {surgery}.
> Hi all, {patient} is awake!! {They} says hello from room {room}. [Thanks|Hugs] from {kin} too, next of kin no. 1.
> Although {discharged} was agreed as the day to go home, {patient}, in since {admitted}, felt too weak.
> {patient} | room {room} | nurse: {nurse} | surgeon: {surgeon} | next of kin: {kin}
> After the {surgery}, for which {patient} had waited since {admitted}, {first} handed {them} over to {now}.
- The next of kin is {kin}.
- The surgeon was {surgeon}.
- The family doctor is {gp}.
- The nurse on duty is {nurse}.
- {They} [lies|is] in room {room}.
- {They} may go home on {discharged}.
- {They} came to hospital on {admitted}.
- The operation [took place|was] on {operated}.
- The ward can be called at {ward_phone}.
- The relatives can be called at {kin_phone}.
- The whole bill is {bill}.
- {They} pays {extra} of it out of {their} own pocket.
- What was done: {surgery}.
? visitors visits_allowed may_have_visitors can_be_visited
* true / Visitors are welcome.
* true / You may visit {them} now.
* true / {They} is allowed to have visitors again.
* true / Do come and see {them}, the doctors agree.
* true / Visits are possible all afternoon.
* true / There is nothing against a visit.
* false / No visitors for now, please.
* false / Nobody may visit {them} yet.
* false / Visits are not allowed so far.
* false / Please do not come, {they} may not see anyone.
* false / The doctors have forbidden all visits.
* false / {They} is isolated, so visiting is impossible.

== dental visit, dentist, treatment
patient person = patient | patient_name whose_teeth treated_person in_the_chair
dentist person = dentist | treated_by dental_surgeon dentist_name
hygienist person = hygienist, dental hygienist | teeth_cleaned_by prophylaxis_by cleaning_by
old_date date = old date, old appointment | original_date cancelled_date postponed_from previous_slot
new_date date = new date, new appointment | rescheduled_to postponed_to replacement_date moved_to
old_time hour = old time | original_time time_before former_hour
new_time hour = new time | changed_time time_now hour_now
total price = total cost, dentist's bill | whole_bill treatment_cost bill_amount
insured price = insurer's share, paid by insurance | insurance_pays covered_amount reimbursed
own price = own share, patient's part | patient_pays co_payment rest_to_pay out_of_pocket
work of root canal; gold crown; filling; bridge; implant; retainer; extraction; veneer; night guard; whitening; \
    brace; inlay; gum surgery = treatment, dental work | kind_of_treatment what_is_done procedure
tooth int 11 48 = tooth, tooth number | tooth_no which_tooth treated_tooth
insurer company = insurer, dental insurance | insurance_company health_fund insured_with
practice venue = practice, dental practice | where practice_name place_of_treatment
phone phone = phone, phone of the practice | practice_phone call_us_at telephone
> {dentist} [treated|took care of|worked on] {patient}: {work}, tooth {tooth}.
> Your appointment on {old_date} has been [moved|put off] to {new_date}.
> We cannot see you at {old_time}; please come at {new_time} instead.
> Of the {total} for the {work}, {insurer} [covers|bears] {insured}, so you pay {own}.
> First {hygienist} cleans your teeth, then {dentist} does the {work}.
> {patient} cancelled {old_date} and was given {new_date}, {new_time}.
> Estimate for {patient}~{work}, tooth {tooth}: {total}~Insurance: {insured}~You: {own}~{dentist}
> Hello, {patient} speaking. I can't make it on {old_date}. Would {new_date} do? You can ring me at {phone}.
> ouch. {work} on tooth {tooth}. {dentist} was gentle tho, and only {own} out of my own pocket, \
    {insurer} paid {insured}
> Instead of {old_date} we have written {new_date} in the book, {patient}. Same chair, same dentist: {dentist}.
> While {dentist} was drilling, {hygienist} held {patient}'s hand.
> The invoice says {total}; our insurer refunded {insured} and left us with {own}.
> "Open wide," said {dentist}. But {patient} would open for nobody except {hygienist}, who does the cleaning.
> CHANGED: {patient} - was {old_date} {old_time} - is now {new_date} {new_time} - with {dentist}
> {insurer} has agreed to pay {insured} towards your {work}. Your part will be {own}. Your dentist, {dentist}, knows.
> New time: {new_time}. Please forget {old_time}. Where to? {practice}.
> [It is|It was] tooth {tooth} that hurt, and {dentist} who helped {patient}. Done: {work}.
> Since {dentist} is on holiday on {old_date}, {patient} will sit in the chair on {new_date}.
- The insurance pays {insured}.
- The patient pays {own}.
- The whole treatment costs {total}.
- It is about tooth {tooth}.
- What is needed: {work}.
- The teeth are cleaned by {hygienist}.
- The dentist is {dentist}.
- The old date was {old_date}.
- The new date is {new_date}.
- The new time is {new_time}.
- The old time was {old_time}.
- {They} is insured with {insurer}.
- You can call us at {phone}.
- You will find the practice here: {practice}.

== fitness plan, tracker, training
person person = athlete, user | trainee who_trains wearer name_of_user
coach person = coach, trainer | plan_by training_with personal_coach
doctor person = doctor, sports doctor | checked_by blood_test_by physician
start_kg number 70 140 = starting weight, weight at the start | weight_before initial_weight first_weight
now_kg number 50 120 = current weight, weight now | weight_today present_weight weighs_now
goal_kg number 50 90 = target weight, weight goal | wants_to_weigh desired_weight goal_weight
today int 900 30000 = steps today | steps todays_steps steps_so_far step_count
yesterday int 900 30000 = steps yesterday | yesterdays_steps steps_day_before step_count_yesterday
goal int 3000 20000 = step goal | daily_step_goal steps_wanted target_steps
resting int 40 90 = resting pulse | pulse_at_rest resting_heart_rate lowest_pulse
peak int 120 205 = highest pulse | max_heart_rate peak_pulse pulse_under_load
eaten int 900 4000 = calories eaten | calories_in kcal_consumed energy_intake
burned int 150 3800 = calories burned | calories_out kcal_used energy_spent
to_bed clock = bedtime | went_to_bed fell_asleep_at asleep_from
up clock = wake-up time | woke_up_at got_up_at awake_from
chol int 120 220 = cholesterol now, new cholesterol | cholesterol_after latest_cholesterol cholesterol_today
chol_old int 221 320 = cholesterol before, old cholesterol | cholesterol_earlier previous_cholesterol
tracker product = tracker, device | wearable measured_with gadget
> {person} [started|began] at {start_kg} kg and now weighs {now_kg} kg; {goal_kg} kg is what {they} is after.
> Steps today: {today}. Yesterday it was {yesterday}. Your goal is {goal}.
> {coach} [wrote|drew up|made] a plan for {person}: down from {start_kg} to {goal_kg} kg.
> Only {today} steps today, although yesterday I managed {yesterday}!
> Pulse: {resting} at rest, {peak} on the steepest hill.
> I ate {eaten} kcal and burned {burned}. [My coach|Coach] {coach} will have a word with me.
> Hi {person}! You slept from {to_bed} to {up}. Your resting pulse was {resting}.
> Lab result for {person}, seen by {doctor}: cholesterol {chol}, at the last test still {chol_old}.
> "When I first came to {coach}, the scales showed {start_kg}. This morning they showed {now_kg}," says {person}.
> WEIGHT start {start_kg} | now {now_kg} | goal {goal_kg}
> Burned: {burned} kcal~Eaten: {eaten} kcal~Steps: {today} of {goal}
> Lights out at {to_bed}, up again at {up}, and {today} steps on the clock already. Good start, {person}!
> The doctor, {doctor}, is pleased with the blood and the trainer, {coach}, with the muscles of {person}.
> The cholesterol, {chol_old} in spring, has come down to {chol}. [Well done|Keep it up], {person}. \
    Your doctor, {doctor}
> {goal} steps a day was the plan, {today} it became, and that's still more than the {yesterday} of yesterday.
> my {tracker} claims i burned {burned} today.. no way. it also says my pulse went up to {peak}
> - How much did you weigh back then?~- {start_kg}.~- And today?~- {now_kg}. {goal_kg} would be perfect.
> With a heart that beats {resting} times a minute in bed and {peak} times in a sprint, {person} is fit, \
    says the doctor, {doctor}.
> Having got up at {up} (to bed at {to_bed}), {person} trained with {coach} for the first time.
- The trainer is {coach}.
- The sports doctor is {doctor}.
- The step goal is {goal}.
- The day before it was {yesterday} steps.
- So far it is {today} steps today.
- At rest {their} pulse is {resting}.
- {Their} pulse went as high as {peak}.
- {They} [took in|ate] {eaten} calories.
- {They} burned {burned} calories.
- {They} went to bed at {to_bed}.
- {They} got up at {up}.
- {They} would like to weigh {goal_kg} kg.
- On the first day {they} weighed {start_kg} kg.
- The scales now show {now_kg} kg.
- It was all measured with the {tracker}.
- The latest blood test shows a cholesterol of {chol}.

== salon visit, spa day, haircut
client person = client, customer | guest client_name whose_hair treated_guest
stylist person = hairdresser, stylist | hair_cut_by done_by_stylist barber cut_by
masseur person = masseur, massage therapist | massage_by massaged_by spa_therapist
giver person = giver of the voucher, voucher from | gift_from voucher_bought_by presented_by who_gave_it
work of wash and cut; perm; highlights; beard trim; fringe trim; blow dry; extensions; hot stone massage; \
    facial; pedicure; mud bath; foot massage; salt scrub; manicure; hair treatment = treatment, service \
    | booked_treatment what_was_done kind_of_service
begins hour = start, beginning | from_time starts_at booked_from begin_time
ends hour = end, finishing time | finished_at until_time ends_at booked_until done_by
last date = last visit | previous_visit was_here_on last_time_on
next date = next visit, next appointment | next_time_on comes_again_on follow_up_visit
price price = price, price of the treatment | cost salon_price charged_for_service
tip price = tip | gratuity extra_for_staff tip_given
voucher price = voucher value, gift voucher | worth_of_voucher gift_card_value voucher_amount
code code = voucher code, voucher number | voucher_no gift_code card_code
was colour = old hair colour, hair colour before | colour_before natural_colour previous_colour
dyed colour = new hair colour, hair colour now | dyed_to colour_after colour_now
salon name = salon, spa | salon_name where_it_was shop_name
phone phone = phone, salon phone | salon_number telephone call_us
> {stylist} [cut|did|styled] {client}'s hair on the last visit, {last}; the next one is on {next}.
> {giver} [gave|bought] {client} a voucher worth {voucher}.
> From {begins} to {ends}: {work}, {client}.
> {client} went in with {was} hair and came out with {dyed} hair.
> The {work} was {price}; I gave {stylist} {tip} on top.
> Dear {client},~{giver} has a surprise for you: {voucher} to spend at {salon}. Your code is {code}.
> At {salon} the scissors are held by {stylist}, while {masseur} is there for your back.
> Say goodbye to {was}! {stylist} dyed my hair {dyed}. xoxo {client}
> {client} | {work} | begins {begins} | ends {ends} | {price}
> "Same as on {last}?" asked {stylist}. "No," said {client}, "something new, please."
> Paid: {price} + {tip} tip. With the voucher from {giver} it would have been free.
> As {client} was last here on {last}, we suggest {next}. [Just|You can also] call {phone}.
> [Treated to|Thanks for] a day at {salon} by {giver}, {client} had a massage from {masseur} and fell asleep.
> Voucher {code}~Value: {voucher}~For: {client}~A present from: {giver}
> hey {stylist}, can u squeeze me in on {next}? need to get from {was} to {dyed} before the wedding. {client}
> If we begin at {begins}, says hairdresser {stylist}, {client} will be out of the chair by {ends}.
> {masseur} takes over after the {work}, which {stylist} will have finished at {ends}.
> - What did it cost?~- {price}.~- Did you tip?~- Yes, {tip}. And {next} I'm going again.
> The {dyed} suits {client} much better than the old {was}. Compliments to {stylist}!
> Not {client} but {giver} paid for the voucher; {client} only had to lie down and let {masseur} work.
- The hairdresser was {stylist}.
- The massage was given by {masseur}.
- {They} was last there on {last}.
- {They} will come again on {next}.
- There was a tip of {tip}.
- The treatment itself costs {price}.
- The gift voucher is worth {voucher}.
- The voucher was a present from {giver}.
- The code on the voucher reads {code}.
- {They} will be finished at {ends}.
- It begins at {begins}.
- {Their} hair used to be {was}.
- {Their} hair is {dyed} now.
- The place is called {salon}.
- [To change the appointment|For questions] ring {phone}.
"""
)
