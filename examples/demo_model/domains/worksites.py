"""Work with hands: shifts, pallets, building sites, harvests, upkeep, power, ships, kitchens, cleaning, tools."""

from __future__ import annotations

from .compact import domains

(
    SHIFTS, PALLETS, SITES, HARVESTS, UPKEEP, POWER, HARBOURS, KITCHENS, CLEANING, LENDING, INSPECTIONS, REMOVALS,
) = domains(
    r"""
== shift, shift report, handover
outgoing person = outgoing shift leader, shift handed over by | outgoing_leader off_going_foreman \
    previous_shift_lead handover_from relieved_person
incoming person = incoming shift leader, shift taken over by | incoming_leader oncoming_foreman next_shift_lead \
    handover_to relieved_by
absent person = absentee, absent worker | absent called_in_sick missing_worker off_sick no_show
substitute person = stand-in, substitute | replacement_worker covered_by filled_in extra_hand
line of press shop; filling line; paint shop; assembly hall; packing line; foundry; cutting room; weld cell; dye \
    house; bottling plant; sawmill; bakery line; extruder hall; coating bay = production line, department | area \
    work_area section
product product = product made, article produced | manufactured_item made_item article_run
good int 210 9900 = good parts, units passed | ok_parts yield_units good_pieces accepted_units parts_ok
scrap int 3 190 = scrap, rejected parts | rejects scrap_count waste_pieces nok_parts defective_units
target int 210 9900 = shift target, planned output | quota plan_units planned_quantity goal_units
downtime int 5 240 = downtime, standstill in minutes | downtime_min minutes_lost idle_minutes stopped_for
cause of torn belt; power dip; blocked nozzle; worn bearing; hydraulic leak; sensor fault; paper jam; empty silo; \
    late lorry; broken chain; fire drill; burnt fuse; wet sand; missing label; cold mould; bent rail = reason for \
    the standstill, cause of the stop | stop_reason downtime_cause what_stopped_it halt_reason
starts clock = shift start, start of shift | shift_begins shift_from clock_in on_duty_from
ends clock = shift end, end of shift | shift_over shift_until clock_out on_duty_until
day date = shift date, report date | date_of_shift worked_on report_day
> SHIFT REPORT {day}~{line}, {starts} to {ends}~OK: {good}~Scrap: {scrap}~Handed over to: {incoming}~Signed: \
    {outgoing}, outgoing
> {outgoing} went off duty at {ends} and left the {line} in the hands of {incoming}.
> {incoming} relieved {outgoing} in the {line}[ on {day}|][, as usual|].
> We made {good} good ones and threw away {scrap}[, so the target of {target} stays out of reach|].
> The plan said {target}. What came off the belt: {good} fine pieces of the {product}, plus {scrap} for the bin.
> {absent} rang in sick[ this morning|], so {substitute} jumped in[ at the {line}|].
> Hi {incoming}, before I leave: the {line} stood still for {downtime} minutes because of the {cause}. Good luck \
    tonight! {outgoing}
> minutes lost: {downtime} // why: {cause} // who took over afterwards: {incoming}
> Thanks to {substitute}, who stepped in for {absent}, we ran from {starts} until {ends} without a gap.
> "Who has the keys now?" - "{incoming}. I got them from {outgoing} when the shift changed."
> {line} | target {target} | passed {good} | rejected {scrap} | down {downtime} min
> Owing to the {cause}, nothing moved for {downtime} minutes, and only {good} of the {target} planned pieces were \
    finished.
> You start at {starts}, {substitute}, not later, since you are covering for {absent}.
> My shift began at {starts}. At {ends}, when it was over and {incoming} came to replace me, {scrap} parts lay in \
    the reject box.
> * came off duty: {outgoing}~* came on duty: {incoming}~* stayed at home: {absent}
> Scrapped {scrap}, kept {good}. The article on the machine was the {product}.
> Having told {incoming}, the relief, that it was the {cause} which had stopped the belt, {outgoing} signed off for \
    the night.
- {absent} did not show up[ for work|].
- {substitute} filled the gap in the crew.
- The next crew is led by {incoming}.
- The belt stood for {downtime} minutes.
- What stopped us was the {cause}.
- {scrap} pieces had to be thrown away.
- {good} pieces passed the check.
- We should have made {target}.
- The siren for the end of the shift went at {ends}.
- Everybody was at their place when we began at {starts}.
- All of this happened in the {line}.
- We were producing the {product}.
? accident had_accident someone_hurt
* true / One of the crew was hurt and taken to hospital.
* true / We had an accident.
* true / A finger was crushed, the ambulance came.
* true / Sadly a colleague was injured.
* true / First aid had to be given after a fall.
* true / Someone burned a hand and went to the doctor.
* false / Nobody was hurt.
* false / No accidents.
* false / Everyone went home in one piece.
* false / The accident book stays empty.
* false / Zero injuries this time.
* false / It was a safe shift for all of us.

== pallet, stock movement, warehouse slip
supplier company = supplier, goods in from | delivering_firm inbound_from received_from source_company
customer company = customer, goods out to | outbound_for shipped_to receiving_firm consignee
driver person = forklift driver | fork_lift_operator truck_operator moved_by stacked_by
picker person = picker, picked by | order_picker collected_by picking_staff
checker person = checker, checked by | controlled_by verified_by second_pair_of_eyes counter_checked
source of dock 4; gate north; aisle B; cold store; yard 2; ramp 7; mezzanine; bay 12; hall C; tent 3; rack 88; bin \
    K9; lane 5; annex; quarantine zone; loft; silo 6; shed 1 = old location, moved from | from_bin source_bay \
    previous_slot taken_from old_place
target of dock 9; gate south; aisle F; freezer; yard 8; ramp 1; cellar; bay 31; hall M; tent 6; rack 14; bin Z2; \
    lane 22; returns area; overflow zone; top shelf; silo 3; shed 5 = new location, moved to | to_bin target_bay \
    new_slot put_away_at new_place
pallets int 2 66 = pallets, number of pallets | pallet_count skids load_units
booked int 100 5000 = book stock, stock on record | system_quantity stock_in_system recorded_stock expected_count
counted int 100 5000 = counted stock, physical count | actual_quantity shelf_count real_stock found_count
item product = stored item, stock item | sku_name goods_description article what_is_stored
gross int 120 1900 = gross weight, weight loaded | gross_kg weight_with_pallet total_kg
tare int 12 99 = tare, empty weight | tare_kg weight_of_pallet empty_kg
label serial = pallet label, pallet code | sscc barcode pallet_id
expires date = best-before date, expiry date | best_before use_by shelf_life_end
received date = date received, goods-in date | goods_in_on taken_in arrived_in_store booked_in_on
> {driver} took pallet {label} out of {source} and set it down in {target}.
> {label}: {source} -> {target}[ (driver: {driver})|]
> IN: {supplier}, {received}, {pallets} pallets~OUT: {customer}~Checked: {checker}
> According to the system there are {booked} of the {item}; on the shelf we found {counted}.
> we count {counted}, the computer claims {booked}. who is wrong?? pls ask {checker}, who did the check
> What {supplier} delivered on {received} leaves again for {customer} as soon as {picker} has picked it.
> With pallet {gross} kg, the bare pallet {tare} kg. Label {label}.
> Picked: {picker}. Verified: {checker}. Stacked with the forklift: {driver}.
> The order for {customer} was put together by {picker}, and afterwards {checker} went through it again.
> Dear {supplier},~your {pallets} pallets arrived on {received}, but they must be used up before {expires}. Is that \
    right?
> Can somebody clear {source}? Everything from there belongs in {target} now.
> Weighed on the floor scale: {gross} kg in total, of which {tare} kg is wood.
> "I fetched it out of {source} and dropped it at {target}," says {driver}, who drives the forklift.
> - article: {item}~- came from: {supplier}~- goes out to: {customer}~- pallets: {pallets}
> You will not find the {item} in {source} any longer; since the move it has been kept in {target}.
> Booked in on {received}, best before {expires}, {booked} on record.
> Shipping {pallets} pallets to {customer}, which ordered them weeks ago; they were bought from {supplier}.
> Stocktaking, second try. Shelf: {counted}. Screen: {booked}. Counted article: {item}.
- {driver} was on the forklift.
- {picker} picked the goods.
- {checker} double-checked everything.
- The goods came to us from the firm {supplier}.
- The goods will be shipped to the firm {customer}.
- It now stands in its new place, {target}.
- Before the move it stood in {source}.
- Empty, the pallet weighs {tare} kg.
- Fully loaded it weighs {gross} kg.
- After {expires} it may no longer be sold.
- It was booked in on {received}.
- We counted {counted} by hand.
- On paper there should be {booked}.

== building site, construction project, site
owner person = building owner, client | property_owner commissioned_by builder_owner house_for
architect person = architect, designed by | planner designer drawings_by
foreman person = foreman, site manager | site_lead head_of_site clerk_of_works
contractor company = main contractor, general contractor | prime_contractor building_firm lead_builder
subcontractor company = subcontractor, hired firm | subbed_out_to sub_firm second_tier_builder
trade of roof; plumbing; wiring; plaster; scaffolding; windows; tiles; foundations; insulation; stairs; drains; \
    painting; heating; brickwork; lift shaft; cladding; balcony railings; screed = subcontracted work, outsourced \
    part | sub_scope subbed_work hired_for
site street = site address, building address | construction_address plot where_built
begun date = ground-breaking, start of work | work_started building_began first_spade site_opened
planned date = planned completion, original deadline | original_finish promised_by scheduled_completion first_deadline
revised date = revised completion, new deadline | new_finish now_due delayed_until updated_completion
budget price = budget, estimate | planned_cost estimated_cost calculated_sum
actual price = actual cost, final account | real_cost spent_in_the_end final_bill true_cost
retention price = retention, amount withheld | withheld held_back security_sum
permit code = building permit, permit number | permit_no planning_ref approval_code
workers int 2 140 = workers on site, crew size | crew labourers builders_on_site
floors int 2 60 = floors, storeys | number_of_floors levels storey_count
> {owner} is having a house built at {site}. The plans are by {architect}, the walls by {contractor}.
> {contractor} has passed the {trade} on to {subcontractor}[, a smaller firm|].
> Site diary. {workers} people on site, foreman {foreman}, {contractor} as main contractor, {subcontractor} for the \
    {trade}.
> It should have been ready on {planned}; now they tell us {revised}.
> Estimated at {budget}, the building swallowed {actual}[ by the end|].
> {architect} drew it, {foreman} ran the site and {owner} paid the bills, {actual} altogether.
> The first spade went into the ground on {begun}. Instead of {planned}, the keys will be handed over on {revised}.
> Dear {owner},~the job comes to {actual}, not the {budget} that we had calculated. You may hold back {retention} \
    until the defects are mended.~{contractor}
> NOTICE OF CONSTRUCTION~{site}, {floors} floors~Permit {permit}~Client: {owner}~Architect: {architect}~Site \
    manager: {foreman}
> Tell {subcontractor} that {foreman} wants the {trade} finished first[, rain or no rain|].
> Who pays whom? {owner} pays {contractor}, and {contractor} pays {subcontractor}.
> budget {budget} / spent {actual} / withheld {retention}
> Work at {site} started on {begun} under permit {permit}, with {workers} men and women.
> Designed by {architect} for {owner}, the block has {floors} storeys.
> "We promised {planned}," admits {foreman}, who runs the site for {contractor}, "but {revised} is more honest."
> Delay! New completion date: {revised}. Old completion date: {planned}. Address: {site}.
> Since {subcontractor} went bankrupt, nobody has touched the {trade}, and {contractor} is looking for another firm.
- {foreman} is in charge on site.
- {architect} drew the plans.
- The house is being built for {owner}.
- The main contract went to {contractor}.
- The firm {subcontractor} was hired for a part of the work.
- They broke ground on {begun}.
- The first schedule promised completion on {planned}.
- By the latest schedule it will be finished on {revised}.
- It was supposed to cost {budget}.
- It really cost {actual}.
- We are keeping back {retention} until the faults are gone.
- The town approved it under number {permit}.
- There are {workers} people at work.

== harvest, crop, field record
farmer person = farmer, grower | grown_by farm_owner landholder producer
operator person = harvester driver, contractor | combine_driver harvested_by reaper machine_operator
buyer company = buyer, mill | crop_bought_by purchaser sold_to taker
seedsman company = seed supplier, seed merchant | seed_from seed_company sowing_stock_source
crop of wheat; barley; potatoes; apples; hops; oats; sugar beet; rapeseed; grapes; onions; maize; rye; cherries; \
    lentils; carrots; sunflowers; plums; winter barley; pumpkins; flax = crop, plant grown | cultivated \
    harvested_crop grown_plant
before of clover; soya; peas; beans; lupins; spelt; buckwheat; turnips; mustard; cabbage; linseed; millet; spring \
    oats; celery = previous crop, preceding crop | last_year_crop crop_before rotation_before
field name = field, plot | parcel field_name piece_of_land
sown date = sowing date, sown on | planted_on seed_date drilled_on planting_day
reaped date = harvest date, harvested on | harvest_day picked_on cut_on reaped_on
sprayed date = spraying date, last sprayed | treated_on pesticide_date last_treatment
tons number 11 900 = yield, tons this year | yield_t harvested_tons this_year_tons tonnage
last number 11 900 = previous yield, tons last year | last_year_yield prior_tons yield_before former_tonnage
moisture number 8 31 = moisture, water content | moisture_percent humidity_percent dampness
price price = price per ton, selling price | sale_price_ton per_ton revenue_per_ton price_achieved
fee price = harvesting fee, contractor's charge | threshing_cost combine_hire machine_fee
hectares int 2 400 = hectares, area | area_ha field_size acreage
> {farmer} sowed the {crop} on {sown} and brought the harvest in on {reaped}.
> {reaped}: all {crop} off {field}. {tons} t, last year {last} t. {operator} drove the combine.
> We got {tons} tons this year, after {last} tons the year before[, and the barn is full|].
> {operator} cut the field for {farmer} and charged {fee}.
> {buyer} takes the whole lot from {farmer} at {price} a ton.
> Seed: {seedsman}~Drilled: {sown}~Sprayed: {sprayed}~Cut: {reaped}~Sold to: {buyer}
> Where {before} stood last season, {farmer} now grows {crop}[ on {hectares} hectares|].
> For the harvester {operator} wanted {fee}, while every ton fetched {price}.
> FIELD {field}, {hectares} ha. Crop now: {crop}. Crop before: {before}. Moisture {moisture} %.
> Dear {buyer},~my {crop} is dry enough at {moisture} percent. I ask {price} for each ton.~Regards, {farmer}
> Last year's {last} tons were nothing to be proud of, but the {tons} tons of this summer are.
> Bought the seed from {seedsman}, sold the grain to {buyer}. Between sowing on {sown} and cutting on {reaped} it \
    never rained.
> "We sprayed on {sprayed} for the last time and cut on {reaped}, so all is legal," says {farmer}, the farmer.
> Thanks {operator} for bringing in our {crop} with your big machine on {reaped}! {farmer}
> Q: Whose land is {field}? A: It belongs to {farmer}; {operator} only does the harvesting there.
> Yield {tons} t (previous {last} t), water {moisture} %, {price}/t
> On {sown} the drill was out on {field}, using seed by {seedsman}, where the {before} from last season had been \
    ploughed in.
- {operator} sat on the harvester.
- The land belongs to {farmer}.
- It was sprayed for the last time on {sprayed}.
- The seed went into the ground on {sown}.
- The field was cut on {reaped}.
- In the season before, {before} grew there.
- The seed came from the firm {seedsman}.
- The whole harvest was bought by {buyer}.
- A ton was sold for {price}.
- Hiring the harvester cost {fee}.
- The year before, the field gave {last} tons.
- The weighbridge showed {tons} tons this time.
- It still holds {moisture} % of water.
? irrigated is_irrigated watered_by_pump
* true / The land is irrigated all summer long.
* true / Sprinklers water it every night.
* true / A pump brings water to the plants.
* true / We water it from our own well.
* true / Drip hoses run along the rows.
* true / It is watered artificially.
* false / It gets no water but the rain.
* false / We do not irrigate.
* false / There is neither a pump nor a sprinkler.
* false / Nobody waters it, it has to rain.
* false / It lives on rainfall alone.
* false / The land is not irrigated.

== machine, maintenance job, workshop order
machine model = machine, machine type | equipment machine_model unit_serviced
serial serial = serial number, machine number | machine_no inventory_no asset_tag
operator person = operator, machine operator | machinist run_by user_of_machine
reporter person = fault reported by, reporter | noticed_by raised_by complaint_from discovered_by
fitter person = fitter, mechanic | repaired_by technician serviced_by wrench
old of old gearbox; cracked hose; worn brushes; rusty shaft; leaking valve; bent fork; burnt motor; blunt blade; \
    dead battery; split seal; noisy fan; loose pulley; stripped screw; torn filter = part removed, faulty part | \
    removed_part defective_component taken_out
new of steel gearbox; rubber hose; carbon brushes; chrome shaft; brass valve; long fork; spare motor; ceramic \
    blade; gel battery; double seal; silent fan; wide pulley; hex screw; fine filter = part fitted, replacement \
    part | fitted_part installed_component put_in
stopped clock = stopped at, stop time | machine_down_at halted_at failure_time broke_down_at
restarted clock = restarted at, restart time | running_again_at back_up_at resumed_at
lastdone date = last service, previous maintenance | last_serviced previous_service serviced_before
nextdue date = next service, next maintenance | next_service_due service_again_on following_service
labour price = labour cost, wages | labour_charge cost_of_work working_time_cost
parts price = parts cost, material cost | spare_parts_cost cost_of_parts materials_bill
hours int 100 9900 = operating hours, running hours | hours_run hour_meter engine_hours
dealer company = spare parts dealer, parts bought from | part_supplier parts_shop ordered_at
> {fitter} took out the {old} and put in a brand-new {new}.
> {reporter} noticed it first, {fitter} repaired it, and {operator} is running the machine again.
> {machine} no. {serial} stopped at {stopped}, running again at {restarted}.
> Serviced on {lastdone}; the next service falls due on {nextdue}[ or at {hours} hours|].
> JOB CARD~Fault reported: {reporter}~Mechanic: {fitter}~Out: {old}~In: {new}~Labour {labour}, parts {parts}
> Hello workshop, {reporter} speaking. My colleague {operator}, who works on the {machine}, hears a rattle.
> Material {parts}, working time {labour}, the spares were ordered from {dealer}.
> At {stopped} the {machine} gave up; not before {restarted} did {fitter} bring it back to life.
> the {new} from {dealer} fits, the {old} is scrap now
> Please have a look at the {machine} ({serial}) before {nextdue}. Nobody has serviced it since {lastdone}.
> For his work {fitter} charges {labour}, for the material another {parts}.
> After {hours} running hours the {old} had to go. {operator}, who runs the machine, is relieved.
> {dealer} sends us the {new} tomorrow, {fitter} will fit it, and until then {operator} has nothing to run.
> "Did you mend it yourself, {operator}?" - "No, I only drive the thing; {fitter} mended it."
> Log {machine}: down {stopped} / up {restarted} / reported {reporter} / mended {fitter}
> As {reporter} had complained about the {old}, the {new} was installed the same day.
> Last time: {lastdone}. Next time: {nextdue}. Hour meter: {hours}.
- {fitter} did the repair.
- {reporter} reported the fault.
- {operator} runs the machine every day.
- It came to a halt at {stopped}.
- From {restarted} it was running again.
- The part that failed was the {old}.
- The part we installed is called {new}.
- The next maintenance is due on {nextdue}.
- It was last serviced on {lastdone}.
- The spares alone cost {parts}.
- The mechanic's working time cost {labour}.
- The spares were bought from {dealer}.
- The counter stands at {hours} hours.
? recurring is_recurring happened_before known_fault
* true / We have had this fault before.
* true / It is always the same trouble with this one.
* true / That makes it the third time this year.
* true / An old acquaintance of a fault, sadly.
* true / It keeps coming back.
* true / The same thing happened last winter.
* false / It is the first time this has happened.
* false / Nobody had ever seen this fault.
* false / It had never failed like this.
* false / A new kind of fault for all of us.
* false / Nothing of the sort was known until now.
* false / This has never happened here.

== power plant, outage, grid report
plant venue = plant, power station | generating_site station_name works
operator company = plant operator, operating company | run_by_company station_operator plant_run_by
grid company = grid company, network operator | grid_operator feeds_into transmission_firm
engineer person = duty engineer, engineer on duty | control_room_engineer on_call_engineer responsible_engineer
spokesperson person = spokesperson, press officer | speaker press_contact quoted_person announced_by
fuel of wood chips; gas; coal; biogas; uranium; straw; lignite; heating oil; peat; hydrogen; waste; pellets = main \
    fuel, fuel | burns fired_with energy_source
reserve of diesel; propane; kerosene; methane; rapeseed oil; ethanol; charcoal; briquettes; naphtha; syngas = \
    backup fuel, reserve fuel | spare_fuel emergency_fuel alternative_fuel
failed clock = failure time, lights out | outage_start power_lost_at off_since tripped_at
restored clock = restoration time, power back | outage_end power_back_at on_again_at reconnected_at
normal int 120 1900 = normal output, rated power | rated_mw nominal_output full_capacity
reduced int 5 110 = reduced output, remaining power | current_mw throttled_output derated_mw output_now
oldread int 10000 49000 = old reading, previous meter reading | meter_before last_reading opening_reading
newread int 50000 99000 = new reading, current meter reading | meter_now present_reading closing_reading
homes int 200 9900 = homes affected, households without power | customers_off affected_households dark_homes
shutdown date = shutdown date, taken off the grid | off_grid_on decommissioned_on unit_offline_from
restart date = restart date, back on the grid | on_grid_on recommissioned_on unit_online_from
> {homes} homes in the dark~The lights went out at {failed} and came back at {restored}, {spokesperson} of {grid} \
    said.
> {plant}, which {operator} runs, feeds its power into the network of {grid}.
> Unit off the grid since {shutdown}; back on it from {restart}. Engineer on duty: {engineer}.
> Meter in the cellar: before {oldread}, now {newread}.
> Instead of {normal} MW the block is giving only {reduced} MW[ at the moment|].
> We burn {fuel} as a rule. If that runs out, {reserve} takes over.
> control room log: {failed} trip / {restored} back / {engineer} on duty / output cut from {normal} MW to {reduced} MW
> "I switched it off myself," reports {engineer}, the duty engineer, while {spokesperson} speaks to the press.
> Dear customer, your meter stood at {oldread} when we last came; the new reading is {newread}.
> Because {plant} went down at {failed}, {homes} households had no current until {restored}.
> You read {newread}? Then you have to take off {oldread}, the figure from last year's bill.
> {operator} will shut down {plant} on {shutdown} and start it up again on {restart}.
> * operator: {operator}~* grid: {grid}~* main fuel: {fuel}~* backup fuel: {reserve}
> Down to {reduced} MW. Normally {normal} MW. {spokesperson}, who speaks for {operator}, blames the wet {fuel} that \
    is burnt there.
> Only {reserve} was left in the emergency tanks when the supply of {fuel} stopped.
> Q: When is the maintenance? A: The unit leaves the grid on {shutdown} and is expected again on {restart}.
> Ask {engineer} in the control room about the trip at {failed}; journalists should call {spokesperson}.
- {engineer} had duty in the control room.
- {spokesperson} informed the press.
- The power failed at {failed}.
- By {restored} the lights were on again.
- {homes} households sat in the dark.
- At full power it delivers {normal} MW.
- It has been throttled to {reduced} MW.
- The dial shows {newread} today.
- A year ago the dial showed {oldread}.
- In an emergency it can burn {reserve}.
- It normally runs on {fuel}.
- The network around here belongs to {grid}.
- It will be switched off on {shutdown}.
- It will be switched on again on {restart}.

== port call, ship, vessel
vessel name = vessel, ship | ship_name vessel_name boat
tug name = tug, tugboat | towed_by tug_name assisted_by_tug
captain person = captain, master | skipper ship_master commanded_by
pilot person = pilot, harbour pilot | guided_by pilot_on_board pilot_name
agent company = agent, ship's agent | shipping_agent port_agent local_agent
owner company = shipowner, shipping line | ship_owner owned_by_line fleet_of
lastport city = last port, coming from | previous_port port_before arrived_from sailed_from
nextport city = next port, bound for | following_port port_after heading_to sails_to
arrived hour = arrival, moored at | made_fast_at berthed_at alongside_from came_in_at
sails hour = sailing time, casts off at | unmooring_time leaves_berth_at departure_hour put_to_sea
berth of pier 3; quay 14; basin 2; jetty B; berth 9; east mole; buoy 5; ferry ramp; coal wharf; fish dock; dry dock \
    1; lock 6; grain terminal; oil jetty = berth, mooring place | berthed_where quay_no moored_where
unloaded int 12 900 = containers unloaded, boxes discharged | discharged import_boxes taken_off landed_units
loaded int 12 900 = containers loaded, boxes taken on | export_boxes put_on_board taken_on_units shipped_units
cargo of timber; iron ore; bananas; grain; cement; frozen fish; scrap metal; cars; salt; coffee; fertiliser; paper \
    rolls; gravel; wine; steel coils = cargo, freight | load carries on_board
draughtin number 3 17 = arrival draught, draught on arrival | draft_in draught_inbound depth_arriving
draughtout number 3 17 = departure draught, draught on departure | draft_out draught_outbound depth_leaving
> {vessel} came in from {lastport} at {arrived} and sails for {nextport} at {sails}.
> {captain} is the master of the {vessel}; {pilot} came on board to guide her in.
> Berth: {berth}~In: {arrived} ex {lastport}~Out: {sails} for {nextport}~Agent: {agent}
> With the tug {tug} pulling and {pilot} as pilot on the bridge, {vessel} made fast at {berth}.
> Cranes took {unloaded} boxes off and put {loaded} on[ before nightfall|].
> {owner} owns the ship, {agent} looks after her while she is in port[, three days at most|].
> harbour log - {arrived} moored, {sails} cast off, off {unloaded}, on {loaded}, tug {tug}
> Captain {captain} to harbour office: we leave at {sails}, next stop {nextport}, please send the pilot.
> Bound for {nextport} with {cargo}, the {vessel} had left {lastport} a week earlier.
> Draught on arrival {draughtin} m, draught on departure {draughtout} m.
> Letters for the {vessel} go to {agent}, the agent in port, not to {owner}, the line that owns her.
> "Thank you, {pilot}, you steered us in well," {captain} said from the bridge of his ship.
> She lay {draughtin} m deep when she entered, and {draughtout} m when she left us for {nextport}.
> Did you see it? The little tug {tug} moved the huge {vessel} all the way to {berth}!
> SHIP NEWS: {vessel} ({owner}), {cargo}, from {lastport}, to {nextport}, captain {captain}
> Loaded here: {loaded}. Unloaded here: {unloaded}. Goods: {cargo}.
> Once {unloaded} containers stood on the quay, loading began; {loaded} went on board, and at {sails} she put to sea.
- {captain} commands the ship.
- The pilot's name is {pilot}.
- She was towed by {tug}.
- Her last port was {lastport}.
- Her next port will be {nextport}.
- She tied up at {arrived}.
- She will cast off at {sails}.
- On board there is mainly {cargo}.
- The ship belongs to {owner}.
- In port she is looked after by {agent}.
- {loaded} containers went on board.
- {unloaded} containers came ashore.
- Her name is {vessel}.
- She is lying at {berth}.

== restaurant kitchen, kitchen log, service
chef person = head chef, chef | kitchen_head executive_chef runs_the_kitchen
sous person = sous-chef, deputy chef | sous_chef second_in_kitchen deputy_in_kitchen
washer person = dishwasher, kitchen porter | pot_washer kp plates_washed_by
oldchef person = former head chef, predecessor | ex_chef chef_before cooked_here_before
fishmonger company = fish supplier, fishmonger | fish_from seafood_dealer fish_delivered_by
greengrocer company = vegetable supplier, greengrocer | veg_from produce_dealer vegetables_delivered_by
newdish food = new dish, added to the menu | dish_added on_the_menu_now menu_addition
olddish food = dropped dish, taken off the menu | dish_removed off_the_menu menu_removal
lunch int 12 190 = lunch covers, guests at lunch | covers_midday lunch_guests noon_covers
dinner int 12 190 = dinner covers, guests at dinner | covers_evening dinner_guests night_covers
fridge number 1 9 = fridge temperature, temperature in the fridge | fridge_c cooler_temp cold_room_degrees
core number 61 95 = core temperature, temperature in the meat | core_c meat_temp probe_degrees
cost price = food cost, ingredients per plate | ingredient_cost cost_per_plate goods_used
menuprice price = menu price, price on the menu | plate_price guest_pays selling_price_dish
opens clock = kitchen opens, first orders | kitchen_open_at orders_from stoves_on
lastorders clock = last orders, kitchen closes | kitchen_closes_at final_orders stoves_off
> {chef} rules our kitchen, with {sous} as right hand and {washer} at the sink.
> The {newdish} is new on our menu; the {olddish} had to go.
> KITCHEN LOG~Fridge {fridge} C~Core of the roast {core} C~Lunch {lunch} covers~Dinner {dinner} covers
> After {oldchef} left, {chef} took over the stoves.
> We had {lunch} guests at noon and {dinner} in the evening[, not bad for a rainy day|].
> Fish comes from {fishmonger}, vegetables from {greengrocer}. Both are paid weekly.
> what goes into one plate costs us {cost}, the guest pays {menuprice}
> {sous}, my deputy, ran the kitchen tonight while I was away. We served {dinner} for dinner. {chef}, head chef
> Orders are taken from {opens}; at {lastorders} the stoves go off.
> "Out with the {olddish}," {chef} decided on the first day, "and in with my {newdish}."
> On the menu at {menuprice}, the {newdish} needs ingredients for {cost}.
> Call {greengrocer} about the salad and {fishmonger} about the salmon, please; {washer}, who does the dishes, has \
    both numbers.
> The inspector's thermometer read {core} degrees inside the meat and {fridge} degrees inside the fridge.
> Until last spring {oldchef} was head chef here. The present one is called {chef}, the second in command {sous}.
> Tonight: kitchen open {opens}, last orders {lastorders}, try the {newdish}!
> Lunch was quiet ({lunch}), dinner was wild ({dinner}); poor {washer} stood at the dishes past midnight.
> Should you miss the {olddish}: it was dropped because the ingredients came to {cost}, far too much for a dish \
    sold at {menuprice}.
- {chef} is the head of the kitchen now.
- {sous} is the deputy of the chef.
- {washer} washes the pots.
- Before that, {oldchef} was in charge of the stoves.
- The fish was delivered by {fishmonger}.
- The vegetables were delivered by {greengrocer}.
- No more orders are taken after {lastorders}.
- The stoves are lit at {opens}.
- At noon {lunch} people ate here.
- In the evening {dinner} people ate here.
- Guests can no longer order the {olddish}.
- Since this week there is the {newdish} too.
- The fridge was at {fridge} degrees.
- The roast had {core} degrees inside.
- The ingredients of a plate cost {cost}.

== cleaning contract, cleaning job, cleaning round
firm company = cleaning firm, cleaning company | cleaned_by_firm cleaning_contractor service_provider
oldfirm company = previous cleaning firm, former contractor | firm_before ex_contractor cleaned_earlier_by
client company = customer, client | cleaning_client premises_of orders_cleaning
cleaner person = cleaner, cleaned by | cleaning_person usual_cleaner who_cleans
standin person = relief cleaner, stand-in | holiday_cover deputy_cleaner substitute_cleaner
keyholder person = keyholder, keys with | key_with has_the_keys lets_us_in
complainer person = complaint from, complainant | complained dissatisfied_person grumbler
daily of corridors; toilets; kitchens; waste bins; entrance hall; canteen; desks; lifts; stairs; changing rooms; \
    showers; reception; floors = cleaned daily, daily task | every_day_task cleaned_each_day daily_area
weekly of windows; carpets; shelves; radiators; glass doors; cellar; lamps; blinds; archive; garage; fridges; \
    terrace; door handles = cleaned weekly, weekly task | once_a_week_task cleaned_each_week weekly_area
oldrate price = old hourly rate, previous rate | rate_before former_hourly_rate rate_so_far
newrate price = new hourly rate, rate from now on | rate_after raised_rate current_hourly_rate
comes clock = cleaning starts, cleaner arrives | arrives_at cleaning_from clean_start
leaves clock = cleaning ends, cleaner leaves | leaves_at cleaning_until clean_finish
signed date = contract signed, signing date | signed_on contract_date agreed_on
ends date = contract ends, last day of contract | contract_until terminated_for notice_effective
area int 60 9000 = floor area, square metres | sqm area_m2 surface_cleaned
> {client} has its offices cleaned by {firm}. Before that, {oldfirm} did the job.
> {cleaner} is on holiday; {standin} will clean instead.
> Daily: {daily}~Weekly: {weekly}~From {comes} to {leaves}~Keys: {keyholder}
> From next month an hour costs {newrate} instead of {oldrate}.
> Dear {firm}, our colleague {complainer} complains that {cleaner} never cleans the {weekly}.
> {firm} raises its rate. Old: {oldrate} an hour. New: {newrate} an hour. [We are sorry.|Wages have gone up.]
> The contract that {client} signed with {firm} on {signed} runs out on {ends}.
> Hi {standin}, you are replacing {cleaner} this week. Get the keys from {keyholder} and be out by {leaves}.
> {keyholder} opens the door at {comes}, {cleaner} mops the floors and locks up at {leaves}.
> every day the {daily}, once a week the {weekly}, that is what we agreed on {signed}
> "Not clean enough," wrote {complainer} to us, although {standin} had filled in for {cleaner} with great care.
> {client} / {area} m2 / {firm} / {newrate} per hour (up from {oldrate})
> Having lost the contract with {client}, {oldfirm} hands over its buckets to {firm}, the new provider.
> We clean {area} square metres for {client}: the {daily} each day, the {weekly} each Friday.
> Until {ends} you still pay {oldrate}. After that, {newrate} applies.
> Who has the key? {keyholder} has. Who cleans? {cleaner} does. Who grumbled? {complainer} did.
> Cleaner's note on the door: came {comes}, gone {leaves}, {daily} done. {cleaner}, cleaner
- {keyholder} keeps the keys.
- {cleaner} is the one who usually cleans here.
- During the holidays {standin} does the cleaning.
- {complainer} was not happy and said so.
- The cleaning starts at {comes}.
- The work must be done by {leaves}, when the cleaner goes home.
- Once a week it is the turn of the {weekly}.
- Every single day we do the {daily}.
- So far an hour was billed at {oldrate}.
- An hour will be billed at {newrate} from now on.
- The previous contractor was called {oldfirm}.
- Both sides signed on {signed}.
- The contract expires on {ends}.
- There are {area} square metres to clean.

== loan, tool loan, borrowed tool
tool of cordless drill; angle grinder; chainsaw; ladder; cement mixer; pressure washer; tile cutter; sander; \
    jigsaw; spirit level; hedge trimmer; wheelbarrow; pipe wrench; generator; nail gun; router; welding set; leaf \
    blower = tool, tool lent | borrowed_tool lent_item implement
also of extension lead; toolbox; face shield; spare blade; charger; tripod; work gloves; carrying case; drill bits; \
    ear defenders; fuel can; strap; manual = accessory, extra lent | included_extra comes_with added_item
owner person = lender, owner | lent_by tool_owner belongs_to lends
borrower person = borrower, lent to | borrowed_by borrows taken_by user_of_tool
receiver person = returned to, taken back by | received_back_by accepted_return given_back_to
lent date = lent on, loan date | borrowed_on loaned_on handed_out_on given_out
due date = due back, return deadline | due_back_on to_be_returned_by return_by
back date = returned on, date returned | came_back_on actually_returned brought_back_on
deposit price = deposit, security | deposit_paid caution_money refundable_sum
fee price = loan fee, hire charge | hire_fee rental_charge cost_of_loan
late price = late fee, fine for delay | late_charge overdue_penalty penalty_fee
value price = replacement value, price when new | new_value cost_to_replace original_price
serial serial = tool number, engraved number | tool_no engraving inventory_tag
shelf of shelf 4; rack A; wall hook 12; red cabinet; van 2; blue drawer; container 7; trolley 3; back room; bench \
    5; top locker; steel chest = storage place, kept in | where_kept home_place put_back_in
> {owner} lent {borrower} the {tool} on {lent}[, no paper signed|].
> {borrower} borrowed the {tool} from {owner} and should have brought it back by {due}. It came on {back}.
> LOAN SLIP {serial}~Tool: {tool} with {also}~Out: {lent}~Due: {due}~Borrower: {borrower}~Deposit: {deposit}
> Can you lend me your {tool}, {owner}? You would have it back by {due}, promise! {borrower}
> The {tool} that {borrower} took home on {lent} still belongs to {owner}, not to the club.
> Hire {fee}, deposit {deposit}[ (you get that back)|], {late} extra for every late day.
> {borrower} returned the {tool} on {back}; {receiver} took it in at the counter.
> hey {borrower}, my {tool} pls!! you got it on {lent}, deadline was {due}, greets {owner}
> {serial} | {tool} | lent by {owner} | lent to {borrower} | returned to {receiver}
> Two weeks late, on {back}, the {tool} came home to {owner}, and {late} was charged for the delay.
> "I gave it back to {receiver}," {borrower} insists. "The {also} was in the box as well."
> Since a new one costs {value}, we ask {deposit} as security for the {tool}.
> Handed out {lent}, expected {due}, really back {back}.
> You will find the {tool} in the {shelf}. It is {owner}'s, so ask before you, {borrower}, borrow it again.
> I am {owner} and I have lent my {tool} together with the {also} to {borrower}, who paid {fee} for it.
> With {owner}'s permission {borrower} may keep the {tool} until {due}; after that {late} per day falls due as a fine.
> Return desk: {receiver} got the {tool} back from {borrower} and put it into the {shelf}.
- The lender is {owner}.
- The one who borrowed it is {borrower}.
- {receiver} took it back at the desk.
- It left the workshop on {lent}.
- It was due back on {due}.
- It did come back, on {back}.
- A deposit of {deposit} was left with us.
- Borrowing it costs {fee}.
- Being late costs {late}.
- Bought new, it would be {value}.
- It also comes with the {also}.
- Its place is in the {shelf}.
- The number {serial} is engraved on the handle.
? damaged is_damaged came_back_broken
* true / It came back broken.
* true / The handle has snapped.
* true / Sadly there is a crack in the housing.
* true / It no longer starts since the loan.
* true / It was returned in pieces.
* true / Somebody has ruined it.
* false / It came back in perfect shape.
* false / Not a scratch on it.
* false / It is as good as before.
* false / Everything works, nothing is broken.
* false / It was returned undamaged.
* false / It is whole and clean.

== safety inspection, inspection, mine inspection
inspector person = inspector, inspected by | safety_inspector auditor carried_out_by examiner
manager person = site manager, manager in charge | mine_manager person_in_charge plant_manager answerable
witness person = witness, accompanied by | went_along escort present_at_inspection
injured person = injured worker, victim | hurt_person casualty injured_person
rescuer person = first-aider, rescued by | first_aid_by rescuer helper
site name = site, mine | pit inspected_site quarry
operator company = operating company, site operated by | mine_operator site_run_by company_inspected
authority company = inspecting body, authority | inspection_body testing_agency sent_by
visited date = inspection date, inspected on | inspected visit_date date_of_audit checked_on
again date = re-inspection date, second visit | reinspection_on follow_up_visit next_check come_back_on
accident date = accident date, date of the accident | accident_on injury_date mishap_on
minor int 2 60 = minor defects, small faults | minor_findings small_findings slight_faults
major int 2 40 = serious defects, grave faults | major_findings grave_findings severe_faults
fine price = fine, penalty | penalty_imposed fined_sum to_pay_as_fine
repair price = cost of repairs, repair costs | cost_to_fix remedy_cost upgrade_cost
report code = report number, protocol | report_no protocol_no inspection_ref
> {inspector} inspected the {site} mine on {visited}. {manager}, the manager, signed the report.
> {authority} sent {inspector} to look at the tunnels of {operator}.
> Report {report}~Site: {site}~Inspector: {inspector}~Manager: {manager}~Minor: {minor}~Serious: {major}
> {injured} was hurt deep below ground; {rescuer} carried the wounded colleague out.
> After the accident of {accident}, inspectors came on {visited} and will come once more on {again}.
> {minor} small faults and {major} grave ones were found[, more than last year|].
> {operator} must pay a fine of {fine}, and putting things right will cost it another {repair}.
> "{rescuer} saved my life," says {injured}, who fell into the shaft on {accident}.
> Dear {manager},~during my visit on {visited} I counted {major} serious defects at your site. I shall be back on \
    {again}.~{inspector}, inspector
> fine {fine} / repairs {repair} / imposed by {authority} / paid by {operator}
> Accompanied by {witness}, who only watched, {inspector} went down the shaft to test the alarms.
> Who was hurt? {injured}. Who gave first aid? {rescuer}. Who runs the site? {manager}.
> First check {visited}, second check {again}, {minor} slight defects, protocol {report}.
> {manager}, who runs {site}, was told by inspector {inspector} to close two exits[ at once|].
> {authority} has fined {operator} {fine} over what happened to {injured} on {accident}.
> It was {rescuer} who pulled {injured} from under the stones, as {witness}, who saw it all, told {inspector}, the \
    inspector.
> Repairs at {site} swallow {repair}, the penalty on top is {fine}, and {inspector} returns for the second visit on \
    {again}.
- {inspector} carried out the inspection.
- {manager} runs the site.
- {witness} went along and watched.
- {injured} was injured in the accident.
- {rescuer} gave first aid.
- The accident happened on {accident}.
- The inspection took place on {visited}.
- A second inspection is set for {again}.
- {major} of the defects found are serious.
- {minor} of the defects found are minor.
- A fine of {fine} was imposed.
- Mending it all will cost {repair}.
- The site is run by the firm {operator}.
- {authority} is the body that sent the inspector.
? passed has_passed inspection_passed
* true / The site passed.
* true / The certificate was granted.
* true / All in all the test was passed.
* true / The seal of approval is on the door now.
* true / The result: passed.
* true / Approval has been given, work may go on.
* false / The site failed.
* false / No certificate was granted.
* false / The test was not passed.
* false / The result: failed.
* false / Work has to stop, approval was refused.
* false / It did not meet the rules, so there is no seal.

== removal, house move, moving job
mover company = removal firm, movers | moving_company haulier removals_by
rival company = rejected firm, losing bidder | other_bidder turned_down_firm offer_declined
customer person = customer, person moving | moving_person household_of relocating_person
newtenant person = next tenant, moves in afterwards | follows_in_flat incoming_tenant tenant_after
driver person = van driver, driver | at_the_wheel lorry_driver drives_van
packer person = packer, packed by | boxes_filled_by packing_hand wraps_things
from street = old address, moving from | moves_out_of pickup_address from_address loading_address
to street = new address, moving to | moves_into delivery_address to_address unloading_address
oldcity city = old town, town left behind | city_left from_town former_home_town
newcity city = new town, town moved to | city_joined to_town future_home_town
packing date = packing day, packing date | boxes_packed_on packed_on wrap_day
moving date = moving day, date of the move | moved_on move_date day_of_move
quoted price = quote, quoted price | price_offered offer_sum quotation
billed price = final bill, price charged | charged final_sum invoice_total really_paid
broken of mirror; vase; piano; lamp; wardrobe; aquarium; clock; chandelier; sideboard; bookcase; record player; \
    glass table; mattress; sofa = damaged item, broken on the way | item_damaged what_broke casualty_of_move
missing of bicycle; toaster; kettle; globe; rug; cello; ironing board; tent; drill; suitcase; stool; plant pot; \
    photo album; bread bin = missing item, lost on the way | item_lost what_is_missing never_arrived
> {mover} is moving {customer} out of {from} and into {to}[ on {moving}|].
> {customer} said goodbye to {oldcity} and now lives in {newcity}.
> Move sheet~Load: {from}~Unload: {to}~Pack: {packing}~Move: {moving}~Driver: {driver}~Packer: {packer}
> The quote was {quoted}, the bill was {billed}[. Typical!|, and nobody said why.]
> {packer} fills the boxes on {packing}; {driver} comes with the van on {moving}.
> In the end we picked {mover} and said no to {rival}.
> As soon as {customer} has moved out of {from}, {newtenant} moves in there.
> pls note the new address of {customer}: {to}. the old one ({from}) is no longer valid
> The {broken} arrived in pieces and the {missing} did not arrive at all, writes {customer}, whose move it was.
> Hello {mover}, you offered to do it for {quoted}. Why do I have to pay {billed}? And where is my {missing}? \
    {customer}
> "The {broken} is broken!" cried {packer}, who was wrapping cups, to {driver}, who sat at the wheel of the van.
> Old town: {oldcity}. New town: {newcity}. Price as quoted: {quoted}. Price on the bill: {billed}.
> Leaving {oldcity} behind was easy for {customer}; finding a flat in {newcity} was not.
> Review: {rival} wanted too much, so {mover} got the job. Everything was on time, only the {broken} got damaged.
> {newtenant} gets the keys to {from} once {customer}, the old tenant, has gone to {newcity}.
> Moved on {moving} (packed on {packing}). Lost: {missing}. Damaged: {broken}.
> Although it is {driver} who drives, all complaints about badly packed boxes should go to {packer}.
- {driver} drives the van.
- {packer} packs the boxes.
- The one who is moving is {customer}.
- Afterwards {newtenant} will live in the old flat.
- The things are picked up at {from}.
- The things are carried into the new home at {to}.
- The boxes are packed on {packing}.
- The move itself is on {moving}.
- The offer had been {quoted}.
- On the bill we found {billed}.
- {mover} is the firm that does the move.
- The {broken} was damaged on the way.
- The {missing} is nowhere to be found.
- The offer of {rival} was turned down.
"""
)  # fmt: skip
