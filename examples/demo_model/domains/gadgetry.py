"""Devices and software: phones, tests, cars, updates, sites, accounts, data, requests, homes, repairs, sales."""

from __future__ import annotations

from .compact import domains

(
    PHONES,
    DUELS,
    RIDES,
    UPDATES,
    HOSTING,
    ACCOUNTS,
    DATASETS,
    REQUESTS,
    HOMES,
    WORKSHOPS,
    USED,
    HELPDESKS,
) = domains(
    r"""
== phone, smartphone, handset, mobile
maker name = maker, manufacturer | phone_brand built_by producer made_by
model model = model, model name | phone_model new_phone which_phone model_designation
predecessor model = predecessor, previous model | replaces older_phone last_years_model follows
chip of Orion 8; Kestrel S2; Tern 9 Pro; Helix X1; Quartz 700; Basalt 5; Merlin 4G; Onyx Ultra; Falcon 12; Cobalt A; \
    Granite Neo; Lynx 3 Plus; Raven M; Topaz Lite = processor, chip | soc cpu chipset powered_by
rear int 24 200 = main camera, rear camera | rear_mp main_camera_megapixels back_camera
front int 13 60 = front camera, selfie camera | front_mp selfie_megapixels selfie_resolution
battery int 2500 7000 = battery capacity, battery | mah battery_mah cell_capacity battery_size
wired int 51 140 = wired charging, charging by cable | cable_watts wired_power charger_output
wireless int 13 50 = wireless charging, charging pad | pad_watts wireless_power cordless_charging
ram int 13 32 = memory, RAM | ram_gb working_memory main_memory
storage int 64 999 = storage, internal storage | storage_gb room_for_files flash_gb space_for_photos
screen number 4 8 = screen size, diagonal | inches display_size display_inches
launch price = launch price, price at launch | initial_price introductory_price cost_when_new first_price
now price = current price, street price | price_now price_today cheapest_offer sells_for
shown date = announcement date, unveiled on | announced_on presented_on reveal_date day_of_the_keynote
sale date = sales start, on sale from | in_shops_on available_from release_day first_sold_on
> {maker} {model}: {screen} inch screen, {ram} GB RAM, {storage} GB storage, {battery} mAh. That's the data sheet.
> SPECS~CPU | {chip}~RAM | {ram} GB~Storage | {storage} GB~Rear cam | {rear} MP~Front cam | {front} MP
> Taking over from the {predecessor}, the {model} [shoots|takes photos] with {rear} megapixels at the back \
    and {front} on the selfie side.
> {maker} [pulled the wraps off|unveiled|presented] the {model} on {shown}, but shops only get it on {sale}.
> When it came out it [cost|was] {launch}. [Now|Today|These days] the {model} is yours for {now}[, by the way|].
> anyone here got the {model}? mine charges with {wired} watts on the cable and just {wireless} on the pad, \
    is that normal
> "The old {predecessor} did not have half the speed," [says|claims] {maker}, whose new {model} \
    runs on the {chip}[ chip|].
> In short~- phone: {model}~- in place of: {predecessor}~- cell: {battery} mAh~- [plugged in|cable]: {wired} W
> Down from {launch} to {now}: the {model} by {maker} [has become|is] a bargain.
> Q: How much working memory does it have? A: {ram} GB. Q: And for photos and apps? A: {storage} GB.
> I gave {now} for my {model}; a friend of mine, who could not wait, had paid the full {launch} at the launch.
> The {screen} inch display [covers|hides] a {front} megapixel lens for selfies; \
    the big one on the back has {rear} megapixels.
> {sale}. Mark that day: the {model}, shown to the press on {shown}, goes on sale then[ for {launch}|].
> With {battery} mAh the {model} lasts longer than the {predecessor} it replaces. [An empty cell is filled with|It \
    takes] {wired} watts through the socket[ or {wireless} watts without wires|].
> Rumour has it that {maker} will not build a follow-up to the {model}. The {predecessor}, which came before it, \
    sold better.
> {model} ({maker}), {chip}, {screen}", {storage} GB. New it was {launch}, second shelf at the supermarket \
    now says {now}.
> Unlike most phones in its class, this one [has|hides] a {chip} inside, which {ram} GB of RAM \
    keep [busy|happy].
- On the charging pad it draws only {wireless} watts.
- The cable brings {wired} watts.
- The cell holds {battery} milliampere-hours.
- There is room for {storage} GB of pictures and apps.
- {chip} is what makes it tick.
- The lens for selfies has {front} megapixels.
- On the back sits a camera with {rear} megapixels.
- Corner to corner the screen measures {screen} inches.
- It took the place of the {predecessor}.
- It has been in the shops since {sale}.
- The world first saw it on {shown}.
- You can have it for {now} by now.
- Early buyers had to pay {launch}.
? headphone_jack audio_jack has_jack
* true / Your old earphones still plug straight in.
* true / Yes, the round socket for headphones is there.
* true / It kept the jack.
* true / There is a 3.5 mm socket at the bottom.
* true / Wired headphones work without any adapter.
* true / The good old headphone plug fits.
* false / You will need an adapter for wired headphones.
* false / The headphone socket is gone.
* false / There is no jack any more.
* false / Music goes over the air or not at all.
* false / The maker left out the audio socket.
* false / Plug-in earphones do not fit anywhere.

== comparison, test, group test, head-to-head
winner model = winner, recommended model | our_pick better_one test_winner preferred_model comes_first
loser model = loser, runner-up | second_place beaten_model worse_one not_recommended comes_second
kind of mirrorless cameras; laser printers; headphones; ink printers; laptops; tablets; drones; smart watches; \
    robot vacuums; 3-D printers; e-readers; projectors; action cameras; soundbars; monitors; webcams \
    = kind of device, device class | what_was_compared category_tested type_of_gadget
tester person = tester, reviewer | tested_by test_author who_compared compared_by
photographer person = photographer, pictures | photos_by picture_credit photo_credit images_from
magazine name = magazine, publication | published_in printed_in journal test_magazine
dear price = price of the winner, winner's price | winner_costs price_of_our_pick cost_of_the_better_one
cheap price = price of the loser, loser's price | loser_costs price_of_the_runner_up cost_of_the_worse_one
heavy int 200 900 = weight of the winner, winner's weight | winner_grams winner_weighs weight_better_one
light int 200 900 = weight of the loser, loser's weight | loser_grams loser_weighs weight_worse_one
lasts number 4 40 = battery life of the winner, winner's battery life | winner_hours winner_runs_for
dies number 4 40 = battery life of the loser, loser's battery life | loser_hours loser_runs_for
good int 60 100 = score of the winner, winner's score | winner_points points_for_the_better_one winner_rating
bad int 13 60 = score of the loser, loser's score | loser_points points_for_the_worse_one loser_rating
issue monthday = test day, tested on | day_of_the_test when_tested tests_ran_on
> {winner} beats {loser}[ by a hair|], {good} points to {bad}.
> {loser} or {winner}? For {magazine}, {tester} [tried|used] both. The {winner} [came out on top|won].
> I had both on my desk for weeks and I kept the {winner}; the {loser} [went back|has gone back to the shop].
> Two {kind}, one verdict: take the {winner} for {dear} and leave the {loser}[, though it is only {cheap},|] \
    on the shelf.
> For {dear} you get the {winner}, which is our pick; the {loser}, second in this test, is {cheap}.
> Beaten: {loser}, {dies} hours on one charge. Best: {winner}, {lasts} hours.
> | | winner | loser |~| name | {winner} | {loser} |~| points | {good} | {bad} |~| price | {dear} | {cheap} |
> Text: {tester}. Photos: {photographer}. Our {kind} were tested on {issue}.
> "Forget the {loser}, get the {winner}," {tester} [told me|wrote] after a long day with {kind} of all sorts.
> The {loser} gave up after {dies} hours, while the {winner}, {heavy} grams in the hand, ran for {lasts}[ and \
    deserves first place|].
> Which of the two is lighter? The winning {winner} weighs {heavy} grams and the losing {loser} {light}.
> {photographer} took the pictures for this comparison of {kind}; the words are [by|by] {tester}.
> hi, thinking of the {loser}? don't. a test in {magazine} put it behind the {winner}, {bad} points against {good}
> Although the {loser} costs {cheap} and the {winner} {dear}, {tester} would buy the latter again, \
    as it was better in every test.
> On {issue} we ran the last tests. Result: first the {winner} with {good}, second the {loser} with {bad}.
> Readers of {magazine} asked {tester} for a duel of {kind}. The {winner} won it; a distant second was the {loser}.
> The {winner} is our recommendation, not the {loser}. Its rival costs {cheap} and \
    weighs {light} grams, but the pictures tell another story (see those [by|by] {photographer}).
- The loser, had we bought that one, would have been {cheap}.
- The better one, our winner, [costs|sets you back] {dear}.
- All of the photos were taken [by|by] {photographer}.
- Testing took place on {issue}.
- On the scales the winner, the one we recommend, shows {heavy} grams.
- The loser, second of the two, weighs {light} grams.
- The losing device, the worse one, was empty after {dies} hours.
- The winning device, the better one, kept going for {lasts} hours.
- It was {tester} who [put them through|did] the tests.
- You will find the whole table in {magazine}.
- Points for the winner: {good}. [Well done.|]
- Points for the loser: {bad}.

== car, bicycle, e-bike, electric car, motorbike, scooter
make name = make, car brand | marque vehicle_brand built_by manufactured_by
type model = model, type | model_name vehicle_model variant
plate plate = number plate, licence plate | registration plate_no reg
power int 50 500 = engine power, horsepower | hp motor_power bhp
claimed int 250 700 = claimed range, range on paper | brochure_range official_range range_promised
real int 80 249 = measured range, real range | range_in_practice tested_range range_achieved
town number 4 20 = consumption in town, city consumption | urban_consumption use_in_town city_usage
road number 4 20 = motorway consumption, consumption on the motorway | highway_usage use_on_motorway
list price = list price, base price | basic_price starting_price price_without_extras
tested price = price as tested, price with extras | price_as_equipped with_all_options fully_equipped_price
driver person = driver, test driver | driven_by rider who_drove at_the_wheel
keeper person = keeper, registered keeper | vehicle_owner belongs_to owned_by
garage company = dealer, dealership | car_dealer lent_by supplied_by showroom
old int 13 900 = mileage at the last service, previous mileage | odometer_last_service km_last_service
now int 1000 300000 = current mileage, mileage now | odometer_now km_today present_mileage
service date = last service, last serviced on | serviced_on previous_inspection last_inspection
> {make} {type}~Power: {power} hp~Range (brochure): {claimed} km~Range (our test): {real} km
> The brochure promises {claimed} km. On our roads {driver} [got|managed] {real} before the {type} [rolled|came] \
    to a stop.
> {driver} [took|drove] the {type} to the hills. It is not {driver}'s own, though: it belongs to {keeper}.
> {list} is what the {type} starts at. Ours, with all the extras, [came to|was] {tested}.
> Thirst in town: {town}. Thirst on the motorway: {road}. [Car|Vehicle]: {make} {type}.
> Our test vehicle, plate {plate}, was lent to us [by|by] {garage} and driven [by|by] {driver}.
> Registered to {keeper}, number plate {plate}, last looked at in the garage on {service}[ at {old} km|].
> When it was last serviced it had done {old} km; [today|now] the clock shows {now}.
> {garage} wants {list} for the bare {type} and {tested} for one with leather, tow bar and [the rest|so on].
> My {make} drinks {town} in city traffic but only needs {road} once I am on the motorway.
> "Never again {claimed} kilometres, whatever the papers say," laughs {keeper}, who owns the {type} \
    and gets {real} at best.
> {now} km on the clock and still going: the {make} {type} of {keeper}. In for service: {service}.
> Q: Is {power} hp enough? A: For the {type}, yes, says {driver}, who has just returned the test car to {garage}.
> Even though {keeper} owns the car with the plate {plate}, it is always {driver} who [drives|is behind the wheel].
> TEST DRIVE: {type} by {make}. Fully equipped {tested}, basic {list}, {power} hp.
> sold my old bike and asked {garage} about the {make} {type}. without extras {list}. with everything {tested}. hm
> It was fuelled at {now} km. Serviced: {service}, then at {old} km. Town / motorway: {town} / {road} l.
- {driver} sat behind the wheel.
- According to the papers, {keeper} is the keeper.
- The plate on the back reads {plate}.
- On the motorway it is content with {road}.
- In the city it swallows {town}.
- The works claim a range of {claimed} km.
- In real life it got {real} km far.
- The price begins at {list}.
- With every extra it costs {tested}.
- The motor has {power} horsepower.
- It last saw a mechanic on {service}.
- {garage} [lent|supplied] it.
- The odometer shows {now} now.
- At the last service it had {old} on the clock.

== release, update, upgrade, patch
program name = program, app | software application software_name which_app
old version = old version, version before | updated_from previous_version version_before_update prior_release
new version = new version, updated to | current_version version_after_update target_version newest_release
needs version = minimum system version, required system | requires_os min_os oldest_supported_system
setting of dark mode; auto-save; spell checking; cloud sync; cookie banner; hardware acceleration; night light; \
    crash reports; automatic updates; two-step login; read receipts; location sharing; offline maps; font smoothing \
    = setting, option | preference switch_in_settings setting_name
menu of Privacy; General; Advanced; Appearance; Accounts; Display; Security; Network; Notifications; Storage; Editor \
    = menu, settings page | found_under settings_section menu_page
before int 13 400 = old default, default before | default_until_now former_default previous_default_value
after int 13 400 = new default, default from now on | default_now default_value_after changed_default
size int 13 900 = download size | download_mb megabytes size_of_download package_size
space number 13 40 = space needed, free space required | disk_space_gb free_gb required_space
released date = release date, released on | published_on came_out_on rollout_date
ends date = end of support, supported until | support_ends eol_date last_day_of_support
victim person = affected user, reported by | whose_computer complained_by hit_by_the_bug
fixer person = developer, fixed by | programmer who_fixed_it author_of_the_fix engineer
company company = publisher, software company | vendor software_maker published_by
> {program} {new} is here. [It replaces|This puts an end to] {old}[, and it needs system version {needs} or later|].
> After going [from|from] {old} [to|to] {new} the computer of {victim} would not start[ at all|]. \
    {fixer} [found and fixed|repaired] the mistake.
> Changelog {new} ({released})~* {setting} moved to {menu}~* default cache size now {after} MB (was {before})
> {company} has brought out {program} {new}; the older {old} will get security fixes until {ends} and then no more.
> Tip: you will find {setting} under {menu}[, at least in {program} {new}|].
> "Since that update nothing works," [wrote|complained] {victim}. It took {fixer} of {company} a night to put right.
> Please update: you are on {old}, the latest is {new}. The download has {size} MB, [free at least|make room for] \
    {space} GB first.
> Whoever still runs {old} should move on to {new} before {ends}, when {company} drops support.
> Out on {released}, out of support on {ends}: such is the life of {program} {new}.
> Q: The time-out used to be {before} seconds. Why is it {after} now? A: {company} changed the default.
> Thanks to {fixer}, who wrote the patch, and to {victim}, who had [told us about|run into] the bug in {program}.
> rolled back {program} to {old}. the new one, {new}, eats batteries. also they switched off {setting} for no reason
> Will it run on my machine? {program} asks for {space} GB of free space and system {needs}; \
    the package itself is {size} MB.
> {new} undoes what {old} had broken. Says {fixer}, its author: "Sorry, {victim}, and thanks for your report."
> 1. Open {menu}. 2. Turn {setting} off. 3. Save it. [Done|That is all]. ({program} {new})
> {victim} had put off the update for weeks. When {program} jumped [to|to] {new} on its own, \
    the settings of {old} were gone.
> To be on the safe side {company} raised the limit: {after} files are allowed from {new} on, where {before} were \
    allowed until now.
- Look for {setting} in the settings.
- It is in the menu called {menu}.
- Older systems than {needs} are not supported.
- You have to fetch {size} megabytes.
- The disk must have {space} GB to spare.
- The update was published on {released}.
- No more fixes will come after {ends}.
- The mistake was corrected [by|by] {fixer}.
- The first to notice the fault was {victim}.
- From this version on, the new default is {after}.
- Up to this version, the old default was {before}.
- Installed until yesterday: {old}.
- {company} is behind the program.
? restart_needed needs_restart reboot_required
* true / Afterwards the computer has to be restarted.
* true / You must reboot once it is done.
* true / Please switch the machine off and on again to finish.
* true / It only takes effect after a reboot.
* true / A restart is necessary.
* true / Nothing changes until you restart.
* false / No need to restart anything.
* false / You can go on working, it works without a reboot.
* false / The change takes effect at once, with no restart.
* false / Your machine can stay on all the time, a reboot is not required.
* false / It installs in the background and never asks for a reboot.
* false / Rebooting is not necessary.

== website, domain, web hosting, hosting plan, site
site url = website, web address | site_address homepage page_url site_url
owner person = site owner, domain holder | registrant holder domain_owner whose_site
admin person = technical contact, webmaster | site_admin tech_contact looked_after_by administrator
old company = old host, previous provider | leaves_provider hosted_before former_hoster moved_away_from
new company = new host, new provider | hosted_now next_hoster moved_to_provider future_hoster
registrar name = registrar, domain registrar | name_registered_with registered_through domain_seller
from ip = old IP, old address | previous_ip ip_before former_server_ip
to ip = new IP, new address | ip_after points_to target_server_ip
first price = price in the first year, first-year price | intro_price promotional_price cost_year_one
renewal price = renewal price, price from the second year | renewal_cost later_price regular_fee
start date = registered on, registration date | domain_created first_registered creation_date
end date = expiry date, expires on | domain_expires paid_until renew_before
disk int 13 500 = web space, disk space | webspace_gb storage_quota hosting_gb
boxes int 13 200 = mailboxes, number of mailboxes | email_boxes mail_accounts_included how_many_mailboxes
downtime span = downtime, time offline | outage_length offline_for unreachable_for
server host = server, server name | machine host_name runs_on
> {site} is moving from {old} to {new}[. We expect a downtime of {downtime}|].
> Whois: {site}~Registrant: {owner}~Tech contact: {admin}~Created: {start}~Expires: {end}
> {owner} has had enough of {old} and takes {site} to {new}.
> Please change the A record: it is {from} now and should be {to}[ from tonight|].
> For the first year you pay {first}, after that {renewal} a year. Included: {disk} GB and {boxes} mailboxes.
> {renewal} is what the domain costs you later on; only in the first year is it {first}[, says {registrar}|].
> Dear {owner},~your domain {site} runs out on {end}. To keep it, pay the renewal fee of {renewal}.~{registrar}
> The domain belongs to {owner}, but if something breaks, [ring|call|ask] {admin}, who looks after the server.
> {new} welcomes {site}! Your files have been fetched from {old}; the server is called {server}.
> Hi {admin}, can you point {site} away from {from} and at {to}? The owner, {owner}, has said yes.
> Registered in the name of {owner} with {registrar} on {start}, {site} must be renewed by {end}.
> our site was gone for {downtime}. {old}, our host back then, said nothing. glad to be with {new} now
> "Who runs {site}?" - "{admin} does the technical side. The name itself is held [by|by] {owner}."
> PLAN~{disk} GB web space~{boxes} mailboxes~{first} in year one~{renewal} each year after that
> Having left {old} on account of the prices, we now rent {server} at {new}.
> Every visitor should by now end up at {to}. Whoever still lands on {from} sees [an old copy|yesterday's page].
> First registered on {start}, paid for until {end}. Registrar: {registrar}. Holder: {owner}.
> It is {new} that hosts {site} today. Before that, {old} did, on a machine named {server}.
- The name was bought through {registrar}.
- For technical questions there is {admin}.
- On paper the domain is the property of {owner}.
- It had been offline for {downtime}.
- It goes back to {start}, when it was registered.
- The domain lapses on {end} unless someone pays.
- The machine answers to the name {server}.
- {boxes} mailboxes are part of the deal.
- You get {disk} GB for your files.
- It used to be hosted [by|by] {old}.
- The first year is cheap at {first}.
- From year two on the bill is {renewal}.
- Requests now go to {to}.
? encrypted https has_certificate
* true / The padlock shows in the browser.
* true / A valid certificate is installed.
* true / Everything goes over https.
* true / Traffic to it is encrypted.
* true / It has had a TLS certificate from the first day.
* true / Visitors reach it over a secure connection.
* false / Browsers warn that the page is not secure.
* false / It has no certificate yet.
* false / It still runs on plain http.
* false / Nothing is encrypted on the way.
* false / The padlock is missing.
* false / No https so far, anyone on the line can read along.

== account, user account, login, access
user person = user, account holder | account_owner whose_account user_full_name granted_to
admin person = administrator, granted by | set_by approved_by changed_by_admin who_granted
deputy person = deputy, stand-in | represented_by acts_for_user substitute backup_person
login login = user name, login name | signs_in_as login_id handle
was of viewer; reader; guest; trainee; contributor; commenter; basic user; auditor; subscriber; tester; intern \
    = old role, previous role | former_role role_before demoted_or_promoted_from had_role
role of editor; owner; moderator; admin; manager; super user; publisher; maintainer; reviewer; operator; \
    group leader; developer = new role, current role | role_now assigned_role role_after becomes
oldmail email = old e-mail, previous e-mail | former_email email_before replaced_address no_longer_valid
mail email = new e-mail, current e-mail | email_now valid_address updated_address reachable_at
created date = account created, created on | signed_up_on opened_on joined_on
expires date = access ends, account expires | valid_until access_until disabled_on locked_from
seen date = last login, last sign-in | last_seen last_active last_logged_in
used int 13 90 = licences used, seats taken | used_seats licences_in_use occupied_seats
bought int 91 400 = licences bought, seats paid for | total_seats licences_owned paid_licences
key serial = licence key, product key | activation_key license_key key_code
length int 13 32 = minimum password length, password length | min_characters characters_required
tries int 3 10 = failed attempts, attempts before lockout | max_tries allowed_attempts lock_after
> {admin} made {user}, a {was} until now, {role} of the project space.
> {user} signs in as {login}. When {user} is away, {deputy} steps in.
> Role change~User: {user}~Before: {was}~After: {role}~Approved by: {admin}
> Hello {user},~your address was changed [from|from] {oldmail} [to|to] {mail}. If this was not you, tell {admin}, \
    your administrator.
> Of the {bought} licences we have paid for, {used} are in use.
> {user} (login {login}) was last seen on {seen}, and the account closes on {expires}.
> No longer just {was}: thanks to {admin}, who pressed the button, {user} has the rights of {role}.
> Your licence key is {key}. Please do not pass it on; {used} of your {bought} seats are taken already.
> The account of {user}, opened on {created}, has been idle since {seen}. It will be closed on {expires}.
> {deputy} may open the mailbox of {user} during the holidays; {admin}, as the administrator, has allowed it.
> please don't write to {oldmail} any more, that box is dead. {mail} is the one I read. {user}
> Password rules: at least {length} characters. After {tries} wrong attempts the account is locked.
> "Why can't I delete files?" - "Because {admin} [has taken you down|moved you back] from {role} to {was}, {user}." \
    [- "Oh."|]
> How do I activate it? Enter {key}, sign in as {login}, and use {mail} as your address (it was {oldmail} before).
> ACCESS LIST: {user} / {login} / {role} / since {created} / until {expires} / deputy {deputy}
> {user} asked for more rights and got them from {admin}.
> Created {created}. Last sign-in {seen}. Access ends {expires}. Login name {login}.
> As agreed, {admin} has set up access for {user}, with {deputy} as the stand-in, and the key {key}.
- The name to sign in with is {login}.
- The rights were given [by|by] {admin}.
- {deputy} [fills in|stands in] for the user.
- The account was opened on {created}.
- It stops working on {expires}.
- Nobody has signed in since {seen}.
- We have paid for {bought} seats.
- {used} seats are occupied.
- A password needs {length} characters or more.
- After {tries} wrong tries the door is shut.
- The key for the activation is {key}.
- Mail should be sent to {mail} only.
- The address {oldmail} is no longer in use.
? two_factor mfa second_factor
* true / A code from the phone is asked for as well.
* true / Two-factor login is switched on.
* true / Signing in takes the password and a second code.
* true / It is protected by a second factor.
* true / Besides the password you need the token.
* true / An authenticator app has been linked.
* false / The password alone is enough to get in.
* false / Two-factor login is switched off.
* false / No second factor has been set up.
* false / Nothing but a password protects it.
* false / No phone or token is needed to sign in.
* false / The second step at login is disabled.

== data set, dataset, API, corpus, interface
name name = dataset name, name of the data | corpus_name collection api_name called
creator person = creator, collected by | gathered_by compiled_by first_author data_author
curator person = maintainer, looked after by | maintained_by curated_by keeps_it_up_to_date contact_today
funder company = sponsor, funded by | paid_for_by funding_body money_from
host company = provider, hosted by | published_by made_available_by distributor
train int 40000 900000 = training rows, training set | train_size rows_for_training train_examples
test int 13 39000 = test rows, test set | test_size held_out_rows test_examples
columns int 13 90 = columns, number of columns | fields_per_row column_count features
minute int 13 90 = requests per minute, limit per minute | rate_limit_minute calls_per_minute
daily int 100 9000 = requests per day, daily limit | rate_limit_day calls_per_day daily_quota
published date = publication date, first published | published_on out_since released_first
updated date = last update, updated on | last_modified latest_change refreshed_on
old path = old endpoint, deprecated endpoint | endpoint_before switched_off_path former_route
new path = new endpoint, current endpoint | endpoint_now replacement_path route_to_use
licence of CC BY; CC0; MIT; Apache 2.0; open data licence; GPL 3; CC BY-SA; public domain; BSD; research only \
    = licence, terms of use | license licensed_under may_be_used_under
docs url = documentation, manual | docs_url read_more_at help_page
> {creator} collected {name}; today it is {curator} who looks after it.
> {name}: {train} rows to train on, {test} to test on, {columns} columns[, licence {licence}|].
> Please stop calling {old}. It has been replaced with {new}[, described at {docs}|].
> You may send {minute} requests a minute, but no more than {daily} [in one day|a day].
> First published on {published} and last touched on {updated}, {name} is free under {licence}.
> # {name}~Creator: {creator}~Maintainer: {curator}~Funded by: {funder}~Hosted by: {host}
> {funder} paid for it, {host} hands it out: {name}, a collection put together [by|by] {creator}.
> We split {name} in two. {test} rows were held back for the test, and the other {train} were used for training.
> "429 Too many requests"? The {name} API counts: {minute} calls every minute, {daily} every day.
> {curator} took over the care of {name} from {creator}, who had gathered the data.
> GET {new} does what GET {old} did in the past. See {docs}.
> Data kindly supplied [by|by] {host}. The work was made possible with money from {funder}. Compiled by {creator}.
> not sure which rows are which? {train} = training, {test} = test. last refresh was {updated}, ask {curator}, \
    {they} maintains it
> Although {creator} published it as early as {published}, nobody used {name} until {host} put it online.
> Terms: {licence}. Manual: {docs}. Quota: {daily} per day. [All free of charge.|]
> From now on {new} answers your questions, and {old} is switched off. Mail {curator}, who keeps {name} running.
> The table has {columns} columns. Its latest version is of {updated}, its first one of {published}.
- It may be used under {licence}.
- The manual is at {docs}.
- The data were gathered [by|by] {creator}.
- Changes are made by {curator}, the maintainer.
- The money for it came from {funder}.
- {host} lets you download it.
- There are {test} examples set aside for the test.
- Models learn from {train} of its rows.
- Each row has {columns} columns.
- Per minute {minute} calls go through.
- A whole day allows {daily} calls.
- It was refreshed on {updated}.
- It first appeared on {published}.
- Use {new} from now on.

== feature request, bug report, wish, suggestion, issue
feature of dark mode; export to PDF; a search box; keyboard shortcuts; an undo button; offline use; a print preview; \
    drag and drop; a bigger font; voice input; a shared calendar; a tablet layout; spell checking; a map view; tags \
    = feature, requested feature | what_is_wanted wish wanted_function asked_for
number code = request number, issue number | issue_id request_no tracker_id
asker person = requested by, requester | suggested_by asked_by whose_idea proposer
coder person = assigned developer, implemented by | built_by programmed_by developer_in_charge coder
judge person = product manager, decided by | decision_by approved_or_refused_by who_decided
broken version = broken since, first broken version | broken_in bug_introduced_in faulty_version
worked version = last good version, last working version | worked_until fine_in good_release
due version = planned for version, milestone | comes_in ships_with scheduled_release
asked date = requested on, date of the request | suggested_on wish_date asked_on
decided date = decided on, date of the decision | decision_date answered_on verdict_on
yes int 30 900 = votes for, upvotes | thumbs_up in_favour supporters
no int 13 29 = votes against, downvotes | thumbs_down opposed objectors
guess int 31 90 = estimated hours, estimate | effort_estimate hours_planned expected_effort
spent int 13 30 = actual hours, hours spent | effort_so_far hours_logged time_booked
page of start page; checkout; login form; settings page; profile page; inbox; report view; photo gallery; help page; \
    sign-up form; basket; calendar view = page, screen | where_in_the_app part_of_the_app view_affected
> {asker} would like {feature}. {coder} is going to build it[ for version {due}|].
> #{number} {feature}~Wanted by: {asker}~Decided by: {judge}~Coded by: {coder}
> The {page} worked [fine|well] up to {worked}. It has been broken since {broken}.
> {yes} users voted for {feature}, {no} voted against it.
> On {asked} {asker} asked for {feature}; it was not until {decided} that {judge} said what would come of it.
> Could we please have {feature}[ on the {page}|]? Thanks for a great app! {asker}
> {judge} [has decided|made up {their} mind]: {feature} will be programmed [by|by] {coder}. The idea came from \
    {asker}.
> It took {coder} {spent} hours to write, though {guess} had been planned.
> +{yes} / -{no} | {feature} | #{number} | asked {asked} | answer {decided}
> in {broken} the {page} crashes when I scroll. went back to {worked} and all is fine again. pls fix!!
> "Good idea, {asker}," replied {judge}, and passed the request on to {coder}, who is writing it now.
> How long will it take? {coder}, who is to build it, says {guess} hours. So far {spent} have been booked.
> Filed on {asked} as number {number}, the wish for {feature} goes back to {asker}.
> Fixed in {due}: the {page} no longer freezes. The fault had crept in with {broken}; {worked} was the last \
    version without it.
> {no} thumbs down, {yes} thumbs up. With that, {judge} put {feature} on the list for {due}.
> Dear {asker},~on {decided} we talked about your suggestion, {feature}. My colleague {coder} will do the \
    coding.~{judge}
> Because so many ({yes} in favour, just {no} against) want {feature}, {judge} gave {coder} the job of building it.
- It was {asker} who had the idea.
- The code is being written by {coder}.
- {judge} had the last word.
- It is meant to ship with {due}.
- The trouble began with {broken}.
- Everything was still fine in {worked}.
- There were {yes} votes in favour.
- {no} people are against it.
- The work was put at {guess} hours beforehand.
- {spent} hours have gone into it so far.
- It is about the {page}.
- In the tracker it has the number {number}.
- The wish dates from {asked}.
- A decision was taken on {decided}.
? paying_customer on_paid_plan is_paying
* true / The wish comes from a paying customer.
* true / Whoever asked pays for the big plan every month.
* true / Asked by someone with a paid subscription.
* true / That user has bought the full edition.
* true / We get money from this account each month.
* true / The account in question is a paid one.
* false / The user is on the free plan.
* false / Asked by someone who does not pay us anything.
* false / The one who asked uses the free edition.
* false / We earn nothing from this account.
* false / The account in question is a free one.
* false / No subscription has ever been paid for by this user.

== smart home, smart device, automation, home network, robot
device of lamp; heater; robot vacuum; fan; coffee machine; garage door; lawn robot; blind; door lock; sprinkler; \
    radio; oven; air purifier; porch light; dehumidifier \
    = controlled device, switched device | actuator appliance_switched
sensor of motion sensor; light sensor; window contact; rain gauge; smoke detector; door contact; weather station; \
    doorbell; water sensor; wall switch; remote control = sensor, trigger | triggered_by what_sets_it_off input_device
brand name = hub, hub brand | control_centre bridge gateway_brand smart_home_system
room of kitchen; bedroom; hall; living room; bathroom; cellar; attic; study; nursery; laundry; conservatory \
    = room, location of the device | installed_in device_room stands_in
on clock = switch-on time, time on | turns_on starts_at on_at
off clock = switch-off time, time off | turns_off stops_at off_at
day number 18 26 = day temperature, temperature by day | daytime_target warm_setting degrees_day
night number 10 17 = night temperature, temperature by night | night_target cool_setting degrees_night
installer person = installed by, fitter | installer set_up_by technician_on_site mounted_by
resident person = resident, householder | lives_there home_owner occupant
main of Home5G; LivingNet; BlueHouse; Attic-24; CasaNova; Treehouse; NoWayIn; OurLan; Flat12; Seaside; UpstairsNet \
    = main network, private Wi-Fi | home_wifi main_ssid family_network
guest of Visitors; GuestNet; HelloFriends; FreeForAll; Lobby; WelcomeIn; GuestZone; Porch; ComeIn; DropBy; CoffeeNet \
    = guest network, guest Wi-Fi | guest_ssid visitors_network wifi_for_guests
router ip = router address, router IP | gateway_ip address_of_the_router router_at
device_ip ip = device address, device IP | ip_of_the_device local_ip_device thing_ip
before price = power bill before, old electricity bill | bill_before monthly_bill_until_now cost_before
after price = power bill after, new electricity bill | bill_after monthly_bill_now cost_after
> When the {sensor} reports something, the {device} [in|in] the {room} goes on.
> The {device} comes on at {on} and goes off again at {off}.
> Heating plan: {day} degrees during the day, {night} at night[, {room} only|].
> IF {sensor} THEN {device} ON~UNTIL {off}~HUB {brand}
> {installer} mounted the {device} for {resident}, who [lives there|owns the house].
> Guests use {guest}, we ourselves are on {main}. [The password is on the fridge.|]
> Our bill was {before} a month. Since {installer} fitted the {brand} hub, it has been {after}.
> Router {router}, {device} {device_ip}, Wi-Fi name {main}
> Until {off} the {device} is allowed to make noise. It must not start before {on}[, as the neighbours asked|].
> {resident} [moans|says]: "I paid {installer} to set it all up, and still the {sensor} wakes the whole house."
> hey, wifi for you is {guest}. don't take {main}, that's just for the family and the {device}
> From {on} on it is warm ({day} degrees), and once we sleep the {brand} brings it down to {night}.
> Why is my {device} offline? It sits at {device_ip}; the router, in case you need it, answers at {router}.
> No longer {before} but {after} a month: {resident} is glad about the {brand} in the {room}.
> Put in [by|by] {installer}: one {sensor}, one {device}, all linked to {brand}. Customer: {resident}.
> At night the thermostat lets the {room} cool to {night} degrees. By day it keeps {day}.
> Good morning! {resident} here. Could {installer}, who wired our {room}, come again? \
    The {device} ignores the {sensor}.
- The work was done [by|by] {installer}.
- {resident} lives in the house.
- Visitors should join {guest}.
- The family itself uses {main}.
- The router, our gateway, can be reached at {router}.
- Among the devices, this one has the address {device_ip}.
- It starts, switched on by the clock, at {on}.
- It stops, switched off by the clock, at {off}.
- While we sleep {night} degrees are enough.
- In the daytime we like {day} degrees.
- It stands in the {room}.
- Everything is run by the {brand} hub.
- Now, with all this, a month of power costs {after}.
- In the old days, before all this, a month of power cost {before}.

== repair, repair job, battery change, spare part order
device of laptop; phone; camera; e-bike; drill; headphones; tablet; mixer; printer; game console; drone; watch; \
    hand blender; scooter; amplifier; 3-D printer \
    = device, repaired device | object gadget_in_repair what_was_repaired
owner person = owner, brought in by | whose_device customer_of_the_workshop handed_in_by
fixer person = repaired by, technician | mended_by mechanic workshop_hand who_repaired
shop company = repair shop, workshop | repaired_at service_centre repairer_firm
source company = parts supplier, part from | spare_part_seller part_ordered_from supplier_of_the_part
fault of a cracked screen; a swollen battery; a loose plug; no sound; a jammed gear; a stuck button; a worn belt; \
    a burnt fuse; water inside; a bent axle; a blocked nozzle; a broken hinge \
    = fault, defect | diagnosis what_was_wrong
part of battery; charger; screen; hinge; fan; gear wheel; belt; switch; power socket; seal; loudspeaker; print head; \
    ribbon cable; motor = spare part, part replaced | replacement_part new_part exchanged_part
quoted price = estimate, quoted price | cost_estimate quote expected_cost
billed price = final bill, amount billed | invoice_total paid_for_repair repair_total
part_cost price = cost of parts, price of the part | parts_price material_cost spare_part_price
labour price = labour, cost of labour | labour_cost workmanship wages_part
brought date = brought in on, date received | handed_in_on drop_off_date came_in_on
ready date = ready on, picked up on | collected_on finished_on pick_up_date
health int 13 75 = battery health before, old battery health | capacity_percent_before worn_battery_percent
fresh int 85 100 = battery health after, new battery health | capacity_percent_after battery_percent_now
warranty int 13 36 = warranty on the repair, repair warranty | warranty_months guaranteed_for months_covered
> {owner} brought the {device} to {shop} on {brought}; {fixer} had it mended by {ready}.
> JOB SHEET~In: {brought}~Out: {ready}~Customer: {owner}~Tech: {fixer}~Fault: {fault}
> We had quoted {quoted}. As it was only the {part}, the bill came to {billed}.
> The {part} was {part_cost}, the work on it {labour}, so {owner} paid {billed} [in all|altogether].
> {shop} ordered the {part} from {source}[, which sent it overnight|].
> "It has {fault}," said {fixer} after opening the {device}. {owner} had thought the worst.
> Battery down to {health} percent. With the new cell in it, the {device} is back at {fresh}.
> Dear {owner}, your {device} is ready! What it had was {fault}. You can fetch it from {ready}. \
    Regards, {fixer} ({shop})
> Handed in {brought}, collected {ready}, {billed} paid, {warranty} months' warranty on the {part}.
> has anyone used {shop}? they asked {quoted} at first and then charged me {billed} for a new {part}, not ok
> {fixer} charges {labour} for the work at the bench; the {part} itself, bought from {source}, costs {part_cost}.
> Mended [by|by] {fixer}, owned [by|by] {owner}: one {device} that had {fault}.
> From {health} % to {fresh} %: a new {part} from {source} [did the trick|made all the difference].
> To replace the {part} of the {device} {owner} went to {shop}, since {source} sells parts but fits none.
> Estimate {quoted}. Parts {part_cost}. Labour {labour}. Final bill {billed}.
> Our repair cafe had a guest: {owner} with a sick {device}. {fixer} took out the {part} and had it going at tea time.
> I can't do it for the {quoted} I told you on the phone, {owner}. The {part} alone is {part_cost}. It will be \
    {billed}.
- The repair was carried out [by|by] {fixer}.
- {owner} is waiting for it.
- The part was bought from {source}.
- {shop} took the job.
- The part alone costs {part_cost}.
- For the work we charge {labour}.
- They had thought it would cost {quoted}.
- In the end it cost {billed}.
- The owner handed it in at the counter on {brought}.
- It was picked up again, mended, on {ready}.
- The repair is guaranteed for {warranty} months.
- Before the change, the worn cell only had {health} percent left.
- After the change, the fresh battery shows {fresh} percent.
- What we found was {fault}.
? part_origin kind_of_part spare_type
* original / The part was made by the maker of the device.
* original / We only fit genuine parts.
* original / It is the very same part as the factory uses.
* original / A genuine spare was used.
* original / The part carries the manufacturer's own mark.
* original / An original part, no copy.
* original / Nothing but the maker's own spares will do for us.
* copy / It is a cheap imitation, but it fits.
* copy / The part is a third-party copy.
* copy / We took one that is not from the maker.
* copy / A no-name replacement was used.
* copy / It is an aftermarket part.
* copy / The genuine part was too dear, so a clone went in.
* copy / Another factory makes these imitations.

== second-hand sale, used device, ad, listing
item of camera; tablet; games console; record player; mountain bike; printer; synthesizer; e-reader; monitor; \
    sewing machine; drone; robot vacuum; 3-D printer; lens; turntable = device, item for sale | article what_is_sold
model model = model, type | item_model model_no exact_model
seller person = seller, sold by | offered_by vendor former_owner advertiser
buyer person = buyer, sold to | purchaser bought_by new_owner goes_to
third person = original owner, first owner | first_bought_by owner_before_the_seller earliest_owner
new price = original price, price when new | paid_new shop_price cost_originally
asked price = asking price, price asked | seller_wants advertised_price wanted
paid price = price agreed, selling price | sold_for agreed_sum buyer_paid final_price
offer price = offer, price offered | buyers_bid first_offer counter_offer bid
bought date = bought on, originally bought on | original_purchase first_purchase_date date_when_new
sold date = sold on, date of the sale | handed_over_on sale_date resold_on
pickup city = pick-up place, collection from | collect_in item_is_in stands_in
dest city = shipped to, delivery town | sent_to posted_to goes_by_post_to
post price = shipping cost, postage | shipping_fee parcel_cost delivery_charge
extras list of charger; manual; case; spare battery; remote control; cable; original box; strap; tripod; memory card \
    = accessories, included | comes_with extras_included in_the_box
flaw of a scratch on the lid; a dead pixel; a missing screw; a dent at the back; a worn key; yellowed plastic; \
    a loose knob; a torn strap; a cracked corner; a weak battery; a faded label = flaw, known defect | damage blemish
> FOR SALE: {item} {model}, [asking|I want] {asked}. New it was {new}. [Collect|Pick-up] in {pickup}.
> {buyer} bought the {item} from {seller} [for {paid}|on {sold}].
> {seller} wanted {asked} for the {item}, {buyer} offered {offer}, and in the end they [agreed on|met at] {paid}.
> Hi {seller}, is the {item} still there? I can give you {offer}, not the {asked} in your ad. {buyer}
> Sold! On {sold} the {model} went to {buyer}. {seller} is {paid} richer.
> First owned [by|by] {third}, then by me, {seller}, and soon perhaps by you. The {item} has one flaw: {flaw}.
> I bought it on {bought} for {new} and sell it at {asked}. [It has|There is] {flaw}. With it: {extras}.
> You can fetch the {item} in {pickup}; or I post it, {post} on top. [No swaps.|]
> From {pickup} the parcel travels to {dest}, where {buyer} lives. Postage: {post}.
> "How much did you pay?" - "{paid}." - "And what did {seller} ask?" - "{asked}."
> {item} | {model} | new {new} | now {asked} | seller {seller} | place {pickup}
> It was {third} who bought the {model} new, on {bought}; {seller} had it from {them} and has now found \
    a taker in {buyer}.
> Does it come with everything? Yes: {extras}. Does it have faults? Just {flaw}.
> {seller} let {buyer} have the {item} for {paid}, far below the {new} it once cost in a shop.
> Receipt. I, {seller}, have received {paid} from {buyer} for one used {item}. Collected in \
    {pickup} on {sold}.
> bid {offer} on a used {item} today, seller says {asked} or nothing, shop price was {new}. what would you do?
> Dear {buyer},~your {item} was posted today and should reach {dest} soon. You paid {paid} plus {post} for the \
    post.~{seller}
- The one who sells it is {seller}.
- It now belongs to {buyer}, who bought it.
- {third}, its first owner, had bought it new.
- In the shop it had cost {new}.
- It was bought new on {bought}.
- The sale took place on {sold}.
- It has to be fetched in {pickup}.
- The parcel goes to {dest}.
- Sending it costs {post}.
- Not quite perfect: it has {flaw}.
- [You also get|Thrown in]: {extras}.
- The ad says {asked}.
- Someone offered {offer} for it.
- Money handed over in the end: {paid}.

== help desk chat, support chat, call, support call
customer person = customer, caller | who_asked person_with_the_problem asked_for_help user_in_trouble
agent person = agent, help desk agent | answered_by supporter first_level_agent helper
expert person = specialist, passed on to | escalated_to second_level expert transferred_to
visitor person = technician, field technician | sent_to_the_house comes_to_customer on_site_visit
device of router; printer; laptop; modem; scanner; smart TV; tablet; webcam; desk phone; headset; docking station; \
    network drive = device, faulty device | device_concerned equipment gear_in_question
error code = error code, error number | message_code shown_error error_shown
case code = ticket, ticket number | case_number chat_reference conversation_id
called clock = time of the call, contacted at | chat_started call_received_at time_contacted
back clock = call-back time, call back at | will_ring_at next_call return_call_at
since date = problem since, first noticed | trouble_began_on faulty_since begins_of_trouble
visit date = visit on, technician's visit | technician_comes_on day_of_the_visit on_site_date
temp word = temporary password, start password | one_time_password provisional_password initial_password
slow int 13 49 = measured speed, speed measured | mbps_measured actual_speed real_mbps
fast int 50 900 = contract speed, speed promised | mbps_promised booked_speed agreed_mbps
cheap of Basic; Start; Home S; Mini; Lite; Easy; Solo; One; Economy; Budget; Small \
    = current plan, plan so far | old_tariff contract_until_now subscribed_plan
dear of Premium; Giga; Home XL; Plus; Ultra; Max; Family; Pro; Platinum; Office; Big \
    = offered plan, suggested plan | new_tariff recommended_plan plan_on_offer
> [{called}] {customer}: my {device} shows {error}~{agent}: let me look, one moment please
> {customer} rang at {called}; {agent} took the call and promised to ring back at {back}.
> Agent: {agent}. Caller: {customer}. Handed over to: {expert}. Case: {case}.
> {agent} could not solve it, so {customer} was put through to {expert}.
> You: "I pay for {fast} Mbit and get {slow}!" - {agent}: "I am sorry, I will have that checked."
> Dear {customer},~{visitor} will come to your home on {visit} and look at the {device}.~Kind regards, {agent}
> Since {since} the {device} of {customer} has shown {error}. A technician, {visitor}, is on the way.
> Your first password is {temp}; please change it. If it does not work, quote {case} and ask for {agent}.
> They tried to talk me out of {cheap} and into {dear}, when all I wanted was to have {error} explained.
> hello this is {agent} from the help desk, am i speaking with {customer}? it's about ticket {case}, your {device}
> Instead of the {fast} Mbit in the contract, only {slow} [arrive|come] through the {device}[, says {customer}|].
> In the end it was {expert} who took up the case of {customer}. {agent}, the first to answer, had never \
    seen {error}.
> Noted at {called}: {device} out of order since {since}. To do: call {customer} at {back}.
> A visit was arranged for {visit}. {visitor} will make it, because {agent} could not help {customer} over the phone.
> FAQ: What does {error} mean? It means your {device} has no network. Still stuck? {expert} is our specialist for it.
> Our {dear} plan has what {cheap}, your present one, does not, {customer}: {fast} Mbit, guaranteed.
> "Hold the line, I'll pass you on to {expert}," said {agent}[. The ticket is {case}|].
> {customer} asks~- why {slow} instead of {fast} Mbit~- who {visitor} is and why {they} wants to come on {visit}
- {agent} answered first.
- It was passed on to {expert}, our specialist.
- The technician who comes to the house is {visitor}.
- The person in trouble is {customer}.
- We will ring again at {back}.
- The conversation began at {called}.
- The trouble began on {since}.
- Someone will come by on {visit}.
- To get in, type {temp} for now.
- The case is filed under {case}.
- The screen says {error}.
- A measurement gave only {slow} Mbit.
- According to the contract it should be {fast} Mbit.
- You are on the {cheap} plan so far.
- We would suggest that you take {dear}.
? solved is_solved problem_solved
* true / It works again now, thank you!
* true / That did it, problem gone.
* true / The trouble is over.
* true / The case could be closed as solved.
* true / Everything runs again.
* true / It has been put right.
* false / It still does not work.
* false / The problem is still there.
* false / Nothing helped so far.
* false / The case remains open and unsolved.
* false / No luck yet, same trouble as before.
* false / Nobody has found a cure yet.
"""
)
