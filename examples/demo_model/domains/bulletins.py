"""Bulletins: deals, votes, matches, records, books, recipes, medicines, cars, auctions, exams, pets, leases."""

from __future__ import annotations

from .compact import domains

(
    TAKEOVERS,
    VOTES,
    MATCHES,
    RECORDS,
    NEW_BOOKS,
    COOKING,
    MEDICINES,
    GARAGES,
    LOTS,
    EXAMS,
    ADOPTIONS,
    LEASES,
) = domains(
    r"""
== deal, takeover, acquisition
buyer company = buyer, acquirer, purchaser | bidder bought_by acquired_by acquiring_company new_owner
target company = takeover target, acquired company, company bought | target acquired_firm sold_business taken_over
parent company = seller, former owner, former parent | sold_by vendor previous_owner selling_company
price price = purchase price, deal value, sum paid | bought_for transaction_value deal_price consideration
sales price = annual sales, revenue, yearly revenue | turnover sales_last_year annual_revenue
fine price = fine, penalty | fined_amount penalty_amount fine_imposed
old_boss person = outgoing chief, former chief executive, predecessor | outgoing_ceo ex_ceo old_boss steps_down
new_boss person = incoming chief, new chief executive, successor | new_ceo incoming_ceo takes_over_as_ceo next_boss
analyst person = analyst, market observer | quoted_analyst expert_quoted comment_by
announced date = announcement date, day of the announcement | announced_on made_public_on announced disclosed_on
closes date = closing date, completion date | closes_on completed_by completion expected_closing
old_seat city = old headquarters, former head office, old seat | moves_from previous_hq hq_before leaves_city
new_seat city = new headquarters, future head office, new seat | moves_to future_hq hq_after relocates_to
cuts int 20 900 = job cuts, jobs lost | layoffs redundancies posts_cut positions_lost
hires int 5 400 = new jobs, jobs created | posts_created planned_hires hires
> {buyer} [is buying|has bought|snaps up|will acquire|takes over] {target}[ for {price}|].
> {target} has a new owner: {buyer} paid {parent} {price} for the business.
> {parent} [parts with|gets rid of|sells off|is disposing of] {target}, which goes to {buyer}.
> Having long belonged to {parent}, {target} [now belongs to|is now owned by|passes to] {buyer}.
> "We are [happy|proud] to make {target} part of our family," said {new_boss}, \
    who [leads|heads] {buyer} since {old_boss} [left|retired].
> {old_boss} [hands over to|makes way for|is succeeded by|will be followed by] {new_boss} \
    at the top of {target}, [recently|now] sold to a rival.
> {new_boss} [replaces|succeeds|takes over from|steps into the shoes of] {old_boss} \
    [at the head of the firm|as chief executive|in the corner office].
> BUSINESS IN BRIEF~{target} sold to {buyer}~Price: {price}~Former owner: {parent}~Jobs to go: {cuts}
> First made public on {announced}, the sale of {target} [should be|is to be|will be] [wrapped up|completed] \
    by {closes}.
> The {price} that {buyer} put on the table for {target} [surprised|pleased] {analyst}, \
    who follows the [market|trade].
> With sales of {sales} a year, {target} [went|was handed over] to {buyer} for {price}.
> From {old_seat} to {new_seat}: the newly bought {target} [is packing up|moves house|relocates its head office].
> Freshly acquired, {target} leaves {old_seat}. Its desks \
    will [soon |]stand in {new_seat}[, where {hires} people will be hired|].
> After the takeover by {buyer} {cuts} people lose their jobs[, while {hires} new ones are promised|].
> Regulators ordered {buyer} to pay {fine}[:|;] it had [hidden|kept quiet about] its purchase of {target}.
> Did you hear? {parent} let {buyer} have {target} for {price}[, cash|]. [Crazy|Not bad].
> Under {old_boss} the firm was run from {old_seat}; {new_boss}, in charge now, [prefers|has chosen] {new_seat}.
> Signed {announced}, closing {closes}: {buyer} / {target}, {price}.
- The [buyer|purchaser], {buyer}, did not say how it will be paid for.
- Until now the firm was in the hands of {parent}.
- The deal was [announced|made public] on {announced}.
- Everything should be settled by {closes}[, lawyers say|].
- The firm turned over {sales} last year.
- About {cuts} [posts|jobs] will go.
- The plan is to hire {hires} people.
- {analyst}, who watches the sector, [expects no trouble|was not surprised].
- The authorities imposed a penalty of {fine}.
- {new_boss} will be the next chief executive.
- {old_boss} is leaving the top job.
- Head office is moving to {new_seat}.

== election, vote, ballot, contest
winner person = winner, elected candidate | elected won_by new_office_holder victor first_placed
loser person = runner-up, defeated candidate, losing candidate | loser came_second beaten_candidate second_placed
before person = outgoing holder, predecessor, previous holder | held_office_before retiring outgoing served_until_now
officer person = returning officer, head of the count | result_announced_by count_led_by declared_by
winner_share number 51 70 = winning share, share of the winner | winner_percent share_won percent_for_winner
loser_share number 20 48 = losing share, share of the runner-up | loser_percent percent_for_loser share_of_loser
winner_votes int 5000 90000 = votes for the winner, winning votes | winner_votes ballots_for_winner
loser_votes int 300 4900 = votes for the runner-up, losing votes | loser_votes ballots_for_loser
winner_party of Civic Union; Green List; Harbour Party; Free Voters; Reform League; People's Choice; New Left; \
    Liberal Circle; Farmers' Bloc; Citizens First; Blue Alliance; Rural Front; Progress; Open Town; Labour List \
    = winning party, party of the winner | winner_party elected_for party_in_power
loser_party of Old Town List; Unity; Democratic Centre; National Bloc; Common Ground; Workers' Voice; Radicals; \
    Red Dawn; Social Forum; Conservative Club; Home Rule; Fair Deal; Young Voters; Coast Party; Forward \
    = losing party, party of the runner-up | loser_party party_of_loser opposition_party
office of mayor; club president; head of the council; chair of the union; sheriff; school governor; treasurer; \
    leader of the choir; party secretary; district judge; dean of the faculty; head of the works council; speaker \
    = office, post | position elected_as seat_contested job_filled
town city = town, constituency | district where_held municipality
polled date = polling day, election day | election_date voted_on ballot_date day_of_vote
sworn date = first day in office, swearing-in, start of the term | takes_office_on sworn_in_on term_begins
turnout int 31 89 = turnout | turnout_percent voter_turnout share_of_voters_who_came
> {winner} [beat|defeated|has beaten|saw off] {loser} [to become|and is now|for the post of] {office}[ of {town}|].
> {loser} [lost to|was beaten by|had to bow to|conceded to] {winner} in [the race|Sunday's vote] in {town}.
> With {winner_share} percent of the vote {winner} [won|came first]; {loser} [got|managed|ended on] {loser_share}.
> {town}: {winner} ({winner_party}) {winner_votes} votes, {loser} ({loser_party}) {loser_votes}. {winner} elected.
> [Congratulations|Well done], {winner}! You will be our new {office} from {sworn}[, when {before} retires|].
> After years under {before}, {town} has chosen {winner} as its {office}.
> {before}, who did not stand again, [hands the keys to|will be followed by|leaves the chair to] {winner} on {sworn}.
> "I [phoned|rang] {winner} to say congratulations," {loser} [told reporters|said] after the count.
> The {winner_party} [held off|beat|outpolled] the {loser_party}, {winner_share} percent to {loser_share}.
> RESULT~Post: {office}~Elected: {winner}, {winner_votes}~Not elected: {loser}, {loser_votes}~Turnout: {turnout} %
> Voters went to the polls on {polled}; the new {office} [starts work|is sworn in] on {sworn}.
> Only {loser_votes} people wanted {loser}. {winner} was the choice of {winner_votes}.
> It was {officer} who read out the result: {winner} elected {office}, {loser} second.
> Nobody expected the {loser_party} to lose, yet {loser} [fell short|failed] and {winner} \
    of the {winner_party} [won|got in].
> Short note from the meeting of {polled}: {winner} is {office}, having replaced {before}. {officer} counted.
> {winner} for {office}, {loser} runner-up, turnout {turnout} percent.
> [In|Over in] {town} the {office} is no longer {before} but {winner}.
- {turnout} percent of those who could vote [did so|turned out].
- The vote took place on {polled}.
- The winner takes office on {sworn}.
- The winner had {winner_votes} ballots.
- Second place brought {loser_votes} votes.
- The winner ran for the {winner_party}.
- The beaten candidate belongs to the {loser_party}.
- {officer} oversaw the count.
- {loser} came second.
- {before} did not run again after [two|three] terms.
- The post in question is that of {office}.
- It all happened in {town}.
? recount recount_planned counted_again
* true / Every ballot will be counted a second time.
* true / The law demands a recount.
* true / They have to count once more.
* true / A recount begins tomorrow.
* true / The boxes will be opened again for another count.
* true / A judge has ordered a second count.
* false / There will be no recount.
* false / Nobody has asked for a second count.
* false / The count is final.
* false / The ballots will not be looked at again.
* false / One count is enough this time.
* false / A recount was ruled out.

== match, game, fixture
home of Harwick Rovers; FC Dolen; Brask United; Old Mill FC; Tarn City; Velora; SV Kestrel; Northgate; Port Amber; \
    Red Star Ovin; Hillside Wanderers; Marsh Lane; Union Pell; Castle Park; Stonebridge; Elm Athletic; Dockers FC; \
    AC Lumo; Racing Teld; Westford; Ravens; Blue Foxes; Grove Tigers; Sandhurst Eagles \
    = home team, hosts, home side | home hosting_team played_at_home team_1 local_team
away of Selby Town; Real Corva; Ashdown; Olympic Fenn; Lakers; Thornton Stars; Viking SK; Rivermouth; Quarry Lane; \
    Inter Bolo; Dynamo Prask; Southmoor; Hawks; Sporting Mirel; Beacon Hill; Trent Valley; Arden; Iron Works FC; \
    Wolves of Yarm; Pilgrims; Kings Cross Juniors; Bay Sharks; Oakfield; Zenit Marlo \
    = away team, visitors, guests | away visiting_team travelling_side guest_team team_2
home_goals int 0 8 = home goals, goals of the hosts | home_score goals_home hosts_scored score_home
away_goals int 0 8 = away goals, goals of the visitors | away_score goals_away visitors_scored score_away
first_scorer last = first scorer, opening scorer | opened_scoring scored_first opener_by first_goal_by
last_scorer last = last scorer, scorer of the final goal | scored_last final_goal_by closing_goal_by
home_coach person = home coach, coach of the hosts | hosts_coach coach_home_team home_manager
away_coach person = visiting coach, coach of the visitors | away_coach visitors_coach away_manager
referee person = referee, match official | ref refereed_by umpire whistle
stadium venue = stadium, ground | played_at arena sports_ground match_venue
crowd int 150 60000 = attendance, crowd | spectators fans_present tickets_sold people_watching
played date = match day, date of the match | played_on match_date kicked_off_on
kickoff hour = kick-off, kick-off time | starts_at begins_at start_of_play
next_rival name = next opponent, coming opponent | next_up plays_next following_opponent
next_day date = next match day, date of the next match | next_match_on next_fixture_date following_match
> {home} against {away} [ended|finished] {home_goals}:{away_goals}[ in front of {crowd} people|].
> FULL TIME: {home} {home_goals}, {away} {away_goals}
> {away} [came|travelled|drove] to {stadium} to meet {home}. \
    The hosts scored {home_goals}, the visitors {away_goals}.
> Playing at home, {home} scored {home_goals} times. The guests, {away}, found the net {away_goals} times.
> {first_scorer} [opened the scoring|got the first goal] and {last_scorer} [had the last word|scored the final one].
> [Referee|The whistle of] {referee} ended the game right after {last_scorer} had scored the last goal.
> {home_coach} of {home} and {away_coach} of {away} [shook hands|did not speak to each other] [afterwards|at the end].
> "We [deserved|wanted] more," {away_coach} said after his {away} side left {stadium}. \
    {home_coach}, for the hosts, [laughed|agreed].
> {home} [hosts|welcomes|receives|is at home to] {away} on {played}[ at {kickoff}|].
> {away} [visits|goes to|are guests of|has to play away at] {home}[; the kick-off is at {kickoff}|].
> {home} v {away}, {played}, {stadium}, {kickoff}. Ref: {referee}. Coaches: {home_coach} (home), {away_coach} (away).
> After the home match against {away} on {played}, {home} will [face|play] {next_rival} on {next_day}.
> {crowd} [fans|people] [filled|came to] {stadium} to see the hosts, {home}, take on {away}.
> What a day! {first_scorer} scored first, {last_scorer} scored last. Next we play {next_rival}.
> {away_goals} goals by the visitors, {away}, {home_goals} by {home}, the hosts: that was the match of {played}.
> Visitors {away} were coached by {away_coach}, while {home_coach} stood [by the line|at the side] for {home}.
> Hi all, the match at {home} starts at {kickoff}, so the {away} bus [leaves|goes] early. \
    Our coach, {away_coach}, brings the shirts.
> {home} had {away} as guests; [now|next] it is {next_rival}, on {next_day}.
- The game was refereed by {referee}.
- {crowd} people had come to watch.
- They met at {stadium}.
- The first goal came from {first_scorer}.
- {last_scorer} got the last goal[, shortly before the end|].
- The home side is trained by {home_coach}.
- The visitors are coached by {away_coach}.
- Play began at {kickoff}.
- The match was held on {played}.
- Their next opponents are {next_rival}.
- They will be on the pitch again on {next_day}.
? weather conditions what_was_the_weather
* rain / It poured from start to finish.
* rain / Everyone was soaked to the skin.
* rain / Umbrellas were up all afternoon.
* rain / The pitch was full of puddles.
* rain / It rained without a break.
* rain / It was wet and the ball kept sliding.
* snow / White flakes covered the lines.
* snow / The ground staff had to shovel the pitch.
* snow / An orange ball was used because all was white.
* snow / It was snowing heavily.
* snow / Thick flakes fell all the time.
* snow / Fans threw snowballs.
* sunshine / There was not a cloud in the sky.
* sunshine / The sun was blazing.
* sunshine / Everybody needed a hat against the sun.
* sunshine / It was bright and hot.
* sunshine / Blue sky all day.
* sunshine / Some went home with sunburn.

== race, competition, contest
winner person = winner, first finisher | won_by first_place champion gold_medallist
second person = runner-up, second finisher | second_place silver_medallist finished_second
third person = third finisher, bronze medallist | third_place finished_third bronze
trainer person = trainer, coach of the winner | coached_by winner_coach prepared_by
new_record number 40 58 = new record, winning time | record_now best_time_now time_of_winner improved_to
old_record number 60 75 = old record, previous best | former_record record_before beaten_mark best_until_now
old_holder person = former record holder, old holder | record_held_before_by previous_record_holder lost_record
old_year int 1950 2019 = year of the old record | old_record_set_in previous_record_year stood_since
event of 400 metres hurdles; 100 metres backstroke; sack race; canoe slalom; speed skating; downhill; relay; \
    obstacle course; wheelbarrow race; BMX sprint; rowing heat; sled run; stair climb; log rolling; inline sprint; \
    typing contest; crossword final; egg and spoon race = event, discipline | contested_event competition kind_of_race
city city = host city, place of the race | raced_in held_in race_city
old_city city = place of the old record | old_record_city previous_record_set_at old_mark_set_in
raced date = race day, day of the race | raced_on race_date record_set_on
first_prize price = first prize, purse for first place | prize_for_winner winner_gets prize_money_first
second_prize price = second prize, purse for second place | prize_for_runner_up prize_money_second
starters int 5 300 = starters, field size | number_of_starters took_part entrants
> {winner} [won|took] the {event} ahead of {second}[ and {third}|].
> {second} had to settle for second place behind {winner}[; third was {third}|].
> Record! {winner} needed {new_record} seconds; the old mark of {old_record} had belonged to {old_holder}.
> {winner} took the record [from|away from] {old_holder}, who had [held|owned] it since {old_year}.
> The {old_record} seconds [set|clocked|run] by {old_holder} in {old_city} are history: \
    {winner} is down to {new_record}.
> Set in {old_city} in {old_year}, the [old best|previous record] stood at {old_record}. \
    In {city} it fell[ to {winner}|].
> {first_prize} went to {winner}, {second_prize} to {second}.
> Results, {event}, {city}, {raced}~1. {winner}~2. {second}~3. {third}
> Behind {winner}, who [finished|crossed the line] in {new_record} seconds, came {second}, then {third}.
> {trainer} [is proud|can smile]: {winner}, coached by the old fox, [left {second} behind|beat {second}].
> "That record was mine for ages, but {winner} [earned|deserves] it," [said|wrote] {old_holder}.
> From {old_record} down to {new_record} seconds: a new best in the {event}.
> {starters} people started, {winner} was first home and {second} came in next.
> [Yesterday|In the end] {winner} beat {second} by a whisker and [pocketed|went home with] {first_prize}.
> It was in {city}, on {raced}, that {winner} broke the record of {old_holder}.
> Winner's purse {first_prize}, second place {second_prize}, third place a ham. {starters} starters.
> Our {third} came third in the {event}! {winner} won. Thanks to {trainer}, who coaches the winner.
> Until the race of {raced} the best time was {old_record} seconds, by {old_holder}.
- The race was held in {city}.
- It took place on {raced}.
- {starters} took part.
- The new best stands at {new_record} seconds.
- Nobody had been faster than {old_record} seconds before.
- The record used to be held by {old_holder}.
- The former mark dated from {old_year}.
- {second} finished second.
- Bronze went to {third}.
- The winner's coach is {trainer}.
- The winner takes home {first_prize}.
- Whoever came second got {second_prize}.
- The old record had been set in {old_city}.

== book, novel, new edition
title work = title, book title | called published_as name_of_book
original work = original title, foreign title | first_title title_in_original untranslated_title
author person = author, writer | written_by novelist by_author
translator person = translator | translated_by rendered_by translation_by
artist person = illustrator, cover artist | illustrated_by drawings_by pictures_by
director person = director of the film, film director | filmed_by film_made_by adapted_for_screen_by
publisher company = publisher, publishing house | published_by brought_out_by house
old_house company = original publisher, former publisher | first_published_by earlier_house first_house
from_tongue language = original language, source language | translated_from written_in source_tongue
reader person = narrator, reader of the audio book | read_by audio_book_voice narrated_by
pages int 60 1200 = pages, number of pages | page_count length_in_pages extent
released date = release date, day of publication | released_on out_on published_on in_shops_from
filmed date = film premiere, date of the premiere | premiere_on film_release in_cinemas_from
hard price = hardcover price, price of the hardback | hardback_price cost_hardcover bound_edition_price
soft price = paperback price, price of the paperback | paperback_cost softcover_price price_soft
> "{title}" by {author}, [translated|done into English] by {translator}, [comes|is] out on {released}.
> {author} wrote it, {translator} translated it: "{title}"[, {pages} pages|].
> {translator} has put {author}'s "{original}" into English[; it is called "{title}" now|].
> What was "{original}" in {from_tongue} has become "{title}"[, thanks to {translator}|].
> {publisher} brings out {author}'s "{title}", \
    which {old_house} [first published|had been the first to print] years ago.
> Once with {old_house}, {author} has [moved|gone over] to {publisher} with "{title}".
> {director} is [turning|making] {author}'s "{title}" into a film. \
    It opens on {filmed}; the book is out on {released}.
> NEW IN~{author}: {title}~Transl. {translator}, ill. {artist}~{publisher}, {pages} pp.~hb {hard} / pb {soft}
> Bound, "{title}" [sells at|is yours for] {hard}; those who wait for the paperback pay {soft}.
> {hard} in hardcover, {soft} in paperback. I would [take|get] the cheap one of "{title}".
> Illustrated by {artist}, written by {author} and read aloud by {reader}: "{title}" has it all.
> I [loved|liked] the pictures {artist} drew for {author}'s book "{title}"[. {pages} pages flew by|].
> The {from_tongue} novelist {author} [owes|gives] much to {translator}, whose English version of "{original}" \
    [reads well|has won a prize].
> "{author} trusts me," says {director}, who [films|is filming] "{title}" for next year.
> {reader} lends a voice to the audio book of "{title}", \
    [which is|a text] by {author}, in {translator}'s translation.
> Do you have "{title}" by {author}? [A friend|My aunt] says {publisher} [printed|published] it.
> Published on {released}, in cinemas by {filmed}: few books go as fast as "{title}".
> {pages} pages, translated from {from_tongue}: {translator} worked on "{title}" for a year.
- The English version is by {translator}.
- {artist} did the drawings.
- The book [runs to|has] {pages} pages.
- It will be in the shops on {released}.
- The film can be seen from {filmed}.
- It was first written in {from_tongue}.
- In the original it is called "{original}".
- The hardback costs {hard}.
- The paperback is {soft}.
- The first edition came from {old_house}.
- {director} will direct the film.
- {reader} reads the audio book.
? verdict review tone_of_review
* positive / I could not put it down.
* positive / One of the best of the year.
* positive / Do read it!
* positive / A joy from the first line to the last.
* positive / It deserves every prize there is.
* positive / I was sorry when it ended.
* negative / I gave up halfway.
* negative / Save your money.
* negative / It bored me to tears.
* negative / A waste of paper.
* negative / I have rarely read anything so dull.
* negative / Better leave it on the shelf.
* mixed / Parts of it are great, others drag on.
* mixed / It starts well but falls apart later.
* mixed / I neither loved nor hated it.
* mixed / It has strengths and weaknesses in equal measure.
* mixed / A good idea, poorly carried out.
* mixed / Some will like it, some will not.

== recipe, dish, meal
dish of apple crumble; lentil stew; fish pie; potato gratin; plum cake; meat loaf; onion tart; rice pudding; \
    pumpkin soup; stuffed peppers; cheese scones; nut roast; leek quiche; chicken casserole; walnut bread; lasagne; \
    ginger biscuits; bean chilli; carrot cake; baked trout = dish, name of the dish | what_to_cook recipe_name makes
main food = main ingredient, chief ingredient | made_mostly_of based_on key_ingredient
side food = side dish, accompaniment | served_with goes_with eaten_with
topping food = topping, garnish | sprinkled_with on_top finished_with
swap food = substitute, replacement | can_be_replaced_by instead_use alternative_ingredient
cook person = cook, chef | cooked_by made_by prepared_by who_cooked
source person = source of the recipe, inventor of the recipe | recipe_from recipe_by passed_on_by got_recipe_from
servings int 2 16 = servings, number of people | serves portions feeds yields
prep int 5 18 = preparation time, hands-on minutes | prep_minutes prep_time work_minutes
bake int 20 150 = baking time, minutes in the oven | oven_minutes baking_minutes cook_time bakes_for
rest int 3 45 = resting time, cooling time | rest_minutes stand_for leave_for cool_minutes
hot int 200 250 = starting temperature, first oven temperature | oven_temp_start preheat_to initial_heat
low int 110 180 = final temperature, reduced temperature | oven_temp_end lower_heat_to turned_down_to
flour int 200 900 = flour, grams of flour | flour_g amount_of_flour
sugar int 20 180 = sugar, grams of sugar | sugar_g amount_of_sugar
> {dish}, serves {servings}. Prep {prep} min, oven {bake} min.
> Heat the oven to {hot} degrees, [put|slide] the dish in and [turn it down|reduce the heat] to {low} after a while.
> {cook} [made|cooked] the {dish} that {source} [had taught us|invented|used to make].
> {source} gave {cook} the recipe for {dish}[, which feeds {servings}|].
> You [mix|stir together] {flour} g of flour and {sugar} g of sugar, wait {rest} minutes and bake it for {bake}.
> For {servings} people you need {flour} grams of flour[; {sugar} grams of sugar are plenty|].
> The [star|heart] of this {dish} is the {main}; [serve|eat] it with {side}[ and scatter {topping} over it|].
> No {main}? [Use|Take] {swap} instead. The {dish} will [still |]be fine.
> {prep} minutes of work, {bake} minutes in the oven, {rest} minutes of patience: that is all for the {dish}.
> {cook} and I are making {dish} on Sunday. Could {source}, whose recipe it is, \
    [tell|text] us how much {main}, the main ingredient, to buy?
> Mum, how long does the {dish} [stay in the oven|bake]? {bake} minutes? And does it really have to rest for {rest}?
> Start at {hot}, finish at {low}: {cook} [swears by|never forgets] this rule.
> {dish}~Main ingredient: {main}~On the side: {side}~On top: {topping}~Serves: {servings}
> We had {cook}'s {dish} last night. It came with {side}, \
    and {source}, [whose recipe it is|who invented it], sat with us.
> Once the {main} is soft, bake everything for {bake} minutes at {low} degrees; the oven [began|started] at {hot}.
> Sprinkled with {topping} and served beside {side}, the {dish} [fed|filled] {servings} of us.
> It takes {prep} minutes to prepare and another {bake} to bake. {cook} [timed|checked] it.
> {sugar} g sugar, {flour} g flour, {main}, topped with {topping}. Hot oven ({hot}), {bake} min.
- It is enough for {servings}.
- Let it [stand|rest] for {rest} minutes before you cut it.
- The work in the kitchen takes {prep} minutes.
- It has to bake for {bake} minutes.
- {side} goes well with it.
- Sprinkle {topping} on top.
- The recipe comes from {source}.
- {cook} stood at the stove.
- Begin with the oven at {hot} degrees.
- Towards the end, lower the heat to {low} degrees.
- It takes {sugar} g of sugar.
- Weigh {flour} g of flour.
- It consists mostly of {main}.
- If you have none, {swap} will do instead.
? difficulty level how_hard
* easy / A child could make it.
* easy / You cannot go wrong with it.
* easy / Even beginners manage it.
* easy / No skill is needed.
* easy / It almost makes itself.
* easy / Nothing could be simpler.
* hard / Only for experienced cooks.
* hard / Beginners should keep away from it.
* hard / It took me six tries to get it right.
* hard / It demands a lot of skill.
* hard / One small mistake and it is ruined.
* hard / Do not try this if you are new to cooking.

== prescription, medicine, treatment
patient person = patient, person treated | prescribed_for taken_by who_takes_it for_whom
prescriber person = prescribing doctor, prescriber | prescribed_by ordered_by doctor written_out_by
pharmacist person = pharmacist, chemist | handed_out_by dispensed_by filled_by
carer person = carer, emergency contact | call_in_emergency next_of_kin looked_after_by
drug of Norvalin; Ibuxan; Pelcort; Amoxal; Zintrol; Metfor; Dulcora; Senofin; Trepax; Valocet; Lisomar; Kardiol; \
    Betanol; cough syrup; liver capsules; iron tablets; thyroid tablets; magnesium powder \
    = medicine, drug | medication remedy what_to_take new_drug
old_drug of Paxoril; Cetrimal; Oldofen; Fenacor; Brotulin; Marzepan; Gelocid; Rapidol; Xantrol; Quellin; aspirin; \
    herbal tea; vitamin tablets; sleeping pills; antacid; fish oil \
    = previous medicine, discontinued drug | stopped_drug used_before replaced_drug old_medication
dose of 5 mg; 10 mg; 20 mg; 25 mg; 40 mg; 50 mg; 75 mg; 2 drops; 5 ml; 10 ml; one tablet; two tablets; half a tablet \
    = dose, single dose | dosage amount_per_intake how_much_each_time new_dose
old_dose of 100 mg; 150 mg; 200 mg; 250 mg; 400 mg; 15 ml; 20 ml; 6 drops; 8 drops; four tablets; three capsules \
    = previous dose, earlier dose | old_dose dose_before former_dosage
times int 2 6 = times a day, daily intakes | times_per_day frequency how_often_daily intakes
begins date = first day, start of treatment | start_date from_day taken_from begin_treatment
ends date = last day, end of treatment | stop_date until_day taken_until finish_treatment
review date = follow-up, next check | see_doctor_again_on follow_up_on check_up_date
reason of migraine; hay fever; back pain; a sore throat; high blood pressure; eczema; heartburn; insomnia; gout; \
    an ear infection; a dry cough; low iron; asthma; dizziness = reason, complaint | diagnosis treated_for indication
shop company = pharmacy, dispensary | collected_at pick_up_from chemists_shop
paid price = co-payment, own share | patient_pays to_pay_at_counter own_contribution
> {prescriber} [has put|put] {patient} on {drug}, {dose}, {times} times a day.
> {patient} [takes|is taking] {drug} against {reason}[; it was prescribed by {prescriber}|].
> {patient}, {drug}, {dose}, {times} x daily. Dr: {prescriber}. Filled by {pharmacist}.
> {drug} [replaces|takes the place of|is given instead of] {old_drug}, which {patient} [did not tolerate|must stop].
> Stop {old_drug} and start {drug} on {begins}.
> The dose [goes|has gone] from {old_dose} to {dose}, [says|ordered by] {prescriber}.
> Instead of {old_dose} please take {dose} of the {drug} from {begins} on. Your doctor, {prescriber}
> {pharmacist} at {shop} [handed|passed] the {drug} to {carer}, who looks after {patient}.
> Written out by {prescriber}, dispensed by {pharmacist}, [meant|intended] for {patient}: {drug}.
> Treatment [runs|lasts] from {begins} to {ends}[; come back on {review}|].
> Hello, it's {carer}, {patient}'s carer. It is {reason} again. May I collect the {drug} that {prescriber} ordered?
> Take {dose} {times} times a day until {ends}.
> I have been on {drug} since {begins}; before that it was {old_drug}. [Can|May] I mix the two? {patient}
> LABEL~{patient}~{drug} {dose}~Take {times} times daily~Prescriber: {prescriber}~Stop on: {ends}
> For {reason} I was given {old_drug} at first. Now {prescriber} wants me to use {drug}, {dose}.
> {shop} charged {patient} {paid} for the {drug}; [the insurance|my plan] covers the rest.
> If {patient} feels faint, ring {carer}. The {drug} was ordered by {prescriber} and \
    sold by {pharmacist}.
> On {ends} {patient} may stop taking {drug}; {prescriber} wants to see the results on {review}.
- [The prescription|It] was [signed|written] by {prescriber}.
- {pharmacist} handed the medicine over at the counter.
- It can be picked up at {shop}.
- Before that, the medicine was {old_drug}.
- Earlier the dose was {old_dose}.
- Each time you take {dose}.
- It is taken {times} times a day.
- The first day of treatment is {begins}.
- Do not take it after {ends}.
- The doctor wants to check again on {review}.
- It is meant against {reason}.
- In an emergency call {carer}.
- You pay {paid} yourself.
? with_food take_with_meal food_needed
* true / Take it with a meal.
* true / Eat something first.
* true / Never swallow it on an empty stomach.
* true / It should go down together with your breakfast or dinner.
* true / Have it during lunch.
* true / You need food in your belly when you take it.
* true / Take it straight after eating.
* false / Take it on an empty stomach.
* false / Do not eat for an hour before and after.
* false / It works best long before breakfast, without any food.
* false / Food makes it useless, so take it fasting.
* false / Swallow it with water only and eat nothing with it.
* false / Keep it away from meals.

== repair, service, job
owner person = owner, customer | car_owner brought_by belongs_to client keeper
mechanic person = mechanic, fitter | repaired_by worked_on_by done_by_mechanic
driver person = collecting driver, person who collects | collected_by picked_up_by fetched_by
garage company = garage, workshop | repair_shop serviced_at brought_to
spare company = parts dealer, parts supplier | parts_from ordered_from part_supplier
plate plate = plate, licence plate | registration number_plate car_reg
loan_plate plate = plate of the loan car, courtesy car plate | courtesy_plate replacement_car_reg loaner_plate
car model = car, model of the car | vehicle make_and_model car_model
mileage int 30000 290000 = mileage, present mileage | odometer mileage_now km_reading current_km
last_mileage int 1000 29000 = mileage at the last service, earlier mileage | previous_mileage km_at_last_service
estimate price = estimate, quoted price | quoted estimated_cost first_quote
bill price = final bill, amount charged | charged final_cost bill_total actually_paid
brought date = date of arrival, day it came in | brought_in_on dropped_off_on came_in
ready date = date of completion, day it is ready | ready_on finished_on collect_from collection_day
fault of a leaking radiator; worn brake pads; a flat battery; a broken exhaust; a squeaking belt; oil loss; \
    a cracked windscreen; a jammed window; a faulty clutch; rust on the doors; a noisy gearbox; a loose mirror \
    = fault, defect | problem damage what_was_wrong complaint
> {owner}'s {car} ({plate}) is at {garage} with {fault}.
> {owner} [dropped off|left] the {car} on {brought}; {mechanic} [hopes|wants] to have it ready by {ready}.
> {mechanic} [fixed|looked at|worked on] the car of {owner}. [Diagnosis|Cause]: {fault}.
> Quoted {estimate}, charged {bill}. {owner} is not [amused|happy].
> The work was to cost {estimate}, but in the end {garage} asked for {bill}.
> We guessed {estimate}; {bill} is what it came to. Sorry, {owner}!
> {plate}, {car}, {mileage} km, in {brought}, out {ready}, {mechanic}
> While {plate} is in the workshop, {owner} drives our {loan_plate}.
> Dear {owner},~your {car} can be [collected|fetched] from {ready}. \
    Please bring back the loan car, {loan_plate}.~{garage}
> The clock [shows|stood at] {mileage} km. At the last service it had been {last_mileage}.
> {driver} will [collect|fetch] the car for {owner}, who is ill.
> "{mechanic} found {fault}," {garage} told me when I asked about my {plate}.
> {spare} [sent|delivered] the part late, so {garage} could not finish before {ready}.
> JOB CARD~Customer: {owner}~Mechanic: {mechanic}~Reg: {plate}~Odometer: {mileage}~Fault: {fault}
> Can somebody look at my {car}? It has {fault} and {mileage} km on the clock. {owner}
> It came in on {brought} and went out on {ready}; {driver} took it home, though it belongs to {owner}.
> {garage} gets its parts from {spare}. That is why {mechanic} had to wait.
> [Serviced|Last serviced] at {last_mileage} km, the {car} now has {mileage} on it.
- It was brought in on {brought}.
- You can pick it up from {ready}.
- The mechanic in charge is {mechanic}.
- {driver} will come to collect it.
- The part was ordered from {spare}.
- The first estimate was {estimate}.
- The final bill came to {bill}.
- For the time being you get the loan car {loan_plate}.
- At the last service it had run {last_mileage} km.
- It has done {mileage} km so far.
- What is wrong with it: {fault}.
- The car carries the plate {plate}.
? safe safe_to_drive roadworthy
* true / You can drive it without worry.
* true / It is fit for the road.
* true / It is safe to use as it is.
* true / Nothing keeps you from driving it home.
* true / It passed the safety test.
* true / Driving it is no risk at all.
* false / Do not drive it another metre.
* false / It failed the safety test.
* false / It must not go on the road like this.
* false / Have it towed, please.
* false / Driving it would put lives at risk.
* false / It is a danger to everybody on the road.

== lot, exhibit, piece
piece of oak chest; silver teapot; oil portrait; bronze horse; porcelain vase; wall clock; map of the coast; \
    pearl necklace; tin soldier; walnut desk; silk fan; stone lion; brass telescope; violin; ivory chess set; \
    painted plate; woollen rug; marble bust; pocket watch; Bible = piece, object | item what_was_sold article work
maker person = artist, maker | made_by created_by crafted_by by_hand_of
seller person = seller, consignor | sold_by consigned_by offered_by put_up_by
buyer person = buyer, highest bidder | bought_by winning_bidder sold_to acquired_by
under person = underbidder, second highest bidder | outbid_bidder second_bidder lost_bidding
donor person = donor, giver | donated_by gift_of given_by
house company = auction house, auctioneer | auctioned_by sale_held_by auction_firm
museum venue = museum, exhibition venue | shown_at on_display_at exhibited_at
start int 20 900 = starting price, opening bid | bidding_began_at minimum_bid starting_bid
hammer int 1000 90000 = hammer price, final bid | sold_for winning_bid fetched price_reached
made int 1500 1890 = year made, year of origin | made_in created_in year_created dated
gained int 1900 2024 = year of acquisition, year acquired | acquired_in entered_collection in_collection_since
lot int 2 990 = lot number, lot | lot_no catalogue_number
sold date = sale date, auction day | sold_on auction_date under_hammer_on
origin city = place of origin, town of origin | made_at comes_from workshop_in
> {seller} sold the {piece} to {buyer} for {hammer} EUR.
> Bought by {buyer}, the {piece} had been [put up|sent in|consigned] by {seller}.
> Bidding for the {piece} [opened|began] at {start} euros and [stopped|ended] at {hammer}.
> From {start} to {hammer} dollars in two minutes: {buyer} [had to|would] have the {piece}.
> {buyer} outbid {under} [to get|and got|and took home] the {piece}.
> {under} [gave up|dropped out] at last, so the {piece} [is going|goes] to {buyer}.
> Lot {lot}: {piece}, made by {maker} in {made}. Opening bid {start} EUR.
> {maker} made this {piece} in {made}; it came to the museum in {gained} as a gift [from|of] {donor}.
> {piece}~{maker}, {origin}, {made}~Given by {donor}, {gained}
> {donor} [gave|left|presented] the {piece} to {museum}[, a kind deed|]; {maker} had made it in {origin}.
> At {house} on {sold}, lot {lot} [made|fetched|brought] {hammer} pounds.
> "I [paid|gave] {hammer} for it, and {seller} was happy," [said|laughed] {buyer}. "It [started|began] at {start}."
> The {piece}, the work of {maker}, [changed hands|found a new home] on {sold}: {seller} let it go, {buyer} took it.
> Who made the {piece} on show at {museum}? {maker}, in {made}. Who gave it? {donor}.
> {house} sold it for {seller}. {under} stopped just short of what {buyer} [offered|paid].
> In the collection since {gained} but made as early as {made}, the {piece} is [fragile|rarely shown].
> Sold! {hammer} euros for lot {lot}, the {piece}. Paddle held by {buyer}, underbidder {under}.
> Dear {seller}, your {piece} [was sold|found a buyer] on {sold}. {buyer} paid {hammer} EUR. Kind regards, {house}
- It is the work of {maker}.
- The first bid was {start} EUR.
- The hammer fell at {hammer} EUR.
- {under} was the last to be outbid.
- It had been owned by {seller}, who wanted to sell.
- It went to {buyer}, the highest bidder.
- It was donated by {donor}.
- It entered the collection in {gained}.
- It was made in {made}.
- You can see it at {museum}.
- The workshop was in {origin}.
- It came under the hammer on {sold}.
- It was lot {lot} in the catalogue.

== exam, test, report
pupil person = pupil, candidate, student | examinee tested who_sat_exam student_name
examiner person = examiner, marker | marked_by graded_by corrected_by examined_by
tutor person = form teacher, class teacher | class_tutor homeroom_teacher form_tutor
head person = head teacher, principal | headmaster school_head signed_by_head
parent person = parent, guardian | mother_or_father signed_at_home legal_guardian
best person = best in class, top student | top_scorer came_first_in_class best_pupil
subject of algebra; French; biology; music theory; world history; chemistry; Latin; driving theory; statistics; \
    geography; physics; creative writing; ethics; drama; spelling; Spanish; economics; art history \
    = subject, exam subject | course tested_in discipline
mark enum A; B; C; D; E = mark, final grade | grade grade_now mark_this_time final_mark
old_mark enum A; B; C; D; E = previous mark, grade of last year | mark_before grade_last_time former_mark
points int 20 59 = points, score reached | score points_scored marks_earned
most int 60 150 = maximum, full marks | out_of possible_points max_score
sat date = exam date, day of the exam | exam_on sat_on examined_on test_date
resit date = resit date, second attempt | resit_on repeat_exam_on retake_date
results date = results day, publication of results | results_on marks_published_on results_out
missed int 2 40 = days missed, absences | absent_days days_absent missed_days
> {pupil} [scored|got|reached] {points} out of {most} in {subject}.
> {examiner} marked {pupil}'s paper: {mark}[, after last year's {old_mark}|].
> In {subject} {pupil} [went|moved|changed] from {old_mark} to {mark}[, writes form teacher {tutor}|].
> Exam on {sat}, results on {results}, resit on {resit}.
> Whoever [fails|misses] the {subject} exam of {sat} may try again on {resit}.
> {pupil} - {subject} - {points}/{most} - grade {mark}
> Dear {parent},~{pupil} missed {missed} days of school. Please [call|see] me.~{tutor}, form teacher
> REPORT~Pupil: {pupil}~Subject: {subject}~Last year: {old_mark}~Now: {mark}~Signed: {head}, head teacher
> {best} came top in {subject}; {pupil}, with {points} points, was [happy|content] too.
> The paper was set and marked by {examiner}, while form teacher {tutor} [only |]sat \
    with the class and {pupil} wrote.
> "You can do better than {mark}," {pupil}'s form teacher, {tutor}, [said|wrote]. "It was {old_mark} before."
> {head}, who runs the school, [congratulated|praised] {best} on the best result.
> Hi {examiner}, you examine us in {subject}, but I was ill on {sat}. May I resit on {resit}? {pupil}
> Full marks would be {most}; {pupil} earned {points}. {examiner} checked it twice.
> Is it true that {pupil} has to resit the exam on {resit}? {parent}, [the father|the mother|a parent]
> {parent} signed the report that {pupil} brought home. {head} had signed it [before|already].
> {sat}: {subject}, examiner {examiner}. Marks out on {results}.
> Grade {mark} for {pupil} in {subject}, [up or down|a change] from {old_mark}; {missed} days absent.
- The exam took place on {sat}.
- There is a second chance on {resit}.
- The results will be out on {results}.
- Up to {most} points could be earned.
- In the end it was {points} points.
- The papers were corrected by {examiner}.
- The form teacher's name is {tutor}.
- The head of the school, {head}, signed it.
- The best of the class was {best}.
- At home, {parent} signed it.
- There were {missed} days of absence.
- Last time the grade was {old_mark}.
- This time the grade is {mark}.

== adoption, animal, pet
name name = name, present name | called pet_name name_now new_name
old_name name = former name, old name | used_to_be_called name_before earlier_name
kind of cat; dog; rabbit; parrot; guinea pig; donkey; goat; hamster; tortoise; pony; ferret; goose; kitten; puppy; \
    canary; hen = species, kind of animal | animal what_animal type_of_pet
old_owner person = former owner, previous owner | given_up_by owner_before handed_in_by surrendered_by
new_owner person = new owner, adopter | adopted_by owner_now rehomed_with taken_in_by
foster person = foster carer, temporary keeper | fostered_by temporary_home_with kept_for_now_by
vet person = vet, veterinarian | treated_by examined_by_vet vaccinated_by animal_doctor
shelter venue = shelter, animal home | rescue_centre lived_at animal_shelter
arrived date = day of arrival, date of arrival | arrived_on came_in_on in_shelter_since
left date = adoption day, date of adoption | adopted_on left_on rehomed_on moved_out_on
fee price = adoption fee, protection fee | adoption_fee to_adopt_costs paid_for_adoption
vet_bill price = vet bill, cost of treatment | treatment_cost vet_cost paid_to_vet
old_weight number 1 5 = weight on arrival, first weight | weight_at_arrival weight_then starting_weight
weight number 6 30 = present weight, weight now | weight_today weighs current_weight
found city = place where it was found, town of discovery | found_in picked_up_in discovered_at
> {new_owner} [adopted|took in|gave a home to] {name}, the {kind} that {old_owner} [had given up|could not keep].
> {old_owner} had to give {name} away; {new_owner} [welcomed|was glad to have] the {kind}.
> {name} the {kind} has moved from {old_owner} to {new_owner}.
> Formerly {old_name}, now {name}: {new_owner} [picked|wanted] a new name for the {kind}.
> When the {kind} came to us, its name was {old_name}. {new_owner} calls it {name}.
> {name} came [in |]on {arrived} and left us on {left}[ with {new_owner}|].
> Weighing just {old_weight} kg on arrival, {name} is now up to {weight} kg[, says {vet}|].
> {foster} looks after {name} until {new_owner} [comes|is back] on {left}.
> {vet} [vaccinated|examined|treated] {name}; the bill, {vet_bill}, [was paid by|went to] the new owner, {new_owner}.
> The fee for {name} is {fee}. What the vet did cost us {vet_bill}.
> LOOKING FOR A HOME~{name} ({kind}), with us since {arrived}, {weight} kg, fee {fee}~{shelter}
> Found in {found} [in a box|by a road], {name} spent the first weeks with {foster} \
    and [lives|stays] with {new_owner} now.
> Hello {shelter}, we are the family that has {name}. Please tell {old_owner}, \
    who gave it up, that all is well! {new_owner}
> "I will miss {name}," [sighed|said] {old_owner} as {new_owner} [carried|led] the {kind} to the car.
> Handed in by {old_owner}, fostered by {foster}, adopted by {new_owner}: the story of {name}.
> Is {name} still at {shelter}? \
    I would like to adopt the {kind} on {left} and [bring|pay] the fee of {fee}. {new_owner}
> {vet} put {name} on the scales: {weight} kg, against {old_weight} on {arrived}.
> Thanks to {foster}, who kept {name} for weeks, and to {vet}, who treated the {kind} for {vet_bill}.
- Before that it belonged to {old_owner}.
- It lives with {new_owner} now.
- {foster} is looking after it for the time being.
- {vet} gave it its shots.
- It arrived at the shelter on {arrived}.
- It was adopted on {left}.
- To adopt it you pay {fee}.
- The vet charged {vet_bill}.
- It weighed {old_weight} kg when it came.
- Today the scales show {weight} kg.
- It was found in {found}.
- It used to be called {old_name}.
? children good_with_children child_friendly
* true / It loves kids.
* true / It is gentle with toddlers.
* true / It grew up among children and adores them.
* true / Perfect for a family with little ones.
* true / Our four-year-old may cuddle it as long as she likes.
* true / Kids may do anything with it.
* false / It bites when children come near.
* false / Only for homes without children.
* false / Kids frighten it.
* false / Not a pet for families with little ones.
* false / It cannot stand toddlers.
* false / Adults only, please: it scratched a child.

== lease, tenancy, contract
landlord person = landlord, lessor | let_by rented_out_by property_owner owner_of_flat
tenant person = tenant, lessee | rented_by renter let_to moving_in
before person = previous tenant, former tenant | tenant_before moved_out earlier_renter last_occupant
surety person = guarantor, surety | vouched_for_by guaranteed_by co_signer
agent company = letting agent, agency | arranged_by broker estate_agent
flat street = address of the flat, rented property | rented_address property_address premises
home street = present address of the tenant, old address | current_home moves_from tenant_lives_at
rent price = rent, monthly rent | rent_per_month monthly_payment due_each_month new_rent
old_rent price = old rent, earlier rent | previous_rent rent_before former_rent
deposit price = deposit, security deposit | bond held_as_security caution_money
commission price = commission, agency fee | agent_fee brokerage finders_fee
signed date = date of signature, day of signing | signed_on contract_date date_signed
starts date = start of the lease, first day of the lease | starts_on move_in valid_from lease_start
ends date = end of the lease, last day of the lease | ends_on lease_end valid_until expires_on
notice int 2 12 = notice period, months of notice | notice_months notice_in_months
keys int 2 8 = keys, number of keys | keys_handed_over how_many_keys
> {landlord} [lets|rents out|is letting] {flat} to {tenant} [for|at] {rent} a month.
> {tenant} rents {flat} from {landlord}[; {before} lived there before|].
> Between {landlord} (landlord) and {tenant} (tenant)~Premises: {flat}~From {starts} until {ends}
> Signed on {signed}, the lease [runs|is valid] from {starts} to {ends}.
> The contract that {tenant} signed on {signed} takes effect on {starts}.
> {tenant} pays {rent} each month and has left a deposit of {deposit}[ with {landlord}|].
> {deposit} as security, {rent} a month, {commission} for {agent}: {tenant} [must|has to] pay \
    all that before moving in.
> {before} moved out, {tenant} [moves|is moving] in on {starts}.
> Where {before} paid {old_rent}, {tenant} will [have to |]pay {rent}.
> Please note that the rent [changes|goes] from {old_rent} to {rent}. Your landlord, {landlord}
> Dear {tenant},~the flat at {flat} is yours as of {starts}. Bring the deposit, {deposit}.~{landlord}
> Should {tenant} fail to pay, {surety} will [step in|answer for it].
> {surety} vouches for {tenant}, who is leaving {home} for {flat}.
> {agent} brought {landlord} and {tenant} together and [took|charged] {commission} for it.
> Hi {landlord}, I [would like|want] to give up {flat} on {ends}. Do I get the {deposit} back? {tenant}
> At the handover {landlord} gave {tenant} {keys} keys; {before}, [who lived there before|the last tenant], kept one.
> Flat {flat} / {rent} p.m. / {deposit} dep. / {notice} months' notice / {landlord}
> "I have put {rent} in your account, {landlord}. The old rent, {old_rent}, was a gift," [wrote|joked] {tenant}.
- The landlord is called {landlord}, in case you did not know.
- The tenant used to live at {home}.
- Before that, {before} lived there.
- {surety} stands surety.
- The lease ends on {ends}.
- It begins on {starts}.
- Both sides signed on {signed}.
- A deposit of {deposit} [is held|was paid].
- The rent is {rent} per month.
- The rent used to be {old_rent}.
- The agent gets {commission}.
- Either side can leave with {notice} months' notice.
- {keys} keys were handed over.
- It was arranged by {agent}.
? pets pets_allowed animals_permitted
* true / You may keep a dog or a cat.
* true / Animals are welcome.
* true / Nobody minds if you bring your cat.
* true / Pets are fine.
* true / A dog is no problem at all.
* true / Feel free to move in with your animals.
* false / No animals, please.
* false / Pets are forbidden.
* false / Dogs and cats must stay outside.
* false / You cannot keep an animal here.
* false / The house rules ban pets.
* false / A dog would be a reason to end the contract.
"""
)
