"""Opinions: reviews of products, apps, meals, stays, books, films, courses, doctors, homes; complaints and thanks."""

from __future__ import annotations

from .compact import domains

(
    GADGETS,
    APPS,
    MEALS,
    STAYS,
    READS,
    FILMS,
    CLASSES,
    PRACTICES,
    LANDLORDS,
    COMPLAINTS,
    WORKSHOPS,
    THANKS,
) = domains(
    r"""
== review, product review, test, buyer report
reviewer person = reviewer, tester | reviewed_by written_by review_author buyer customer_name posted_by
shop company = shop, retailer, store | bought_from sold_by vendor purchased_at dealer
brand name = brand, manufacturer | make maker made_by producer
product product = product, reviewed product | product_name item article reviewed_item what_was_bought
model model = model, new model | model_name model_no new_device reviewed_model
old_model model = old model, previous model | predecessor replaces former_device had_before upgraded_from
paid price = price paid, purchase price | amount_paid paid_price cost_me spent what_i_paid
regular price = regular price, list price | rrp original_price full_price price_before_discount usually_costs
ordered date = order date, purchase date | ordered_on bought_on date_of_purchase placed_on
arrived date = delivery date, arrival date | delivered_on arrived_on received_on came_on
posted date = review date | reviewed_on posted_on published_on written_on
best of screen; sound; weight; camera; hinge; remote; handle; motor; design; fast charging; carrying case; \
    keyboard; night mode; lid; grip \
    = best feature, biggest plus | top_feature strongest_point favourite_part liked_most strength
worst of manual; power cord; fan noise; buttons; packaging; software; stand; plastic cover; zipper; filter; \
    charger; wireless range; on switch; smell \
    = worst feature, biggest minus | weakest_point main_drawback liked_least weakness
battery int 3 60 = battery life | battery_hours hours_per_charge runtime_h battery_lasts
colour colour = colour | color shade finish
order code = order number | order_no order_id purchase_ref
> {reviewer} bought the {product} from {shop} for {paid}, [down from|instead of the usual] {regular}.
> [Ordered|Bought] on {ordered}, [on my doorstep|unpacked|in my hands] by {arrived}: the {product} from {shop}.
> I had the {old_model} for years; now I [use|own|have] the {model}[, which cost me {paid}|].
> The {brand} {model} takes the place of my {old_model}. [Posted by {reviewer}|Review by {reviewer}], {posted}.
> [What I like most|Top marks go to]: the {best}. [What bothers me|What could be better]: the {worst}.
> Although {shop} [asks|normally wants] {regular} for it, {reviewer} got the {product} for {paid}.
> On {posted}, {reviewer} wrote about the {product}, which had been ordered on {ordered}.
> [Verdict|Summary]~+ {best}~- {worst}~{reviewer} on the {brand} {product}
> "The {best} beats everything else on it, while the {worst} lets it down", says {reviewer}.
> {product} ({colour}), {brand}~Order {order}~Paid: {paid}~RRP: {regular}
> My parcel with the {product} was sent by {shop} and reached me on {arrived}. [Written on|It is now] {posted}.
> [A full|One] charge of the {model} lasts {battery} hours[; my {old_model} gave up much sooner|].
> The {product}, made by {brand} and sold by {shop}, was put through its paces by {reviewer}.
> Going from the {old_model} to the {model}, {reviewer} noticed the {best} first and the {worst} next.
> {paid} is what I handed over at {shop}[ on {ordered}|]; the price tag still said {regular}.
> Between {ordered}, when I placed order {order}, and {arrived}, when it came, {shop} sent no message.
> hey, got the {product} in {colour} from {shop}, {paid}, any questions just ask. {reviewer}
> [So|OK], after a few weeks with the {model}: {battery} hours on battery, the {worst} is its weak spot.
- The best thing about it is the {best}.
- If I could change one thing, it would be the {worst}.
- It replaced my {old_model}.
- I took the one in {colour}.
- One charge is enough for {battery} hours.
- I paid {paid} for it.
- Without the offer it would have been {regular}.
- It [came|got here|was handed to me] on {arrived}.
- I clicked on "buy" on {ordered}.
- My order had the number {order}.
- It is made by {brand}.
? sentiment overall opinion tone
* positive / All in all I [am delighted|could not be happier].
* positive / I love it and use it every day.
* positive / It is worth every cent.
* positive / [Easily|By far] the best purchase I made this year.
* positive / It does all I hoped for, and more.
* positive / I am thrilled with it.
* positive / A joy to use from the first minute.
* positive / Five stars would not be enough.
* positive / [Wow|Great]! I am so pleased that I bought it.
* negative / I regret buying it.
* negative / What a waste of money.
* negative / All in all I am [bitterly |very |]disappointed.
* negative / It went straight into the bin.
* negative / Stay away from this one.
* negative / I hate it more each day.
* negative / Rubbish from start to finish.
* negative / I want to throw it out of the window.
* negative / Never have I been so let down by a purchase.
* mixed / I have mixed feelings about it.
* mixed / Some things are great, others are poor.
* mixed / Half of me loves it, half of me wants to send it back.
* mixed / Good and bad points cancel each other out.
* mixed / I am torn: there is as much to praise as to blame.
* mixed / Neither a hit nor a miss; a bit of both.
* mixed / For every thing I like there is one that I do not.
* mixed / It is a mixed bag.
* mixed / I cannot decide whether to love it or to loathe it.
? verified verified_purchase confirmed_buyer
* true / Verified purchase.
* true / The shop confirmed that this customer bought it.
* true / This review comes from a confirmed buyer.
* true / We checked the receipt: the purchase is genuine.
* true / A badge says that the buyer was verified.
* true / The purchase behind this review has been verified.
* true / Proof of purchase was seen by our team.
* true / Purchase verified by the platform.
* false / Not a verified purchase.
* false / Nobody could confirm that this person ever bought it.
* false / We found no proof of purchase.
* false / The purchase is unverified.
* false / The verified badge is missing.
* false / This review is not linked to any purchase.
* false / Purchase not confirmed.
* false / There is no receipt behind this review.

== app review, store review, user feedback
user login = user, username | user_name nickname handle account_name posted_by reviewer
app name = app, application | app_name software_name rated_app title_of_app
developer company = developer, app maker | developed_by studio software_company made_by
version version = current version, installed version | app_version running_version new_version build
old_version version = last good version, old version | previous_version worked_in rolled_back_from prior_release
phone model = phone, handset | device phone_model tested_on runs_on
old_phone model = old phone | former_phone previous_handset phone_before moved_from
monthly price = monthly fee, price per month | monthly_price per_month subscription_month
yearly price = yearly fee, price per year | annual_price per_year yearly_cost annual_plan
rating int 1 5 = rating, star rating | stars stars_now score current_rating
old_rating int 1 5 = earlier rating, first rating | previous_stars old_score original_rating rating_before_edit
posted date = review date | reviewed_on posted_on written_on feedback_date
updated date = update date | updated_on released_on release_date last_update
bug of login loop; frozen screen; lost photos; missing sound; wrong time zone; slow start; broken search; \
    blank page; double entries; battery drain; sync error; missing messages; crash on start \
    = bug, problem | issue fault what_fails defect
wish of dark mode; offline mode; widgets; export; bigger fonts; fingerprint login; shared lists; undo button; \
    voice input; tablet layout; calendar view; more languages \
    = wish, feature request | wanted missing_feature asks_for
> {user} gives {app} {rating} stars[, up or down from {old_rating} before|; it was {old_rating} in the first review|].
> Edit: [I have changed my rating|rating changed] from {old_rating} to {rating}, because of the {bug}[ in {version}|].
> Since the update to {version} I have the {bug}; in {old_version} all was well.
> {app} by {developer}~{rating}/5~[{user}|by {user}], {posted}
> Dear {developer}, please add {wish} to {app}. {user}
> {monthly} a month or {yearly} if you pay for the whole year: that is what {developer} charges for {app}.
> On my {old_phone} it ran, on the new {phone} there is the {bug}.
> {posted} - {user} - {rating} stars - "{app} needs {wish}" - version {version}
> The {bug}, which came with {version} on {updated}, was not there in {old_version}.
> Once {old_rating} stars from me, now {rating}. [Date|Written]: {posted}.
> {app} {version} was released on {updated}; {user} tried it on {phone} and reported the {bug} on {posted}.
> I moved from {old_phone} to {phone} and took {app} with me[. Rated {rating} of 5|].
> Could {developer} bring {wish}? Also, somebody should look into the {bug}. [Sent from my {phone}|]
> Billed yearly, {app} [is|costs] {yearly}, whereas the monthly plan is {monthly}[, writes {user}|].
> {rating} out of 5 for {app}. [Would like|I would love] to see {wish}. Running {version} on {phone}.
> Having gone back to {old_version}, {user} no longer sees the {bug} that {version} brought.
> When {user} first rated {app}, {developer} got {old_rating} stars; today it is {rating}.
> [Q|Which app]? {app}. [A|Which phone]? {phone}. [What goes wrong|Trouble]? {bug}. [What is missing|Wish]? {wish}.
- I miss {wish}.
- What annoys me is the {bug}.
- It [costs|is] {monthly} per month.
- A whole year [costs|is] {yearly}.
- It is running on my {phone}.
- The makers are called {developer}.
- They pushed the update on {updated}.
- I wrote this on {posted}.
- {old_version} was the last one that worked.
- Before that I had used it on a {old_phone}.
- I gave it {rating} of 5 stars.
? ads has_ads contains_ads shows_advertising
* true / Every few taps an advert pops up.
* true / There are ads on every page.
* true / You have to sit through commercials.
* true / It is full of advertising.
* true / The banner ads cover half the screen.
* true / It shows adverts after each step.
* true / Be ready to watch ads.
* true / Video ads start by themselves.
* false / It is free of ads.
* false / I have never seen an advert in it.
* false / No advertising anywhere.
* false / Not a single ad.
* false / They do not show any commercials.
* false / You will not find banners or ads in it.
* false / Ads? None at all.
* false / It runs without any adverts.
? answered developer_replied has_reply got_answer
* true / The makers answered within a day.
* true / I got a reply from them.
* true / They wrote back to me.
* true / Below this review stands an answer from the team.
* true / Support replied to my message.
* true / Someone from the team responded.
* true / They did reply in the end.
* true / My mail was answered the same evening.
* false / They never wrote back.
* false / I am still waiting for any answer from them.
* false / Nobody replied to my message.
* false / My mails go unanswered.
* false / Support stays silent.
* false / There has been no response from the team.
* false / No reply so far.
* false / Not one of my questions was answered.

== restaurant review, visit, dinner, meal out
guest person = guest, reviewer | diner customer reviewed_by who_ate visitor written_by
companion person = companion | with_whom ate_with table_partner came_with second_guest
waiter person = waiter, server | waitress served_by our_server service_person
chef person = chef, cook | head_chef cooked_by kitchen_chef who_cooked
restaurant name = restaurant, place | restaurant_name eatery bistro venue ate_at
city city = city, town | located_in where_it_is town_name
starter food = starter, first course | appetizer appetiser to_begin_with
main food = main course, main dish | main mains principal_dish ate_as_main
dessert food = dessert, last course | pudding sweet afters finished_with
bill price = bill, total bill | check total meal_total restaurant_bill came_to
tip price = tip | gratuity tip_amount left_for_staff
seat_wait int 4 45 = wait for a table | table_wait_min minutes_until_seated queue_minutes
food_wait int 10 90 = wait for the food | food_wait_min kitchen_minutes minutes_until_served serving_time
visited date = date of visit, visit date | visited_on ate_there_on dined_on
posted date = review date | reviewed_on posted_on published_on review_written
table int 1 60 = table, table number | table_no seated_at
> {guest} ate at {restaurant} in {city}[ on {visited}|]; {companion} came along and {waiter} [served|waited on] them.
> We began with the {starter}, went on to the {main} and ended with the {dessert}[, cooked by {chef}|].
> The bill came to {bill}, and we left {tip} [for the staff|on top|for {waiter}].
> [Queued|Stood in line] {seat_wait} minutes for a table, then another {food_wait} minutes until the food came.
> {restaurant}, {city}. Starter: {starter}. Main: {main}. Dessert: {dessert}.
> Review by {guest}, {posted}~Visit: {visited}~Kitchen: {chef}~Service: {waiter}
> My friend {companion} took me to {restaurant}, where {chef} [runs the kitchen|does the cooking]. {guest}
> Brought to us by {waiter}, the {main} reached table {table} {food_wait} minutes after we had ordered.
> {chef} cooks, {waiter} serves: [that is|welcome to] {restaurant}[ in {city}|].
> With the {main} as main course and the {dessert} as dessert, {guest} was charged {bill}[ plus {tip} in tips|].
> "{waiter} remembered that {companion} wanted the {starter} to start with", writes {guest} about {restaurant}.
> Having waited {seat_wait} minutes at the door, {guest} was shown to table {table} by {waiter}.
> On {visited} [I|we] had the {main} at {restaurant}; only on {posted} did I find time for this review.
> {main} for the main, then {dessert} for pudding, {bill} in all, table {table}, {restaurant} - {guest}
> {guest}, who came with {companion}, had the {main} as main course and shared the {starter} before it.
> Dear {restaurant},~please pass this on to {chef} in the kitchen and to {waiter}, who looked after us.~{guest}
> Our starter, the {starter}, came at once; the main course, the {main}, took {food_wait} minutes to arrive.
> [Where|Place]: {restaurant}. [When|Eaten on]: {visited}. [Who came along|With]: {companion}. \
    [How much|To pay]: {bill}, tip {tip}.
- For dessert I had the {dessert}.
- To start with we shared the {starter}.
- My main dish was the {main}.
- Dinner cost us {bill}.
- I tipped {tip}.
- {waiter} [brought the plates|took our order].
- {chef} was in the kitchen that night.
- I was there with {companion}.
- We sat at table {table}.
- It took {seat_wait} minutes until we got a table.
- From order to plate took {food_wait} minutes.
- You find it in {city}.
? sentiment opinion mood verdict
* positive / It was a wonderful evening.
* positive / Every bite was a delight.
* positive / I cannot praise this kitchen enough.
* positive / We left with big smiles.
* positive / Simply delicious, all of it.
* positive / The finest meal I have had in years.
* positive / We were spoiled and enjoyed it all.
* positive / I loved every minute of it.
* negative / It was a horrible evening.
* negative / The food was cold and tasted of nothing.
* negative / We left hungry and angry.
* negative / Nothing was fit to eat.
* negative / I have rarely eaten so badly.
* negative / Rude service, dreadful food.
* negative / What a letdown from first to last.
* negative / An awful place, through and through.
* neutral / It was all right, nothing more and nothing less.
* neutral / Neither good nor bad, just average.
* neutral / An ordinary meal, no complaints and no praise.
* neutral / It was okay, I guess.
* neutral / Middling: you will not love it and you will not hate it.
* neutral / The food was so-so.
* neutral / Average in every way.
* neutral / I have no strong feelings about it either way.
? reserved had_reservation booked_ahead with_booking
* true / We had reserved a table.
* true / I booked ahead by phone.
* true / Our reservation was on the list.
* true / We came with a booking.
* true / A table had been kept for us.
* true / I had reserved a week before.
* true / They had our name in the reservations book.
* true / Good that we had a reservation.
* false / We just walked in without a booking.
* false / I had not reserved.
* false / We came on the spur of the moment and had no reservation.
* false / No table had been booked.
* false / We had forgotten to reserve.
* false / As walk-ins we took what was free.
* false / They do not take bookings, so we just turned up.
* false / There was no reservation in our name.

== hotel review, stay, guest review, overnight stay
guest person = guest, hotel guest | guest_name stayed_there reviewer written_by visitor lodger
clerk person = receptionist, desk clerk | reception_staff checked_in_by front_desk welcomed_by
manager person = manager, hotel manager | general_manager run_by boss host director
hotel name = hotel, house | hotel_name accommodation inn property stayed_at
city city = city of the hotel, destination | hotel_city located_in stayed_in town
home city = home town, home city | guest_city comes_from guest_from lives_in travelled_from
checkin date = arrival date, check-in | check_in arrived_on from_date first_day
checkout date = departure date, check-out | check_out left_on until_date last_day
booked_room of single room; sea view suite; twin room; family room; garden room; penthouse; balcony room; \
    king room; corner suite; loft; attic room; bungalow = booked room, room type booked | room_ordered reserved_type
given_room of basement room; courtyard room; studio; bunk room; double room; street-side room; annex room; \
    dormitory bed; small double; ground floor room; back room; cabin \
    = room given, room type received | room_received actual_room ended_up_in
number room = room number | room_no door_number hotel_room
rate price = nightly rate, price per night | per_night room_rate nightly_price
total price = total, total cost | total_price whole_stay stay_cost final_bill
breakfast price = breakfast price | breakfast_cost breakfast_charge morning_buffet
nights int 2 21 = nights, number of nights | night_count length_of_stay stayed_nights
> {guest} from {home} stayed at the {hotel} in {city} from {checkin} to {checkout}.
> I had booked the {booked_room} but was given the {given_room}[, number {number}|][ by {clerk}|].
> {nights} nights at {rate} a night, {total} in the end[, with breakfast at {breakfast}|].
> {clerk} at the front desk handed me the key to {number}; {manager}, who runs the {hotel}, came by later.
> Hotel {hotel}, {city}~Arrival {checkin}~Departure {checkout}~Guest: {guest}
> Instead of the {booked_room} that {guest} had reserved, there was only the {given_room} left.
> We [checked in|arrived] on {checkin}[ and {clerk} showed us the {given_room}|]. On {checkout} we left for {home}.
> From {home} we travelled to {city} and slept at the {hotel} for {nights} nights.
> The {hotel} charged {total}[ for the {given_room}|], of which {breakfast} was for breakfast.
> Room {number}, {nights} nights, {total} in all. [Review|Written] by {guest}, who lives in {home}.
> Dear {manager},~{clerk} was on duty when we came to the {hotel} on {checkin}.~{guest}, {home}
> While the {booked_room} would have been {rate} per night, my whole stay cost {total}.
> {guest}, welcomed by {clerk} on {checkin}, moved out of room {number} on {checkout}.
> Reply from {manager}, manager: Thank you, {guest}, for staying at the {hotel}[ until {checkout}|].
> "I live in {home} and was in {city} on a trip", says {guest}, who spent {nights} nights at the {hotel}.
> [Breakfast {breakfast}, room {rate}|Room {rate}, breakfast {breakfast}], per person and night, at the {hotel}.
> {checkin} - {checkout} / {hotel} / {city} / {rate} per night / {given_room} instead of {booked_room}
> The manager, {manager}, apologised to {guest} because the {booked_room} was already taken.
- Breakfast was {breakfast} extra.
- We slept there for {nights} nights.
- The person at reception was {clerk}.
- The house is run by {manager}.
- One night costs {rate}.
- On the last day I paid {total} for the whole stay.
- Our door had the number {number}.
- We ended up in the {given_room}.
- What I had reserved was the {booked_room}.
- I came all the way from {home}.
- We checked out on {checkout}.
? recommend would_recommend recommended
* true / I recommend it to everyone.
* true / [Warmly|Highly|Strongly] recommended.
* true / Tell your friends to stay there.
* true / You should go there, too.
* true / I can only advise others to book it.
* true / My advice: book it.
* true / A clear recommendation from me.
* true / Thumbs up, do stay there.
* true / I have already told my whole family to go.
* false / I cannot recommend it to anyone.
* false / Not recommended.
* false / Stay somewhere else.
* false / My advice: do not book it.
* false / Keep away from this house.
* false / I would warn my friends against it.
* false / I advise everybody against it.
* false / Thumbs down, book another one.
* false / Nobody will get a recommendation from me for this one.
? purpose trip_type kind_of_trip travel_reason
* business / I was there on business.
* business / My firm sent me there.
* business / It was a work trip.
* business / I had meetings with clients all day.
* business / I was in town for a trade fair.
* business / The office paid for my stay.
* business / A trip for my company.
* business / I came for a conference of my trade.
* leisure / We were there on holiday.
* leisure / It was our vacation.
* leisure / A weekend away just for fun.
* leisure / We came to relax and to see the sights.
* leisure / It was our honeymoon.
* leisure / We spent our summer holiday there.
* leisure / A short city break, no work at all.
* leisure / It was a family holiday.

== book review, reading note, recommendation, audiobook review
book work = book, book title | title novel work_reviewed book_name
earlier_book work = previous book, earlier book | first_part prequel book_before preceding_volume
reader person = reader, reviewer | reviewed_by read_by review_author blogger critic
author person = author, writer | author_name novelist penned_by by_author
translator person = translator | translated_by rendered_by english_version_by
narrator person = narrator, speaker | audiobook_voice narrated_by read_aloud_by voice_actor
hero first = hero, main character | protagonist heroine lead_figure central_character
villain first = villain | antagonist enemy bad_guy opponent
publisher company = publisher | published_by publishing_house press imprint
language language = original language | written_in source_language first_language_of_book
pages int 90 1200 = pages, page count | page_count number_of_pages length_pages
started date = start of reading | started_on began_reading opened_on
finished date = end of reading | finished_on read_until completed_on
published date = publication date | published_on came_out_on release_date
price price = price, cover price | cost book_price paperback_price
> {reader} has read {book} by {author}[, translated by {translator}|].
> {book}, written by {author}, comes after {earlier_book}[ and has {pages} pages|].
> I started {book} on {started} and turned the last page on {finished}.
> The audiobook of {book} is read by {narrator}; the text is by {author}.
> In {book}, {hero} has to stand up to {villain}, [the bad guy|who is after revenge|the enemy].
> {author}: {book}. Translated from {language} by {translator}. {publisher}, {pages} pages, {price}.
> {translator} [put|brought] {author}'s {book} into English, {narrator} lent it a voice.
> {earlier_book} was what {reader} had read years ago; now it was the turn of the next one, {book}.
> "{villain} is a villain with a heart, {hero} a heroine with faults", {reader} writes about {book}.
> {publisher} published {book} on {published}; {reader} got to it on {started}.
> Not long after {earlier_book}, {author} wrote {book}, in which we follow {hero}.
> Read from {started} to {finished} by {reader}: {book} ({pages} pages).
> {book}~by {author}~read by {narrator}~{publisher}, {published}
> My notes on {author}'s new book: the main character is {hero}, the one you love to hate is {villain}.
> Evil {villain} must be stopped, and only {hero} can do it: {author} tells an old story. Reviewed by {reader}.
> On {published} the English edition of {book} came out, for which {translator} worked from the {language} text.
> [Hi all|Hello book club], next up is {book} ({author}), {price} in the shops. The one before was {earlier_book}.
> I listened to {narrator} reading {book}[ until {finished}|]. [Yours, {reader}|{reader}]
- It has {pages} pages.
- The voice on the recording belongs to {narrator}.
- {translator} did the translation.
- It was first written in {language}.
- The story follows {hero}.
- The villain is called {villain}.
- I was done with it on {finished}.
- I began to read it on {started}.
- It [hit the shops|appeared] on {published}.
- It was brought out by {publisher}.
- The book before it was {earlier_book}.
- It [costs|is] {price} in paperback.
? sentiment opinion overall_impression attitude
* positive / I could not put it down.
* positive / A masterpiece, and I do not say that lightly.
* positive / I loved every page of it.
* positive / It moved me to tears of joy.
* positive / My favourite read of the year.
* positive / Brilliant from first to last line.
* positive / What a gem!
* positive / I was hooked at once and stayed so.
* negative / I was bored to death.
* negative / The plot makes no sense and the style is awful.
* negative / A waste of paper.
* negative / I had to force myself through it.
* negative / Dull, dull, dull.
* negative / The worst read of the year.
* negative / I disliked it from first to last line.
* negative / How did this ever get printed?
* mixed / The first half is superb, the second half is a mess.
* mixed / Part of it thrilled me, part of it put me to sleep.
* mixed / Strong idea, weak execution.
* mixed / I liked the style but not the plot.
* mixed / I am in two minds about it.
* mixed / Fine characters, poor ending; so I am torn.
* mixed / Some chapters shine, others drag.
* mixed / I both enjoyed and resented it.
? gift was_gift received_as_present
* true / It was a present from my aunt.
* true / I got it for my birthday.
* true / Somebody gave it to me as a gift.
* true / I found it under the Christmas tree with my name on it.
* true / A friend surprised me with it.
* true / It was given to me.
* true / I unwrapped it at my birthday party.
* true / It came gift-wrapped from my brother.
* false / I bought it myself.
* false / I had it from the library.
* false / I got it with my own money.
* false / It was no gift; I ordered it for myself.
* false / I borrowed it from a friend and must give it back.
* false / I treated myself to it.
* false / I picked it up for myself at the station.
* false / Nobody gave it to me, I had to buy it.

== film review, movie review, screening, critique
film work = film, movie | film_title movie_title title picture reviewed_film
earlier_film work = earlier film, first film | prequel previous_movie last_film_by_director film_before
critic person = critic, reviewer | reviewed_by review_author film_critic columnist written_by_critic
director person = director | directed_by film_maker helmed_by
screenwriter person = screenwriter | script_by screenplay wrote_script scriptwriter
lead person = leading actor, star | lead_actor main_actor starring plays_the_lead
support person = supporting actor | supporting_role sidekick_actor second_actor
composer person = composer | music_by score_by soundtrack_by
role first = role, character | character_name part_played lead_character role_name
cinema venue = cinema | movie_theatre watched_at picture_house screened_at
premiere date = premiere, premiere date | premiered_on first_shown release_date opening_night
seen date = date seen | seen_on watched_on viewing_date
runtime int 62 215 = running time, length | runtime_min minutes length_minutes duration
ticket price = ticket price, admission | ticket_cost entry_price paid_at_box_office
snacks price = snack price | popcorn_price spent_on_snacks snacks_and_drinks
score int 1 10 = score, rating | points out_of_ten mark grade
> {critic} gives {film} {score} out of 10.
> {film}, directed by {director} [and written by|from a script by] {screenwriter}, stars {lead} as {role}.
> {director} made {earlier_film} before; now comes {film}[, with {lead} in the lead|].
> We watched {film} at {cinema} on {seen}[; tickets were {ticket}, snacks {snacks}|].
> In the main role we see {lead}; {support} plays a supporting part, the music is by {composer}.
> {film} ({runtime} min)~Director: {director}~Script: {screenwriter}~Music: {composer}~Score: {score}/10
> First shown on {premiere}, {film} was reviewed by {critic} on seeing it on {seen}.
> {lead} plays {role}, and {support} is the friend at {role}'s side.
> "Where {earlier_film} was short, {film} runs for {runtime} minutes", {critic} remarks.
> {screenwriter} wrote it, {director} shot it, {composer} scored it: {film}.
> {score}/10 - {film} - {critic}
> The popcorn cost {snacks}, the seat {ticket}; on the screen {lead} was {role}.
> [Sat|I sat] through {runtime} minutes of {film} at {cinema}. My score: {score} of 10. {critic}
> Directed this time by {director}, the follow-up to {earlier_film} is called {film}.
> {support} in a small part, {lead} in the big one, and the orchestra plays what {composer} composed.
> [Tonight|This week] on the blog: {critic} on {film}, which opened on {premiere}.
> It is {screenwriter}'s script that carries {film}, says {critic}, not the direction of {director}.
> {seen}: {film}, {cinema}. Admission {ticket}. [Next time without popcorn ({snacks})|Popcorn {snacks}].
- The music was composed by {composer}.
- The script was written by {screenwriter}.
- The film lasts {runtime} minutes.
- {support} can be seen in a supporting role.
- The leading part is played by {lead}.
- A ticket was {ticket}.
- We spent {snacks} on snacks.
- The opening night was {premiere}.
- The name of the main character is {role}.
- The film before this one was {earlier_film}.
- It was {director} who sat in the director's chair.
- I went to see it on {seen}.
? spoiler has_spoilers contains_spoilers gives_away_ending
* true / Warning, spoilers ahead.
* true / I will tell you how it ends: the butler did it.
* true / This review gives away the ending.
* true / Careful, this text contains spoilers.
* true / If you have not seen it yet, stop reading here, as I reveal the twist.
* true / The captain dies in the last scene, sorry for telling.
* true / Below I spoil everything.
* true / Sorry, I cannot write about it without giving away the end.
* false / No spoilers here.
* false / I will not tell you how it ends.
* false / This review is free of spoilers.
* false / You can read on safely, nothing is given away.
* false / I keep the twist to myself.
* false / The ending stays a secret in this text.
* false / Find out yourself how it ends.
* false / Spoiler-free, I promise.
? family child_friendly suitable_for_children for_kids
* true / Take the children along.
* true / Fun for the whole family.
* true / Small kids can watch it without fear.
* true / Suitable for all ages.
* true / There is nothing in it that a child should not see.
* true / Our six-year-old was allowed to see it and laughed a lot.
* true / Rated for everybody, kids included.
* true / It is made for children.
* false / Leave the children at home.
* false / Not for young eyes.
* false / Adults only.
* false / It is far too bloody for kids.
* false / Not suitable for children.
* false / Kids would have nightmares.
* false / Nobody under 18 gets in.
* false / Keep it away from your little ones.

== course review, course evaluation, class feedback, survey answer
course of pottery; Spanish for travel; watercolour; data analysis; first aid; bread baking; life drawing; \
    web design; public speaking; sewing; bookkeeping; yoga; swing dance; photography; carpentry; \
    sign language; chess = course, class | course_name subject_taught course_taken training
next_course of advanced grammar; oil painting; machine learning; stage acting; cheese making; fencing; salsa; \
    screen printing; team leading; storytelling; wine tasting; welding; beekeeping; project planning \
    = next course, follow-up course | planned_course wants_to_take_next continues_with
learner person = participant, learner | student pupil attendee respondent filled_in_by
teacher person = teacher, instructor | tutor trainer taught_by lecturer led_by
assistant person = assistant, teaching assistant | helper co_teacher assisted_by second_tutor
school company = school, provider | organiser training_centre offered_by academy
fee price = course fee, tuition | fee_paid course_price enrolment_fee cost_of_course
materials price = cost of materials, materials fee | book_money material_cost extra_for_materials
started date = first lesson, start date | started_on began_on course_start
ended date = last lesson, end date | ended_on course_end final_day
survey date = survey date, date of evaluation | filled_in_on answered_on feedback_date
planned int 2 12 = planned hours, hours promised | advertised_hours_a_week expected_hours weekly_hours_planned
actual int 3 30 = actual hours, hours needed | real_hours_a_week hours_spent weekly_hours_real
useful of role play; homework; group work; videos; field trip; quizzes; handouts; one-to-one talk; live demo; \
    reading list; final project; warm-up; slides = most useful part | best_part helped_most highlight most_helpful
useless of exam; online forum; long breaks; theory block; role cards; second module; peer review; guest talk; \
    lab session; audio files; workbook; test lesson = least useful part | worst_part could_be_dropped weakest_part
> {learner} took the {course} course with {teacher} at {school}.
> They promised {planned} hours a week, I needed {actual}. [Course|Class]: {course}.
> The {course} class, taught by {teacher} with the help of {assistant}, ran from {started} to {ended}.
> The fee was {fee}; {materials} more went on materials.
> Most useful: the {useful}. Least useful: the {useless}. [{learner}|Answered by {learner}], {survey}.
> Now that {course} is over, {learner} wants to go on with {next_course}.
> EVALUATION~Course: {course}~Instructor: {teacher}~Assistant: {assistant}~Date of survey: {survey}
> {school} offered {course} for {fee}; I signed up and {teacher} became my teacher.
> While {teacher} explained, {assistant} went from desk to desk[ and helped|].
> Q1 Which part helped you most? The {useful}. Q2 Which part would you drop? The {useless}.
> On {started} we met for the first time, on {ended} for the last; this form was filled in on {survey}.
> Dear {teacher},~thank you for the {course} lessons. Please say hello to {assistant}, who helped you.~{learner}
> I learned more from the {useful} than from the {useless}[, says {learner}|].
> Instead of the {planned} hours that {school} had announced, {learner} spent {actual} hours a week on {course}.
> {learner}, once {teacher}'s pupil in {course}, has put {next_course} on the wish list.
> {course} / {school} / {fee} plus {materials} for materials / {started} to {ended}
> {teacher} of {school} taught me {course}. It took me {actual} hours every week.
> Next term: {next_course}. This term it was {course}[, {fee}|, with {teacher}|].
- Materials were {materials} on top.
- I paid a fee of {fee}.
- {assistant} helped the teacher.
- In truth I worked {actual} hours a week.
- According to the brochure it takes {planned} hours a week.
- What helped me most was the {useful}.
- They could leave out the {useless}.
- After this one I will sign up for {next_course}.
- The last lesson was on {ended}.
- We started on {started}.
- This answer was given on {survey}.
? recommend would_recommend recommends_course
* true / I would tell anyone to sign up.
* true / Do take it, you will not regret it.
* true / I recommend it without hesitation.
* true / Would I recommend it to a friend? Yes.
* true / Sign up while there are places!
* true / My friends will hear from me that they should join.
* true / Yes, I would send my colleagues there.
* true / It has my full recommendation.
* false / I would tell nobody to sign up.
* false / Do not take it, you would regret it.
* false / I would not recommend it.
* false / Would I recommend it to a friend? No.
* false / Spend your money on something else.
* false / I would advise my friends not to join.
* false / No, I would not send my colleagues there.
* false / Save yourself the trouble and skip it.
? beginners for_beginners beginner_friendly no_experience_needed
* true / You need not know anything before you start.
* true / Complete beginners are welcome.
* true / It starts from zero.
* true / No previous knowledge needed.
* true / Made for people who have never done it before.
* true / Even newcomers can follow it easily.
* true / Everything is explained from scratch.
* true / You can join without any experience.
* false / You must bring a lot of experience.
* false / Not for beginners.
* false / Without previous knowledge you are lost.
* false / Only for advanced learners.
* false / They expect you to know the basics already.
* false / A newcomer would not understand a word.
* false / You need years of practice to follow it.
* false / Beginners are turned away.

== doctor review, practice review, patient feedback, survey
patient person = patient, reviewer | patient_name treated_person who_was_treated feedback_from
doctor person = doctor, physician | doctor_name treated_by dentist reviewed_doctor saw_doctor
referrer person = referring doctor | referred_by sent_by family_doctor referral_from
nurse person = nurse, medical assistant | nurse_name assisted_by blood_taken_by
desk person = receptionist, front desk | reception answered_phone at_the_counter
practice company = practice, clinic | medical_centre clinic_name health_centre
city city = city, town | practice_city located_in
complaint of sore throat; back pain; broken tooth; rash; headache; stiff neck; ear infection; sprained ankle; cough; \
    dizziness; knee pain; hay fever; stomach ache; insomnia = complaint, reason for visit | symptom why_seen ailment
treatment of massage; X-ray; injection; filling; ointment; blood test; ultrasound; antibiotics; eye drops; crown; \
    bandage; acupuncture; stitches; exercises = treatment, therapy | what_was_done prescribed procedure
due hour = appointment time | appointment_at scheduled_time booked_for supposed_to_start
called hour = actual time | called_in_at seen_at really_started went_in_at
wait int 5 180 = waiting time | wait_minutes minutes_waited time_in_waiting_room
talk int 3 60 = consultation time | minutes_with_doctor consultation_minutes length_of_consultation
visited date = date of visit | visited_on seen_on appointment_date
followup date = follow-up date, next visit | next_appointment return_on come_back_on
fee price = fee, charge | paid cost_of_visit billed out_of_pocket
> {patient} went to see {doctor} about the {complaint}[ on {visited}|].
> My appointment was at {due}, but {doctor} did not call me in until {called}.
> {referrer} sent me to {doctor}, [who works at|whose office is at] {practice} in {city}.
> {wait} minutes in the waiting room, then {talk} minutes with {doctor}. [So it goes|That was it].
> The {complaint} was treated with the {treatment} by {doctor}; {nurse}, the nurse, lent a hand.
> Patient: {patient}~Doctor: {doctor}~Nurse: {nurse}~Reception: {desk}~Visit: {visited}
> {desk} picked up the phone and found {patient} a slot with {doctor} at {due}.
> On the advice of {referrer}, the family doctor, {patient} turned to {doctor}.
> Seen on {visited}, asked to come back on {followup}: {patient}, {complaint}.
> {doctor} charged {fee} for the {treatment}[; the talk took {talk} minutes|].
> {practice}, {city}: {nurse} drew the blood, {doctor} read the results.
> "{doctor} listened for {talk} minutes", writes {patient}, "after I had sat outside for {wait} minutes."
> Although {desk} at reception had put me down for {due}, it was {called} before my name was called.
> {patient}, referred by {referrer}, was given the {treatment} against the {complaint}.
> I came with the {complaint} and left with the {treatment}. [Cost|Bill]: {fee}. [Next visit|Check]: {followup}.
> Feedback for {practice} ({visited})~Booked for {due}, called at {called}, waited {wait} min
> Having had the {complaint} for weeks, I rang {practice}, where {desk} answered.
> Please thank {nurse}, the nurse, and {desk} at the counter. [Signed|Yours], {patient}, patient of {doctor}
- I had to wait {wait} minutes.
- The consultation itself lasted {talk} minutes.
- {desk} sits at the front desk.
- The nurse was called {nurse}.
- My own doctor, {referrer}, had sent me there.
- I am to come back on {followup}.
- I was to be there at {due}.
- In fact it was my turn at {called}.
- The visit cost me {fee}.
- What troubled me was the {complaint}.
- The answer to it was the {treatment}.
- The practice is in {city}.
? again would_return go_back_again stays_patient
* true / I will certainly go back to this doctor.
* true / I would go there again.
* true / I have found my doctor for life.
* true / Next time I will choose the same practice.
* true / I am staying with this practice.
* true / Whenever something is wrong, I will be back.
* true / They have won a regular patient.
* true / Would I return? Gladly.
* false / I will never set foot in there again.
* false / I would not go there again.
* false / I am looking for another doctor now.
* false / Next time I will choose a different practice.
* false / I have left this practice for good.
* false / That was my last visit.
* false / They have lost a patient.
* false / Would I return? No way.
? new_patients accepts_new_patients taking_patients list_open
* true / They take new patients.
* true / New patients are welcome.
* true / The list is open for newcomers.
* true / At the moment they accept further patients.
* true / They still have room for more patients.
* true / Anyone can register there now.
* true / You can join as a new patient right away.
* true / New registrations are possible.
* false / They take no new patients.
* false / New patients are turned away.
* false / The list is closed to newcomers.
* false / At the moment they accept nobody new.
* false / They are full and take no further patients.
* false / Nobody can register there now.
* false / You cannot join as a new patient.
* false / No new registrations until further notice.

== landlord review, tenant's report, rental review, flat review
tenant person = tenant, renter | tenant_name reviewer rented_by lived_there lodger
landlord person = landlord, owner | landlady property_owner lessor reviewed_landlord
agent person = letting agent, agent | estate_agent arranged_by broker showed_flat
caretaker person = caretaker | janitor repairs_by handyman
next_tenant person = next tenant | new_tenant successor later_tenant takes_over_flat
street street = address, flat address | street home_address where_rented property
city city = city, town | located_in flat_city municipality
first_rent price = first rent, rent at the start | initial_rent starting_rent rent_when_moving_in
last_rent price = last rent, rent at the end | final_rent raised_to latest_rent closing_rent
deposit price = deposit, deposit paid | security_deposit bond_paid deposit_amount
returned price = deposit returned, amount returned | refunded got_back deposit_refund bond_back
moved_in date = move-in date | moved_in_on tenancy_start lease_from
moved_out date = move-out date | moved_out_on tenancy_end lease_until
fault of boiler; front door lock; roof; shower; heating; window frame; kitchen tap; fuse box; lift; doorbell; \
    toilet; oven; balcony rail; cellar light = what broke, fault | broken_item needed_repair defect failed_item
repair_days int 2 120 = days until repair | repair_days days_to_fix waited_for_repair
rooms int 2 9 = rooms, number of rooms | room_count how_many_rooms
> {tenant} rented the flat at {street} from {landlord}[ for {first_rent} a month|].
> When I moved in, the rent was {first_rent}; when I left, it was {last_rent}.
> Of the deposit of {deposit}, {landlord} paid back {returned}.
> From {moved_in} to {moved_out} I lived at {street}, {city}. My landlord was {landlord}.
> The {fault} broke, and it took {landlord} {repair_days} days to have it repaired[ by {caretaker}|].
> {agent} showed us round, {landlord} signed the lease, {caretaker} looks after the house.
> Address: {street}, {city}~Landlord: {landlord}~Reviewed by: {tenant}~Tenancy: {moved_in} to {moved_out}
> {next_tenant} now lives in the {rooms} rooms that {tenant} left on {moved_out}.
> {landlord}, who owns the house, put the rent up from {first_rent} to {last_rent}.
> I handed over {deposit} as a deposit and got {returned} back. - {tenant}
> After {tenant} had moved out, {landlord} let the flat to {next_tenant}.
> Through the agent, {agent}, {tenant} found {rooms} rooms in {city}[, owned by {landlord}|].
> {caretaker}, [the|our] caretaker, mended the {fault} {repair_days} days after {tenant} had called {landlord}.
> [Renting|Living] at {street}: {rooms} rooms, deposit {deposit}, rent {first_rent} at first, {last_rent} in the end.
> "Ask {caretaker}, the caretaker, if the {fault} fails", wrote {tenant} to {next_tenant}, who was to move in.
> Deposit paid {deposit}, returned {returned}, moved out {moved_out}, tenant {tenant}, landlord {landlord}
> {landlord} let {street} to me on {moved_in}. [Nothing but the {fault} broke|Only the {fault} ever failed].
> [Hi|Hello] {next_tenant}, you asked what {landlord} is like as a landlord. I paid {last_rent} at the end. {tenant}
- It has {rooms} rooms.
- The {fault} was out of order.
- The repair took {repair_days} days.
- The letting agent was {agent}.
- The caretaker's name is {caretaker}.
- At the start I paid {first_rent} a month.
- By the end the rent had reached {last_rent}.
- I had to leave {deposit} as security.
- Of my deposit I got {returned} back.
- The lease began on {moved_in}.
- I gave back the keys on {moved_out}.
- After me came {next_tenant}.
? again would_rent_again rent_from_them_again
* true / I would rent from this landlord again.
* true / I would sign the same lease tomorrow.
* true / If I ever come back, I want the same landlord.
* true / I left only because of my job and would move back at once.
* true / Would I rent there again? Yes, any time.
* true / I would be glad to be their tenant again.
* true / You can sign there without fear, I would do it again.
* true / Next time I would choose the same owner.
* false / I would never rent from this landlord again.
* false / I would not sign that lease a second time.
* false / If I ever come back, I want a different landlord.
* false / Nobody gets me back into that flat.
* false / Would I rent there again? No, never.
* false / I am glad to be no longer their tenant and it will stay so.
* false / Do not sign there, I would not do it again.
* false / Next time I would choose another owner.
? pets pets_allowed animals_welcome
* true / Pets are allowed.
* true / You may keep a dog or a cat there.
* true / My dog could live with me.
* true / They have nothing against animals in the house.
* true / The lease permits pets.
* true / Cats are fine, too.
* true / You can bring your animals.
* true / The owner was happy to have my cat in the flat.
* false / Pets are forbidden.
* false / You may not keep a dog or a cat there.
* false / I had to give away my dog to live there.
* false / No animals in the house.
* false / The lease rules out pets.
* false / Not even a cat is allowed.
* false / You cannot bring your animals.
* false / The owner does not want any animals.

== complaint, claim, letter of complaint, grievance
customer person = customer, complainant | complained_by claimant buyer customer_name from_customer
agent person = service agent, case handler | handled_by dealt_with_by support_person
salesman person = salesperson | salesman shop_assistant sales_clerk advised_by served_in_shop_by
company company = company, seller | firm complained_about merchant addressed_to
product product = product, faulty product | item defective_item article complained_item
sent_instead product = wrong item, item received by mistake | wrong_product delivered_instead mix_up
order code = order number, order | order_no order_id purchase_number
complaint_no serial = complaint number, case number | case_id complaint_id ticket_no claim_ref
bought date = purchase date | bought_on date_of_purchase ordered_on
broke date = date of failure | broke_on failed_on defect_since stopped_working_on
complained date = date of complaint | complained_on reported_on first_contact letter_date
answer_by date = deadline, reply deadline | answer_by respond_until latest_reply
price price = purchase price, price paid | paid amount_paid cost_of_item
offered price = amount offered, offer | compensation_offered goodwill_offer settlement_offer they_offered
fault of cracked display; loose handle; dead battery; torn seam; missing screws; rusty hinge; burnt smell; \
    leaking tank; bent frame; faulty switch; broken zip; scratched lid; wobbly leg; loud rattle \
    = fault, defect | what_broke damage problem what_is_wrong
calls int 2 14 = calls, number of calls | times_called call_count phone_calls
> I bought the {product} from {company} on {bought}; on {broke} it [broke|stopped working].
> {customer} paid {price} for the {product}, yet {company} [is offering|offers] no more than {offered}.
> Dear {company},~I ordered the {product} and you sent me the {sent_instead}. My order number is {order}.~{customer}
> Complaint {complaint_no}, order {order}: {fault}. [Handled|Being looked at] by {agent}.
> {agent} of customer service has taken on the complaint by {customer} about the {product}.
> The {product} which {salesman} sold me on {bought} has {fault}[, as of {broke}|].
> I complained on {complained} and [expect|want] an answer by {answer_by}.
> {customer} v. {company}~Item: {product}~Defect: {fault}~Case: {complaint_no}~Reply by: {answer_by}
> Having rung {calls} times, {customer} was put through to {agent}, who offered {offered}.
> Instead of the {product} (order {order}) there was the {sent_instead} in the box.
> {salesman} talked me into the {product}; {agent} now has to [sort it out|deal with my complaint].
> "You took {price} off me and want to give {offered} back", {customer} told {agent}.
> The {fault} showed on {broke}. I wrote to {company} on {complained}. [Ref|Your reference]: {complaint_no}.
> We are sorry, {customer}, to hear of the {fault}. {agent} will answer you by {answer_by}. Yours, {company}
> bought {bought}, broke {broke}, complained {complained}: {product}, {company}, {price}
> To {company}: what {salesman} told me in the shop was wrong, says {customer}, who called {calls} times.
> Our offer of {offered} stands[ until {answer_by}|], even though the {product} cost {price} when new. {agent}
> {fault} on the {product} - {customer} - order no. {order} - complaint no. {complaint_no}
- The fault is this: {fault}.
- I have called {calls} times.
- Please answer by {answer_by}.
- My complaint goes back to {complained}.
- You offered me {offered}.
- The order had the number {order}.
- Your file number for this complaint is {complaint_no}.
- In the shop I was served by {salesman}.
- {agent} deals with the case.
- What came in the box was the {sent_instead}.
- I had paid {price}.
- I got it on {bought}.
? refund refund_wanted wants_money_back refund_requested
* true / I want my money back.
* true / Please refund the full amount.
* true / I demand a full refund.
* true / Kindly pay the sum back to my account.
* true / Nothing but a refund will do.
* true / I ask you to return my money.
* true / Reimburse me, please.
* true / Keep the thing and give me back what I paid.
* false / I do not want my money back, only one that works.
* false / No refund, please; just repair it.
* false / I would rather have a replacement than a refund.
* false / This is not about money; I want an apology.
* false / A new one will do, you can keep the money.
* false / I am not asking for a refund.
* false / Send me a spare part, I need no refund.
* false / Please exchange it; I am not after the money.
? urgent is_urgent pressing needs_fast_action
* true / This is urgent.
* true / I need an answer today.
* true / Please act at once.
* true / It cannot wait any longer.
* true / Every day without it costs me dearly, so hurry.
* true / Treat this with top priority.
* true / Time is running out.
* true / As fast as you can, please.
* false / There is no hurry.
* false / Take your time with it.
* false / It is not urgent.
* false / Answer whenever you find the time.
* false / It can wait for a while.
* false / I am in no rush.
* false / No need to drop everything for this.
* false / Any time that suits you will do.

== workshop review, repair review, garage review, service report
customer person = customer, client | customer_name reviewer brought_in_by item_owner
mechanic person = mechanic, technician | repaired_by fixed_by worked_on_by serviced_by
boss person = workshop owner, master | shop_owner boss run_by proprietor
shop company = workshop, garage | repair_shop workshop_name service_centre repairer
former_shop company = former workshop, previous workshop | first_tried other_garage used_to_go_to
item of bicycle; washing machine; phone; laptop; violin; lawn mower; motorbike; watch; camper van; sewing machine; \
    coffee machine; scooter; camera; dishwasher; tractor; piano = item, repaired item | object thing device_in_repair
fault of flat tyre; loose chain; strange noise; cracked screen; dead battery; oil leak; broken spring; stuck drawer; \
    worn brakes; blown fuse; bent wheel; slow start; missing key = fault, problem | trouble complaint what_was_wrong
part of pump; drive belt; fuse; display; brake cable; hinge; fan; valve; string; circuit board; gear; bearing; hose; \
    light bulb; sensor; tyre = replaced part, new part | part_changed spare_part component_fitted
quote price = quote, estimate | quoted_price estimated_cost cost_estimate expected_price
bill price = final bill, invoice total | final_price actually_paid charged bill_total
part_price price = price of the part | part_cost spare_part_price material_price
dropped date = drop-off date | dropped_off_on brought_in_on handed_in
promised date = promised date | promised_for should_be_ready announced_for
collected date = pick-up date | collected_on picked_up_on got_it_back returned_on
job_no code = job number, repair number | repair_no job_id work_order
warranty span = warranty, guarantee | warranty_period guaranteed_for covers
> {customer} took the {item} to {shop} because of the {fault}.
> The estimate was {quote}, the bill {bill}[, of which {part_price} was for the {part}|].
> Brought in on {dropped}, promised for {promised}, [back home|picked up] on {collected}: my {item}.
> {mechanic} found the {fault} and put in a new {part}.
> {former_shop} could not help, so I went to {shop}, where {mechanic} [looked after|worked on] the {item}.
> {shop} belongs to {boss}, but it was {mechanic} who worked on my {item}. {customer}
> Job {job_no}~Item: {item}~Fault: {fault}~Part: {part} ({part_price})~Total charged: {bill}
> I left my {item} with {shop} on {dropped} and collected it on {collected}.
> They had told {customer} it would be about {quote}; when {customer} paid, it was {bill}.
> "Come back on {promised}", said {boss}, the owner, but {customer} could pick up the {item} on {collected} only.
> The {item} of {customer}, job number {job_no}, got a new {part} from {mechanic}.
> Years ago I used to go to {former_shop}; now {shop} gets my {item}. [Paid|Charged]: {bill}.
> For the {part} alone they took {part_price}[, for everything {bill}|]. Guarantee: {warranty}.
> {fault} -> {shop} -> new {part} -> {bill}.
> Although quoted {quote} by {boss}, who runs {shop}, {customer} was sent a bill for {bill}.
> {mechanic} phoned {customer} about the {item}: the {fault} is due to the {part}, so a new one goes in.
> They give {warranty} on the repair of the {item}, which {mechanic} carried out[ by {collected}|].
> my {item} was in the shop since {dropped} (no. {job_no}), they said {promised} and it was {collected}
- They changed the {part}.
- The part alone was {part_price}.
- In the end I paid {bill}.
- At first they had spoken of {quote}.
- The work is guaranteed for {warranty}.
- The workshop is run by {boss}.
- {mechanic} did the repair.
- Before that I had tried {former_shop}.
- I got it back on {collected}.
- They wanted to be done by {promised}.
- I handed it in on {dropped}.
- The trouble was this: {fault}.
? fixed fault_fixed works_again repair_successful
* true / Now it works like new.
* true / The trouble is gone for good.
* true / They fixed it.
* true / Everything runs as it should again.
* true / The repair was a success.
* true / It has worked without a hitch ever since.
* true / It is as good as new now.
* true / Problem solved.
* false / It is still broken.
* false / The same trouble was back the next morning.
* false / They could not fix it.
* false / It does not run any better than before.
* false / The repair did not help at all.
* false / Nothing works, even after the repair.
* false / The problem is still there.
* false / I carried it home as broken as I had brought it.
? loan loan_item replacement_lent courtesy_device
* true / They lent me another one in the meantime.
* true / I got a loan item for the time of the repair.
* true / A free replacement was lent to me until mine was ready.
* true / While I waited, I could use one of theirs.
* true / They gave me a courtesy one to bridge the gap.
* true / For those days I had one on loan from them.
* true / I did not have to go without, as they lent me a spare one.
* true / They handed me a loaner right away.
* false / They had nothing to lend me in the meantime.
* false / I got no loan item.
* false / I had to do without, for they lend nothing out.
* false / There was no replacement while I waited.
* false / They refused to lend me one.
* false / No courtesy one was offered to me.
* false / I asked for a loaner and got none.
* false / During the repair I was left without one.

== thank you note, testimonial, letter of thanks, recommendation
writer person = writer, sender | thanked_by from_person signed_by note_author grateful_person
thanked person = addressee, person thanked | thanks_to recipient thanked_person praised_person
intro person = person who recommended, recommended by | tip_from heard_from referred_by introduced_by
successor person = referred friend, new client | passed_on_to recommended_to told_about_it tip_given_to
company company = company, employer | firm works_for business thanked_company
job job = job, profession | trade occupation role_of_addressee works_as
gift product = gift, present | present_received gift_item given_item what_was_given
gave_back product = return gift | gift_in_return sent_back_as_thanks returned_favour token_of_thanks
occasion of wedding; house move; birthday; graduation; leaving party; garden party; kitchen renovation; baptism; \
    anniversary; tax return; job interview; office move; school concert; family reunion; christening; housewarming \
    = occasion, event | what_for celebrated reason_for_thanks
event_date date = date of the event | event_on took_place_on held_on
note_date date = date of the note | written_on note_written letter_date
party_city city = city of the event | took_place_in event_city where_held
home_city city = writer's home, home city | writer_city lives_in wrote_from sent_from
praised of patience; humour; eye for detail; punctuality; calm voice; good advice; speed; honesty; hard work; \
    kindness; sense of style; clear answers; fair prices = quality praised, strength | praised_for stood_out virtue
wished of parking; a later start; quicker replies; more photos; longer hours; a website; weekend visits; \
    larger type; card payment; more shade; a lift; less paper \
    = suggestion, wish | could_improve proposed_change advice
years int 2 40 = years known, years of acquaintance | known_for_years years_together how_long_known
> Dear {thanked},~thank you for the {gift} and for coming to the {occasion} on {event_date}.~Yours, {writer}
> {writer} thanks {thanked} for the {gift}[ given at the {occasion}|].
> I found {thanked} through {intro} and have since told {successor} about {them}, too.
> {thanked} gave me the {gift}; in return I sent {them} the {gave_back}. {writer}
> To whom it may concern: {thanked} works as {job} at {company}. I praise the {praised}. Signed, {writer}
> The {occasion} was on {event_date} in {party_city}; back in {home_city}, {writer} wrote this on {note_date}.
> We have known {thanked} for {years} years[ and trust {them}|]. The {praised} stands out.
> "{intro} told me to call {thanked}", says {writer}, "and I have passed the number on to {successor}."
> [A big thank-you|Many thanks] to {thanked} of {company} from {writer} in {home_city}.
> What stood out: the {praised}. What could be added: {wished}. [Testimonial|Note] by {writer}, {note_date}.
> {thanked}, who helped with the {occasion}, was thanked by {writer} with the {gave_back}.
> It was {intro} who recommended {thanked}, [by trade |]{job}, to {writer}.
> {note_date}~Dear {thanked},~the {gift} arrived safely in {home_city}. Love, {writer}
> If {successor} needs somebody like {thanked}, whom I have known for {years} years, I gladly make the contact. \
    {writer}
> On {event_date}, at the {occasion}, {writer} unwrapped the {gift} from {thanked}.
> From {writer} to {thanked}: your {praised} made the {occasion} in {party_city} what it was.
> Recommended by {intro}, hired by {writer}: {thanked}, {job}, {company}.
> thx {thanked}!! the {gift} is here. hope you like the {gave_back} we mailed you. {writer}
- I owe the recommendation to {intro}.
- I have passed the address on to {successor}.
- I value the {praised} most of all.
- My only wish would be {wished}.
- We have known each other for {years} years.
- The party took place in {party_city}.
- The great day was {event_date}.
- As a small token I sent back the {gave_back}.
- I unpacked the {gift} at once.
- I am writing these lines on {note_date}.
- I live in {home_city}.
? publish may_publish can_be_quoted public
* true / You may print this on your website.
* true / Feel free to quote me.
* true / I am happy for you to publish these lines.
* true / Share this with whomever you like.
* true / Go ahead and post this for all to see.
* true / You have my permission to make this public.
* true / Put it on your wall or in your adverts, I agree to it.
* true / Use my words in public as you please.
* false / Please do not publish this.
* false / Keep these lines to yourself.
* false / I do not want to be quoted.
* false / This is for your eyes only.
* false / You may not print it anywhere.
* false / This is private and should stay so.
* false / Do not post this on your website, please.
* false / I do not agree to these words being made public.
? reply reply_expected wants_answer please_answer
* true / Please write back.
* true / I look forward to your answer.
* true / Do let me hear from you soon.
* true / I am waiting for your reply.
* true / Drop me a line in return, will you?
* true / An answer would mean a lot to me.
* true / Please reply when you have read this.
* true / Tell me what you think, by return of post.
* false / No need to answer.
* false / You need not write back.
* false / Do not bother to reply.
* false / I do not expect an answer.
* false / Please do not feel that you have to respond.
* false / No reply necessary.
* false / This note calls for no answer.
* false / You do not have to get back to me.
"""
)
