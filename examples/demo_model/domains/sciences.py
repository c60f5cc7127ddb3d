"""Science and nature: expeditions, sightings, planets, samples, stations, trials, digs, papers, grants, zoos."""

from __future__ import annotations

from .compact import domains

(
    EXPEDITIONS,
    SIGHTINGS,
    SKIES,
    SAMPLES,
    STATIONS,
    COLLECTIONS,
    TRIALS,
    DIGS,
    PAPERS,
    GRANTS,
    PATENTS,
    ZOOS,
) = domains(
    r"""
== expedition, voyage, cruise
leader person = expedition leader, leader | led_by head_of_expedition chief_scientist who_leads
deputy person = deputy leader, second in command | deputy stands_in_for_leader vice_leader assistant_leader
medic person = expedition doctor, medic | physician medical_officer doctor_on_board
captain person = captain, skipper | ship_captain master_of_vessel at_the_helm
ship of Polar Tern; Northern Light; Sea Otter; Meridian; White Whale; Petrel; Long Horizon; Aurora Bay; Nautilus \
    Two; Ice Maiden; Grey Seal; Southern Star; Kittiwake; Blue Marlin; Drift Ice; Albatross = ship, research \
    vessel | vessel ship_name name_of_ship sailed_on
home_port city = port of departure, starting port | sails_from departure_port embarkation_port
end_port city = port of arrival, final port | ends_in arrival_port disembarkation_port
left date = departure date, day of departure | left_on set_out_on sailing_date cast_off_on
back date = return date, day of return | returned_on came_back_on homecoming_date back_on
scientists int 13 80 = scientists, researchers on board | number_of_scientists science_party researcher_count
crew int 13 80 = crew members, size of the crew | crew sailors crew_size deck_hands
planned int 20 200 = planned days, planned length in days | intended_days days_planned schedule_days
lasted int 20 200 = actual days, days at sea | lasted_days real_length days_away actual_duration
budget number 1 40 = budget in millions, planned millions | budget_millions money_set_aside planned_cost
spent number 1 40 = cost in millions, millions spent | final_cost actual_cost_millions money_spent
area of Ross Sea; Weddell Sea; Fram Strait; Labrador Sea; Coral Basin; Java Trench; Barents Shelf; Azores Ridge; \
    Gulf of Tadj; Scotia Arc; Mohn Ridge; Agulhas Bank; Davis Strait; Timor Rise = research area, study area | \
    waters_studied area_of_research working_area
> The {ship} cast off in {home_port} on {left}. On {back} [she|the ship] tied up in {end_port}, her crew tired \
    but in good health.
> [Led by|Under the leadership of] {leader}, with {deputy} as deputy, {scientists} researchers sailed for the {area}.
> {deputy} had to take charge of the expedition when its leader, {leader}, broke an arm. {medic}, the doctor on \
    board, put it in plaster.
> They had packed food for {planned} days; in the end they stayed away for {lasted}[ and came home very thin|].
> {captain} steers the {ship}. What is done on deck, however, is decided by {leader}, who leads the science.
> CRUISE REPORT~Vessel: {ship}~Area: {area}~Out of: {home_port}~Into: {end_port}~Scientists / crew: {scientists} \
    / {crew}
> "We had {budget} million to spend. We needed {spent} million," {leader} [admits|told us], the head of the \
    expedition.
> Home again since {back}, the {scientists} scientists of the {ship} will now work through what they have \
    collected since they set out on {left}.
> Day one. Left {home_port} this morning. {crew} hands to work the ship, {scientists} of us to do the science. \
    {captain}, our captain, does not talk much.
> Of the {spent} million that the voyage swallowed in the end, only {budget} million had been granted beforehand.
> [hi mum,|hello all,] we are off to the {area}! leaving {home_port} {left}, our doctor is called {medic}, so \
    don't worry
> Who is in charge on the {ship}? On the bridge it is {captain}, the skipper; the research programme is \
    {leader}'s. If {leader} is asleep, ask {deputy}.
> Bound for the {area}, {scientists} researchers boarded the {ship} in {home_port}. {end_port} was where they \
    went ashore again.
> ship | {ship}~sails | {left}~returns | {back}~leader | {leader}~doctor | {medic}
> After {lasted} days, not the {planned} that had been planned, the {ship} limped into {end_port}.
> {leader} asked {captain} to turn back the {ship}, and the captain did; {medic} was looking after two patients.
> Finishing in {end_port} [instead of|and not in] {home_port}, where it had started, saved the expedition a week.
- The ship was manned by a crew of {crew}.
- [There were|She carried] {scientists} scientists on board.
- {medic} came along as the doctor.
- The captain's name is {captain}.
- If anything happens to the leader, {deputy} takes over.
- It had been planned for {planned} days.
- In reality it took {lasted} days.
- We cast off on {left}.
- [We were back home|The ship came home] on {back}.
- The voyage started in the port of {home_port}.
- It ended in the port of {end_port}.
- They worked in the waters of the {area}.
- All in all {spent} million was spent.
- A budget of {budget} million had been approved.

== sighting, observation, record
species of barn owl; beaver; bee-eater; black stork; brown hare; buzzard; common toad; corncrake; coypu; crested \
    newt; dormouse; fallow deer; golden eagle; goshawk; grass snake; great egret; grey heron; harbour seal; \
    hoopoe; jay; kingfisher; lynx; mink; moorhen; muskrat; pine marten; polecat; raccoon; red kite; roe deer; \
    slow-worm; snow bunting; sparrowhawk; stoat; stray cat; tree frog; weasel; white-tailed eagle; wildcat; \
    wryneck = species, animal | species_name what_was_seen bird_or_animal taxon
mistaken of barn owl; beaver; bee-eater; black stork; brown hare; buzzard; common toad; corncrake; coypu; crested \
    newt; dormouse; fallow deer; golden eagle; goshawk; grass snake; great egret; grey heron; harbour seal; \
    hoopoe; jay; kingfisher; lynx; mink; moorhen; muskrat; pine marten; polecat; raccoon; red kite; roe deer; \
    slow-worm; snow bunting; sparrowhawk; stoat; stray cat; tree frog; weasel; white-tailed eagle; wildcat; \
    wryneck = wrong first guess, mistaken for | first_taken_for confused_with wrong_guess \
    first_thought_to_be misidentified_as
observer person = observer, seen by | spotted_by observer_name sighted_by watcher
reporter person = reported by, sender of the report | submitted_by reporter_name who_sent_it entered_by
checker person = verified by, checked by | confirmed_by expert verifier record_checked_by
adults int 2 60 = adults, adult animals | number_of_adults grown_ups adult_count
young int 2 60 = young, juveniles | number_of_young offspring young_count juvenile_count
seen date = date of the sighting, seen on | sighting_date observed_on date_seen spotted_on
entered date = date of entry, entered on | reported_on submission_date record_created filed_on
previous date = previous sighting, last seen before | prior_sighting earlier_record seen_before_on
begin clock = start of the watch, watch began | watch_from observing_from started_watching
end clock = end of the watch, watch ended | watch_until observing_until stopped_watching
place of reed bed; old gravel pit; oak wood; upper meadow; salt marsh; churchyard; mill pond; west dyke; quarry \
    lake; heath; railway cutting; alder swamp; orchard; sandbank; beech slope; flooded field = place, habitat | \
    location where site spot
metres int 15 900 = distance in metres, distance | observing_distance metres_away how_far
ring code = ring number, ring | ring_code band_number leg_ring
> {observer} saw the {species} [at the|near the] {place} on {seen}; the report was sent in later by {reporter}.
> What {observer} thought was the {mistaken} turned out to be the {species}. {checker} came along, had a long look, \
    and settled the matter.
> {seen}, {place}. {adults} adults with {young} young. {species} for sure[, light was good|].
> From {begin} until {end} I sat [by the|in the hide by the] {place}, and then, at last: the {species}!~{observer}
> The {species} is back! Nobody had set eyes on it since {previous}, and now {observer} has found it again.
> Although not entered in the database until {entered}, the sighting itself goes back to {seen}.
> Thank you, {reporter}, for your record. {checker} has looked through it and agrees: {species}.
> Species: {species}~Observer: {observer}~Verified: {checker}~Ad./juv.: {adults}/{young}~Distance: {metres} m
> - Was it the {mistaken} again?~- No, look at the tail. This one is the {species}, ring {ring}.
> Seen with the naked eye [at|from] {metres} metres, the animal was not the {mistaken} that everybody expected \
    but the {species}.
> Hello, [I am writing|this is a note] on behalf of {observer}, who has no computer but good eyes: {species}, \
    {place}, {seen}.~Yours, {reporter}
> {young} chicks or cubs were counted at the {place}, besides {adults} full-grown animals. [A good year!|] \
    {observer} did the counting, {checker} checked it.
> Watch at the {place}, start {begin}, stop {end}, nothing but the {species}.
> Rejected at first ("looks like the {mistaken} to me"), the record by {observer} was accepted as the {species} \
    once {checker} \
    had gone there to check.
> A ringed bird: {ring}. {observer} read the number through a telescope from {metres} metres.
> anyone else had the {species} lately? {observer} told me about {adults} old ones plus {young} little ones by \
    the {place}
> Before {seen} the last record of the {species} in our parish had been the one of {previous}.
- [It|The animal] was {metres} metres away.
- It was first taken for something else, namely the {mistaken}.
- {checker} has confirmed the record.
- The report was handed in by {reporter}.
- The person who saw it was {observer}.
- The last sighting before this one was on {previous}.
- The observation was typed into the database on {entered}.
- [The watch began|Binoculars out] at {begin}.
- The watch was over at {end}.
- I counted {young} young ones.
- There were {adults} adult animals.
- On its leg it wore the ring {ring}.
- [The place:|This happened here:] {place}.
? photographed has_photo photo_taken picture_available
* true / A photo is attached.
* true / I managed to take a picture of it.
* true / There is a sharp photograph as proof.
* true / You can see it well in the enclosed picture.
* true / Luckily the camera was ready, and one shot came out well.
* true / It was photographed from two sides.
* true / The photo was good enough for the annual report.
* false / Unfortunately nobody had a camera.
* false / No photo could be taken.
* false / There is no picture of it, only a sketch.
* false / It was gone before I could take a photograph.
* false / Sadly the record comes without any photograph.
* false / The battery of my camera was empty, so no picture.
* false / We have no photo to show.

== planet, discovery, observation
planet of Veltis b; Orun; Kaleth; Nara c; Tiberon; Astrel d; Minos Minor; Keph b; Lirion; Zantha; Dorado e; Ibis \
    Major; Qualin; Sethra b; Umbriax; Polyx c = planet, planet name | name_of_planet exoplanet world discovered_planet
star of Gamma Lyris; Thuban Beta; Kor 118; Alcyra; Tau Velorum; Mirzam Delta; Wolf 77; Rana; Sigma Noctis; Ross \
    23; Elnath Minor; Zeta Corvi; Luyt 9; Sabik; Delta Pavis = host star, star | star_name parent_star \
    orbits_around sun_of_the_planet
finder person = discoverer, discovered by | found_by discoverer_name who_discovered first_noticed_by
confirmer person = confirmed by, confirming astronomer | second_observer verified_by independent_check
namer person = named by, proposer of the name | name_proposed_by who_named_it christened_by
first_site of Black Plateau; Cape Vidal; Cerro Alto; Corran Dome; Desert Eye; Dry Lake Observatory; Fjell \
    Station; Grey Mesa Observatory; Halden Dome; Kestrel Peak; Lark Hill; Monte Brio; Mount Ember; Mount Quill; \
    North Cape Dish; Osprey Mountain; Pico Nevado; Rio Seco; Salt Plain Array; Skyfield; Southern Array; Torsand \
    Observatory; Twin Domes; Windy Ridge = discovery observatory, observatory of discovery | discovered_at \
    found_from_observatory discovery_site
second_site of Black Plateau; Cape Vidal; Cerro Alto; Corran Dome; Desert Eye; Dry Lake Observatory; Fjell \
    Station; Grey Mesa Observatory; Halden Dome; Kestrel Peak; Lark Hill; Monte Brio; Mount Ember; Mount Quill; \
    North Cape Dish; Osprey Mountain; Pico Nevado; Rio Seco; Salt Plain Array; Skyfield; Southern Array; Torsand \
    Observatory; Twin Domes; Windy Ridge = confirming observatory, second observatory | confirmed_at \
    follow_up_site checked_from_observatory
found date = date of discovery, discovered on | discovery_date first_noticed_on detected_on
announced date = date of announcement, announced on | announcement_date made_public_on published_on
light_years int 4 900 = distance in light years, light years | distance_ly light_years_away how_far
period int 2 700 = orbital period in days, days per orbit | orbital_period year_length_days orbit_days
moons int 2 30 = moons, number of moons | moon_count satellites known_moons
day_temp int 20 900 = day temperature, temperature by day | daytime_degrees day_side_temperature hottest_side
night_temp int 20 900 = night temperature, temperature by night | night_side_temperature degrees_at_night
mirror number 1 39 = mirror diameter in metres, mirror | mirror_size aperture_m mirror_metres
> The planet {planet} circles {star} once every {period} days. [It is|It lies] {light_years} light years from us.
> {finder} discovered {planet} from {first_site}. Weeks later {confirmer}, working at {second_site}, confirmed it.
> A new world: {planet}! Found on {found}, [made public|announced to the press] on {announced}.
> Had {confirmer} not looked again, nobody would have believed {finder}, who first noticed the dip in the light \
    of {star}.
> {star} has company. Around it runs {planet}, with {moons} moons of its own, so {finder}, its discoverer.
> On its day side {planet} has {day_temp} degrees, while it is {night_temp} degrees on the dark side.
> The name {planet} was proposed by {namer}; the discovery, though, belongs to {finder}.
> Object: {planet}~Star: {star}~Discovered by: {finder}~Confirmed by: {confirmer}~Period: {period} d~ Distance: \
    {light_years} ly
> "I kept it to myself from {found}, the night I found it, to {announced}, the day we told the world," says {finder}.
> With its mirror of {mirror} metres the telescope [of|at] {first_site} caught {planet} first. {second_site} \
    followed up.
> {light_years} light years away, in orbit around {star}: [this is where you find|there is] {planet}, which \
    {namer} named after a cat.
> Q: Who found {planet}?~A: {finder}, at {first_site}. The check from {second_site} was the work of {confirmer}.
> telescope night! saw {star} but not {planet} of course, you'd need {mirror} metres of mirror for that lol
> It was {namer} who thought of calling it {planet}; {confirmer}, who had only confirmed it, wanted a plain number.
> {night_temp} degrees after sunset, {day_temp} degrees at noon, {moons} moons in the sky: this is {planet}.
> Not {second_site}, which merely confirmed it, but {first_site} gets the credit for discovering {planet}.
> Astronomers announced on {announced} what they had known since {found}: {star} has a planet.
- One orbit takes {period} days.
- It has {moons} moons.
- The host star is called {star}.
- Light from there takes {light_years} years to reach us.
- At night it has {night_temp} degrees.
- By day it has {day_temp} degrees.
- {namer} chose the name.
- The discovery had to be confirmed, which was done by {confirmer}.
- It was discovered by {finder}.
- It was first noticed on {found}.
- The public heard of it on {announced}.
- The telescope has a mirror of {mirror} metres.
- Confirmation came from another observatory: {second_site}.

== sample, test, experiment
sample code = sample number, sample | sample_id sample_no specimen_id tube_label
control code = control number, control sample | control_id reference_sample blank_no
sender person = sent in by, submitter | sender submitted_by client_of_lab who_sent_sample
collector person = taken by, sampler | sampled_by collected_by drawn_by who_took_sample
analyst person = analyst, tested by | measured_by lab_technician analysed_by who_ran_test
approver person = approver, approved by | signed_off_by released_by report_signed_by lab_head
taken date = sampling date, taken on | collected_on date_taken sample_date drawn_on
received date = date of receipt, received on | arrival_date arrived_at_lab_on came_in_on received
tested date = test date, tested on | analysis_date analysed_on measured_on date_of_analysis
substance of lead; nitrate; zinc; chlorine; copper; arsenic; caffeine; iron; sulphate; mercury; nickel; \
    phosphate; benzene; cadmium; glucose; ammonia; fluoride; cobalt = substance, analyte | substance_tested \
    looked_for compound parameter
before number 0 90 = value before, reading before treatment | initial_value before_treatment untreated_level \
    first_value
after number 0 90 = value after, reading after treatment | final_value after_treatment treated_level end_value
limit number 0 90 = limit, legal limit | threshold maximum_allowed permitted_value limit_value
fridge of box 17; box 40; box 8; cabinet 12; cabinet 4; cabinet 7; cold room 2; cold room 4; cold room 9; drawer \
    11; drawer 2; freezer A; freezer B; freezer K; freezer M; fridge 1; fridge 5; locker 14; locker 3; rack 15; \
    rack 2; rack 9; shelf A1; shelf C3; shelf D8; shelf F2; tank 3; tank 6 = storage place, stored in | kept_in \
    storage_location where_stored
was_in of box 17; box 40; box 8; cabinet 12; cabinet 4; cabinet 7; cold room 2; cold room 4; cold room 9; drawer \
    11; drawer 2; freezer A; freezer B; freezer K; freezer M; fridge 1; fridge 5; locker 14; locker 3; rack 15; \
    rack 2; rack 9; shelf A1; shelf C3; shelf D8; shelf F2; tank 3; tank 6 = former storage place, previously \
    stored in | old_location moved_from earlier_storage
device model = instrument, device | measured_with analyser device_used apparatus
> Sample {sample}, which {collector} took on {taken}, reached us on {received}. {analyst} ran the test.
> {analyst} measured {after} mg/l of {substance} after the filter; before it, the water had {before} mg/l.
> Before treatment {before}, after treatment {after}, allowed {limit} (all in mg/l, {substance}).
> [Dear {sender},~thank you for sending us|{sender}, many thanks for] {sample}. {analyst} will look at it, and \
    the report, once {approver} has signed it, goes out to you.
> {sample} has been moved out of {was_in}; it is now kept in {fridge}.
> Taken: {taken}~Received: {received}~Tested: {tested}~By: {analyst}~Instrument: {device}
> It was {collector} who filled the tube at the well, but {sender} who posted it to us. Tube {sample}, in case \
    you wonder.
> Compared with the control {control}, sample {sample} contains far more {substance}: {after} mg/l once the \
    treatment was over.
> The law allows {limit} mg/l of {substance}. What did we find? {before} mg/l in the raw water[, that's what|].
> Lab book, {tested}. Ran {sample} on the {device}. Control: {control}. [No surprises.|Coffee cold.|]
> No report leaves the lab without the signature of {approver}; the bench work on {sample} was done by {analyst}.
> can you get me {sample} pls? not in {was_in} any more, someone put it in {fridge} - {analyst}, who's testing it \
    today
> Having lain in the post since {taken}, the day it was drawn, the sample only came in on {received}, and \
    {tested} was the first free day for testing.
> {sender} submitted {sample} and wants to know how much {substance} is in it. The limit is {limit} mg/l.
> Results are in. {substance} was at {before} mg/l before treatment and {after} afterwards. Signed: {approver}. \
    Measured: {analyst}.
> The {device} was used by {analyst} to test {sample}, collected by {collector} [in the rain|last week|] and \
    released by {approver}.
- The control carried the number {control}.
- The legal limit is {limit}.
- It is stored in {fridge} now.
- Earlier it was stored in {was_in}.
- {approver} approved the report.
- The sample was taken by {collector}.
- The client who sent it in is {sender}.
- The parcel with it came in on {received}.
- It was drawn on {taken}.
- The analysis took place on {tested}.
- [We used|The values come from] the {device}.
- After treatment the value was {after}.
- Before treatment the value stood at {before}.
- We tested for {substance}.
? contaminated is_contaminated spoiled sample_unusable
* true / The sample was contaminated and had to be thrown away.
* true / Somebody had opened the tube, so it is spoiled.
* true / It had become dirty on the way and cannot be used.
* true / Traces of another sample got into it.
* true / The lid was off, and dust had fallen in; useless.
* true / Unluckily it was spoiled before the test.
* true / We had to ask for a fresh one because this one was polluted by a dirty pipette.
* false / The sample was clean and intact.
* false / There was no trace of contamination.
* false / The seal was unbroken when it came.
* false / Nothing had got into the tube.
* false / It arrived in perfect condition.
* false / We found it pure, fit for every test.
* false / No contamination, as the blank shows.

== weather station, station, logbook
station of Airfield Two; Beacon Point; Brant Ridge; Cape Lonn; Castle Garden; Dunes South; Eastfield; Fen Gate; \
    Ferry Pier; Glacier Hut; Harrow Hill; High Barn; Kiln Lane; Lake Outlet; Lower Farm; Mill Weir; North Mole; \
    Oak Lodge; Peat Moor; Pumping House; Quarry Rim; Rook Wood; Saddle Pass; School Roof; Stone Cross; Summit \
    Cairn; Tarn Top; Tower Meadow; Upper Lock; Vineyard Slope = station, station name | weather_station \
    name_of_station measuring_site
neighbour of Airfield Two; Beacon Point; Brant Ridge; Cape Lonn; Castle Garden; Dunes South; Eastfield; Fen Gate; \
    Ferry Pier; Glacier Hut; Harrow Hill; High Barn; Kiln Lane; Lake Outlet; Lower Farm; Mill Weir; North Mole; \
    Oak Lodge; Peat Moor; Pumping House; Quarry Rim; Rook Wood; Saddle Pass; School Roof; Stone Cross; Summit \
    Cairn; Tarn Top; Tower Meadow; Upper Lock; Vineyard Slope = neighbouring station, nearest other station | \
    comparison_station next_station station_compared
observer person = observer, current observer | reads_the_instruments station_keeper reading_taken_by who_reads
former person = former observer, previous observer | observer_before ex_keeper kept_station_before
engineer person = service engineer, serviced by | maintained_by repaired_by technician calibrated_by
high number 0 45 = highest temperature, maximum | max_temp daily_high warmest temperature_max
low number 0 45 = lowest temperature, minimum | min_temp daily_low coldest temperature_min
mean number 0 45 = average temperature, mean | mean_temp average_temp temperature_mean
high_at clock = time of the maximum, maximum at | warmest_at time_of_high max_time
low_at clock = time of the minimum, minimum at | coldest_at time_of_low min_time
rain number 0 90 = rainfall, rain in millimetres | rain_mm precipitation rain_total
normal number 0 90 = normal rainfall, long-term rain | usual_rain average_rainfall rain_normal expected_rain
gust int 30 190 = strongest gust, peak gust | max_wind gust_kmh wind_peak
old_sensor model = old sensor, former sensor | replaced_sensor sensor_removed taken_down
new_sensor model = new sensor, current sensor | replacement_sensor sensor_installed put_up
serviced date = date of service, last service | serviced_on maintenance_date last_checked
due date = next service, service due | next_check_on service_due_on check_again_on
> {station}: {low} degrees at {low_at}, {high} degrees at {high_at}. [A day like any other.|]
> It was warmest at {high_at}, when the mast at {station} showed {high} degrees. The coldest moment came at \
    {low_at} with {low}.
> {engineer} took down the {old_sensor} and screwed the {new_sensor} to the mast [of|at] {station}.
> In {rain} mm of rain we nearly drowned at {station}[ this month|]; {normal} mm would be normal.
> Since {former} moved away, {observer} has been reading the instruments at {station}.
> STATION {station}~Max {high}~Min {low}~Mean {mean}~Rain {rain} mm~Gust {gust} km/h
> Serviced on {serviced} by {engineer}, next check due on {due}. [All fine.|Signed and stamped.|]
> The new {new_sensor} reads half a degree more than its predecessor, the {old_sensor}, says {observer}, who \
    keeps the station at {station}.
> Compared with {neighbour}, its neighbour, {station} had a windy night: gusts of up to {gust} km/h were measured \
    here.
> "Every morning for thirty years," says {former}, who used to read the rain gauge at {station} before {observer} \
    took it on.
> Highs of {high}, lows of {low}, and {mean} on average, that was the week at {station}.
> The long-term rainfall is {normal} mm. What fell this time was {rain} mm. Observer on duty: {observer}
> morning! {gust} km/h up here last night. {observer} at {station}. and at your place, {neighbour}, our next \
    neighbour among the stations?
> If you wonder why there is no data from {station}: {engineer} will not come before {due} to service it; the \
    last service was on {serviced}.
> max: {high} ({high_at}); min: {low} ({low_at}); sensor: {new_sensor}, put up in place of the {old_sensor}
> {observer} writes down the values at {station}, {engineer} sees to it that the instruments work.
> Data missing at {station} were filled in from {neighbour}, the nearest other station.
- {rain} mm of rain fell.
- The strongest gust reached {gust} km/h.
- On average it was {mean} degrees.
- The minimum was {low} degrees.
- The thermometer climbed to a maximum of {high}.
- The maximum was reached at {high_at}.
- The lowest value was noted at {low_at}.
- As a rule {normal} mm of rain fall in such a period.
- It is read by {observer}.
- {former} was the observer before.
- It was last serviced on {serviced}.
- The next service is due on {due}.
- For repairs we call {engineer}.
- The old sensor, the {old_sensor}, was scrapped.

== specimen, collection, museum piece, mineral
object of rock crystal; pressed orchid; fossil fern; ammonite; tiger's eye; iron meteorite; amber with ant; smoky \
    quartz; stuffed lapwing; horse skull; herbarium sheet; garnet cluster; trilobite; basalt column; sea lily; \
    blue fluorite; opal nodule; petrified log; salt cube; dried thistle; mammoth tooth; malachite slab; pyrite \
    sun; agate slice = object, specimen | object_name item exhibit piece
number code = inventory number, collection number | inventory_no catalogue_number accession_number
former_no code = former number, old inventory number | previous_number old_label_no earlier_number
finder person = collected by, finder | found_by collector_in_the_field picked_up_by collector
namer person = identified by, determined by | determiner named_correctly_by identification_by
donor person = donor, given by | donated_by gift_of giver bequeathed_by
curator person = curator, keeper of the collection | curated_by in_charge_of_collection responsible_curator
lender of Museum of Stones; Hall of Nature; Lakeside Museum; Old Mint; Natural History House; Museum of Shells; \
    Green Vault; Earth Museum; Cabinet of Curiosities; Harbour Museum; Museum of the Moor; Fossil Hall; City \
    Museum; Tower Gallery; Bone House; Museum of Ice; Mining Museum; Castle Collection = lender, lending museum | \
    lent_by owner_museum loan_from on_loan_from
borrower of Museum of Stones; Hall of Nature; Lakeside Museum; Old Mint; Natural History House; Museum of Shells; \
    Green Vault; Earth Museum; Cabinet of Curiosities; Harbour Museum; Museum of the Moor; Fossil Hall; City \
    Museum; Tower Gallery; Bone House; Museum of Ice; Mining Museum; Castle Collection = borrower, borrowing \
    museum | lent_to loan_to shown_as_loan_at goes_to
lent date = start of the loan, lent on | loan_start handed_over_on loan_from_date lending_date
back date = end of the loan, due back | loan_end return_by give_back_on loan_until
insured price = insured value, insurance value | insured_for value_insured sum_insured
paid price = purchase price, bought for | price_paid acquisition_cost museum_paid
grams int 13 4900 = weight in grams, weight | weight_g mass how_heavy
age int 2 480 = age in million years, million years | million_years_old age_my geological_age
origin country = country of origin, origin | found_in origin_country where_it_comes_from native_country
room room = room, display room | shown_in on_show_in exhibition_room
> The {object}, collected by {finder} in {origin}, came to us as a gift of {donor}.
> {lender} lends the {object} to {borrower}. [It leaves|The crate leaves] on {lent} and must be back on {back}.
> {borrower} has borrowed the {object} ({number}) and thanks the museum that lends it, {lender}; the borrower \
    keeps it until {back}.
> Found by {finder}, who did not know what it was, the {object} was identified years later by {namer}.
> No. {number} (formerly {former_no}): {object}. {grams} g. {origin}. Gift of {donor}.
> What would you give for the {object}? We paid {paid}; today it is insured for {insured}.
> [In room {room} you can see|Do not miss, in room {room},] the {object}, {age} million years old, which \
    {curator}, our curator, calls the star of the house.
> {donor} left the {object} to the museum in a will. {finder} had once dug it out of a hillside in {origin}.
> Loan form~Object: {object}~Lender: {lender}~Borrower: {borrower}~From: {lent}~To: {back}~Insured for: {insured}
> "Wrongly labelled for a century," said {curator}, who looks after the collection. It took {namer} five minutes \
    to tell that it was the {object}.
> Insured for {insured} though it was bought for no more than {paid}, the {object} travels in a box of its own.
> Our piece of the month: the {object}! Weight {grams} g, age {age} million years. Come to room {room}.
> Renumbered! What used to be {former_no} is now {number}, {object}, found by {finder}.
> Dear {curator},~as keeper of the collection you should know that {borrower}, which has had your {object} since \
    {lent}, asks for another month.
> Thanks to {donor}, who gave it, to {finder}, who found it, and to {namer}, who told us what it is, we can show \
    you the {object}.
> Where is the {object}?~Not in its room ({room}). It's away on loan, {borrower} has got it.
> As thanks for the {object}, on loan there since {lent}, {borrower} sent its lender, {lender}, a box of fossils.
- It weighs {grams} grams.
- It is about {age} million years old.
- It is on show in room {room}.
- It was found in {origin}.
- The museum paid {paid} for it.
- For the journey it was insured at a value of {insured}.
- The old label still bears the number {former_no}.
- {namer} identified it.
- It was given to the museum by {donor}.
- {finder} picked it up in the field.
- Its inventory number is {number}.
- The curator is {curator}.
- It has to be returned by {back}.

== trial, study, clinical trial
drug of Amoval; Belnavir; Bristan; Calmofen; Cortabex; Dexurol; Famiprol; Ferrovit; Hexamol; Indorax; Kadrisol; \
    Lenzolate; Mevalin; Nebutal; Obitrol; Osmirol; Plivane; Prontavir; Quorex; Ruvexin; Silatine; Solvapen; \
    Tarvimab; Toradine; Trimadol; Unistat; Vertapine; Warlex; Ygrine; Zelcora = drug tested, study drug | \
    new_drug investigational_drug medicine_tested active_treatment
rival of Amoval; Belnavir; Bristan; Calmofen; Cortabex; Dexurol; Famiprol; Ferrovit; Hexamol; Indorax; Kadrisol; \
    Lenzolate; Mevalin; Nebutal; Obitrol; Osmirol; Plivane; Prontavir; Quorex; Ruvexin; Silatine; Solvapen; \
    Tarvimab; Toradine; Trimadol; Unistat; Vertapine; Warlex; Ygrine; Zelcora = comparison drug, comparator | \
    standard_drug control_treatment compared_with reference_drug
disease of asthma; migraine; gout; psoriasis; arthritis; anaemia; hay fever; sleeplessness; back pain; malaria; \
    eczema; angina; bronchitis; shingles; vertigo; tinnitus = disease, condition | illness indication \
    studied_condition ailment
lead person = principal investigator, head of the trial | trial_leader lead_investigator study_director
monitor person = monitor, trial monitor | monitored_by independent_monitor inspector
contact person = study nurse, contact for patients | nurse call_for_questions patient_contact
sponsor company = sponsor, sponsoring company | paid_for_by financed_by trial_sponsor funding_company who_pays
lab company = laboratory, blood laboratory | blood_tests_by analysing_lab lab_used tests_done_by
active int 20 900 = patients on the drug, drug group | treatment_arm_size treated_patients active_group
placebo int 20 900 = patients in the control group, control group | control_arm_size placebo_patients controls
enrolled int 901 3000 = patients enrolled, participants | enrolment total_patients recruited sample_size
dropped int 13 400 = dropouts, patients who left | dropped_out withdrawals left_early
better int 5 95 = success in percent, improved on the drug | response_rate percent_improved_on_drug drug_success_rate
better_control int 5 95 = success in the control group in percent, improved in the control group | \
    control_response_rate percent_improved_control
starts date = start of the trial, first patient in | started_on trial_start_date recruiting_since
ends date = end of the trial, last patient out | ended_on trial_end_date completed_on
dose int 5 900 = dose in milligrams, daily dose | dose_mg milligrams_a_day dosage
number code = registration number, trial number | registry_id trial_id eudract protocol_no
> {drug} was tested against {rival} in {enrolled} patients with {disease}.
> Of those who swallowed {drug}, {better} percent felt better; in the control group it was {better_control} percent.
> {active} patients were given {drug}, {placebo} were controls. {dropped} gave up before the end.
> The trial, paid for by {sponsor} and headed by {lead}, [ran|went on] from {starts} to {ends}.
> Do you suffer from {disease}? We look for volunteers who take {drug}, {dose} mg a day. Ask for {contact}, our \
    study nurse.
> {lead} leads the study. That everything is done by the book is watched over by {monitor}, the monitor, and \
    {lab} does the blood tests.
> Registered under {number}, the study by {sponsor} took in its first patient on {starts}.
> Title: {drug} versus {rival} (control) in {disease}~N = {enrolled}~Drug arm {active}, control arm {placebo}~PI: \
    {lead}
> "{better} percent success with our drug against {better_control} percent among the controls speaks for itself," \
    {lead}, who runs the trial, told reporters.
> Dear participant,~if you feel unwell from your {dose} mg, ring {contact}, the nurse. Complaints about the study \
    go to its head, {lead}.
> Patients got either {rival}, which has been the standard for years, or the new {drug}. [It is too early to say \
    which wins.|]
> {sponsor} pays, {lab} analyses, {lead} signs: that is how the work is shared in the study of {disease}.
> {dropped} of {enrolled} participants walked out of the {drug} trial before {ends}, the day it closed.
> my aunt is in that {disease} study. not the new stuff ({drug}), now that it's over they told her \
    she had been in the control group, with {rival}
> When {monitor} came to inspect the files, {contact}, who nurses the patients, had them all ready. {lead}, the \
    head of the trial, was away.
> Completed on {ends}; begun on {starts}; number {number}; sponsor {sponsor}. Any questions?
- {dropped} people dropped out.
- The blood was analysed at {lab}.
- The bill is footed by {sponsor}.
- The daily dose was {dose} mg.
- {enrolled} patients took part in all.
- The control group had {placebo} patients.
- {active} patients received the new drug.
- It is registered under {number}.
- The last patient was seen on {ends}.
- The first patient was admitted on {starts}.
- [Patients may|You can] put their questions to the nurse, {contact}.
- {monitor} monitored the trial.
- Those in the control group got {rival}.
- Among the controls {better_control} percent improved.
? blinded double_blind is_blinded
* true / Neither doctors nor patients knew who got what.
* true / It was a double-blind trial.
* true / Nobody was told which pill was which.
* true / The packets looked alike, and the code was kept secret until the end.
* true / Who had received the drug was hidden from all concerned.
* true / The study was blinded.
* false / It was an open trial: everybody knew what they were given.
* false / The study was not blinded.
* false / Patients were told which pill they got.
* false / There was no blinding of any kind.
* false / Doctors could see on the packet who took what.
* false / Everyone knew from the first day which group they were in.

== excavation, dig, find
site of Hollow Barrow; Tell Amrun; Kirk Field; Villa Oreste; Long Meadow; Stane Fort; Wadi Sorr; Abbey Yard; Old \
    Ford; Cairn Hill; Temple Court; Salt Terrace; Marsh Camp; Ring Wall; Lower Harbour; Pottery Lane = site, dig \
    | excavation_site name_of_site where_they_dug
find of amber pendant; bell; belt buckle; bone comb; bone dice; bread oven; bronze mirror; bronze nail; bronze \
    spoon; clay pipe; clay tablet; copper ring; dog skeleton; drinking horn; fish hook; flint blade; glass bead; \
    gold coin; iron key; iron sword; ivory pin; lead seal; leather shoe; loom weight; marble head; millstone; oil \
    lamp; painted jar; roof tile; silver brooch; spindle; stone axe; wine cup; wooden ladle = find, object found \
    | artefact what_was_found discovery unearthed_object
second of amber pendant; bell; belt buckle; bone comb; bone dice; bread oven; bronze mirror; bronze nail; bronze \
    spoon; clay pipe; clay tablet; copper ring; dog skeleton; drinking horn; fish hook; flint blade; glass bead; \
    gold coin; iron key; iron sword; ivory pin; lead seal; leather shoe; loom weight; marble head; millstone; oil \
    lamp; painted jar; roof tile; silver brooch; spindle; stone axe; wine cup; wooden ladle = second find, \
    further find | other_find additional_object also_found
director person = director of the dig, excavation director | dig_director led_by head_of_excavation
finder person = finder, found by | discovered_by unearthed_by who_found_it lucky_digger
owner person = landowner, owner of the land | land_belongs_to field_owner farmer
restorer person = restorer, conservator | restored_by cleaned_by conservation_by
dater person = dated by, dating expert | who_dated_it age_determined_by dating_by
museum venue = museum, home of the find | now_kept_in kept_at taken_to display_museum new_home
depth int 20 900 = depth in centimetres, depth | depth_cm found_at_depth how_deep
from_year int 100 1400 = earliest year, oldest possible year | dated_from earliest_possible dating_start
to_year int 100 1400 = latest year, youngest possible year | dated_to latest_possible dating_end
begun date = start of digging, digging began | dig_started_on excavation_start first_spade
closed date = end of digging, digging ended | dig_ended_on excavation_end site_closed_on
found date = date of the find, found on | find_date discovered_on came_to_light_on
helpers int 13 200 = volunteers, helpers | number_of_volunteers unpaid_helpers volunteer_count
students int 13 200 = students, student diggers | number_of_students student_count trainees
trench code = trench, trench number | trench_no cut dug_in_trench
> In trench {trench} at {site}, {finder} came upon the {find}, {depth} cm below the grass.
> The land at {site} belongs to {owner}; the dig is directed by {director}; and the {find} was found by {finder}.
> Not a student but {finder}, one of the {helpers} volunteers, pulled the {find} out of the mud on {found}.
> Digging at {site} began on {begun} and ended on {closed}. [The best day was|The great day in between was] \
    {found}, when the {find} came to light.
> The {find} cannot have been made before {from_year}, nor after {to_year}, says {dater}, who dated it.
> {restorer} has cleaned and mended the {find}. You can now see it here: {museum}.
> SITE DIARY {site}~Trench: {trench}~Director: {director}~Find: {find} ({finder})~Depth: {depth} cm
> Two trenches, two finds at {site}. The first find, the {find}, made the papers[, as hoped|]; the second find, \
    the {second}, did not.
> {director}, who has been running the excavation at {site} since its first day, {begun}, had {students} students \
    and {helpers} volunteers under {them}.
> "May I keep the {find}?" {owner} asked, since it had lain in {their} field. "No," said {director}, the head of \
    the dig, and it went to {museum}.
> Dated by {dater}, restored by {restorer}, shown at {museum}: the {find} from {site} [has come a long way|].
> {finder} was only looking for {their} glasses when the {find} turned up at {site}. {dater} puts it no earlier \
    than {from_year} and no later than {to_year}.
> We need hands at {site}! {students} students have signed up, and {helpers} volunteers. The dig ends on {closed}.
> Because of the rain the dig at {site} was ended early, on {closed}. {owner}, to whom the field belongs, got the \
    use of it back.
> omg {finder} dug up the {find} today!! {depth} cm down. the only other find, mine, was the {second}
> To {restorer} it fell to put the {find} together again, in pieces ever since {finder} struck it with a spade.
> The press wrote that {director} had found the {find}. In truth {director} only led the dig; the finder was {finder}.
- It lay {depth} cm deep.
- {helpers} volunteers helped.
- {students} students took part.
- The first spade went into the ground on {begun}.
- The site was closed on {closed}.
- The field is owned by {owner}.
- {restorer} restored it.
- The age was worked out by {dater}.
- It is kept in a museum now: {museum}.
- They dug in trench {trench}.
- Besides, the {second} was found.
- The earliest possible year is {from_year}.
- The latest possible year is {to_year}.
- The excavation was led by {director}.

== paper, article, manuscript
title work = title, title of the paper | paper_title article_title headline
first person = first author, lead author | first_author_name main_author author_1
second person = second author, co-author | coauthor author_2 second_name_on_paper
last person = senior author, last author | senior_author_name group_head author_last
editor person = editor, handling editor | edited_by editor_name decision_by
reviewer person = reviewer, referee | peer_reviewer reviewed_by refereed_by
journal of Acta Geodetica; Annals of Moss; Applied Tremors; Archive of Bees; Big Findings; Bird Studies; Brain \
    Notes; Cell Letters; Frontier Letters; General Physics; Glacier Review; Grand Science; Great Lakes Review; \
    Journal of Small Things; Leading Results; Northern Chemist; Open Optics; Plasma Reports; Prime Reports; \
    Proceedings X; Quarterly of Fungi; Royal Notes; Soil Today; The Biologist; Tidal Physics; Universal Science; \
    World of Nature = journal, name of the journal | published_in journal_name appears_in accepted_by magazine
refused_by of Acta Geodetica; Annals of Moss; Applied Tremors; Archive of Bees; Big Findings; Bird Studies; Brain \
    Notes; Cell Letters; Frontier Letters; General Physics; Glacier Review; Grand Science; Great Lakes Review; \
    Journal of Small Things; Leading Results; Northern Chemist; Open Optics; Plasma Reports; Prime Reports; \
    Proceedings X; Quarterly of Fungi; Royal Notes; Soil Today; The Biologist; Tidal Physics; Universal Science; \
    World of Nature = first choice of journal, rejected by | journal_that_rejected refused_by turned_down_by \
    previous_journal
submitted date = submission date, submitted on | submitted handed_in_on sent_in_on received_by_journal
revised date = revision date, revised on | revision_sent_on resubmitted_on second_version_on
accepted date = acceptance date, accepted on | accepted approved_on decision_date
published date = publication date, published on | appeared_on online_since out_on print_date
start_page int 13 480 = first page, starts on page | page_from begins_on_page start_page
end_page int 13 480 = last page, ends on page | page_to final_page end_page
fee price = publication fee, article charge | paid_to_journal apc cost_of_publishing
cited int 13 900 = citations, times cited | citation_count cited_by number_of_citations
dataset url = data set, data available at | data_link where_the_data_are download_data
> "{title}" by {first} (first author) and {second} (second author) has been accepted by {journal}.
> Submitted on {submitted}, revised on {revised}, accepted on {accepted}, [and out|published] at last on {published}.
> {journal} said yes after {refused_by} had said no. [We open the bottle tonight!|] Title: "{title}"
> {first} did the experiments and wrote the draft, so {first} comes first; {second} comes second; and {last}, \
    head of the group, stands at the end of the list.
> Dear {first},~as you are its first author, I write to you: your paper "{title}" is accepted.~With kind \
    regards~{editor}, editor of {journal}
> Turned down by {refused_by}, "{title}" found a home in {journal}, pages {start_page} to {end_page}.
> The referee, {reviewer}, asked for more data. The editor, {editor}, asked for fewer words.
> {first}, {second}, {last}: {title}. {journal}, p. {start_page}-{end_page}.
> It took the editor, {editor}, till {accepted} to accept what we had handed in on {submitted}.
> Data for "{title}" can be downloaded at {dataset}. [Please cite the paper.|] It has been cited {cited} times so far.
> To publish in {journal} cost us {fee}, {last} grumbled, who as senior author had to find the money.
> hey {second}, good news: second place on the author list is yours. {first} is first as agreed. {journal} wants \
    {fee} though
> {editor} handled the manuscript for {journal} and sent it out to {reviewer} for review.
> Received: {submitted}~Revised version: {revised}~Accepted: {accepted}~Editor: {editor}~Reviewer: {reviewer}
> {refused_by} rejected us within a day, and our second attempt, {journal}, took the paper as it was.
> Q: When did the paper come out?~A: On {published}. The acceptance was on {accepted}, if you need that for the form.
> With {cited} citations, "{title}" is the most quoted work of {last}, although {first} was its first author.
- It has been cited {cited} times.
- The journal charged {fee} for it.
- You find the data at {dataset}.
- The paper begins on page {start_page}.
- It ends on page {end_page}.
- {reviewer} was the reviewer.
- It appeared in print on {published}.
- The revised version was sent on {revised}.
- It had been rejected by {refused_by} before.
- The senior author is {last}.
- The handling editor was {editor}.
- As second author it names {second}.
- It was submitted on {submitted}.
? open_access free_to_read freely_available
* true / Anybody can read it free of charge.
* true / It is open access.
* true / No subscription is needed to read it.
* true / The full text is free for all.
* true / You can download the whole article without paying.
* true / It is open to every reader at no cost.
* false / It sits behind a paywall.
* false / Only subscribers can read the full text.
* false / Readers have to pay to see more than the abstract.
* false / It is not open access.
* false / Without a subscription you cannot read it.
* false / The article is locked for all but paying readers.

== grant, project, funding
project title = project, project title | project_name topic what_is_funded theme
applicant person = applicant, applied by | grant_holder proposer awarded_to principal_applicant
partner person = project partner, co-applicant | co_applicant partner_name joint_applicant
officer person = programme officer, contact at the fund | grant_officer fund_contact handled_by
expert person = assessor, expert opinion by | assessed_by proposal_reviewer evaluator
fund company = fund, foundation | funder funding_body money_from granted_by
co_fund company = industrial partner, partner firm | co_financed_by second_funder company_involved
asked price = amount requested, sum applied for | requested_amount asked_for amount_sought
given price = amount granted, sum awarded | awarded_amount grant_sum money_received approved_amount
own price = own contribution, share of the university | own_share paid_by_university matching_funds
starts date = start of the project, project start | project_begins_on start_date runs_from
ends date = end of the project, project end | project_ends_on end_date runs_until
applied date = date of application, applied on | application_date proposal_sent_on handed_in
decided date = date of the decision, decided on | decision_date award_date notified_on
report date = report due, deadline of the report | final_report_due report_deadline report_by
posts int 2 12 = posts, positions paid | number_of_positions jobs_funded staff_funded
number code = grant number, funding code | grant_no grant_id funding_reference
rank int 2 60 = rank, place in the ranking | ranking position_in_list ranked
> {applicant} applied for {asked} and was given {given}. [Better than nothing.|]
> {fund} supports the project "{project}" with {given}; the university adds {own} of its own.
> We are pleased to inform you, {applicant}, that your application of {applied} was approved on {decided}.
> The proposal on {project}, [written|handed in] by {applicant} together with {partner}, was assessed by {expert}.
> Instead of the {asked} requested, {fund} granted {given}, enough for {posts} posts.
> Grant {number}~Applicant: {applicant}~Co-applicant: {partner}~Starts: {starts}~Ends: {ends}~Report by: {report}
> Ask {officer} at {fund} if anything is unclear. Your project, {project}, [starts|gets going] on {starts}.
> The money comes from {fund}; {co_fund}, the partner firm, lends us its machines.
> "My proposal came in at place {rank}, and they still funded it," laughs {applicant}, who now leads {project}.
> From {starts} until {ends} we work on {project}. The report on it is to be with {fund} by {report}.
> reminder to self: {officer} (the officer at {fund}) wants the report by {report}. grant no {number}
> {expert} gave the proposal top marks, so {applicant}, who had applied on {applied}, did not have to wait long \
    for an answer.
> Without {co_fund}, the company that joined in, {partner}, the partner in the project, and {applicant}, who \
    wrote the application, would have got nothing from {fund}.
> {own} out of our own pocket, {given} from {fund}: so much for the finances of {project}.
> Decision: funded. Date of decision: {decided}. Asked for: {asked}. Granted: {given}. Rank: {rank}.
> When does the funding stop, and when must I report? Your project ends on {ends}; the report is due on {report}.
> Handed in on {applied} as number {number}, the application asked for {asked} and {posts} positions.
- The grant pays for {posts} positions.
- It came in at rank {rank}.
- The university itself contributes {own}.
- The application was sent on {applied}.
- The decision fell on {decided}.
- The final report must be in by {report}.
- The project begins on {starts}.
- Funding runs out on {ends}.
- The grant number is {number}.
- {expert} wrote the expert opinion.
- At the fund, {officer} handles the case.
- A firm has joined as industrial partner: {co_fund}.
- They had asked for {asked}.
- What they got was {given}.

== patent, invention
invention product = invention, subject of the patent | what_was_invented invented_thing patented_item
number code = patent number, patent | patent_no patent_id publication_number
inventor person = inventor, invented by | inventor_name brain_behind_it devised_by
rival person = rival inventor, rival claimant | claims_to_be_first disputed_by other_claimant competing_inventor
attorney person = patent attorney, represented by | agent drafted_by attorney_name lawyer_for_patent
examiner person = examiner, examined by | patent_office_examiner checked_by examiner_name
holder company = patent holder, holder | owned_by assignee proprietor belongs_to
licensee company = licensee, licensed to | licence_taker may_use_it made_under_licence_by
opponent company = opponent, opposed by | objected_by opposition_from sued_for_infringement challenger
filed date = filing date, filed on | application_date filed patent_filed applied_on
granted date = grant date, granted on | patent_granted issued_on granted award_date
expires date = expiry date, expires on | protection_ends valid_until runs_out_on
upfront price = one-time fee, down payment | upfront_fee lump_sum signing_fee
royalty price = royalty per piece, fee per piece | per_unit_royalty royalty unit_fee
damages price = damages, compensation | damages_awarded compensation_paid payment_for_infringement
claims int 2 60 = claims, number of claims | claim_count number_claims
drawings int 2 60 = drawings, number of drawings | figures drawing_count sheets_of_drawings
> {inventor} invented the {invention}; the patent, however, is held by {holder}.
> Patent {number} on the {invention} was filed on {filed} and granted on {granted}. It will expire on {expires}.
> {holder} allows {licensee} to build the {invention}, for {upfront} up front and {royalty} for every piece.
> Who was first? {inventor}, says the office. {rival} contests this and claims to have built the {invention} earlier.
> {opponent} has filed an opposition against the patent of {holder} for the {invention}.
> After {opponent} had copied the {invention}, a court made it pay {damages} to {holder}, which owns the patent.
> Inventor: {inventor}~Holder: {holder}~Attorney: {attorney}~Examiner: {examiner}~Filed: {filed}~Granted: {granted}
> {attorney}, attorney of the inventor, wrote {claims} claims. {examiner} at the patent office struck out half of \
    them.
> {licensee} makes the {invention} under licence; {holder}, the owner of the patent, gets {royalty} apiece.
> "I thought of it in the bath," says {inventor}, to whom we owe the {invention}. [It took years, though.|] The \
    application was filed on {filed}.
> Protection of the {invention} ends on {expires}; from then on {opponent}, which has fought the patent of \
    {holder}, may build it as well.
> Granted at last ({granted})! Our {invention} is now patent {number}. Thanks to {attorney}, our attorney.
> A down payment of {upfront}, then {royalty} per unit sold: these are the terms that {licensee} signed as licensee.
> Have you heard? {rival} says {inventor} stole the idea. {inventor} did invent the {invention}, the judge found.
> Please find enclosed our application for the {invention}: {claims} claims, {drawings} drawings. [Yours \
    faithfully|Kind regards],~{attorney}, patent attorney
> Sold by its inventor, {inventor}, for a song, the patent on the {invention} now belongs to {holder} and is used \
    by {licensee}, which pays for a licence.
> The examiner in charge of {number} is {examiner}. The person to write to on our side is {attorney}, the attorney.
- It has {claims} claims.
- There are {drawings} drawings in the file.
- The patent was granted on {granted}.
- The application was filed on {filed}.
- The patent runs out on {expires}.
- The inventor is {inventor}.
- {examiner} examined the application.
- {attorney} acts as patent attorney.
- {rival} claims to have invented it first.
- The licence went to {licensee}.
- For each piece a royalty of {royalty} is due.
- A single fee of {upfront} was paid at the signing.
- The court awarded damages of {damages}.
- An objection was raised by {opponent}.

== zoo, animal, enclosure
name name = name of the animal, animal name | animal_called named pet_name young_animal
kind of okapi; red panda; snow leopard; gibbon; tapir; sea lion; zebra; cheetah; giraffe; lemur; sloth; rhino; \
    penguin; meerkat; bison; orang-utan; anteater; hippo; camel; wolverine; manatee; jaguar = species, kind of \
    animal | animal kind which_species type_of_animal
mother of Amba; Bruno; Caruso; Dorle; Fips; Fleur; Hektor; Ikarus; Jambo; Juno; Kaspar; Kiwi; Milo; Mogul; Mokka; \
    Nuri; Odin; Pearl; Puck; Rango; Rosalind; Sambala; Tembo; Tika; Yella; Zuzu = mother, dam | mother_of_young \
    mother_name born_to
father of Amba; Bruno; Caruso; Dorle; Fips; Fleur; Hektor; Ikarus; Jambo; Juno; Kaspar; Kiwi; Milo; Mogul; Mokka; \
    Nuri; Odin; Pearl; Puck; Rango; Rosalind; Sambala; Tembo; Tika; Yella; Zuzu = father, sire | father_of_young \
    father_name sired_by
keeper person = keeper, zookeeper | looked_after_by keeper_name fed_by
vet person = vet, zoo vet | veterinarian examined_by treated_by
boss person = zoo director, director | director_name head_of_zoo managed_by
sponsor person = godparent, animal sponsor | adopted_by sponsor_name pays_for_food
old_zoo city = came from, previous zoo | moved_from previous_home former_zoo born_in_zoo
new_zoo city = moves to, new zoo | new_home next_zoo transferred_to
born date = date of birth, born on | birth_date birthday born
moved date = date of the move, moved on | transfer_date moved transported_on
birth_weight int 2 90 = weight at birth, birth weight | kilos_at_birth newborn_weight
weight int 2 90 = weight now, current weight | weight_today kilos_now present_weight
fed hour = feeding time, fed at | feeding_at meal_time when_fed
show hour = time of the talk, keeper talk | talk_at presentation_time talk_starts
adult price = adult ticket, ticket for adults | adult_price entry_adults full_ticket
child price = child ticket, ticket for children | child_price entry_children kids_ticket
> {name}, our young {kind}, was born on {born}. {mother} is the mother, {father} the father.
> {mother} has given birth! The little {kind}, sired by {father}, weighed {birth_weight} kg and will be called {name}.
> On {moved} {name} left the zoo in {old_zoo} for the one in {new_zoo}. [Not an easy journey.|]
> The zoo of {new_zoo} gets the {kind} called {name}, which until now lived at the zoo of {old_zoo}.
> {birth_weight} kilos when it was born, {weight} kilos today: {name} [is doing fine|grows and grows].
> Keeper {keeper} feeds the {kind} at {fed}; at {show} there is a talk for visitors.
> NEW AT THE ZOO~Name: {name}~Species: {kind}~Mother: {mother}~Father: {father}~Born: {born}~Keeper: {keeper}
> {keeper}, who looks after {name} every day, called in {vet}, the vet, when the {kind} would not eat.
> "We will miss {name}," says {boss}, director of the zoo, about the move to {new_zoo}, where a new house is waiting.
> Grown-ups {adult}, kids {child}. The {kind} is fed at {fed}, don't be late!
> Thank you, {sponsor}! As godparent of {name} you pay for the food which {keeper}, the keeper, carries to the {kind}.
> Hello from the zoo! For {adult} (children: {child}) you can see {name}, which arrived on {moved} after a long \
    journey from {old_zoo}.
> Father {father} keeps well away while mother {mother} feeds {name}, born on {born}.
> What happened to {name}?~Sold to {new_zoo} on {moved}, says {keeper}, who was the keeper. Weighed {weight} kg \
    by then.
> {vet} put the animal on the scales: {weight} kg, says the vet. {boss}, who runs the zoo, is pleased with {name}.
> Although raised in {old_zoo}, {name} feels at home in {new_zoo}, where the {kind} has lived since {moved}.
> First the meal ({fed}), then the talk ({show}), given by {keeper}, the keeper. Topic: the {kind}
- It weighs {weight} kg now.
- At birth it weighed {birth_weight} kg.
- Its mother is {mother}.
- Its father is called {father}.
- Feeding is at {fed}.
- The keeper talk begins at {show}.
- {vet} is the vet.
- The animal was born on {born}.
- It came from the zoo in {old_zoo}.
- It is going to live at the zoo in {new_zoo}.
- It was moved on {moved}.
- {sponsor} has taken on the role of godparent.
- The zoo is run by {boss}.
- Children get in for {child}.
- Adults pay {adult}.
"""
)
