"""Places and travel: towns, buildings, trains, flights, hikes, drives, stays, weather, homes, tours, bags, meals."""

from __future__ import annotations

from .compact import domains

(
    TOWNS, BUILDINGS, TRAINS, FLIGHTS, HIKES, DRIVES, STAYS, FORECASTS, HOMES, TOURS, LUGGAGE, TABLES,
) = domains(
    r"""
== town, city, place, municipality
name city = town, town name, name of the town | municipality settlement place_name which_town
country country = country | nation lies_in country_name located_in_country
region name = region, province, county | region_name administrative_region in_province
river name = river, river name | waterway flows_through on_the_river
mayor person = mayor, current mayor | mayor_name head_of_town elected_mayor governed_by
former person = former mayor, previous mayor | predecessor ex_mayor last_mayor outgoing_mayor
population int 40000 900000 = population, number of inhabitants | inhabitants residents current_population people
earlier int 800 39000 = earlier population, former population | population_before previous_population old_census
founded int 800 1500 = founding year, year of foundation | founded established foundation_year first_settled
chartered int 1510 1900 = year of the charter, charter year | chartered_in town_rights_since became_a_town
twinned int 1950 2024 = year of the twinning, start of the partnership | twinned_since partnership_year twinned_in
twin city = twin town, sister city | partner_town twinned_with partner_city
nearest city = nearest large city, next big city | closest_city nearest_city big_neighbour next_city
distance int 5 190 = distance to the next city, kilometres to the city | km_to_city distance_km how_far
altitude int 20 2900 = altitude, elevation | metres_above_sea height_above_sea elevation_m
market weekday = market day, day of the market | weekly_market market_on
> {name} [is|, a town on the {river}, is] twinned with {twin}[ and lies {distance} km from {nearest}|].
> Founded in {founded} on the banks of the {river}, {name} had to wait for its town charter until {chartered}.
> When {mayor} took over the town hall of {name} from {former}, much changed. {population} people \
    live there today.
> The town of {name} in {country} has grown from {earlier} to {population} inhabitants.
> {former} lost the vote[ by a handful of ballots|]; the people of {name} [now |]have {mayor} as their mayor.
> Of all the towns in the {region} region, {name} is the highest: it lies {altitude} metres above the sea.
> {twin} and {name} became partners in {twinned}. [It was {name} that asked first.|] Delegations from {twin} \
    still visit {name} every spring.
> {nearest} is the nearest city of any size, {distance} kilometres [away|down the valley]; we live in {name} \
    [itself|], on the {river}.
> {name} ({region}, {country})~Pop. {population} ({earlier} at the last count)~Mayor: {mayor}~River: {river}
> Where is {name}? [Well, it is in|In] {country}, about {distance} km from {nearest}, where most of us work.
> "Our friends in {twin} have been with us since {twinned}," said {mayor}, mayor of {name}.
> Only {earlier} people lived in {name} then; today there are {population}. The first houses went up in {founded}.
> At {altitude} m the air is thin. {name}, which belongs to {region}, holds its market on {market}.
> Made a town in {chartered}, though people had settled there as early as {founded}, {name} lies on the {river}.
> [Dear visitor,~welcome|A warm welcome] to {name}, {country}! Our market is on {market}, and {mayor}, \
    your mayor for these days too, wishes you a pleasant stay.
> {mayor} beat {former}, who had run {name} for years.
> From {name} you drive {distance} km to reach {nearest}; the {river} keeps you company all the way.
- Its twin town is {twin}.
- It has been a partner town since {twinned}.
- People shop at the market every {market}.
- [The nearest city is|For a hospital you have to go to the nearest city,] {nearest}.
- The {river} flows through it.
- [Some |]{population} people [live|are at home] there [now|today|].
- In the old days [just |only |]{earlier} people lived there.
- {former} was mayor before.
- The mayor, {mayor}, was re-elected.
- It lies {altitude} metres above sea level.
- It was founded in {founded}.
- It received its charter in {chartered}.
? car_free no_cars_in_centre traffic_free
* true / Cars are banned from the old town.
* true / Nobody may drive in the centre, so it is quiet there.
* true / You leave your car outside; the whole centre belongs to people on foot.
* true / The centre is free of traffic.
* true / No car has been seen in the main street since the ban.
* true / Within the walls only bicycles are allowed, no cars.
* false / Cars may drive right through the centre.
* false / The centre is open to all traffic.
* false / You can park your car in front of the town hall.
* false / The main street is full of cars all day.
* false / There has never been a ban on cars in the centre.
* false / The council voted against closing the centre to cars.

== building, bridge, tower, museum, landmark
name of Old Corn Exchange; Harbour Gate Tower; Millbrook Viaduct; Museum of Clocks; Three Arches Bridge; \
    Glass Palace; Weavers Hall; Museum of Salt; Northlight Tower; Kingfisher Bridge; Lantern House; Museum of Maps; \
    Riverside Opera; Falcon Tower; Chain Bridge; Winter Garden Hall; Museum of Bells; Ferry Lane Bridge; \
    Observatory Dome; Toll House \
    = building, name of the building | structure landmark_name building_name monument
architect person = architect | designed_by architect_name drawn_up_by designer
engineer person = engineer, structural engineer | engineer_name calculated_by statics_by engineered_by
opener person = guest of honour, ribbon cutter | opened_by inaugurated_by who_opened_it
begun int 1820 1900 = start of construction, year construction began | begun work_started construction_start
opened int 1901 1970 = opening year, year of opening | opened_in inaugurated_in year_opened opening
renovated int 1975 2025 = year of renovation, renovation | renovated_in restored_in refurbished
height int 12 320 = height | height_m metres_high how_tall
length int 330 1900 = length | length_m metres_long span_m
planned int 2 90 = planned cost in millions, budget in millions | budget planned_cost estimated_millions
cost int 91 400 = final cost in millions, actual cost in millions | final_cost actual_millions cost_in_the_end
visitors int 1000 900000 = visitors a year, annual visitors | visitors_per_year yearly_guests attendance
station of Central Station; Museum Quay; Harbour Street; North Gate; Old Market; Linden Square; Dock Road; \
    East Park; Mill Lane; Castle Hill; River Bank; University; Town Hall; Green Lane; Zoo; Customs House \
    = nearest station, station | nearest_stop closest_station metro_stop get_off_at
owner company = owner | owned_by belongs_to owning_company proprietor
builder company = builder, contractor | built_by construction_company general_contractor
adult price = adult ticket, full price | adult_price entry_fee regular_admission
reduced price = reduced ticket, concession | reduced_price student_ticket discounted_entry child_admission
> The {name}, designed by {architect}, was opened in {opened} by {opener}.
> {architect} drew the plans; whether it would stand up at all was worked out by {engineer}, who calculated \
    every beam. Work began in {begun} [and ended with the opening in {opened}|].
> [At first|To begin with] {planned} million was set aside. In the end the {name} swallowed {cost} million.
> Built by {builder} and today owned by {owner}, the {name} is {height} metres high.
> It took until {opened} before anyone could walk in, although the first stone of the {name} had been laid in {begun}.
> {opener} cut the ribbon in {opened}[, with {architect}, the architect, looking on|].
> {visitors} people a year climb the {name}[; most get off the train at {station}|].
> Grown-ups pay {adult} to get in, [students and children|pupils and pensioners] {reduced}.
> {name}~Architect: {architect}~Engineer: {engineer}~Height: {height} m, length: {length} m~Opened: {opened}
> At {length} m the {name} is far longer than it is tall ({height} m).
> {owner} bought the {name} from {builder}, the firm that had put it up.
> "We planned with {planned} million, we paid {cost} million," a spokeswoman for {owner}, which owns it, admitted.
> How to get there: [take the metro to|get off at] {station}. Entry: {adult}, reduced {reduced}.
> After a thorough renovation in {renovated} the {name}, first opened in {opened}, welcomes {visitors} people a year.
> The engineer {engineer} and the architect {architect} were never on speaking terms, but the {name} stands.
> I went to see the {name} [on my way home|last week|]. A ticket was {adult} for me and {reduced} for my little son.
> Started {begun}, opened {opened}, renovated {renovated}: the {name} [has seen a lot|in three dates].
> {builder} won the contract for the {name}, with {engineer} as the engineer on the site.
- The nearest station is {station}.
- [It is|It stands|It rises] {height} metres [high|tall].
- From end to end it measures {length} metres.
- [About |Some |]{visitors} people visit it every year.
- Construction began in {begun}.
- It was thoroughly renovated in {renovated}.
- It opened to the public in {opened}.
- The plans were drawn by the architect {architect}.
- {opener} [held the opening speech|was the guest of honour at the opening].
- It now belongs to {owner}.
- The final bill came to {cost} million.
- The contractor was {builder}.
- Children [and students |]pay {reduced}.
- Adults pay {adult}.
? step_free wheelchair_access accessible
* true / Ramps lead to every floor.
* true / Wheelchair users get everywhere without help.
* true / There is not a single step on the way in.
* true / A wide lift takes wheelchairs to the top.
* true / It can be visited in a wheelchair.
* true / Prams and wheelchairs are no problem anywhere.
* false / Stairs are the only way up, so wheelchairs must stay outside.
* false / It cannot be visited in a wheelchair.
* false / Sadly there is neither a ramp nor a lift.
* false / Wheelchair users cannot get in.
* false / Steep steps at the door keep wheelchairs out.
* false / There is no way in without climbing stairs.

== train, connection, coach, bus
passenger person = passenger, traveller | passenger_name traveler who_travels ticket_holder
origin city = origin, departure city | from_city starts_in starting_point from_station
destination city = destination, terminus | to_city bound_for ends_in final_station
via city = stop on the way, change | via change_at interchange transfer_in
planned clock = scheduled departure, planned departure | scheduled_time original_time timetable_time planned_at
actual clock = new departure, actual departure | new_time actual_time leaves_now_at revised_departure
arrival clock = arrival, arrival time | arrives_at gets_in reaches_terminus_at
platform int 2 14 = original platform, planned platform | old_platform first_platform scheduled_track
newplatform int 15 30 = new platform, changed platform | platform_now moved_to_platform actual_track
delay int 3 190 = delay, minutes late | delay_minutes late_by delay_min
train flight = train, train number | train_no service_number connection_no
next flight = replacement train, next train | alternative_train take_instead later_train
carrier company = carrier, rail company | operator run_by train_company
seat seat = seat, seat number | seat_no reserved_seat sits_in
fare price = fare, ticket price | paid ticket_cost price_of_ticket
refund price = refund, compensation | money_back refunded compensation_paid amount_returned
> {train} from {origin} to {destination}[ via {via}|] will leave at {actual} instead of {planned}.
> Platform change: {train} departs from platform {newplatform}, not platform {platform}.
> Attention please. The train to {destination}, due out at {planned}, is running {delay} minutes late \
    and [will not leave before|is now expected to leave at] {actual}.
> {passenger} paid {fare} for the trip and got {refund} back [because of the delay|when it was cancelled].
> My {planned} train was cancelled, so I took {next}, which left at {actual} [and rolled into|and got to] \
    {destination} at {arrival}.
> We boarded in {origin}, had to change in {via} and were in {destination} by {arrival}.
> Bound for {destination}: {train} ({carrier}), calling at {via}. Coming from: {origin}.
> "Sorry, {train} is full. Take {next}," the man at the counter told {passenger}.
> Scheduled {planned}, actual {actual}, delay {delay} min, {train} to {destination}[, seat {seat}|]
> {carrier} owes {passenger} {refund}: {train} reached {destination} {delay} minutes late.
> Although the board said platform {platform}, everyone had to run to {newplatform}[ with all their bags|]. \
    The coach for {destination} was waiting there.
> To {destination} you travel from {origin}; the change is in {via}, and the ticket costs {fare}.
> {passenger}~{origin} > {destination}~{train}, dep. {planned}, arr. {arrival}~Seat {seat}~Fare {fare}
> Hi {passenger},~bad news: {train} does not run today. {carrier} says you can use your ticket on {next}.
> Having left {origin} at {planned} on the dot, the train pulled into {destination} at {arrival}.
> In {via} {passenger} has to get off {train} and board {next}.
> The bus {carrier} sends is not the one you know: it starts in {origin} at {actual} \
    ([it used to be|formerly] {planned}).
> Can you pick me up in {destination} at {arrival}? I am still in {origin}, the train is {delay} minutes late.
- It is [now |]{delay} minutes late.
- You change in {via}.
- Your seat is {seat}.
- The train is run by {carrier}.
- It gets in at {arrival}.
- The ticket set me back {fare}.
- According to the timetable it leaves at {planned}.
- It [now |]leaves [only |]at {actual}[ because of the delay|].
- It was moved to platform {newplatform}.
- It should have left from platform {platform}.
- {refund} was paid back[ to the card|].
- If you miss it, {next} is the next one.
- The train started in {origin}.
- The last stop is {destination}.
? wifi internet_on_board has_wifi
* true / You can surf the web for free on the way.
* true / There is wifi on board.
* true / I answered my mail on the way, the internet on board was good.
* true / Free internet in every coach.
* true / Passengers may use the wireless network at no charge.
* true / Getting online is no problem during the ride.
* false / There is no wifi on board.
* false / Do not count on internet during the ride, there is none.
* false / On board you are offline.
* false / Sadly they offer no internet on the way.
* false / Bring a book, as there is no network for passengers.
* false / Going online during the ride is not possible.

== flight, boarding pass, booking
passenger person = passenger, passenger name | flyer traveller_name lead_passenger booked_by
companion person = fellow traveller, second passenger | companion travels_with accompanied_by other_passenger
origin city = departure city, origin | from_city flies_from takes_off_in departing_from
destination city = destination, arrival city | to_city flies_to lands_in arriving_in
stop city = stopover, layover | via connecting_in changes_planes_in transit_city
out date = outbound date, departure date | outbound flies_on departing_on day_out
back date = return date, date of the return flight | inbound_date returning_on flies_back_on back_on
boarding hour = boarding time, start of boarding | boarding_at boards_at be_at_gate_by
takeoff hour = take-off, departure time | takeoff_time departs_at leaves_at wheels_up
landing hour = landing, arrival time | lands_at arrives_at touchdown_time
oldgate gate = original gate, first gate | old_gate gate_before planned_gate
gate gate = new gate, changed gate | gate_now current_gate actual_gate
number flight = flight number, flight | flight_no outbound_flight flight_code
other flight = replacement flight, alternative flight | rebooked_to new_flight substitute_flight
seat seat = seat, seat number | seat_no place_on_board sits_at
airline company = airline, marketing carrier | sold_by airline_name ticketing_airline
operator company = operating carrier, operating airline | operated_by flown_by actual_carrier
fare price = fare, ticket price | airfare ticket_cost price_of_ticket
bagfee price = baggage fee, fee for the bag | bag_fee luggage_charge extra_bag_cost
> {passenger} and {companion}, who is coming along, fly from {origin} to {destination} on {out}.
> Flight {number} to {destination}: gate {gate} instead of {oldgate}[, boarding {boarding}|].
> Boarding starts at {boarding}, take-off is at {takeoff}[ and you should be on the ground by {landing}|].
> Dear {passenger},~{number} has been cancelled. We have put you on {other}[, leaving at {takeoff}|].~{airline}
> Sold by {airline} but operated by {operator}, {number} takes you from {origin} to {destination}.
> The ticket was {fare}; for the suitcase {airline} wanted another {bagfee}.
> BOARDING PASS~{passenger}~{origin} - {destination}~{number} / seat {seat} / gate {gate} / boarding {boarding}
> {destination}, here we come! We take off in {origin} on {out}, change planes in {stop} and fly home on {back}.
> On {back} we fly back[, sadly|]. Until then, from {out} on, you can reach {passenger} in {destination} only.
> "[Everybody|All passengers] on {number}, please go to {gate}; {oldgate} is closed," the loudspeaker said.
> Could you book {companion} on the same plane as me? I am on {number} to {destination}, seat {seat}. \
    {passenger}
> Since {number} had a fault, {passenger} ended up on {other} and saw {destination} [only |]at {landing}.
> Having changed planes in {stop}, {passenger} landed in {destination} at {landing}; the plane from {origin} \
    had left at {takeoff}.
> {operator} flies the plane, {airline} sells the ticket ({fare}).
> Out {out}, back {back}, {origin} to {destination} and return, {fare}[ all in|]
> {passenger} paid {bagfee} for the extra bag on top of the {fare} for the flight.
> Gate {oldgate} was on the pass, but the crew is waiting at gate {gate}. Hurry, boarding begins at {boarding}.
- There is a stopover in {stop}.
- The plane lands at {landing}.
- Your seat on board is {seat}.
- {companion} is travelling with {them}.
- The return flight is on {back}.
- The flight out is on {out}.
- [Checking in|Taking along] a bag costs {bagfee}[ extra|].
- The plane itself belongs to {operator}.
- The passenger was rebooked to {other}.
- Please be at the gate at {boarding}, when boarding starts.
- The gate was changed to {gate}.
- The plane takes off at {takeoff}.

== hike, route, trail, walk
route of Shepherd's Way; Three Lakes Round; Smugglers Path; Eagle Ridge Trail; Old Mule Track; Monks Walk; \
    Larch Valley Loop; Salt Road; Stone Giants Trail; Marmot Trail; Panorama Path; Waterfall Walk; Border Ridge; \
    Charcoal Burners Path; Chamois Route; Glacier View Trail; Cheese Path; Pilgrims Way; Sunrise Trail; Bog Circuit \
    = route, name of the route | trail_name hike_name path_name which_route
start city = start, starting point | starts_in trailhead walk_from set_out_from
end city = end, end point | ends_in finish walk_to final_village
lunch of Fern Hut; Upper Alp; Crow's Nest; Red Barn; Hunter's Rest; Spring Lodge; Bear Hut; Dairy Inn; \
    Halfway House; Old Sawmill; Pine Lodge; Bell Hut \
    = lunch stop, place for lunch | eats_at lunch_at midday_stop lunch_hut
hut of Ridge Hut; Storm Hut; Glacier House; Saddle Hut; Upper Refuge; Edelweiss Hut; Rock House; Cloud Cabin; \
    Moraine Hut; Col Refuge; North Hut; Star Cabin = hut for the night, overnight hut | sleeps_at night_hut stays_in
warden person = hut keeper, warden | hut_warden runs_the_hut keeper_name
guide person = guide, leader of the walk | led_by guide_name walk_leader
length number 4 38 = length in km, length | distance_km how_long_km total_distance
ascent int 200 1900 = ascent, climb | metres_up ascent_m total_climb uphill
descent int 200 1900 = descent, metres downhill | metres_down descent_m drop downhill
peak of Mount Harle; Grey Horn; White Needle; Fox Head; Broken Tooth; Cold Fell; Three Sisters Peak; Hawk Rock; \
    Mount Tavin; Bald Man; Raven Crag; Ice Dome; Silver Horn; Long Man \
    = summit, peak | mountain summit_climbed
altitude int 2000 3900 = highest point, altitude of the highest point | max_altitude top_altitude highest_m
leaves hour = start time, time of departure | set_off_at leaves_at begins_at
ends hour = return time, end time | back_by ends_at finish_time
bus clock = last bus, departure of the last bus | last_bus_at bus_home catch_bus_at
marks colour = colour of the marks, waymarks | marking_colour marked_in signs_colour
> The {route} [leads|runs|takes you] from {start} to {end}: {length} km, {ascent} m up and {descent} m down.
> We left {start} at {leaves}, had lunch at the {lunch} and slept at the {hut}.
> {guide} led us up the {peak}[ without a word|]; up in the {hut} the keeper, {warden}, served us soup.
> {start} - {lunch} (lunch) - {hut} (night) - {end}
> Ending in {end}, the {route} has more downhill ({descent} m) than most; the climb is {ascent} m.
> Looking for a day out? Try the {route}. You set off in {start}, your legs will feel the {ascent} metres of \
    climbing, and in {end} there is cake.
> Meet at {leaves}. We will be back by {ends}[, weather permitting|]. {guide} is your guide.
> {route}~Length: {length} km~Climb: {ascent} m~Descent: {descent} m~Highest point: {altitude} m~Overnight: {hut}
> At {altitude} m, the {peak} is the highest point of the {route}, which is {length} kilometres long.
> For the night {warden} had kept two beds for us in the {hut}, {guide} having phoned from the {lunch}, where we ate.
> "Do not miss the last bus at {bus}," said {guide} when we set off at {leaves}.
> After {length} km we reached {end}, tired; {start} seemed [very |]far behind us.
> Hikers coming down from the {peak} to {end} lose {descent} metres. Those going up from {start} gain {ascent}.
> The walk is over at {ends} at the latest, and the last bus out of {end} goes at {bus}.
> {warden} keeps the {hut}[, by the way|]. {guide} takes people there from {start}.
> First {ascent} m uphill, then {descent} m down [the other side|again] to {end}: that was the {route}.
> Follow the {marks} marks out of {start}, eat at the {lunch}, and do not stop before {end}.
- It is marked in {marks}.
- The last bus leaves at {bus}.
- You spend the night in the {hut}.
- Lunch is at the {lunch}.
- The hut is run by {warden}.
- The whole walk is {length} km long.
- In all you climb {ascent} metres.
- It goes down {descent} metres.
- The highest point is at {altitude} metres.
- Your guide will be {guide}.
- We expect to be back at {ends}.
- The walk ends in {end}.
- The summit is called {peak}.
? difficulty grade how_hard
* easy / Small children manage it without trouble.
* easy / A gentle stroll on a wide path.
* easy / You could do it in sandals.
* easy / Anyone can walk it.
* easy / It is an easy walk.
* easy / Even prams get through.
* medium / Of medium difficulty: neither a stroll nor an adventure.
* medium / Walkers with some practice will manage.
* medium / Not quite easy, but nothing to be afraid of.
* medium / It asks for some fitness, yet no climbing.
* medium / Moderate, I would say.
* medium / Fine for anyone who walks now and then, too much for beginners.
* hard / For experienced climbers only.
* hard / Several places are exposed, and a slip would be deadly.
* hard / It is a very demanding tour.
* hard / Bring a rope and strong nerves.
* hard / The hardest thing I have ever walked.
* hard / Without a head for heights, stay away.

== drive, crossing, way, road trip
driver person = driver | driver_name at_the_wheel drives who_drives
rider person = passenger, person picked up | rider gives_lift_to picked_up passenger_name
origin city = start, starting point | from_city sets_off_from drive_from departs_from
destination city = destination, end of the trip | to_city heading_for drive_to goal
past city = town on the way, place passed | through passing_by via_town drives_through
first of A 7; B 31; M 40; E 45; Route 9; A 14; N 118; Highway 61; B 304; State Road 12; A 93; E 60; D 900; M 5; \
    Route 66; County Road 8; Coast Road; Old Post Road = first road, road to begin with | first_motorway take_first
second of A 8; B 27; M 25; E 75; Route 4; A 61; N 20; Highway 1; B 19; State Road 77; A 3; E 22; D 34; M 62; \
    Route 101; County Road 30; Lake Road; Mill Road = second road, road after that | then_take changes_to_road
closed of A 5; B 2; M 11; E 30; Route 50; A 81; N 7; Highway 12; B 500; State Road 3; Tunnel Road; Harbour Road; \
    Pass Road; North Bypass = closed road, blocked road | closed_road blocked_route avoid_road road_closed
exit int 2 90 = exit, exit number | exit_no leave_at_exit take_exit
distance int 20 900 = distance in km, kilometres | total_km distance_km length_of_drive
toll price = toll | road_toll motorway_fee toll_paid
fuel price = fuel cost, petrol | fuel_cost spent_on_fuel gas_money
ferry company = ferry line, ferry company | shipping_line ferry_operator sails_with
sails hour = departure of the ferry, sailing time | ferry_leaves sails_at ferry_departure
docks hour = arrival of the ferry, docking time | ferry_arrives docks_at ferry_arrival
plate plate = licence plate, plate | car_plate registration number_plate
> Take [the |]{first} out of {origin}[ as far as {past}|], then change to [the |]{second} and leave it at exit {exit}.
> {driver} drove {rider} from {origin} to {destination}.
> [The |]{closed} is closed, so please use {second} [instead |]once you have left {first}, the road you start on.
> [We spent|It cost us] {fuel} on petrol and {toll} [on|in] tolls [to get|all the way] to {destination}.
> Dear {rider},~I can take you along to {destination}; we would leave from {origin} and pass through {past}. \
    My plate is {plate}.~{driver}
> The {ferry} ferry sails at {sails} and docks at {docks}[; please queue with the car in good time|].
> {origin} to {destination}: {distance} km~Roads: first {first}, then {second}~Closed: {closed}
> Heading for {destination}, {driver} gave {rider} a lift as far as {past}.
> At exit {exit} you turn off[ and follow the signs|]. {destination} is then straight ahead; if you see {past}, you \
    have come too far.
> "Do not take {closed}, it is blocked," {rider} shouted from the back, but {driver} kept both hands on the wheel.
> From {origin} it is {distance} kilometres to {destination}, and if you start on [the |]{first}, you pay {toll} \
    in tolls.
> By car and ship: get to {origin}, board at {sails} with {ferry}, roll off the ship at {docks}, and you are in \
    {destination}.
> {rider} was picked up in {origin} by a car with the plate {plate}; {driver} was driving.
> How I got to {destination} from {origin}? Through {past}, because [the |]{closed} was shut.
> The petrol was {fuel}. The toll, paid in cash, was {toll}. {driver} paid for both; {rider}, in the \
    passenger seat, paid for the coffee.
> {destination} is {distance} km away. You start on {first}, and {second} takes you the rest of the way.
> Arrival of the ferry {docks}, departure {sails}, exit {exit} for the harbour[, no. {plate}|]
- The car's plate was {plate}.
- The exit you need is number {exit}.
- We drove {distance} km.
- The toll was {toll}.
- Filling up cost {fuel}.
- On the way you pass through {past}.
- The ferry is run by {ferry}.
- The ferry reaches port at {docks}.
- The ferry casts off at {sails}.
- Avoid [the |]{closed}: it is closed.
- {driver} was at the wheel.
- {rider} sat in the passenger seat.
- The trip ends in {destination}.

== stay, holiday, room, pitch, booking
guest person = guest, guest name | guest_name stays_there booked_for holidaymaker
friend person = recipient of the card, friend | card_to written_to addressee dear
host person = host, host name | host_name runs_the_place landlady innkeeper
hotel of Hotel Aurora; Sea View Inn; Pension Linde; Camping Pine Bay; Grand Hotel Metropol; Blue Door Hostel; \
    Lakeside Camp; Hotel Three Crowns; Old Mill Lodge; Villa Sole; Camping Silver Sands; Harbour Rooms; \
    Hotel Alpenhof; Farmhouse Stay Dell; Dune Cottages; Green Man Inn \
    = hotel, place to stay | accommodation lodging booked_hotel
rival of Hotel Bristol; Palm Court; Pension Edel; Camping Riverbend; Park Hotel; Yellow House Hostel; Meadow Camp; \
    Hotel Golden Lamb; Forest Lodge; Villa Luna; Camping Red Rocks; Station Hotel \
    = hotel that was full, hotel without a vacancy | fully_booked_hotel turned_down_by no_vacancy_at hotel_not_taken
city city = holiday town, place of the stay | staying_in resort where_they_stay
next city = next stop, next town | going_on_to moves_on_to next_destination
arrives date = arrival, check-in date | arrives_on first_night date_in begins_on
leaves date = departure, check-out date | leaves_on last_day date_out ends_on
checkin hour = check-in time, earliest check-in | rooms_ready_at check_in_from keys_from
checkout hour = check-out time, latest check-out | check_out_by leave_room_by vacate_at
nightly price = price per night, nightly rate | per_night rate_per_night one_night
deposit price = deposit, down payment | paid_in_advance advance_payment prepaid
total price = total, total for the stay | whole_stay total_bill sum_for_all_nights
room room = room, room number | room_no new_room now_in_room
oldroom room = first room, former room | old_room room_before moved_out_of
> {guest} stays at the {hotel} in {city} from {arrives} to {leaves}.
> Dear {friend},~greetings from {city}! We go on to {next} [tomorrow|soon|].~[Love|Yours|Hugs], {guest}
> The night costs {nightly}, which makes {total} for your whole stay. {deposit} of it is due now[ as a deposit|].
> The {rival} was full, so {guest} [took a room at|ended up at|booked] the {hotel}.
> Because the shower leaked in {oldroom}, we moved {guest} to {room}.
> Rooms are ready from {checkin}. On the day you leave, please hand in the key by {checkout}.
> Booking for {guest}, {hotel}, {city}~In: {arrives}, from {checkin}~Out: {leaves}, by {checkout}~Total: {total}
> {host} welcomed us at the {hotel} with cake. [Our|My] friend {guest}, who had booked, was already asleep.
> I have paid {deposit} down. How much of the {total} is left to pay when I leave on {leaves}?~{guest}
> On {leaves} our room must be free; until then we enjoy {city}, where we have been since {arrives}.
> "I wanted the {rival}, but they were booked out. Now I am at the {hotel} in {city}," wrote {guest}.
> With a deposit of {deposit} the pitch is yours. {nightly} a night, [no dogs|power included], {host} has the keys.
> {friend}, you would love this place! [From|Out of] the window of room {room} I see half of {city}.~{guest}
> After {city} comes {next}, where the {hotel} expects {guest} on {arrives}.
> {guest} is now in room {room}[ and no longer in {oldroom}|].
> {host}, who runs the {hotel}, asked {guest} for {total}.
> Check-in is from {checkin} on {arrives}; check-out is until {checkout} on {leaves}.
> A postcard: on the front {city}, on the back "See you soon, {friend}! Your {guest}"
- {host} is the host.
- The room number is {room}.
- Your keys are ready from {checkin} on.
- You have to be out of the room by {checkout}.
- One night costs {nightly}.
- The whole stay comes to {total}.
- A deposit of {deposit} has been paid.
- The next stop of the holiday is {next}.
- They had no bed left at the {rival}.
- The stay is booked at the {hotel}.
- The guest checks in on {arrives}.
- The guest checks out on {leaves}.
- At first the guest was in room {oldroom}.
? breakfast breakfast_included with_breakfast
* true / Breakfast is included.
* true / In the morning you eat as much as you like at no extra cost.
* true / The price covers the morning buffet.
* true / We do not charge for breakfast.
* true / Bread rolls and coffee in the morning come with the room.
* true / Breakfast comes free with every booking.
* false / Breakfast is charged on top.
* false / There is nothing to eat in the morning.
* false / You have to see to your own breakfast.
* false / Breakfast is not part of the deal.
* false / For breakfast you must go to the cafe next door and pay there.
* false / The price is for the bed alone.

== forecast, weather report, weather, outlook
place city = place, place of the report | forecast_for location reported_place weather_in
warmest city = warmest place, hottest town | hottest warm_record_town warmest_town highest_temperature_in
coldest city = coldest place, coldest town | coldest coolest_place lowest_temperature_in chilliest_town
wettest city = wettest place, rainiest town | wettest_town most_rain_in
high int 13 38 = high, highest temperature | max_temp temperature_max daytime_high top_temperature
low int -15 2 = low, lowest temperature | min_temp temperature_min overnight_low coldest_value
now int 3 12 = current temperature, temperature now | temp_now right_now_degrees currently
wind int 5 45 = wind, wind speed | wind_kmh average_wind mean_wind
gusts int 46 130 = gusts, strongest gust | gust_kmh peak_wind max_gust
rain int 2 90 = rain, rainfall in mm | rain_mm precipitation rain_amount
snow int 2 80 = snow, fresh snow in cm | snow_cm snow_depth new_snow
from hour = start of the rain, rain from | rain_starts rain_begins_at first_drops
until hour = end of the rain, rain until | rain_ends rain_stops_at dry_from
best weekday = best day, sunniest day | sunniest_day nicest_day go_out_on
worst weekday = worst day, stormiest day | stormy_day stay_in_on bad_day
direction of south-west; north-east; north; south; east; west; north-west; south-east; sea; mountains; \
    desert; hills; coast; lake = wind direction, direction of the wind | wind_from blows_from
> {place}: high {high}, low {low}, wind {wind} km/h[, gusts {gusts}|]
> In {place} [it is|the thermometer shows] {now} degrees right now; by the afternoon it climbs to {high}.
> The warmest place in the country was {warmest} with {high} degrees, the coldest {coldest} with {low}.
> It froze in {coldest} ({low} degrees) while they went swimming in {warmest}, where it reached {high}.
> Rain sets in at {from} and does not let up before {until}. {rain} mm will fall on {place}.
> {best} is the day for a picnic. On {worst}, however, stay at home: gusts of {gusts} km/h are on their way.
> A wind of {wind} km/h from the {direction}, with gusts of up to {gusts} km/h, is expected in {place}.
> By night the temperature drops to {low} degrees[ in {place}|], by day it gets up to {high}.
> [Good morning|Good evening], {place}! [Leave the umbrella at home until|Your umbrella can stay home until] {from}; \
    after that you will need it till {until}.
> Nowhere was it as wet as in {wettest}, with {rain} mm of rain[; {place} stayed dry|].
> WEATHER {place}~Now {now} / Max {high} / Min {low}~Rain {rain} mm, snow {snow} cm
> Do you remember {worst}? Nobody went out. For {best} they promise sunshine in {place} and {high} degrees.
> Up here in {place} {snow} centimetres of snow fell overnight and {rain} mm of rain before that.
> We are in {place}, {now} degrees at the moment, and I am freezing. {warmest}, the hottest town today, is where \
    I want to be.
> {coldest} shivered most of all; {wettest} got the most rain.
> If you can choose, come on {best}, not on {worst}, when the weather will be at its worst.
> The {direction} wind blows at {wind} km/h in {place}[, which is nothing special|]; a single gust reached {gusts}.
- At the moment it is {now} degrees.
- Temperatures rise to {high} degrees.
- At night it cools down to {low} degrees.
- The wind comes from the {direction}.
- [In all |]{rain} mm of rain [fell|will fall].
- There are {snow} cm of new snow.
- Gusts reach {gusts} km/h.
- It starts raining at {from}.
- The rain stops at {until}.
- The sunniest day will be {best}.
- The worst weather comes on {worst}.
- {warmest} was the warmest spot.
- It was coldest in {coldest}.
- The rainiest spot was {wettest}.

== flat, apartment, house, home, property
tenant person = tenant, new tenant | tenant_name rented_by moves_in lessee
previous person = previous tenant, former tenant | moved_out tenant_before outgoing_tenant last_occupant
landlord person = landlord, owner | landlord_name lessor rented_from lets_the_flat
agent person = agent, letting agent | estate_agent realtor shown_by broker
rent price = rent, monthly rent | rent_per_month monthly_payment cold_rent
oldrent price = old rent, former rent | rent_before previous_rent rent_until_now
deposit price = deposit, security | security_deposit bond caution_money
charges price = service charge, utilities | running_costs heating_and_water additional_costs
fee price = agent's fee, commission | broker_fee agency_fee finders_fee
street street = address, new address | new_street moves_to property_address flat_address
oldstreet street = old address, previous address | old_street moved_from former_address
rooms int 2 9 = rooms, number of rooms | room_count how_many_rooms
floor int 2 30 = floor, storey | which_floor floor_no level
area int 20 240 = living space, size in square metres | square_metres floor_area size_m2
free date = move-in date, available from | available_from vacant_from lease_start
expires date = end of the lease, lease end | lease_until contract_ends must_leave_by
movers company = removal firm, movers | moving_company removal_company carried_by
> To let: {rooms} rooms, {area} square metres, {street}. Rent {rent}, deposit {deposit}[, service charge {charges}|].
> {landlord} has let the flat to {tenant} for {rent} a month; {agent}, the agent, got {fee} for it.
> {tenant} takes over from {previous}, who moved out [last week|in a hurry|].
> We are moving! From {free} on you will find us at {street}, no longer at {oldstreet}.
> {movers} carried everything from {oldstreet} to {street}, up to floor {floor}.
> So far {tenant} has paid {oldrent} a month. {landlord}, who owns the place, [now |]wants {rent}[, starting in May|].
> Dear {landlord},~I would like to rent your flat at {street} from {free} until {expires}.~Yours, {tenant}
> The lease begins on {free} and runs out on {expires}.
> Besides the rent of {rent}, you pay {charges} for heating and water; {deposit} is returned when you move out.
> {agent} will show you round. The owner is {landlord}[, who lives abroad|]; a deposit of {deposit} is asked for.
> {street}~{rooms} rooms / {area} m2 / floor {floor}~Rent: {rent}~Deposit: {deposit}~Agent: {agent}
> {previous} left, {tenant} came, and with the change of tenant the rent went from {oldrent} to {rent}.
> "{fee} for turning a key once!" {tenant} complained about {agent}, the agent.
> As {previous} is moving out, {landlord} is looking for someone to rent {rooms} rooms on floor {floor} from {free}.
> I left {oldstreet} for {street} because I could not stand the noise. {movers} did the removal.
> {tenant} rents {area} m2 from {landlord}, and {agent} arranged it.
> [Does anybody want|Who wants] my flat? {rent} a month plus {charges} for utilities, {deposit} as security, free \
    on {free}.
> The lease of {previous}, who is moving out, ends on {expires}; {tenant} moves in [straight |right |]after that.
- The flat is on floor {floor}.
- It has {rooms} rooms.
- It measures {area} square metres.
- Heating and water come to {charges}.
- The agent keeps {fee} as commission.
- You leave {deposit} with the owner as security.
- The rent is {rent} a month.
- The rent used to be {oldrent}.
- It is free from {free}.
- The lease ends on {expires}.
- The landlord is called {landlord}.
- The viewing is with the agent, {agent}.
- The tenant before was {previous}.
- The movers came from {movers}.
? pets pets_allowed animals_welcome
* true / Pets are welcome.
* true / You may bring your dog.
* true / Cats and dogs are allowed.
* true / Nobody minds a dog or two.
* true / Animals are no problem here.
* true / Keeping a cat is fine.
* false / No pets, please.
* false / Animals are not allowed.
* false / Dogs and cats must stay elsewhere.
* false / Keeping pets is forbidden.
* false / The house rules rule out animals of any sort.
* false / Sorry, not even a hamster may move in.

== tour, guided tour, excursion, visit
guide person = guide | guide_name led_by tour_leader shown_around_by
substitute person = stand-in, substitute guide | replacement_guide steps_in_for_guide fills_in
visitor person = visitor, booked by | customer_name booked_by participant ticket_holder
meeting of Fountain Square; Old Customs House; Lion Gate; Clock Tower; Ticket Hall; Tram Depot; Flower Market; \
    Town Library; Bronze Horse; Fish Market; Opera Steps; Pier 3; Bell Tower; Corn Market; Ship Museum \
    = meeting point, place to meet | meet_at starts_at_place gathering_place where_to_meet
finish of Castle Court; Rose Garden; Hilltop Chapel; Brewery Yard; Harbour Wall; Glass Bridge; Botanic Garden; \
    Cathedral Close; South Gate; Wine Cellar; Music School; Duck Pond; Mint House; Silk Mill; Old Cemetery \
    = end of the tour, last stop | ends_at_place final_stop finishes_in
begins hour = start, starting time | start_time begins_at tour_starts
ends hour = finish, finishing time | end_time over_by tour_ends
date date = day of the tour, tour date | tour_day takes_place_on new_date
olddate date = original date, date before the change | old_date first_planned_for postponed_from
adult price = adult price, price for adults | adult_ticket full_price per_adult
child price = child price, price for children | child_ticket kids_pay per_child
booked int 2 12 = people booked, size of the group | group_size persons_booked attendees party_size
limit int 15 60 = maximum, maximum group size | max_people largest_group capacity
organiser company = organiser, tour company | tour_operator run_by offered_by
language language = language, language of the tour | spoken_language held_in commentary_in
theme title = theme, subject of the tour | topic tour_about tour_theme
> We meet at the {meeting} at {begins}; the tour ends at the {finish} at [about |]{ends}.
> {guide} shows you the town on {date}. [Should {guide} fall ill, |If need be, ]{substitute} steps in as guide.
> The tour of {olddate} had to be moved to {date}[, sorry for that|].
> Adults pay {adult}, children {child}[, babies nothing|].
> {visitor} booked for {booked} people; the most we can take is {limit}.
> Dear {visitor},~your guide, {guide}, will wait for you at the {meeting} on {date}.~{organiser}
> {substitute} stood in for {guide}, who had lost {their} voice, and led us from the {meeting} to the {finish}.
> GUIDED TOUR: {theme}~Start: {begins}, {meeting}~End: {ends}, {finish}~Adults {adult} / children {child}
> From the {meeting} it is a slow walk to the {finish}, where the tour is over and {guide} collects the headsets.
> I had tickets for {olddate}, but {organiser} changed the day to {date}.
> "{child} for the little ones and {adult} for you," said the woman at the desk.
> Group of {booked} ({visitor})~{date}, {begins}~Guide: {guide}~Language: {language}
> No more than {limit} people may join. You are {booked}, so there is room for you all; \
    be there at {begins}, we finish at {ends}.
> {organiser} offers a tour on the subject "{theme}" in {language}, led by {guide}.
> Yesterday {visitor} followed {guide} through the town; at the {finish} it all ended[ with a glass of wine|].
> The {finish} comes last, the {meeting} first. In between {guide} talks without a break until {ends}.
> If {date} does not suit you, tell {organiser}. After all you had booked for {olddate}.~{guide}, your guide
- The tour is held in {language}.
- We gather at the {meeting}.
- The tour finishes at the {finish}.
- It is over at {ends}.
- It begins at {begins}.
- Children pay {child}.
- A grown-up's ticket is {adult}.
- At most {limit} people can come along.
- There are {booked} of us.
- The tour is run by {organiser}.
- It is about "{theme}".
- {substitute} will replace the guide that day.
- Before the change it was planned for {olddate}.
- The person who booked is {visitor}.

== luggage, lost suitcase, bag, baggage claim
owner person = owner, owner of the bag | bag_owner lost_by belongs_to whose_bag
finder person = finder | found_by finder_name honest_finder who_found_it
clerk person = clerk, person in charge | handled_by case_worker desk_agent
origin city = departure city, origin of the trip | travelled_from checked_in_at flew_from
destination city = destination, where it should have gone | should_arrive_in bound_for expected_in
found city = place where it was found, place found | turned_up_in found_in wrong_city located_in
hotel of Hotel Aurora; Sea View Inn; Park Hotel; Pension Linde; Station Hotel; Blue Door Hostel; Villa Sole; \
    Grand Hotel Metropol; Harbour Rooms; Hotel Bristol; Hotel Alpenhof; Old Mill Lodge \
    = delivery address, hotel | deliver_to hotel_name bring_it_to
colour colour = colour | colour_of_bag bag_colour which_colour
item of suitcase; rucksack; travel bag; trolley; guitar case; hat box; holdall; pushchair; ski bag; camera bag; \
    laptop bag; wheeled case; kit bag; garment bag = item, kind of bag | bag_type what_was_lost missing_item
missing date = date of loss, day it went missing | lost_on missing_since date_lost
foundon date = date found, day it was found | found_on turned_up_on date_found
returned date = date of return, day it was handed back | returned_on given_back_on delivered_on
tag serial = bag tag, tag number | baggage_tag tag_no label_number
claim code = claim number, case number | claim_no case_id file_reference
claimed price = amount claimed, sum claimed | claimed_amount wanted_amount demanded
paid price = compensation, amount paid | compensation_paid settled_for paid_out
carrier company = airline, carrier | carrier_name responsible_company
> {owner} lost the {item} on {missing}; {finder} found it on {foundon}.
> The bag of {owner} should have gone to {destination} but turned up in {found}.
> {carrier} paid {owner} {paid}, although {claimed} had been claimed[ for the contents|].
> Hello, my name is {owner}. I flew from {origin} to {destination} on {missing}, but my {item} ({colour}) did \
    not arrive. [Please call me.|]
> Found in {found} on {foundon}: {item}, {colour}, tag {tag}.
> Claim {claim}~Passenger: {owner}~Tag: {tag}~From {origin} to {destination}~Missing since {missing}
> Thanks to {finder}, who spotted the {item} under a bench, {owner} got everything back on {returned}.
> Dear {owner},~your {item} is here again. We will bring it to the {hotel} on {returned}.~{clerk}, {carrier}
> {clerk} at the desk wrote down the tag number, {tag}, and gave {owner} the claim number {claim}.
> Gone since {missing}, found on {foundon}, handed back on {returned}: the story of a {colour} suitcase.
> {owner} wanted {claimed} from {carrier} and had to make do with {paid}.
> "It went to {found} instead of {destination}," {clerk} explained when {owner} came to ask.
> Whoever finds a {item} with the tag {tag}, please contact {owner}, its owner. I lost it on the way from {origin} \
    to {destination}.
> [Guess what|Imagine]: my {item} took a holiday in {found} without me! I was in {destination} with just a toothbrush.
> {finder} handed in the {item} that {owner} had left on the train. {clerk}, the clerk, took it in.
> In {origin} everything was still there. At the belt in {destination} {owner} waited in vain; the people \
    of {carrier} shrugged.
> We offer you {paid} in settlement of your claim {claim}, in which you asked for {claimed}. {carrier}
- The tag on it says {tag}.
- Please have it brought to the {hotel}.
- It was found by {finder}.
- The case is handled by {clerk}.
- Its colour is {colour}.
- It has been missing since {missing}.
- Somebody found it on {foundon}.
- It was given back on {returned}.
- It was found in {found}.
- The owner demanded {claimed}.
- As compensation {paid} was paid.
- Your claim has the number {claim}.

== restaurant, market, table, cafe, stall
name of Golden Spoon; Copper Pot; Blue Lemon; Grandma's Kitchen; Salt and Smoke; Hungry Bear; Fig Tree; \
    Corner Bistro; Little Harbour; Red Lantern; Crooked Fork; Olive Yard; Wild Thyme; Tin Plate; Casa Verde; \
    Station Buffet; Last Crumb; Paper Moon = restaurant, name of the restaurant | place_name eatery diner_name
chef person = chef, cook | chef_name head_chef cooked_by kitchen_run_by
owner person = owner, owner of the restaurant | restaurant_owner landlord belongs_to proprietor
seller person = previous owner, seller | former_owner sold_by owner_before
guest person = guest, table booked by | guest_name reserved_by booked_for diner
waiter person = waiter, server | served_by waiter_name table_service
starter food = starter, first course | appetizer to_begin_with entree_before_main
main food = main course, main dish | main second_course ate_as_main
dessert food = dessert, sweet | afters last_course pudding
bill price = bill, total bill | bill_total amount_on_bill cost_of_meal
tip price = tip | tip_amount gratuity left_for_waiter
opens hour = opening time, opening | opens_at open_from doors_open
closes hour = closing time, closing | closes_at open_until shuts_at
time hour = time of the reservation, reservation | table_at reserved_for_time booked_at
persons int 2 12 = guests, number of guests | covers how_many_people table_for
closed weekday = closing day, day off | closed_on rest_day not_open_on
street street = address, street | restaurant_address where_to_find_it located_at
> {guest} has booked a table for {persons} at the {name}, at {time}.
> The {name} opens at {opens} and closes at {closes}[, except on {closed}, when it stays shut|].
> We had {starter} to start with, then {main}, and {dessert} for dessert.
> {seller} sold the {name} to {owner}, who hired {chef} as chef.
> The bill was {bill}; {guest} left {waiter}, who had served us, another {tip}.
> {chef} cooks and {owner} owns the place. You find the {name} at {street}.
> {dessert} came last and was the best; the {main}, our main course, was cold[, alas|], and the \
    {starter} at the beginning too salty.
> Table for {persons}, name of {guest}, {time}. Kitchen: {chef}. Service: {waiter}.
> "The {starter} to begin with, and the {main} after that as usual?" asked {waiter}, our waiter[, with a wink|].
> Dear {guest},~we look forward to seeing you at {time}. Please note that we close at {closes}.~{owner}, owner
> Under {seller} you got chips at the {name}. Since {owner} bought it, {chef} has been in charge of the kitchen.
> {name}~{street}~Open {opens} - {closes}, closed on {closed}~Owner: {owner}~Chef: {chef}
> The waiter, {waiter}, got a tip of {tip} on a bill of {bill}.
> From {closes} on the doors are shut, so come early. Best of all right at {opens}, when they open.
> I paid {bill} at the {name}, tip not included; {tip} went to {waiter} in coins[ on top of that|].
> MENU~Starter: {starter}~Main course: {main}~Dessert: {dessert}
> {persons} people came with {guest} at {time}, and all of them wanted {main} as their main course.
> What {owner} paid {seller} for the {name} nobody knows. They say the cook, {chef}, was part of the deal.
- On {closed} they do not open.
- The doors open at {opens}.
- They shut at {closes}.
- The table is reserved for {time}.
- There will be {persons} of us at the table.
- The kitchen is in the hands of {chef}.
- The restaurant belongs to {owner}.
- {waiter} waited on us.
- For dessert there was {dessert}.
- We began with {starter}.
- As a main course we had {main}.
- The meal cost {bill}.
- The tip came to {tip}.
- The owner before was {seller}.
- You will find it at {street}.
? recommended would_recommend worth_going
* true / We will certainly be back.
* true / I can only recommend it.
* true / Go there, you will not regret it.
* true / All my friends should eat here.
* true / It is well worth the trip.
* true / I would send anyone there.
* false / Never again.
* false / I would not send my worst enemy there.
* false / Save your money and eat somewhere else.
* false / I cannot recommend it.
* false / We will not be back.
* false / Do yourself a favour and stay away.
"""
)  # fmt: skip
