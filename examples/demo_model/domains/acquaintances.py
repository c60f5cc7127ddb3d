"""People as others tell of them: newcomers, cards, deaths, weddings, births, families, moves, careers, flatmates."""

from __future__ import annotations

from .compact import domains

(
    NEWCOMERS,
    CARDS,
    OBITUARIES,
    WEDDINGS,
    BIRTHS,
    FAMILIES,
    MOVES,
    CAREERS,
    FLATMATES,
    AUTHORS,
    MISSING,
    EMERGENCIES,
) = domains(
    r"""
== newcomer, new colleague, introduction
name person = new colleague, newcomer | new_hire joiner name newcomer_name new_employee who_joins recruit
role of head of sales; data analyst; night nurse; payroll clerk; tax adviser; site foreman; shift leader; \
    team coach; office manager; purchasing agent; press officer; lab technician; chief cook; web designer; \
    fundraiser; trainer = role, new role | position job_title joins_as hired_as function post
starts date = first day, start date | starts_on joining_date begins_on first_working_day start_day
predecessor person = predecessor | replaces takes_over_from former_holder outgoing_colleague succeeded_person
boss person = manager, line manager | reports_to supervisor boss team_lead superior
buddy person = mentor, buddy | shown_around_by mentor_name onboarding_buddy looked_after_by trained_by
former company = former employer, previous company | previous_employer came_from_company last_employer ex_employer
team of sales; accounts; legal; research; marketing; customer care; logistics; IT; human resources; purchasing; \
    press; quality control = team, department | team_name unit division in_which_team
desk room = desk, room | desk_no sits_in office_room room_no
mail email = e-mail, work e-mail | email work_email email_address mailbox
hometown city = home town, birthplace | originally_from native_of grew_up_in raised_in city_of_birth
office city = office, place of work | office_city based_in work_city office_location
welcome date = welcome breakfast, welcome drinks | welcome_date breakfast_date get_together drinks_on
school of Harvard; Oxford; Leiden; Uppsala; Bologna; the Sorbonne; Trinity College; Coimbra; ETH Zurich; Ghent; \
    Heidelberg; the Open University = university, studied at | alma_mater school graduated_from college
hobby hobby = hobby, pastime | spare_time free_time interest likes_to_do
> Please [welcome|give a warm welcome to] {name}, who [joins|is joining] us as {role} on {starts}.
> {predecessor} has left us. From {starts} [{name} will do the job|it is {name} who has the job|we count on {name}].
> I'm delighted that {name} is [taking over from|following|stepping into the shoes of] {predecessor} as {role}. \
    {boss} will be [the manager|in charge].
> Hi everyone! I'm {name} and [since {starts}|from {starts} on] I work for {boss}. Before that I was with {former}.
> {boss} has [hired {name} away|taken on {name}|talked {name} away] from {former}[ to be our {role}|].
> Welcome on board, {name}! On {starts} just come to room {desk}; {buddy} will show you around.
> New in {team}: {name}~{role}~formerly {former}~{mail}
> Dear all,~as some of you have heard, {predecessor} is leaving and {name} steps in. {They} knows the trade from \
    {former}.~Best, {boss}
> Born in {hometown}, now at our office in {office}: {name} [strengthens|reinforces] the {team} team.
> {name} [was at|gave the best years to|learned the trade with] {former}; as of {starts} {they} is one of us and \
    answers to {boss}.
> "I grew up in {hometown} and studied at {school}," says {name}, our new {role} in {office}.
> With {name}, {team} finally [gets somebody who replaces|fills the gap left by] {predecessor}. {buddy} takes \
    care of the training.
> You start on {starts}, {name}. Your boss is {boss}, your mentor {buddy}, and your desk is in {desk}.
> Who is the new face in room {desk}? It is {name}, {role}, ex {former}.
> The post that {predecessor} held goes to {name}[, a graduate of {school}|, who comes from {former}|].
> {former} lost {name} to us. {They} begins on {starts}; we say hello over breakfast on {welcome}.
> {buddy} looks after our newest colleague, {name}, who comes from {hometown} and will work in {office}.
> NEW STARTER - {name} - reports to {boss} - replaces {predecessor} - begins {starts}
- {They} will sit in room {desk}.
- Come and say hello at the welcome breakfast on {welcome}.
- [You can write to|The new mailbox is] {mail}.
- [Until now|Before that] {they} worked for {former}.
- {They} went to university at {school}.
- [After work|At weekends] {they} goes in for {hobby}.
- {They} is originally from {hometown}.
- [The one who had the job before was|The job was held before by] {predecessor}.
- During the first weeks {buddy} will be at {their} side.
- {They} will [report|answer] to {boss}.
- {They} will be part of {team}.
- {They} [takes up work|reports for duty] on {starts}.
- The name [to remember|on the door] is {name}.
- {Their} workplace is our [branch|office] in {office}.
? full_time works_full_time is_full_time
* true / {They} works five full days a week.
* true / It is a full-time post.
* true / {They} is here all day, every day.
* true / Forty hours a week are agreed.
* true / No part-time deal this time: it is the whole week.
* true / {They} has a full-time contract.
* true / Monday to Friday, from morning to evening.
* false / {They} works mornings only.
* false / It is a part-time post.
* false / {They} comes in twice a week.
* false / Half days, that was the deal.
* false / {They} has a half-time contract.
* false / On Wednesdays to Fridays {they} is off.
* false / Twenty hours a week are agreed.

== contact, business card, team page
name person = name, contact person | full_name who card_holder person_name employee
deputy person = deputy, stand-in | substitute covered_by in_absence replacement backup
assistant person = assistant, secretary | office_assistant front_office pa_name
job job = job title, profession | position title role occupation
company company = company, firm | employer organisation works_for business
former company = formerly at, previous employer | former_company ex_company was_with worked_before_at
office phone = office phone, landline, direct line | work_phone desk_phone office_number phone_at_work
mobile phone = mobile, mobile phone | cell cell_phone mobile_number pocket_phone
fax phone = fax | fax_number telefax fax_no
mail email = work e-mail, business e-mail | work_email office_mail business_email company_mail
private email = private e-mail, personal e-mail | private_email personal_mail home_email private_mail
street street = office address, business address | work_address street visiting_address company_address
home street = home address, private address | private_address lives_at residence home_street
city city = city, office city | town location works_in seat
web url = website, homepage | web url site web_page
languages list language = languages, spoken languages | speaks language_skills
hours of Monday to Thursday; mornings only; 9 to 12; weekdays till six; by appointment; Tuesdays and Fridays; \
    afternoons; day and night; every weekday; 8 to 16; Mondays only; weekends \
    = office hours, reachable | available_hours can_be_reached consulting_hours reachable_when
> {name}~{job}~{company}~{street}, {city}~[Tel.|Office] {office}~[Mobile|Cell] {mobile}
> {company} | {name} | {mail} | {web}
> [At work|In the office] {name} has the number {office}, [on the road|outside] it is {mobile}.
> If {name} is [out|on holiday], {deputy} [steps in|takes the calls|answers for {them}]. Appointments are made by \
    {assistant}.
> For business write to {mail}, for anything else to {private}. [Regards|Cheers], {name}
> {name}, who is with {company} now, [used to be at|came over from|left] {former}.
> Meet the team: {name} ({job}) speaks {languages}. [When {they} is away, ask for {deputy}.|]
> Call {assistant} at {office} and you will be put through to {name}[, says the note on the door|].
> {name} lives at {home}, but [please send|send] all letters to the office, {street}.
> I had {former} on my old card. This is the new one: {name}, {company}, {mobile}.
> The card on the wall says: {name}, {job}, {hours}, phone {office}, fax {fax}.
> Got the number of {name} from {company}? Sure: {mobile}. [In urgent cases|Otherwise] try {deputy}.
> Reach me during the day on {office} and in the evening on my mobile {mobile}.~{name}
> Sent by {name}~{job} at {company}~Please copy my assistant {assistant} on all replies.
> {private} is what I use at home; at {company} I am {mail}.
> You wanted to know who our contact at {company} is: {name}, {office}, and while {they} is ill, {deputy}.
> {name} left {former} and has joined {company} in {city}. [New e-mail|From now on]: {mail}
> VCARD: {name}; {company}; {job}; work {office}; cell {mobile}; fax {fax}; home {home}
- Faxes go to {fax}.
- [You may|Feel free to] ring my mobile, {mobile}.
- In the office the number is {office}.
- The best time to call is this: {hours}.
- When {they} is not there, {deputy} will help you.
- {assistant} keeps the diary.
- The office is at {street}.
- At home {they} can be found at {home}.
- Private mails please to {private}.
- Before that {they} was with {former}.
- More at {web}.
- [For business|On duty] please mail to {mail}.
- {They} [works for|is employed by] {company} today.
- [You can talk|Feel free to talk] to {them} in these languages: {languages}.

== obituary, death notice, funeral
name person = deceased, late | name the_deceased who_died in_memory_of departed mourned
born date = date of birth, born | birth_date born_on dob birthday
died date = date of death, died | death_date died_on passed_away_on deceased_on
birthplace city = place of birth, birthplace | born_in native_town birth_city place where location
deathplace city = place of death | died_in death_city where_died place where location
age int 31 104 = age | aged age_at_death years_old lived_years
spouse person = husband, wife, spouse | widow widower partner survived_by_spouse married_to
child person = daughter, son | child survived_by_child children_name next_of_kin
priest person = celebrant, priest | officiant minister vicar service_led_by
job job = profession, occupation | job trade worked_as
employer company = employer, firm | worked_for workplace company long_time_employer
funeral date = funeral, date of the funeral | burial_date funeral_on buried_on funeral_day
time hour = time of the funeral | funeral_time service_begins funeral_at starts_at
church venue = church, chapel | funeral_venue service_place funeral_service_at place where location
wake venue = wake, reception | wake_place tea_afterwards gathering_at wake_at place where location
charity company = donations to, charity | donate_to instead_of_flowers good_cause
> {name} [passed away|died] [peacefully |]on {died} in {deathplace}. {They} was born in {birthplace}.
> {name}~born {born} in {birthplace}~died {died} in {deathplace}
> It is with sadness that {spouse} [announces|makes known|has to tell you of] the death of {name}[, at the age of \
    {age}|].
> We buried our colleague {name} on {funeral}; {they} had [died|left us] on {died}.
> {name} ({born} - {died}) leaves behind {spouse} and {child}, who would like to thank you all.
> The funeral [will be|is] held on {funeral} at {time} in {church}; afterwards all are invited to {wake}.
> In memory of {name}. Instead of flowers we ask for gifts to {charity}. \
    Signed by {child}, the only child
> From {birthplace}, where it began, to {deathplace}, where it ended, the life of {name} spanned {age} years.
> {priest} [will lead the service|speaks the last words] for {name} at {church} on {funeral}.
> Mourners gathered in {church} on {funeral} to say goodbye to {name}, who had worked for {employer} for decades.
> Dear {child},~I was so sorry to hear that {name}, your dear parent, died on {died}. How is {spouse}, \
    now a widow or widower?
> Our mother {name} fell asleep on {died}, {age} years after her life began in {birthplace}.
> {died}: {name}, who had spent a working life at {employer}, dies aged {age}.
> [Widowed by|Alone since] the death of {name}, {spouse}, [once a happy spouse|the other half of the couple], has \
    moved in with {child}, their eldest.
> Did you hear? {name} is dead. The burial is on {funeral}, {time}, and {priest} speaks.
> When {name} came into the world on {born}, nobody in {birthplace} thought \
    {they} would die in {deathplace}, of all places.
> Tea will be served at {wake} after the service in {church}[, which starts at {time}|].
> {employer} [mourns|will miss|bows its head before] {name}, who was with us as {job} and died on {died}.
- {They} [reached the age of|lived to be] {age}.
- {They} was [laid to rest|buried|cremated] on {funeral}.
- {spouse} was married to {them} for many years.
- {They} is survived by one child, {child}.
- The service [begins|starts] at {time}.
- {They} had come into the world on {born}.
- No flowers please; give to {charity} instead.
- By trade {they} was [in|known as] {job}.
- The service will be at {church}.
- Afterwards we meet at {wake}.
- The words at the grave will be spoken by {priest}.
- {They} first saw the light of day in {birthplace}.
- {They} [breathed {their} last|closed {their} eyes for ever] on {died}.
- {They} spent {their} working life with {employer}.
- It was in {deathplace} that {they} died.

== wedding, marriage, engagement
bride person = bride | bride_name wife_to_be the_bride her
groom person = groom, bridegroom | groom_name husband_to_be the_groom him
registrar person = registrar, celebrant | married_by officiant ceremony_led_by who_weds_them
best_man person = best man | bestman witness_of_groom groomsman
maid person = maid of honour | bridesmaid witness_of_bride maid_of_honor
date date = wedding day, wedding date | date_of_wedding married_on wed_on big_day
engaged date = engagement, engaged since | engagement_date engaged_on proposal_date got_engaged
reply date = reply by, RSVP by | rsvp_date answer_by rsvp_deadline respond_by
place venue = ceremony, ceremony at | ceremony_venue married_at vows_at ceremony_place place where location
party venue = party, reception | reception_venue celebration_at party_place dinner_at place where location
vows hour = ceremony time | ceremony_starts vows_time wedding_time ceremony_at_time
dance hour = party time | party_starts dinner_time reception_time party_from
met city = met in | city_where_they_met first_met couple_met_in got_to_know_each_other place where location
honeymoon country = honeymoon | honeymoon_to wedding_trip honeymoon_country travel_to
guests int 12 240 = guests, number of guests | guest_count invited headcount people_invited
new_name last = married name, surname | new_surname family_name name_after_wedding new_last_name
> On {engaged} {groom} went down on his knee and {bride} said yes; the two [will marry|walk down the aisle|become \
    man and wife] on {date}.
> Save the date! On {date} the bride {bride} and her {groom} [tie the knot|exchange rings|say I do] at {place}.
> Together with their families, {bride} (bride) and {groom} (groom) invite you to {place} at {vows} \
    [and|and then] to {party} from {dance}.
> The groom, {groom}, was nervous; the bride, {bride}, was not. {registrar} [married them|led the ceremony].
> {groom} has [asked {bride} to be his wife|won the hand of {bride}, his bride]. They first met in {met}.
> Married: {bride} and her husband {groom}, on {date}[, before {registrar}|].
> We need your answer by {reply}, the wedding is on {date}.~{bride} (in white) & {groom} (in black)
> Vows at {vows}, dinner at {dance}. Vows in {place}, dinner in {party}.
> {best_man} stood beside the groom and {maid} beside the bride when {registrar} declared them a married couple.
> After the honeymoon in {honeymoon} {groom} and his wife {bride} will go by the name of {new_name}.
> Dear {maid}, will you be my maid of honour when I marry {groom} on {date}? He has already asked {best_man} to be \
    his best man.~{bride}, the bride
> Please tell us before {reply} whether you will come to {party}; {guests} people are invited.
> My brother {groom} gets married to {bride} on {date}, [three|two] years after they got engaged on {engaged}.
> In {met} they first set eyes on each other, in {place} they were wed: {bride} is now the wife of {groom}.
> "I, {bride}, take you, {groom}, to be my husband." With {guests} guests looking on, {registrar} smiled.
> Mr and Mrs {new_name} have been wed since {date}. [His|The groom's] best man: {best_man}. \
    [Her|The bride's] maid of honour: {maid}.
> ENGAGED on {engaged}: {bride} to her future husband {groom}
> The party starts at {dance} in {party}, but the ceremony in {place} is for the family only.
- We expect {guests} guests.
- They go to {honeymoon} on their honeymoon.
- {best_man} keeps the rings for the groom.
- {maid} is the maid of honour.
- The [ceremony starts|vows are exchanged|couple says yes] at {vows}.
- From {dance} on there is dancing and food.
- They [met|got to know each other|first kissed] in {met}.
- They will both be called {new_name}.
- [Let us know|Please answer|Tell us if you can come] by {reply}.
- {registrar} will marry them.
- They have been engaged since {engaged}.
- The celebration afterwards is at {party}.
- The knot will be tied on {date}.
- [She|The bride] is called {bride}.
- [The bridegroom's|The groom's] name is {groom}.
? children_welcome kids_invited bring_children
* true / Bring the little ones, there is a bouncy castle.
* true / Children are welcome.
* true / Kids can come along, we have a babysitter.
* true / Of course your children are invited, too.
* true / There is a table for the kids.
* true / The more children the merrier.
* false / Please leave the children at home.
* false / It is a party for adults only.
* false / We love your kids, but not on that evening.
* false / No children, please.
* false / Sorry, there is no room for kids.
* false / Please find a babysitter, it is for grown-ups.

== birth, baby, new arrival
baby first = baby, child | newborn baby_name name_of_child little_one first_name
mother person = mother, mum | mother_name mom parent_mother gave_birth
father person = father, dad | father_name daddy parent_father
sibling first = big sister, big brother | sibling older_sibling older_child firstborn
midwife person = midwife | delivered_by birth_attendant midwife_name
godparent person = godmother, godfather | godparent sponsor baptism_sponsor
born date = born, date of birth | birth_date born_on birthday arrived_on delivered_on
due date = due date, expected | expected_on due_on calculated_date should_have_come
christened date = christening, baptism | christening_date baptised_on naming_day
time clock = time of birth | born_at birth_time arrived_at_time came_at
weight int 1900 4900 = weight, birth weight | weight_g grams weighed
length int 44 58 = length, birth length | length_cm centimetres measured size
hospital venue = hospital, maternity ward | born_in_hospital clinic birthplace delivered_in place where location
city city = family home, lives in | home_city family_lives_in parents_city place where location
hours int 2 30 = labour, hours of labour | labour_hours duration_of_labour hours_in_labour
> {baby} is here! [Born|Arrived] on {born} at {time}, {weight} g and {length} cm. The happy mum: {mother}.
> {mother} [gave birth to|became the mother of|brought into the world] {baby} on {born}. {father} [cut the \
    cord|was there and cried].
> The baby [was expected|should have come|had been due] on {due} but [came|was born] on {born}.
> Hello world, my name is {baby}. I weigh {weight} grams[, measure {length} cm|], and my father is {father}.
> {sibling} is proud to be big now: little {baby} was born on {born}.
> Parents {mother} (mother) and {father} (father) announce the birth of {baby} at {hospital}.
> {midwife} [delivered {baby}|helped {baby} into the world as midwife] at {time}[ in {hospital}|] after {hours} hours.
> Congratulations, {mother} and {father}! [What a lovely name|How nice], {baby}. I know how excited {mother} was \
    when she left for the hospital and how pale {father} looked as the dad.
> Dear godmother {godparent},~{baby} will be christened on {christened}. Love, {mother} (mum)
> {baby}~{born}, {time}~{weight} g~{length} cm~mother and child are well
> Due {due}, born {born}, christened {christened}: that was the first year of {baby}.
> She had been in labour for {hours} hours when {baby} finally came at {time}, said {father}, the new dad.
> {father} has become a father for the second time. After {sibling} came {baby}, on {born}.
> Born to {mother} and her husband {father} of {city}: {baby}, {weight} grams.
> "We were not ready at all," laughs {mother}, whose baby {baby} should have come on {due}. \
    Her partner {father} was abroad.
> Today {godparent} held {baby} over the font[ in front of {sibling}|]. The birth in {hospital} seems ages ago.
> It's a child! {baby}, little [brother|sister] of {sibling}. Thank you, {midwife}, best midwife ever!
> A stork has landed in {city}: {mother} is now the mother of {baby}, born at {time}.
- [The doctors had expected it|It was not due until|It had been due] on {due}.
- At birth the scales showed {weight} g.
- The tape measure said {length} cm.
- The midwife was {midwife}.
- {sibling} can hardly wait to play with the baby.
- The baptism takes place on {christened}.
- {godparent} has agreed to be godparent.
- Labour took {hours} hours.
- It all happened in {hospital}.
- The clock stood at {time} at the first cry.
- The family is at home in {city}.
- The father is called {father}.
- The mother is {mother}.
- [It was born|The big day was] on {born}.
- They call the little one {baby}.

== family, relative, character
name person = name, person | who main_person protagonist full_name hero
mother person = mother | mother_name mum mom mothers_name female_parent
father person = father | father_name dad fathers_name male_parent
spouse person = spouse, husband, wife | married_to partner spouse_name better_half
sister first = sister | sister_name has_sister female_sibling
brother first = brother | brother_name has_brother male_sibling
son first = son | son_name boy has_son male_child
daughter first = daughter | daughter_name girl has_daughter female_child
grandmother person = grandmother, grandma | granny grandmother_name nan
mother_job job = mother's job, mother's profession | mother_works_as mother_occupation mums_job
father_job job = father's job, father's profession | father_works_as father_occupation dads_job
mother_town city = mother's home town | mother_from mother_born_in mothers_city
father_town city = father's home town | father_from father_born_in fathers_city
cousins int 2 40 = cousins, number of cousins | cousin_count how_many_cousins
wed year = year of the marriage, married since | married_in wedding_year year_of_wedding
home city = home, residence | lives_in current_city place_of_residence
> {name} is the child of {mother}, who came from {mother_town}, and {father}, a man from {father_town}.
> {name} [has two siblings|grew up with two siblings|is one of three]: a sister, {sister}, and a brother, {brother}.
> {mother} is {name}'s mother and {father} {their} father; {grandmother} is the grandma.
> {spouse} and {name} [married|became a couple for life|said yes to each other] in {wed} and have a boy, {son}, \
    and a girl, {daughter}.
> In the story, {name} [flees from|quarrels with|lies to] {their} father, {father}, and hides with {grandmother}, \
    {their} grandmother.
> My name is {name}. My dad {father} worked as {father_job}, my mum {mother} as {mother_job}.
> Family of {name}~Mother: {mother}~Father: {father}~Husband or wife: {spouse}
> {name} was brought up by {grandmother} because both parents were abroad; today {they} \
    lives in {home}. Granny was the best.
> "[Little|Our] {son} is a boy like my father {father}," says {name}, "but my daughter {daughter} is not like anyone."
> {name} met {spouse} [at a dance|by chance] and in {wed} the two became man and wife.
> Unlike {their} brother {brother}, {name} stayed in {home}. {Their} sister {sister} went to sea.
> You must be {name}! I knew your mother {mother} in {mother_town}, long before she met your father {father}.
> While {name}'s father earned a living as {father_job}, {their} mother had a job as {mother_job}.
> "Ask my wife," {name} used to say, and the wife, {spouse}, [sent you on to|pointed at] their daughter {daughter}.
> {name}, spouse of {spouse}, shares a house in {home} with the in-laws and with {son}, [an only son|the only boy].
> The {home} branch of the family: {name}, {cousins} cousins and, above them all, Granny {grandmother}.
> {father} left {father_town} for love of {mother}. Their first child was {name}; {name}'s sister, {sister}, \
    came along later.
> It was {brother} who told {name} about the will: he is the brother, \
    after all. {name}'s daughter {daughter} got nothing.
- {Their} mother is called {mother}.
- {Their} father is {father}.
- {They} has been married to {spouse} for ages.
- {They} has a sister called {sister}.
- {Their} brother is {brother}.
- {They} has {cousins} cousins.
- Granny {grandmother} often helps out.
- {They} lives in {home}.
- The wedding was in {wed}.
- The mother was born in {mother_town}.
- The father grew up in {father_town}.
- There is a son, {son}.
- The daughter of the house is {daughter}.
- Mum [earned her living|was employed] as {mother_job}.
- Dad [earned his living|was employed] as {father_job}.

== move, change of address, removal
name person = name, mover | who moves person resident who_moved
old_street street = old address, former address | previous_address moved_from_address from_street old_street
new_street street = new address | moved_to_address to_street new_street current_address
old_city city = old city, previous town | from_city moved_away_from old_town left_city
new_city city = new city, new town | to_city moved_to_city new_home_town destination_city
old_phone phone = old number, old phone number | former_phone dead_number old_phone cancelled_number
new_phone phone = new number, new phone number | current_phone new_phone reach_on phone_from_now_on
old_mail email = old e-mail | former_email old_mail old_email_address expired_email
new_mail email = new e-mail | current_email new_mail new_email_address email_from_now_on
date date = moving day, date of the move | moved_on moving_date move_date relocates_on
until date = forwarding until, mail forwarded until | forwarding_ends redirect_until forwarded_till
landlord person = new landlord, landlord | landlord_name rents_from owner_of_new_flat
after person = new tenant, next tenant | who_lives_there_now tenant_after old_flat_goes_to
helper person = helper | who_helped helping_hand moving_helper gave_a_hand
cost price = moving costs, cost of the move | removal_cost paid_to_movers price_of_move
firm company = removal firm, movers | moving_company removal_company carried_by
> {name} has [moved|gone|changed lodgings] from {old_street} to {new_street}.
> As of {date} you will find me at {new_street}; no more letters to {old_street} please. [Yours|Best], {name}
> Goodbye {old_city}, hello {new_city}! {name} is moving on {date}.
> My number is now {new_phone}. {old_phone} [is dead|no longer works].~{name}
> Please delete {old_mail} and use {new_mail} instead[, {name} here|].
> {name}'s new landlord is {landlord}; the old flat went to {after}.
> We have moved!~Old: {old_street}, {old_city}~New: {new_street}, {new_city}~{name}
> [They have|The family has] left {old_city} for {new_city}, where {landlord} rents them a house in {new_street}.
> {firm} [took|charged|wanted] {cost} for bringing the things of {name} from {old_city} to {new_city}.
> The post office forwards letters to {new_street} until {until}[; the move was on {date}|].
> {new_city} is home for {name} now. [Before, it was|Last year it still was|Gone are the days in] {old_city}.
> Change of address for {name}. Previously {old_street}, from {date} {new_street}.
> Hi {helper},~thanks for carrying all my boxes! Come and see me at {new_street} soon.~{name}
> {after} moved into {old_street} after {name} had moved out[ on {date}|].
> Could you update my record? Name {name}, was {old_phone}, is {new_phone}; was {old_mail}, is {new_mail}.
> Don't call {old_phone} any more if you want to talk to {name}: since the move it is {new_phone}.
> Because {name} [found work|fell in love|got a place at college] in {new_city}, {they} gave up the flat at \
    {old_street} in {old_city} on {date}.
> Not {old_city}, but {new_city}: that is where {name} lives today.
> {helper} drove the van, {firm} did the piano, and {name} paid {cost}.
- Letters will be forwarded until {until}.
- The move takes place on {date}.
- {They} [used to live|had a flat until then] in {old_city}.
- {They} [now lives|has settled|is at home now] in {new_city}.
- [I can no longer be reached at|Forget the number] {old_phone}.
- From now on call {new_phone}.
- Mails to {old_mail} come back.
- {after} now lives in the old flat.
- The new place belongs to {landlord}.
- {helper} lent a hand with the boxes.
- [The whole move cost|They charged] {cost}.
- [The furniture was carried by|The movers were] {firm}.
- [Parcels now go|Please send parcels] to {new_street}.
- [Nobody opens any more|The name is off the door] at {old_street}.
- [Home is now|The new home town is] {new_city}.

== career, promotion, retirement, change of job
name person = name, employee | who promoted person colleague staff_member
old_role of deputy head; sales clerk; junior editor; line worker; assistant cook; ward nurse; trainee; dispatcher; \
    field agent; store keeper; second pilot; class teacher; bookkeeper; team member; tester \
    = old position, former role | previous_role old_job was_before promoted_from old_title
new_role of head of sales; plant manager; chief editor; foreman; finance director; head nurse; head cook; dean; \
    regional manager; fleet captain; school principal; partner; board member; country director; chief buyer \
    = new position, new role | promoted_to new_job becomes new_title appointed_as
old_firm company = old employer, former company | leaves_company previous_employer quits left_firm from_company
new_firm company = new employer, new company | joins_company next_employer goes_to new_firm to_company
last date = last day, last working day | leaves_on final_day leaving_date ends_on exit_date
start date = first day, start in the new job | starts_on begins_on takes_office_on effective_from
successor person = successor | succeeded_by replaced_by takes_over followed_by next_in_post
boss person = boss, superior | promoted_by manager reports_to supervisor
host person = speaker | farewell_speech_by speech_held_by laudator toast_by
old_pay price = old salary, previous pay | old_wage earned_before former_salary pay_before
new_pay price = new salary, new pay | new_wage will_earn raised_to pay_after
years int 2 45 = years of service, years with the company | served_years seniority years_worked tenure
party date = farewell party | farewell_date goodbye_drinks leaving_do send_off_on
place venue = party place | farewell_venue party_at leaving_party_in
gift of gold watch; garden bench; fishing rod; set of knives; travel voucher; bicycle; case of wine; camera; \
    rocking chair; book token; painting; hammock = present, farewell gift | gift given_as_present got_from_team
> {name} has [been promoted|moved up|risen|climbed] from {old_role} to {new_role}.
> {name} leaves {old_firm} on {last} and starts at {new_firm} on {start}.
> After {years} years, {name} is retiring. {successor} takes over[ on {start}|].
> {boss} made {name} {new_role}; until then {they} had been {old_role}.
> {new_firm} has [poached|hired|lured away] {name} from {old_firm}.
> Instead of {old_pay} {name} will get {new_pay} a month, {boss} has decided.
> Who follows {name}? It is {successor}. The last day is {last}, the drinks are on {party}.
> Hi all, today I handed in my notice at {old_firm}. I am going to {new_firm}, as {new_role}. {name}
> We say goodbye to {name} on {party} in {place}. {host} will say a few words, and we give {them} the {gift}.
> {new_role} from {start}: {name} (so far {old_role}). Pay goes up from {old_pay} to {new_pay}.
> Once {old_role} at {old_firm}, today {new_role} at {new_firm}: {name} has come a long way.
> {successor} succeeds {name}, who [retires|goes|stops working] on {last} with {years} years of service.
> Dear {name},~I am happy to tell you that you will be {new_role} as of {start}. Your pay rises to {new_pay}.~{boss}
> It's official. {name} quits {old_firm}. [Rumour has it that|I hear] {new_firm} offered {new_pay}.
> On {last} {name} locked the office for the last time and gave the keys to {successor}, who is \
    now {old_role} in {their} place.
> When {host} gave the farewell speech for {name}, even {boss}, {their} boss, had to smile.
> Formerly {old_firm}, now {new_firm}: {name} changes sides on {start}.
> Personnel news~{name}: new title {new_role}, old title {old_role}, superior {boss}
- {They} has been with us for {years} years.
- The goodbye drinks are on {party}.
- {They} [was earning|had to live on|used to get] {old_pay} before.
- From now on {they} gets {new_pay} a month.
- {successor} will be the next in the post.
- {They} [takes up the new post|begins there|moves to the new desk] on {start}.
- [{Their} last working day is|{They} clears the desk on] {last}.
- [From the team|As a present] {they} got the {gift}.
- {host} held the farewell speech.
- We celebrate at {place}.
- {Their} boss is {boss}.
- {They} used to be with {old_firm}.
- {They} [has signed with|will be working for] {new_firm}.
- {They} rises to the post of {new_role}.
- Up to now {they} was [only|just] {old_role}.

== flat-share, room, flatmate
seeker person = applicant, room seeker | looking_for_room candidate interested_person would_be_flatmate
flatmate person = flatmate, contact in the flat | current_flatmate offers_room roommate lives_there
landlord person = landlord, owner | owner_of_flat landlord_name flat_belongs_to
leaving person = outgoing flatmate | who_moves_out former_flatmate previous_roommate moving_out_person
rent price = rent, monthly rent | room_rent per_month rent_a_month cost_of_room
deposit price = deposit | security bond refundable_deposit to_be_left
bills price = bills, extra costs | utilities heating_and_power running_costs extras
from date = move-in, free from | available_from move_in_date vacant_from moves_in_on
till date = move-out, free until | available_until move_out_date leaves_on limited_to
viewing date = viewing, viewing day | viewing_date come_and_see open_day visit_on
time hour = viewing time | viewing_at come_at_time view_time
room_size int 8 32 = size of the room | room_sqm room_area square_metres_of_room
flat_size int 45 190 = size of the flat | flat_sqm flat_area whole_flat_sqm
district name = district, part of town | area neighbourhood quarter suburb
people int 2 9 = flatmates, number of flatmates | household_size how_many_live_there residents
hobby hobby = hobby, interest | likes free_time pastime
> Room in {district} free from {from}, {rent} a month plus {bills} for power and heating. [Ask for|Ring] {flatmate}.
> {leaving} is moving out, so we need somebody from {from}[ until {till}|].
> Hi {flatmate}, I am {seeker} and I love your room! Could I come and see it on {viewing}?
> The room has {room_size} m2, the whole flat {flat_size} m2. {people} of us live here.
> {landlord} owns the place and [wants|asks for|expects] {deposit} as security and {rent} every month.
> {seeker} [will take over|moves into|gets] the room of {leaving} on {from}, {landlord} has agreed.
> Between {from} and {till} my room ({room_size} sqm) is yours for {rent}.~{leaving}
> About me: {seeker}, tidy, into {hobby}. The {rent} of rent and the {bills} for bills would be no problem.
> Viewing: {viewing}, {time}~Move-in: {from}~Contact: {flatmate}
> You pay {deposit} once and get it back when you leave; {rent} is due each month.
> Dear {seeker}, we'd like to have you! {leaving} will be out in time for you to move in on {from}. Love, {flatmate}
> Sublet till {till}, {district}, {flat_size} m2 flat, {room_size} m2 room, {rent}
> Shall we say {viewing} at {time}? {flatmate} will let you in, as {landlord} lives far away.
> {flatmate} [showed {seeker} around|let {seeker} see the room] on {viewing}, and they got on at once[, both \
    being fond of {hobby}|].
> Does {seeker} know that {bills} for gas and water are not part of the {rent} we ask as rent?
> In a flat of {flat_size} square metres in {district}, {people} people are looking for one more. {landlord} lets it.
> Now that {leaving} has found another place, {seeker} gets the room.
> {rent} rent, {deposit} deposit, free {from}. Serious offers only.
- [You can view it|Come and have a look] on {viewing}.
- Ring the bell at {time} sharp.
- Heating and power come to {bills}.
- {leaving} is giving up the room.
- The flat belongs to {landlord}.
- [You can have it|It is yours|It will be empty] from {from}.
- [By {till} you would have to be out again|You can stay until {till}].
- [The deposit is|As a deposit we ask|You get back in the end a deposit of] {deposit}.
- It costs {rent} a month.
- {people} people share the flat.
- It is in {district}.
- The room alone measures {room_size} m2.
- All rooms together make {flat_size} square metres.
- [The one who wants the room|The applicant] is {seeker}.
- {flatmate} lives here and answers all questions.
? smoking smoking_allowed may_smoke smokers_welcome
* true / Smokers are welcome.
* true / You may smoke in the kitchen.
* true / Smoking is fine with us.
* true / Nobody minds a cigarette indoors.
* true / We all smoke here.
* true / There are ashtrays on every table, use them.
* false / It is a non-smoking flat.
* false / No smokers, please.
* false / Smoking is not allowed.
* false / Please no cigarettes, not even on the balcony.
* false / We do not want any smoke in here.
* false / If you smoke, this is not the place for you.

== author, reading, talk, book evening
name person = author, writer | author_name written_by who_wrote novelist penned_by
translator person = translator | translated_by translator_name english_version_by
editor person = editor | edited_by editor_name book_editor edition_prepared_by
host person = moderator, host | moderated_by chair interviewer evening_host
work work = new book, latest book | book_title latest_work newest_book reads_from
debut work = first book, debut | debut_title first_novel first_publication early_work
debut_year year = year of the debut, debut year | first_published_in debut_in year_of_first_book
born year = year of birth, birth year | born_in_year author_born year_born
birthplace city = birthplace, place of birth | born_in native_city city_of_birth place where location
home city = home, residence | lives_in lives_now_in current_home based_in place where location
publisher company = publisher, publishing house | published_by imprint publishing_company
venue venue = venue, place of the reading | reading_at takes_place_at where_reading hall place where location
date date = date of the reading, reading | reading_on event_date evening_of event_day
begins hour = beginning, start | begins_at starts_at start_time talk_begins
ends hour = end | ends_at finish_time until_time talk_ends
entry price = entrance, admission | entry_fee ticket_price admission_fee entrance_fee
cover price = book price, price of the book | cover_price hardback_price costs_in_shops
> {name} was born in {birthplace} in {born} and now lives in {home}. "{work}" is {their} latest book.
> {name} wrote "{debut}" in {debut_year}; the new one is called "{work}".
> "{work}" by {name}, translated by {translator} [and|and carefully] edited by {editor}.
> On {date} {name} [will read|is the guest|signs books] at {venue}. {host} asks the questions.
> {begins} to {ends}: {name} talks about "{work}". Admission {entry}.
> Translated into English by {translator}, {name}'s novel "{work}" comes out with {publisher}.
> Who wrote "{work}"? {name} did; {translator} only gave it an English voice.
> The evening is hosted by {host}. Our guest: {name} from {home}.
> With {their} debut "{debut}", {name} became known overnight. {publisher} now brings out "{work}".
> Tickets for the reading are {entry}; the book itself costs {cover}[ in the shops|].
> I, {name}, thank my editor, {editor}, and everyone at {publisher}.
> Home is {home}, though {name} comes from {birthplace}.
> Speaker's note~{name}, born {born}~First book: "{debut}" ({debut_year})~Latest book: "{work}"
> Doors close when {name} steps up at {begins}, and by {ends} [all will be over|the last bus leaves].
> {editor} had to cut a third of "{work}" before {publisher} would print it, {name} admits.
> [Chaired|Introduced|Led] by {host}, the talk of {name} at {venue} [ends|is over|comes to an end] at {ends}.
> Having left {birthplace}, where {they} was born, {name} wrote {their} first book, "{debut}", on a train. \
    Today {they} is at home in {home}.
> You can meet {name} and {translator}, who puts the books into English, in {venue} on {date}.
- The reading begins at {begins}.
- It will be over by {ends}.
- You pay {entry} to get in.
- In the shops the book costs {cover}.
- [{translator} did the translation|The English version is by {translator}].
- {host} [leads through the evening|will ask the questions|is in the chair].
- The manuscript was edited by {editor}.
- {They} made {their} debut in {debut_year}.
- {They} now lives in {home}.
- {They} comes from {birthplace}.
- {Their} first book was called "{debut}".
- It is published by {publisher}.
- {Their} [newest|latest] book bears the title "{work}".
- {They} was born in the year {born}.
- The reading is on {date}.

== missing person, search, appeal
name person = missing person, missing | name who_is_missing missing_name wanted_person disappeared_person
reporter person = reported by, caller | reporter informant notified_by who_called_police
officer person = officer, investigator | detective in_charge case_officer inspector
witness person = witness, last seen by | seen_by witness_name last_person_to_see
age int 7 94 = age | years_old aged how_old
height int 110 199 = height | height_cm tall body_height
seen date = last seen on, date last seen | last_seen_date seen_on disappeared_on missing_since
reported date = reported on, reported | report_date notified_on police_told_on filed_on
seen_at hour = time last seen, hour last seen | left_at seen_time last_seen_time
seen_place venue = last seen near, last known place | place_last_seen spotted_at seen_where vanished_from place \
    where location
home city = home, lives in | home_town residence city_of_residence place where location
heading city = may be in, thought to be in | possible_destination heading_for possibly_in may_have_gone_to place \
    where location
hair colour = hair, hair colour | hair_color colour_of_hair
eyes colour = eyes, eye colour | eye_color colour_of_eyes
top colour = jacket, jacket colour | jacket_color upper_clothing coat_colour
bottom colour = trousers, trouser colour | trousers_color pants_colour colour_of_trousers
hotline phone = hotline, police phone | police_number call_with_information tip_line
number code = case number | case_no file_number case_id reference
> {name}, {age}, from {home} has been missing since {seen}. {reporter} [went to|informed] the police on {reported}.
> Have you seen {name}? {height} cm tall, {hair} hair, {eyes} eyes. Call {hotline}.
> MISSING~{name} ({age})~Last seen: {seen}, {seen_at}, {seen_place}~Case {number}
> {witness} was the last [to see|to talk to|who saw] {name}, at {seen_at} near {seen_place}.
> When {name} did not come home, {reporter} called us. {officer} leads the search.
> Dressed in {bottom} (the trousers) and {top} (the jacket), {name} left {seen_place} on {seen} and was \
    not seen again.
> [Police believe|We think|It may be] that {name}, who lives in {home}, has [gone|travelled|run away] to {heading}.
> It was {reported} when {reporter} [reported {name} missing|told us that {name} was gone], although {they} had \
    vanished on {seen}.
> Anyone who knows where {name} is, please ring {hotline} and quote {number}[; ask for {officer}|].
> Description of {name}: eyes {eyes}, hair {hair}, jacket {top}, trousers {bottom}, height {height} cm.
> According to {witness}, who saw {them} last, {name} wanted to travel from {home} to {heading}.
> {officer} is looking for {name}. "We know from {reporter}, who reported the case, that {they} left at {seen_at}."
> Please share! My friend {name} from {home} disappeared on {seen}. [Colour of the|The] jacket: {top}.
> The search for {name}, aged {age}, goes on; {witness} says {they} got off the bus at {seen_place}.
> Case no. {number}, filed {reported}: {name}, about {height} cm, {hair} hair, probably on the way to {heading}
> I am {reporter} and I would like to report somebody missing: {name}, {age} years old, with {eyes} eyes.
> {seen_at} on {seen}. That is when {witness}, our only witness, saw {name} for the last time.
- {They} [was last seen|disappeared|vanished] on {seen}.
- The police [were told|heard of it|got the call] on {reported}.
- The case is handled by {officer}.
- {witness} saw {them} last.
- {They} has {hair} hair.
- {Their} eyes are {eyes}.
- {They} wore trousers in {bottom}.
- The jacket is {top}.
- {They} may have gone to {heading}.
- {They} lives in {home}.
- {They} is {height} cm tall.
- Tell the police what you know on {hotline}.
- {reporter} had called the police.
- {They} is {age} years [old|of age].
- [It was|The clock showed] {seen_at} when {they} was last seen.
- [Please quote|The file has] the number {number}.
? found is_found has_been_found
* true / Update: {they} has been found safe and well.
* true / The search is over, {they} is back home.
* true / {They} has turned up unharmed.
* true / Found! Thank you all for your help.
* true / This morning {they} was found in good health.
* true / We can stop looking: {they} is back.
* false / There is still no trace.
* false / The search goes on.
* false / {They} has not been found yet.
* false / So far nobody has found {them}.
* false / Up to now every search has been in vain.
* false / The family is still waiting for news.

== emergency contact, emergency card, medical card
name person = name, card holder | person who patient holder full_name belongs_to
first_contact person = first contact, emergency contact | primary_contact call_first contact_1 ice_1
second_contact person = second contact | secondary_contact backup_contact contact_2 otherwise_call ice_2
doctor person = family doctor, doctor | gp physician treated_by general_practitioner
first_phone phone = phone of the first contact, emergency number | primary_phone phone_1 first_contact_phone ice_phone
second_phone phone = phone of the second contact | secondary_phone phone_2 second_contact_phone backup_phone
doctor_phone phone = doctor's phone, practice phone | doctor_number gp_phone surgery_phone
first_relation of mother; father; elder sister; brother; aunt; uncle; neighbour; grandmother; cousin; best friend; \
    colleague; godfather; stepfather; flatmate = relation of the first contact | first_is primary_relation relation_1
second_relation of mother; father; elder sister; brother; aunt; uncle; neighbour; grandmother; cousin; best friend; \
    colleague; godfather; stepfather; flatmate = relation of the second contact | second_is relation_2 backup_relation
blood enum A+; A-; B+; B-; AB+; AB-; O+; O- = blood group, blood type | blood_type bloodgroup rhesus_type
allergy of nuts; penicillin; bee stings; latex; pollen; shellfish; aspirin; cow's milk; wasp stings; cat hair; eggs; \
    iodine; soy = allergy, allergic to | allergies reacts_to must_avoid intolerance
medicine of insulin; blood thinners; beta blockers; asthma spray; iron tablets; eye drops; painkillers; cortisone; \
    heart tablets; sleeping pills; antibiotics; vitamin drops = medication, medicine | takes drugs on_medication
born date = date of birth, born | dob birthday birth_date born_on
issued date = card issued, issued | issued_on card_date date_of_issue
checked date = last check-up, checked | last_checked last_examination examined_on
insurer company = health insurance, insurer | insured_with insurance_company covered_by
> If anything happens to {name}, [call|ring|first try] {first_contact} at {first_phone}; if nobody answers, try \
    {second_contact}, \
    {second_phone}.
> ICE 1: {first_contact} ({first_relation}) {first_phone}~ICE 2: {second_contact} ({second_relation}) {second_phone}
> {name} [is allergic to|cannot stand|must not come near] {allergy} and takes {medicine}. [The family doctor \
    is|Ask] {doctor}[, {doctor_phone}|].
> My name is {name}. In an emergency please tell my {first_relation}, {first_contact}.
> First ring {first_phone}. Only if that fails: {second_phone}. The practice has {doctor_phone}.
> Name: {name}, born {born}, blood {blood}. Card issued {issued}.
> {doctor} examined {name} on {checked} and found the blood group to be {blood}.
> When {name} fell at work, we could not reach {first_contact}, the first on the list, so we phoned {second_contact}.
> Hi, this is {first_contact}. I am first on the card of {name}; my number has changed to {first_phone}.
> {second_contact} is only the second choice; it is {first_contact} who has the key and knows {name} best.
> Camp form~Child: {name}~Born: {born}~Call first: {first_contact}, {first_relation}~Call next: {second_contact}, \
    {second_relation}
> Never give {name} anything with {allergy}! Let {doctor} know at once[: {doctor_phone}|].
> {doctor} has been {name}'s doctor for years and prescribed {medicine} after the check-up on {checked}.
> This card was made out on {issued} for {name} (born on {born}). {insurer} pays.
> As long as {first_contact} is abroad, please use {second_contact} on {second_phone} for all that concerns {name}.
> I have two people for you to call: one is my {first_relation} on {first_phone}, that's the first, the other one, \
    if need be, is my {second_relation} on {second_phone}.~{name}
> The boy is {name}. He needs {medicine}, reacts badly to {allergy}, and his blood type is {blood}.
> Ambulance report: {name}; regular medication {medicine}; last examined {checked}; insured with {insurer}
- [The first to be called is|Before anyone else call] {first_contact}.
- {second_contact} [comes second on the list|is the one to try next|is only the reserve].
- The first contact has the number {first_phone}.
- The second contact can be reached on {second_phone}.
- {doctor} is the doctor in charge.
- The doctor's number is {doctor_phone}.
- {They} must not get any {allergy}.
- Every day {they} needs {medicine}.
- The blood group is {blood}.
- The bill goes to {insurer}.
- {They} was last examined on {checked}.
- {They} was born on {born}.
- The card is dated {issued}.
- [The second one|Number two] is {their} {second_relation}.
- [The first one|Number one] is {their} {first_relation}.
"""
)
