"""Households: cooking, errands, chores, sitters, pets, gardens, repairs, energy, parcels, loans, parties, keys."""

from __future__ import annotations

from .compact import domains

(
    COOKING, ERRANDS, CHORES, BABYSITTING, PETSITTING, GARDENS, CRAFTSMEN, ENERGY, DOORSTEP, LENDING, PRESENTS,
    KEYS,
) = domains(
    r"""
== recipe, dish, family recipe
dish of lentil soup; plum cake; leek pie; potato salad; nut bread; bean stew; cheese tart; apple crumble; rice \
    pudding; \
    carrot cake; mushroom risotto; onion soup; spinach lasagne; lemon cake; pumpkin curry; dumplings; pea soup; \
    pizza \
    = dish | dish_name what_is_cooked meal_made cooked_dish
cook person = cook, cooked by | made_by prepared_by home_cook person_at_stove
giver person = recipe from, recipe given by | recipe_giver recipe_owner passed_on_by recipe_source
serves int 2 24 = servings, serves | portions people_fed number_of_plates
prep int 5 90 = preparation minutes, prep time | prep_min hands_on_minutes working_time
bake int 10 180 = baking minutes, oven time | bake_min minutes_in_oven baking_time
rest int 10 240 = resting minutes, rest time | rest_min standing_time minutes_to_rest
heat int 120 250 = oven temperature | oven_degrees oven_heat temp_c bake_at
omitted of butter; cream; walnuts; garlic; honey; sour milk; raisins; ginger; capers; eggs; leeks; goat cheese; \
    almonds; \
    vinegar; mint; barley; celery; apples; red wine; mustard \
    = left out, replaced ingredient | omitted_ingredient ingredient_dropped ingredient_before taken_out
instead of margarine; yoghurt; hazelnuts; onions; maple syrup; oat milk; dates; nutmeg; sesame; tofu; fennel; \
    feta; cashews; \
    lemon juice; basil; bulgur; parsnips; pears; grape juice; horseradish \
    = substitute, used instead | replacement_ingredient swapped_in stand_in_ingredient new_ingredient
flour int 100 900 = grams of flour, flour | flour_g flour_grams flour_weight
sugar int 40 900 = grams of sugar, sugar | sugar_g sugar_grams sugar_weight
side of green salad; rice; mashed potatoes; flat bread; pickles; red cabbage; vanilla sauce; noodles; plum jam; \
    custard; coleslaw; chutney; roast carrots; toast \
    = side dish, served with | accompaniment goes_with on_the_side
> {cook} cooks the {dish} that {giver} [once |]wrote down for {them}[, and it feeds {serves}|].
> {dish}~- {flour} g flour~- {sugar} g sugar~Into the oven: {heat} degrees, {bake} minutes
> Had no {omitted}, so [I|we] took {instead}. Nobody at the table noticed!
> Let the dough rest for {rest} minutes, then bake it for {bake}[; the work before that takes {prep}|].
> "Where did you get this from?" - "From {giver}. But {cook} stood at the stove, not me."
> Work: {prep} min~Rest: {rest} min~Oven: {bake} min at {heat} C
> If you cannot stand {omitted}, use {instead}. {giver}, whose recipe it is, would [of course |]never allow it.
> The {instead} in it is my own idea; {giver} always made the {dish} with {omitted}.
> for the {dish} you need {sugar} grams of sugar and, believe it or not, {flour} grams of flour
> Tonight at {cook}'s table: {dish} with {side}. The recipe is {giver}'s secret.
> Q: How long does the {dish} stay in the oven?~A: {bake} minutes. Before that it has to stand for {rest} minutes.
> {giver} taught {cook} to make {dish}, back when they shared a kitchen.
> dish | {dish}~plates | {serves}~with | {side}~hands on | {prep} min~heat | {heat}
> After {prep} minutes of chopping and {bake} more in the oven at {heat} degrees we could [finally |]eat.
> Weigh {flour} g of flour, but only take {sugar} g of sugar. On the side there is {side}.
> Thank you for the {dish}, {cook}! Is it true that it goes back to {giver}?
> Mother's notebook, page nine. {dish}. Cross out {omitted}, write {instead}. Serve with {side}.
> The oven, which must be at {heat} degrees, does the rest: {bake} minutes and the {dish} is done.
- It is enough for {serves} [people|hungry eaters].
- You stand in the kitchen for {prep} minutes before anything goes into the oven.
- It [bakes|stays in the oven] for {bake} minutes.
- Before it is baked, leave it alone for {rest} minutes.
- Set the oven to {heat} degrees.
- We eat it with {side}.
- It takes {flour} grams of flour.
- {sugar} grams of sugar go in.
- The recipe was handed down by {giver}.
- This time {cook} [did the cooking|was at the stove].
- We left the {omitted} out.
- What is new in it is the {instead}.
? easy is_easy simple_to_make
* true / A child could make it.
* true / You cannot go wrong with it.
* true / It is as easy as boiling water.
* true / Even my brother, who never cooks, managed it at once.
* true / Perfect for beginners.
* true / Nothing about it is difficult.
* true / It almost makes itself.
* false / This is nothing for beginners.
* false / Only the most patient cooks succeed.
* false / It took me five attempts to get it right.
* false / You need a lot of practice for it.
* false / It is fiendishly difficult.
* false / Even old hands at the stove fail with it.
* false / The hardest thing I have ever tried.

== shopping list, errand, shopping trip
asker first = list written by, asked by | list_author wrote_the_list sent_by wants_it
shopper first = shopper, sent to the shops | errand_runner goes_shopping did_the_shopping
first_shop name = first shop | first_stop begin_in_shop go_first_to opening_stop
last_shop name = last shop | last_stop end_in_shop go_last_to final_shop
items list of bread; milk; eggs; rice; soap; candles; apples; coffee; cheese; onions; matches; noodles; flour; \
    tea; salt; \
    light bulbs; cat litter; washing powder; tomatoes; kitchen roll \
    = to buy, items to buy | shopping_items needed_items to_get things_needed
stock of butter; honey; toothpaste; potatoes; oil; oats; jam; vinegar; sugar; foil; garlic; mustard; bin bags; \
    ketchup; \
    lentils; yoghurt \
    = do not buy, still at home | already_have not_needed in_stock leave_in_shop
forgotten of yeast; cream; batteries; parsley; plasters; lemons; stamps; raisins; cocoa; shampoo; string; pepper; \
    basil; baking powder; glue; sponges \
    = forgotten item, forgot | item_forgotten not_brought_home overlooked_item
budget price = budget, spending limit | max_spend at_most cash_given may_cost
spent price = spent, bill at the till | amount_spent actual_cost paid_in_the_end
owed price = still owed, to be paid back | owes debt_to_shopper reimburse
needed hour = needed by, home by | back_home_at deadline bring_by
closes hour = closing time, shop closes | closes_at shuts_at open_until
eggs int 2 30 = eggs, number of eggs | egg_count how_many_eggs
bottles int 2 30 = bottles of water, water bottles | bottle_count how_many_bottles
> {asker} wrote the list, {shopper} [has to go|does the walking].
> Hi {shopper}, could you get {items}? We still have {stock}, so leave that.~{asker}
> Start at {first_shop}; [the rest|what they do not have] you will find at {last_shop}, which shuts at {closes}.
> Buy: {items}~NOT: {stock}~Max: {budget}
> {shopper} came back from {first_shop} with everything but {forgotten} and had paid {spent}.
> I gave {shopper} {budget}; at the till it was {spent}.
> {eggs} eggs + {bottles} bottles of water pls, and be home by {needed} :)
> When {asker}, who had written the list, unpacked the bags, {items} were there, {forgotten} was not.
> "What did it come to?" {asker} wanted to know. "{spent}," said {shopper}, "and you owe me {owed} of that."
> The shop closes at {closes}, but I need you back at {needed}, because the guests [are early|come soon].
> List for tomorrow (by {asker}): {eggs} eggs, {bottles} bottles of water. Not more than {budget}.
> {last_shop} is the last stop, {first_shop} the first. On the way: nothing, please!
> For {shopper}:~1. {first_shop} ({items})~2. {last_shop} (for the rest)~Limit {budget}
> Dear {asker}, your shopping is in the hall. It cost {spent}. Sorry about the {forgotten}, I overlooked it. \
    {shopper}
> {owed} is what {asker} still has to give {shopper} for the shopping; the whole bill was {spent}.
> no {stock}!! we have plenty. but DO bring {items}
> {shopper}, whom {asker} had sent out with {budget}, forgot the {forgotten}[ again|].
> Since {first_shop} had sold out, {shopper} ended up at {last_shop} just before it closed at {closes}.
- You may spend {budget} at most.
- The till said {spent}.
- {shopper} goes to the shops [today|this time].
- It was {asker} who wrote the list.
- We need {items}.
- There is enough {stock} in the cupboard, do not bring more.
- Nobody thought of the {forgotten}.
- Everything must be in our kitchen by {needed}.
- They lock the shop doors at {closes}.
- Take {eggs} eggs.
- {bottles} bottles of water will do.
- The shopper has to get {owed} back.
- Begin your round at {first_shop}.
- Go to {last_shop} at the very end.

== cleaning rota, chores list, house rules, flat plan
kitchen first = kitchen duty, kitchen | cleans_kitchen kitchen_cleaner kitchen_person
bath first = bathroom duty, bathroom | cleans_bathroom bathroom_cleaner bath_person
bins first = bin duty, rubbish | takes_out_rubbish bins_person empties_bins
away first = away, absent flatmate | who_is_away not_at_home missing_flatmate
cover first = stand-in, covered by | steps_in takes_over does_it_instead
quiet_from hour = quiet from, silence starts | quiet_hours_start no_noise_after quiet_begins
quiet_to hour = quiet until, silence ends | quiet_hours_end noise_allowed_from quiet_ends
paper weekday = paper collection, paper bin | paper_day paper_collected_on blue_bin_day
general weekday = general waste, grey bin | general_waste_day residual_waste_on grey_bin_day
organic weekday = organic waste, green bin | organic_day compost_collected_on green_bin_day
kitty price = kitty, household contribution | kitty_share monthly_contribution kitty_amount
fine price = fine, penalty | forgotten_chore_fee penalty_amount skip_fee
starts date = plan starts, valid from | rota_start first_day in_force_from
ends date = plan ends, valid until | rota_end last_day in_force_until
mates int 3 12 = flatmates, people in the flat | number_of_flatmates household_size how_many_live_here
> This week {kitchen} scrubs the kitchen, {bath} does the bathroom and {bins} takes the rubbish down.
> {away} is away, so {cover} steps in.
> KITCHEN: {kitchen}~BATHROOM: {bath}~BINS: {bins}~(from {starts} to {ends})
> Please keep it down between {quiet_from} and {quiet_to}, the walls are thin.
> Waste calendar: paper {paper}, grey bin {general}, green bin {organic}
> Everyone pays {kitty} a month into the kitty. Whoever skips a chore pays {fine} on top.
> hey, {cover} here. i'll do {away}'s chores while [the exams last|the others ski]. {kitchen} stays on the kitchen
> Rules for all {mates} of us: silence starts at {quiet_from}; {fine} for every chore that is skipped.
> The lorry for old paper comes on {paper}; do not mix it up with {general}, when they fetch the general waste.
> "Who cleans the bathroom?" - "{bath}, until {ends}. {kitchen} only has the kitchen."
> Although the bins are {bins}'s job, it was {cover} who carried them down, standing in for {away}.
> New rota! It holds from {starts}, ends on {ends} and [was drawn by lot|covers the whole flat].
> We are {mates} people and share one kitty ({kitty} each).
> Potato peel and the like: green bin, fetched on {organic}. Cardboard: paper bin, fetched on {paper}.
> {bath} swapped with nobody and [still |]cleans the bathroom, {bins} keeps the bins.
> Noise? Not before {quiet_to}, says the house; not after {quiet_from}, says the neighbour below.
> Minutes of the flat meeting~Contribution: {kitty}~Penalty: {fine}~Plan valid until: {ends}
> To whoever asked: the bathroom belongs to {bath} now, because {kitchen} wanted the kitchen and nothing else.
> {bins} puts the grey bin out on {general} and the green one on {organic}.
- The kitchen is in the hands of {kitchen}.
- {bath} wipes the bathroom floor.
- {bins} empties the bins.
- We have to do without {away}, who is travelling.
- {cover} takes over what the absent one leaves undone.
- Paper is [collected|fetched] every {paper}.
- They empty the grey bin on {general}.
- The green bin must be out on {organic}.
- If you skip your turn, it costs you {fine}.
- {mates} of us live here.
- Each of us puts {kitty} into the kitty.
- No music after {quiet_from}, please.
- From {quiet_to} on you may be loud again.
- The plan comes into force on {starts}.
- It [runs out|is no longer valid after] on {ends}.
? tidy is_clean flat_is_tidy
* true / The flat has never been so clean.
* true / You could eat off the floor.
* true / Everything is spotless at the moment.
* true / The place shines, well done all.
* true / All rooms were found tidy.
* true / Not a crumb lies about.
* false / The flat is a pigsty.
* false / Dirty pans are piled up to the ceiling.
* false / It looks dreadful in here.
* false / Everything is sticky and full of dust.
* false / All rooms were found dirty.
* false / One wades through crumbs and socks.

== babysitting, sitting job
sitter person = babysitter, sitter | child_minder minded_by looks_after_child who_babysits
parent person = parent, booked by | mother_or_father engages_sitter family_contact
child first = child, name of the child | kid little_one looked_after toddler
age int 2 11 = age, age of the child | years_old how_old child_is_aged
day date = date, evening | babysitting_date sitting_on which_evening
comes hour = sitter arrives, sitter comes at | sitter_from start_of_sitting arrival_of_sitter
home hour = parents back, parents home at | parents_return end_of_sitting sitting_until
bed hour = bedtime, in bed by | lights_out_at to_bed_at sleep_time
rate price = hourly pay, per hour | rate_per_hour hourly_rate sitter_rate
total price = paid for the evening, total pay | sitter_total pay_in_all whole_fee
mobile phone = phone of the parents, mobile of the parents | parents_number call_parents_at family_phone
emergency phone = phone of the doctor, call the doctor on | doctor_number call_doctor_at medical_phone
supper of noodles; rice pudding; vegetable soup; fish fingers; pancakes; bread with cheese; omelette; baked beans; \
    potato gratin; porridge; toast; ravioli; fruit salad \
    = supper, evening meal | supper_dish eats_tonight dinner_for_child
allergy of peanuts; cow's milk; strawberries; shellfish; kiwi; sesame; bee stings; wheat; cat hair; soy; \
    hazelnuts; celery \
    = allergy, allergic to | must_not_have intolerance allergen
book work = bedtime story, book | story_title read_aloud goodnight_story
toy of stuffed rabbit; cloth bear; wooden train; blue blanket; plush whale; rag doll; toy tractor; knitted fox; \
    night lamp; paper star; plush owl; rubber duck; tiny drum \
    = favourite toy, cuddly toy | toy_for_sleep sleeps_with comforter
> {sitter} looks after {child} [tonight|that evening] while {parent} is at the theatre.
> Dear {sitter},~we need you on {day}. Please be here at {comes}; we shall be home at {home}.~{parent}
> {child} ({age}) must be in bed by {bed} and will not sleep without the {toy}.
> {parent} paid {sitter} {total} for the evening, that is {rate} an hour.
> Supper: {supper}~Careful, allergic to: {allergy}~Story: {book}
> Reach us: {mobile}. If {child} has a fever, ring the doctor: {emergency}.
> Looking for a babysitter for our child, {age} years old. {rate} per hour. [Write to|Ask for] {parent}.
> "When does {child} go to sleep?" - "Lights out at {bed}. We parents come home at {home}."
> The person with the {toy} is {child}; the one who looks tired is {sitter}, the babysitter.
> {parent}, who came home at {home}, paid {total} to the babysitter, {sitter}, who had been there since {comes}.
> Babysitting, {day}~Sitter: {sitter}~Parent: {parent}~Kid: {child}, {age}
> Three times {sitter} had to read "{book}" aloud, because {child} insisted on it.
> hi {parent}, {child} ate the {supper} and has been in bed since {bed}. greetings from your babysitter {sitter}
> Nothing with {allergy} for {child}, please! For supper: {supper}[, just warm it up|].
> Thanks to {sitter} the two of us could go dancing on {day}. {child} sends [a kiss|love].
> When the sitter rings at {comes}, hand over this card: parents {mobile}, doctor {emergency}.
> [You get|We pay] {rate} an hour, so with the taxi it makes {total} in all.
> Hidden under the bed: the {toy}. On the shelf: {book}. Never in the bowl: {allergy}.
- The sitter rings the bell at {comes}.
- We parents shall be back at {home}.
- The child has to be in bed by {bed}.
- For every hour there is {rate}.
- The evening cost us {total}.
- You can call us parents on {mobile}.
- The doctor's number is {emergency}.
- There will be {supper} for supper.
- The child must not get near {allergy}.
- Read from {book} before the light goes out.
- The {toy} has to lie on the pillow.
- The little one is {age}.
- {sitter} does the babysitting.
? slept_well slept_through quiet_night
* true / Not a sound came from the cot.
* true / The little one slept like a log.
* true / It was asleep within minutes and did not wake up.
* true / There was not a single tear.
* true / Nobody woke up once.
* true / A very quiet night.
* false / There was crying every half hour.
* false / Nobody got any sleep.
* false / Three times a nightmare, three times tears.
* false / The little one was wide awake all night.
* false / It would not fall asleep at all.
* false / A terrible night without sleep.

== pet sitting, pet care, animal care
pet name = pet, name of the pet | animal_name called name_of_animal
kind of dog; cat; parrot; tortoise; rabbit; hamster; lizard; goldfish; canary; ferret; guinea pig; pony; budgie; \
    snake \
    = animal, kind of animal | species kind_of_pet sort_of_animal
owner person = owner, belongs to | pet_owner owns_pet animal_of
sitter person = pet sitter, fed by | sitter feeder cares_for_pet holiday_carer
vet person = vet, animal doctor | veterinarian vet_name treats_pet
leaves date = owner leaves, sitting from | care_starts owner_away_from first_day
returns date = owner returns, sitting until | care_ends owner_back_on last_day
morning int 10 400 = morning food, grams in the morning | breakfast_grams morning_ration food_am
evening int 10 400 = evening food, grams in the evening | supper_grams evening_ration food_pm
daily price = pay per day, daily pay | per_day sitter_daily_rate day_rate
vet_bill price = vet bill, paid to the vet | veterinary_cost vet_fee treatment_cost
owner_phone phone = phone of the owner | reach_owner_at owner_number holiday_number
vet_phone phone = phone of the vet, surgery phone | reach_vet_at surgery_number vet_number
hiding of under the sofa; behind the boiler; in the laundry basket; on the wardrobe; in the piano; under the \
    stairs; \
    behind the curtain; in the bathtub; among the boots; inside the tent; below the sink; on top of the fridge \
    = hiding place | hides where_it_hides favourite_corner
> {owner} is off on holiday and {sitter} feeds {pet}[, the {kind}|].
> {pet} gets {morning} g in the morning and {evening} g at night.
> From {leaves} until {returns} the {kind} of {owner} lives with {sitter}.
> Dear {sitter},~thank you for taking {pet}! If you are worried, phone me ({owner_phone}); if it is bad, the vet \
    ({vet_phone}).~{owner}
> {vet} looked at {pet} and charged {owner} {vet_bill}.
> Can't find {pet}? Look {hiding}.
> Wanted: someone for my {kind}, {leaves} to {returns}, {daily} a day. {owner}
> "{evening} grams for supper? That is too much," said {vet}, the vet. In the morning it may have {morning}.
> PET CARD~Name: {pet}~Kind: {kind}~Owner: {owner}~Vet: {vet}, {vet_phone}
> While {owner} lay on a beach, {sitter} drove {pet} to {vet}, the vet.
> The vet wanted {vet_bill}; {sitter}, who gets {daily} for each day, paid it in advance.
> {sitter}: where is {pet}??~{owner}: {hiding}, as always
> [I|We] come home on {returns}. Please, {sitter}, give the {kind} {evening} grams that evening as well.
> {pet} has two people in life: {owner}, to whom the {kind} belongs, and {sitter}, who comes with the food.
> Day rate {daily}. Begin {leaves}. End {returns}. Ration in the morning {morning} g.
> Your {kind} is well, {owner}. It sleeps {hiding} and eats. Yours, {sitter}
> Should {pet} stop eating, {vet} has to be called on {vet_phone}; I am on {owner_phone}.
- It is called {pet}.
- We are talking about the {kind}.
- For breakfast weigh out {morning} grams.
- In the evening it is {evening} grams.
- The sitter is paid {daily} per day.
- What the vet did cost {vet_bill}.
- You reach the owner on {owner_phone}.
- The vet's number is {vet_phone}.
- When it is afraid, it sits {hiding}.
- The owner will be home again on {returns}.
- The owner sets off on {leaves}.
- {vet} knows the animal from the surgery.
- {sitter} comes to feed it.

== garden, vegetable bed, allotment, plant
plant of tomatoes; leeks; pumpkins; dill; sweet peas; runner beans; radishes; kale; parsley; sunflowers; chillies; \
    strawberries; spinach; cucumbers; beetroot; lavender; courgettes; rhubarb \
    = plant, crop | what_grows main_crop grown_here
beside of marigolds; onions; chives; garlic; lettuce; nasturtiums; carrots; fennel; mint; sage; borage; celery; \
    thyme; \
    potatoes; roses; currants \
    = planted beside, next to | companion_plant grows_beside bed_mate
gardener person = gardener, garden of | bed_owner grower plot_holder
waterer person = watered by, holiday help | waterer comes_to_water watering_help
donor person = seeds from, seeds given by | seed_donor gave_seeds seed_giver
sown monthday = sown, sown on | sowing_date seeds_in_on date_of_sowing
out monthday = planted out | planted_out_on moved_outdoors out_of_pots_on
picked monthday = first harvest, picked on | harvest_date first_picked harvested_on
before int 3 60 = height when bought, height at first | old_height start_height_cm cm_at_planting
now int 20 300 = height today, height now | current_height height_now_cm cm_today
litres int 2 40 = litres of water | water_litres water_per_round watering_amount
every int 2 21 = watered every, days between waterings | watering_interval interval_days water_every
seeds price = price of the seeds, seeds | seed_cost seeds_price paid_for_seeds
soil price = price of the soil, compost price | soil_cost cost_of_compost paid_for_soil
pest of slugs; greenfly; voles; pigeons; mildew; ants; caterpillars; whitefly; snails; moles; earwigs; wasps \
    = pest, eaten by | plague trouble_with enemy_of_plants
> {gardener} grows {plant} next to {beside}.
> Sown {sown}, out of the pots {out}, on the plate {picked}.
> While {gardener} is away, {waterer} comes with the can[ every {every} days|].
> The {plant} were just {before} cm when I bought them; look, they are {now} cm high today!
> Garden diary: seeds for the {plant} in the ground on {sown} - a gift from {donor}. First ones picked on {picked}.
> {donor} gave {gardener} the seeds.
> Spent on the garden: {seeds} for seeds, {soil} for soil
> [Help|Oh no]! {pest} have got into the {plant}. The {beside} [beside them|in the next row] are untouched.
> {litres} litres each time, every {every} days, not more. Thank you, {waterer}!
> On {out} the young plants moved outdoors, and on {picked} {gardener} could bring in the first {plant}.
> It was not {gardener}, whose garden it is, who did the watering but {waterer}, and the seeds \
    had been sent by {donor}.
> From {before} to {now} centimetres in one summer. {plant}, you are amazing!
> What I paid: soil {soil}. Seeds? {seeds}.
> bed 3~crop | {plant}~neighbour | {beside}~in | {sown}~planted out | {out}
> Dear {donor}, the {plant} from your seeds are {now} cm tall now. {pest} are the only worry. Love, {gardener}
> Even where {beside} stand close by, {pest} come for the {plant}, as {gardener} has to admit in {their} own garden.
> Q: When may I plant out what I have sown on {sown}?~A: Not before {out}.
> {waterer} has the key to {gardener}'s allotment and pours {litres} litres on the bed.
- The seeds were put in on {sown}.
- They were planted out on {out}.
- We picked the first on {picked}.
- {waterer} does the watering.
- The bed is looked after by {gardener}, who owns it.
- The seeds were a present from {donor}.
- They were {before} cm high at the start.
- By now they have reached {now} cm.
- They want water every {every} days.
- Pour {litres} litres each time.
- The seeds cost {seeds}.
- For the soil we paid {soil}.
- We are fighting {pest}.
- In the same bed, as company, there are {beside}.

== repair, visit, repair job
client person = customer, householder | client_name repair_for called_the_firm
fitter person = craftsman, done by | fitter repairer tradesman who_repaired
caretaker person = caretaker, let in by | janitor opens_the_door has_access_key
firm company = firm, repair firm | trade_firm engaged_company repair_company
other company = other firm, refused by | firm_not_taken turned_down_by rejected_company
reported date = fault reported | reported_on date_of_call call_made_on
booked date = visit agreed for, planned visit | agreed_date planned_for should_have_come
came date = visit took place, actually came | came_on actual_visit date_of_repair
fault of dripping tap; blocked drain; jammed shutter; cracked tile; dead socket; leaking boiler; loose handrail; \
    broken hinge; cold radiator; damp wall; smoking fuse; rattling fan; stuck window; torn seal \
    = fault, damage | defect what_is_broken problem trouble
part of washer; valve; pump; thermostat; hinge pin; float; heating coil; fuse holder; belt; filter; lock barrel; \
    gasket; \
    spring; relay \
    = new part, part fitted | spare_part replaced_part fitted_component
room of kitchen; cellar; attic; hallway; nursery; guest toilet; larder; study; laundry; garage; bedroom; porch; \
    bathroom \
    = room, where in the house | place_in_house repair_room location
quote price = estimate, quoted price | quoted_amount cost_estimate expected_price
bill price = final bill, billed | final_price invoiced_amount repair_cost
travel price = call-out fee, travel charge | callout_charge travel_cost fee_for_coming
warranty span = guarantee, warranty | guarantee_period guaranteed_for warranty_length
> {client} called {firm} about the {fault} in the {room}; they sent {fitter}.
> The man from {firm} was to come on {booked}. He came on {came}.
> Estimate: {quote}~Final bill: {bill}~of which call-out: {travel}
> {fitter} fitted a new part, the {part}, in the flat of {client}, and {caretaker} held the door open.
> {other} said no, {firm} said yes. So {firm} it was.
> Dear {client},~our colleague {fitter} will see to the {fault} on {booked}. If you are out, {caretaker} lets us in.
> [I|We] reported the {fault} on {reported} and somebody appeared on {came}. Is that normal?
> We had been quoted {quote}. What {firm} then asked for was {bill}!
> "The {part} is gone," said {fitter}, looking at {client}. "With a new one you have {warranty} of guarantee."
> job sheet~room: {room}~fault: {fault}~fitted: {part}~by: {fitter}~for: {client}
> Just for coming, {firm} charges {travel}; the whole repair cost {client} {bill}.
> After {other} had turned the job down, {client} found {fitter}, who works for {firm}.
> At last! {fitter} came on {came}, looked at the {fault} in our {room} and needed an hour.
> {caretaker}, our caretaker, wrote: {fitter} came to repair it with the {part}, but {client} was not at home.
> A visit had been agreed for {booked}; the fault, the {fault} at {client}'s, was reported as early as {reported}.
> Guarantee {warranty}. Amount billed {bill}. Amount of the first estimate {quote}.
> {caretaker}, the caretaker, showed {fitter} the way to the {room}, and the work[ on the {fault}|] could begin.
> One star for {other}, who would not even come. Five stars for {firm} and for {fitter}.
- The trouble is the {fault}.
- It is in the {room}.
- The {part} had to be replaced.
- The craftsman was {fitter}.
- {caretaker}, our caretaker, opens the door.
- The estimate said {quote}.
- The final bill was {bill}.
- For the journey alone they take {travel}.
- The repair is guaranteed for {warranty}.
- It was reported on {reported}.
- The visit had been agreed for {booked}.
- In fact the craftsman came on {came}.
- {other} did not want the job.
? fixed problem_solved works_again
* true / Everything works again.
* true / It has run without trouble ever since.
* true / The problem is gone for good.
* true / It is as good as new now.
* true / The repair was a full success.
* true / All is mended.
* false / It is still broken.
* false / The very same trouble was back in the evening.
* false / Nothing works any better than before.
* false / The repair did not help at all.
* false / We are still waiting for somebody who can mend it.
* false / It broke again at once.

== electricity, heating, energy account, meter
holder person = account holder, present tenant | contract_holder now_living_there current_customer
former person = previous tenant, former holder | former_tenant lived_there_before last_customer
old_supplier company = old supplier, previous supplier | former_supplier supplier_left cancelled_with
new_supplier company = new supplier, present supplier | current_supplier switched_to supplies_now
first_reading int 2000 60000 = old reading, reading at the start | previous_reading meter_start opening_reading
last_reading int 2000 60000 = new reading, reading at the end | latest_reading meter_end closing_reading
used int 300 9000 = consumption, used | kwh_used units_used energy_consumed
old_rate number 18 60 = old rate, rate so far | previous_rate cents_before former_unit_price
new_rate number 18 60 = new rate, rate from now on | future_rate cents_now coming_unit_price
day int 17 25 = day temperature | daytime_degrees warm_by_day temp_day
night int 10 19 = night temperature | night_degrees lowered_to temp_night
instalment price = monthly instalment, monthly payment | instalment pays_monthly advance_per_month
refund price = refund, paid back | credit_balance money_returned repaid
read date = meter read, date of reading | reading_date read_on meter_checked
switch date = change of supplier, supplier changed on | switch_date supply_starts contract_from
meter serial = meter number | meter_no meter_id counter_number
> {holder} left {old_supplier} and now gets power from {new_supplier}.
> Meter {meter}: {first_reading} at the start, {last_reading} at the end, so {used} kWh [used|gone].
> Before: {old_rate} cents. From now on: {new_rate} cents. [Sigh.|Not bad.]
> By day the heating keeps {day} degrees, at night it goes down to {night}.
> Dear {holder},~{old_supplier} tells us that you have cancelled there. We supply you as of {switch}.~{new_supplier}
> You pay {instalment} every month; for last year you get {refund} back.
> When {former} moved out, the meter showed {first_reading}; {holder}, who lives there now, read {last_reading}.
> Meter read on {read}, supplier changed on {switch}. Account in the name of {holder}.
> The new supplier, {new_supplier}, takes {new_rate} cents a unit, whereas {old_supplier} took {old_rate}.
> thermostat: {night} while we sleep, {day} as soon as we are up
> {former} used to pay the bills here; these days {holder} does, with {instalment} going out every month.
> Reading card~Meter no.: {meter}~Read on: {read}~Old: {first_reading}~New: {last_reading}
> Good news: {new_supplier} sends {holder} {refund}, and the instalment falls to {instalment}.
> Who switches from {old_supplier} to {new_supplier} by {switch} saves money[, says the test|].
> "{last_reading}?" - "Yes, that is today's reading. A year ago it was {first_reading}."
> We burned {used} kWh, although we heat to {day} degrees only in the daytime. Monthly payment: {instalment}.
> Please take {former} off the contract and put {holder} on it. The meter, number {meter}, was read on {read}.
> price per unit rises to {new_rate} cents (so far {old_rate}), monthly instalment {instalment}
- The meter bears the number {meter}.
- It was read on {read}.
- We used {used} kWh.
- {instalment} is due each month.
- We are getting {refund} back.
- At night the rooms are kept at {night} degrees.
- In the daytime we heat to {day} degrees.
- Up to now a unit cost {old_rate} cents.
- From now on a unit costs {new_rate} cents.
- Our power used to come from {old_supplier}.
- We are now supplied by {new_supplier}.
- The flat was {former}'s before.
- The change takes effect on {switch}.

== parcel, delivery slip, parcel next door
addressee person = addressee, parcel for | parcel_is_for meant_for rightful_owner
neighbour person = left with, neighbour | taken_in_by accepted_by neighbour_with_parcel
fetcher person = picked up by, fetched by | picker collected_by who_fetched_it
sender company = sender, ordered at | sent_from_shop online_shop dispatched_by
courier company = courier, delivery firm | carrier brought_by parcel_service
flat room = flat of the addressee, own flat | home_door addressee_flat addressee_door
next_flat room = flat of the neighbour, parcel is in flat | neighbour_flat pick_up_flat ring_at_flat
tried date = delivery attempt, left on | attempted_on handed_in_on date_left
fetched date = fetched on, picked up on | pick_up_date collected_on handed_over_on
ring_from hour = neighbour home from, ring from | at_home_from earliest_ring not_before
ring_to hour = neighbour home until, ring until | at_home_until latest_ring not_after
slip code = slip number, card number | delivery_slip slip_no card_code
pieces int 2 9 = parcels, pieces | number_of_parcels boxes how_many_boxes
cod price = cash on delivery, paid at the door | cod_amount paid_to_driver neighbour_paid
thanks of chocolates; bottle of wine; pot of basil; bunch of tulips; home-made jam; box of eggs; apple cake; tea \
    caddy; \
    bag of nuts; candle; biscuits; jar of honey \
    = thank-you present, thanks | given_as_thanks small_gift reward
> Sorry we missed you, {addressee}! Your parcel is with {neighbour}[ in flat {next_flat}|].
> {neighbour} took in {pieces} parcels for {addressee}.
> Left on {tried}, fetched on {fetched}.
> Hi {addressee}, {courier} gave me something for you. I am home from {ring_from} to {ring_to}. {neighbour}
> Slip {slip}~Addressee: {addressee}, flat {flat}~Handed to: {neighbour}, flat {next_flat}
> The parcel from {sender} was meant for {addressee} but was accepted by {neighbour}, and {fetcher} picked it up.
> As nobody opened at flat {flat}, the driver of {courier} rang at {next_flat}.
> Can {fetcher} fetch my box from you, dear {neighbour}? I am away. Greetings, {addressee}
> {neighbour} paid the driver {cod}; {addressee} gave that back with the {thanks} on top.
> {courier} says it tried on {tried}. {sender}, where we had ordered, knows nothing.
> {neighbour} had taken in a box. "Is that yours?" I was asked. "No," I said, "it says {addressee} on the label."
> Ring at flat {next_flat}, not before {ring_from}, not after {ring_to}. Show the card with number {slip}.
> {fetcher} has collected the boxes ({pieces}) on {fetched} and says thank you, {neighbour}!
> Ordered at {sender}, carried by {courier}, and still not here. Slip no. {slip}, that is all I have.
> In the hall of {neighbour} there had stood {pieces} boxes since {tried} until {fetcher}, {addressee}'s partner, \
    came.
> With the {thanks} {addressee} thanked {neighbour} for taking in the parcel.
> to: {addressee} ({flat})~via: {neighbour} ({next_flat})~collected: {fetched}
> dear neighbours, the thing from {sender} isn't ours, {addressee} in {flat} please come get it. cod was {cod}
- {neighbour} has taken it in.
- It bears the name of {addressee}.
- The contents come from {sender}.
- The van belonged to {courier}.
- Please ring at flat {next_flat}.
- The addressee lives in flat {flat}.
- It was left there on {tried}.
- It was fetched on {fetched}.
- In the end {fetcher} came to fetch it.
- The neighbour had to pay the driver {cod}.
- The neighbour is not at home before {ring_from}.
- You must not ring after {ring_to}.
- The slip has the number {slip}.
- As a thank-you there was the {thanks}.
? damaged parcel_damaged arrived_broken
* true / One corner was crushed and something rattled.
* true / The box was torn open.
* true / It looked as if a lorry had driven over it.
* true / Sadly the glass inside was in pieces.
* true / The cardboard was soaked through and the contents spoilt.
* true / It arrived damaged.
* false / The box was in perfect condition.
* false / Nothing was broken.
* false / Not even a scratch on the box.
* false / It arrived safe and sound.
* false / Inside and outside everything was intact.
* false / It came undamaged.

== loan, lent thing, borrowing
lender person = lender, lent by | thing_belongs_to gave_on_loan owner_of_thing
borrower person = borrower, lent to | borrowed_by has_it_on_loan who_borrowed
third person = passed on to, handed on to | now_with given_further_to third_person
thing of ladder; drill; fondue set; tent; sewing machine; pressure washer; cake tin; projector; wheelbarrow; cool \
    box; \
    folding table; roof rack; wallpaper steamer; sledge; hedge trimmer; raclette grill; air bed; pasta machine \
    = lent thing, thing on loan | item_lent borrowed_item loaned_object
swap of guitar; bread maker; lawn mower; bicycle pump; telescope; accordion; car trailer; ice skates; circular \
    saw; \
    board game; canoe; party tent; waffle iron; fog machine \
    = lent in return, got in exchange | item_in_return exchange_item counter_loan
lent date = lent on, borrowed on | loan_date handed_out_on date_lent
due date = due back, to be returned by | return_deadline promised_for give_back_by
back date = came back on, given back on | returned_on date_returned actually_back
deposit price = deposit, security | deposit_left security_amount pledge
worth price = value, cost new | worth price_when_new replacement_value
use of moving house; a birthday party; painting the stairs; a camping trip; pruning the hedge; a school play; \
    a street party; cleaning the terrace; hanging lamps; a skiing weekend; sewing curtains; a film night \
    = needed for, borrowed for | purpose used_for reason_for_loan
reminders int 2 9 = reminders, times reminded | reminder_count how_often_asked times_asked
kept of cellar; shed; attic; garage; loft; wardrobe; hall cupboard; bike room; conservatory; pantry; workshop; \
    carport \
    = kept in, stored in | storage_place stands_in normally_found_in
> {borrower} borrowed the {thing} from {lender}.
> On {lent} I lent {borrower} my {thing}. It was due back on {due}.~{lender}
> {lender} lends {borrower} the {thing} and gets the {swap} in return.
> Lent: {lent}~Due: {due}~Back: {back}
> Hi {borrower}, have you still got my {thing}? I have asked {reminders} times now... {lender}
> {borrower} does not have the {thing} any more; it was passed on to {third}, though it belongs to {lender}.
> For {use} {borrower} needed the {thing}, and {lender} was so kind.
> The {thing}, worth {worth}, is on loan; [as security|as a pledge] {borrower} left {deposit} with {lender}.
> "You promised it for {due}!" - "And when did you get the {thing} back, {lender}? On {back}!"
> Who has what?~{thing}: belongs to {lender}, is at {borrower}'s~needed for: {use}
> I, {borrower}, confirm that {lender} has lent me the {thing}. I have paid a deposit of {deposit}.
> {lender} took the {thing} out of the {kept} and put it into the boot of {borrower}'s car on {lent}.
> Returned by {borrower} on {back}, after {reminders} reminders: the {thing} of {lender}.
> anyone got the {thing} for {use}? would lend you my {swap} meanwhile. {borrower}
> New it costs {worth}, so {lender} asks {deposit} deposit before the {thing} leaves the {kept}.
> Guess who has my {thing} now: {third}! And {borrower}, to whom I had lent it, never said a word!
> Thank you so much, {lender}! The {thing} is back in your {kept} since {back}.
> What {lender} lent on {lent} was the {thing}; what {borrower} gave in exchange was the {swap}.
- It was lent on {lent}.
- It should be back by {due}.
- It came back on {back}.
- A deposit of {deposit} was left.
- When it was new it cost {worth}.
- It was wanted for {use}.
- The owner had to ask {reminders} times.
- Normally it stands in the {kept}.
- By now it has been handed on to {third}.
- In return there was the {swap} to borrow.
- The borrower is {borrower}.
- It is {lender} who lends it.

== party, birthday, celebration
celebrant person = birthday person, guest of honour | celebrant has_birthday whose_party party_for
host person = host, organised by | party_host invites organiser
giver person = giver, present from | gift_from gave_present present_giver
collector person = money collected by | collects_money treasurer pay_share_to
baker person = cake by, baker | cake_baked_by brings_cake cake_person
gift of telescope; silver ring; cookery course; balloon flight; rucksack; chess set; teapot; concert ticket; \
    hammock; \
    wool scarf; puzzle; camera bag; fountain pen; massage; espresso machine; bird house; paddle board \
    = present, gift | what_was_given birthday_present given_item
spare of toaster; umbrella; vase; table lamp; photo album; cushion; wall clock; fruit bowl; candlestick; \
    calendar; jigsaw; \
    bath towel; salad bowl; picture frame \
    = not wanted, do not give | unwanted_gift already_has no_more_of
age int 13 99 = turns, new age | turning years_reached birthday_number
price price = present costs, cost of the present | gift_price whole_gift_cost present_total
share price = share, each pays | contribution_each share_per_person own_part
day date = party on, date of the party | party_date celebrated_on festivity_date
reply date = reply by, answer by | rsvp_date answer_deadline let_us_know_by
starts hour = starts, party begins | party_start guests_come_at begins_at
ends hour = ends, party is over | party_end guests_leave_at over_at
invited int 5 90 = invited, people invited | guests_invited invitations_sent number_asked
coming int 4 90 = coming, people coming | guests_coming accepted_number acceptances
> {celebrant} turns {age}, and {host} throws a party [for the occasion|] on {day}.
> {giver}'s birthday present, the {gift}, made {celebrant} [blush|laugh out loud].
> Psst! It is a secret: {host} plans something for {celebrant}. Present: {gift}. Give your {share} to {collector}.
> You are invited!~Date: {day}~Time: {starts} - {ends}~Please tell us by {reply}.
> The {gift} costs {price}, which makes {share} for each of us. {collector} collects.
> Please, no {spare}: {celebrant} has one already. The {gift} would be welcome[, though|]. See you on {day}!
> {invited} people were asked, {coming} have said yes.
> Dear {giver},~thank you for the {gift}! I turned {age} and felt like ten.~{celebrant}
> Doors open at {starts}, the last guests leave at {ends}[, the neighbours have been told|].
> "Who made that cake?" - "{baker}. {host} only did the inviting."
> While {baker} was icing the cake, {giver} was still wrapping the {gift}, and {celebrant} knew nothing.
> On {day} we celebrate; answers, as {host} says, by {reply}.
> So far {coming} have accepted, out of {invited} whom {host} invited.
> As a birthday present {celebrant} got the {gift} from {giver} and [then |]hid the {spare} from last year.
> group chat~{collector}: {share} each please, i am collecting. the present was {price}~me: ok!!
> Birthday~for | {celebrant}~at | {host}'s~from | {starts}~to | {ends}~cake | {baker}
> [I|We] only wish for the {gift}, and for nothing less than the {spare}.
> {host} and {collector} share the work: one gives the party, the other, {collector}, looks after the money.
- It begins at {starts}.
- It will be over at {ends}.
- The cake is [baked|made] by {baker}.
- Answers are wanted by {reply}.
- The party is on {day}.
- {coming} guests have said that they will come.
- Invitations went to {invited} people.
- Everyone puts in {share}.
- The whole present costs {price}.
- {collector} is collecting the money.
- The candles on the cake will be {age}.
- The present will be the {gift}.
- Whatever you buy, let it not be the {spare}.
- {giver} had the present under the arm.

== spare key, house key, alarm system, house
resident person = resident, householder | home_owner house_of lives_there
holder person = key holder, spare key with | spare_key_at keeps_spare_key looks_after_spare
returner person = key returned by, gave back key | former_key_holder handed_key_back no_longer_has_key
locksmith company = locksmith, lock changed by | lock_firm changed_lock locksmith_firm
guard company = security firm, alarm goes to | alarm_company guards monitoring_firm
alarm int 1000 9999 = alarm code, alarm number | alarm_pin code_for_alarm disarm_code
gate int 1000 9999 = gate code, door code | gate_pin entry_code code_for_gate
safe int 1000 9999 = safe code, safe number | safe_pin code_for_safe strongbox_code
old_place of under the mat; behind the meter box; in the watering can; under the third brick; in the bird house; \
    on the \
    beam; beneath the bench; inside the boot; in the lamp; below the window sill; in the flower pot \
    = old hiding place, key used to be | former_key_place previous_spot hidden_before
new_place of in the shed; behind the drainpipe; under the frog; in the letter box; on the hook in the cellar; \
    inside the \
    gnome; behind the ivy; in the bike bag; below the step; at the back of the kennel; in the tool box \
    = new hiding place, key is now | current_key_place present_spot hidden_now
on hour = alarm set at, alarm on | armed_at alarm_from switched_on
off hour = alarm off at, alarm off | disarmed_at alarm_until switched_off
leaves date = house empty from, gone from | empty_from leave_home_on away_since
returns date = house empty until, home again on | back_home_on home_from empty_until
copy_price price = price of a key, key costs | copy_price cost_per_key one_copy_costs
lock_price price = price of the lock, new lock | lock_cost new_lock_price paid_for_lock
> {holder} keeps the spare key of {resident}'s house.
> The key is no longer {old_place}. You will find it {new_place}.
> Gate: {gate}~Alarm: {alarm}~Safe: {safe}
> Hi {holder}, thanks for watching the house from {leaves} to {returns}. The alarm in the hall stops with \
    {alarm}. {resident}
> {returner} has given the key back, so [from now on|since yesterday] only {holder} has a spare one.
> The alarm goes on at {on} every night and off at {off}.
> If it howls, {guard} will ring you up at once. Type {alarm} to stop the alarm[, and breathe|].
> {locksmith} put in a new lock for {lock_price} and charged {copy_price} for each key.
> {resident} locked out again! {holder}, who has the spare key, was not in, so {locksmith} had to open.
> "Where is the key?" - "{new_place}." - "Not {old_place}?" - "Not since the break-in."
> House empty: {leaves} to {returns}~Spare key: {holder}~Alarm goes to: {guard}
> Received from {returner} one key to the flat of {resident}, who lives there. The spare one stays with {holder}.
> For the safe it is {safe}; do not confuse it with {gate}, which opens the gate.
> I moved the key from its place {old_place}; it hangs {new_place} now
> Each copy costs {copy_price}, and the lock itself, [fitted|changed] by {locksmith}, cost {lock_price}.
> {guard} watches the house of {resident} while it stands empty until {returns}; {locksmith} did the locks.
> Please arm the alarm at {on} and switch it off at {off}, or the cleaner wakes the street. Alarm code: {alarm}.
> {returner} moved out and handed the key back to {resident}, who gave it to {holder} next door as a spare.
- The alarm is stopped with {alarm}.
- The gate opens with {gate}.
- The safe opens with {safe}.
- The spare key is with {holder}.
- The key now lies {new_place}.
- It used to be hidden {old_place}.
- {locksmith} changed the lock.
- When the alarm rings, it rings at {guard} too.
- The new lock cost {lock_price}.
- They charge {copy_price} for one more key.
- The house stands empty from {leaves}.
- The residents will be home again on {returns}.
- The alarm arms itself at {on}.
- The alarm is switched off at {off}.
"""
)  # fmt: skip
