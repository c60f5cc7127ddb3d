"""Everyday texts: appointments, tickets, deliveries, bookings, jobs, small ads, lost things, news."""

from __future__ import annotations

from .compact import domains

(
    APPOINTMENTS, TICKETS, INVOICES, TRIPS, JOBS, ADS, LOST, NEWS, BIOS, EXPENSES, RENTALS, REPAIRS, COURSES,
    GATHERINGS, SHIPPING, INCIDENTS, DONATIONS, SUBSCRIPTIONS, PROFILES, VISITS,
) = domains(
    r"""
== appointment, visit, consultation, check-up
patient person = patient, patient name | client who name full_name patient_name
doctor person = doctor, physician, specialist | dr seen_by treated_by with_doctor practitioner
date date = date, day, appointment date | when on visit_date scheduled_for
time hour = time, start, appointment time | at start_time begins
end clock = end | end_time until ends_at
clinic venue = clinic, practice, hospital | where place location
city city = city, town | location
phone phone = phone, phone number | contact call_back telephone
reason title = reason, purpose | about subject why regarding
fee price = fee, charge | cost price amount to_pay
minutes int 5 120 = length, duration | minutes duration_min lasts
room room = room | room_no
insurance company = insurance, insurer | insured_with health_insurance
reference code = reference, appointment number | ref booking_ref id
> Dear {patient},~your appointment with {doctor} is on {date} at {time}.~Please bring your card.
> Hello {patient}, this is {clinic}. We have you down for {date}, {time}[, room {room}|].
> Reminder: {date} {time}, {doctor}, {clinic}. [To cancel call|Questions?] {phone}.
> {patient} [has|got] an appointment at {clinic} in {city} on {date}[ at {time}|].
> Hi,~can I move my visit from {date} to another day? My name is {patient}[, phone {phone}|].~[Thanks|Best]
> {patient} saw {doctor} on {date} because of the {reason}. The visit took {minutes} minutes.
> Please book {patient} in with {doctor} at {time}[ on {date}|]. Reason: {reason}.
> From {time} to {end} {doctor} sees {patient} in room {room}.
> [Confirmation|Booking] {reference}~Patient: {patient}~Doctor: {doctor}~{date}, {time}~{clinic}
> The check-up of {patient} costs {fee}; {insurance} pays for it.
> {doctor} will be [with you|ready for you] at {time}. You will find us in {city}, room {room}.
> {date} / {time} / {patient} / {reason} / {minutes} min
- It was about the {reason}.
- Call {phone} if you are late.
- It will [take|last] {minutes} minutes.
- You owe us {fee}.
- We are in {city}.
- [Insured with|The bill goes to] {insurance}.
? urgent is_urgent emergency
* true / It cannot wait.
* true / Please come as soon as you can.
* true / This is an emergency.
* true / [He|She] must be seen right away.
* true / The pain is unbearable, so hurry.
* true / We need the very next slot.
* true / Every hour counts.
* false / There is no hurry.
* false / It can wait.
* false / Any day will do.
* false / This is only routine.
* false / Take your time.
* false / Next month is early enough.
* false / It is nothing serious.
? first_visit new_patient is_new
* true / [He|She] has never been here before.
* true / It is the first visit.
* true / We do not have a file yet.
* true / Welcome to our practice.
* true / A new patient.
* true / Please fill in the form for newcomers.
* false / [He|She] comes every year.
* false / We know each other well.
* false / It is a follow-up.
* false / As last time.
* false / The file from earlier visits is here.
* false / A patient of many years.

== ticket, issue, case, request
id code = ticket, ticket number, case number | id ticket_id reference issue no
reporter person = reporter, reported by | user name opened_by customer raised_by author
assignee person = assignee, assigned to, agent | owner handler responsible assigned_to support_agent
product product = product, device | item affected_product component
email email = e-mail | email contact reply_address
created date = created, opened | date opened_on reported_on created_at
due date = due date, deadline | due due_on fix_by target_date
version version = version | app_version build release
error code = error code, error | error_no code
hours int 1 99 = hours spent, hours | effort hours_logged time_spent
priority enum low; medium; high; urgent = priority | severity prio importance level
status enum open; closed; pending; resolved = status, state | ticket_status current_status
title title = subject, title, summary | about headline topic
team of support; billing; network; hardware; sales; security; logistics = team, queue | department group routed_to
> #{id} [{status}] {title}~Reported by {reporter} on {created}~Assigned to {assignee}
> {reporter} [opened|raised] {id}: "{title}". Priority {priority}.
> Hi support,~my {product} shows error {error} since {created}. You can reach me at {email}.~{reporter}
> Ticket {id} was moved to {team} and given to {assignee}.
> {assignee} [spent|needed] {hours} hours on {id}.
> [New|Incoming] ticket from {reporter} ({email}): {title}
> The {product} of {reporter} fails with {error} in version {version}.
> {id} is [now |]{status}; {assignee} [works on it|looks after it|has it] and it is due on {due}.
> Please fix {error} by {due}. [Version|Build]: {version}. [Priority|Severity]: {priority}.
> {title} / {product} / {priority} / {status} / {assignee}
> [Opened|Created]: {created}~[Due|Deadline]: {due}~Owner: {assignee}~From: {reporter}~Queue: {team}
> Dear {reporter},~thank you for your report about the {product}. The number is {id}.~{assignee}, {team}
- The team {team} [takes care of|handles] it.
- It should be solved by {due}.
- So far it has cost us {hours} hours.
- The customer's address is {email}.
- It first appeared in {version}.
? reproducible can_be_reproduced repeatable
* true / It happens every time.
* true / I can make it happen again.
* true / We saw it on three machines.
* true / The steps below always lead to it.
* true / It never fails to fail.
* true / Our testers see it as well.
* false / It happened only once.
* false / We could not make it happen again.
* false / It comes and goes.
* false / Nobody else has seen it.
* false / Our tests do not show it.
* false / It vanished and has not come back.

== invoice, bill, statement
number code = invoice number, invoice, bill number | number id invoice_no invoice_id ref document
issuer company = issuer, seller, supplier | vendor from company billed_by sender biller
client person = client, customer, billed to | bill_to recipient payer name customer_name
total price = total, amount due, grand total | amount sum total_amount to_pay invoice_total balance_due
net price = net amount, subtotal | net before_tax
tax price = tax, VAT | vat tax_amount
rate int 3 27 = tax rate, VAT rate | vat_percent tax_percent
issued date = invoice date, issued | date issue_date billed_on dated
due date = due date, payable by | due pay_by payment_due deadline
account iban = account, IBAN | iban bank_account pay_to
hours int 2 160 = hours | hours_worked billed_hours
hourly price = hourly rate | rate_per_hour per_hour
service of consulting; design; cleaning; translation; repair; training; hosting; painting \
    = service, work | for description what
po code = purchase order, order number | po po_number your_reference
discount int 2 40 = discount | discount_percent rebate
> INVOICE {number}~{issuer}~To: {client}~Date: {issued}~Due: {due}~TOTAL {total}
> {issuer} bills {client} {total} for {service}[, due {due}|].
> Dear {client},~please find attached invoice {number} over {total}. It is payable by {due}.~{issuer}
> Net {net}, {rate} % VAT {tax}, total {total}.
> {hours} hours of {service} at {hourly} an hour, in all {total}.
> Please pay {total} to {account} by {due}[, quoting {number}|].
> Invoice no. {number} dated {issued} from {issuer} [is still open|has not been paid]: {total}.
> [We received|Thank you for] your payment of {total} for invoice {number}.
> Bill to: {client}~PO: {po}~{service}: {net}~Tax: {tax}~Amount due: {total}
> Second reminder: invoice {number} was due on {due}. You owe us {total}.
> {client} owes {issuer} {total} since {due}.
> {number}; {issued}; {issuer}; {net}; {tax}; {total}
- A discount of {discount} % [is included|has been taken off].
- The money goes to {account}.
- Your order was {po}.
- It is for {service}.
- Without tax it is {net}.
- We worked {hours} hours.

== trip, journey, flight, itinerary
traveller person = traveller, passenger, traveler | name who passenger_name guest booked_for
origin city = origin, from, departure city | departure_city starts_in leaving_from start from_city
destination city = destination, to, arrival city | arrival_city going_to to_city ends_in target
leaves date = departure date, outbound date | date departure leaving_on outbound travel_date start_date
returns date = return date, way back | return coming_back inbound end_date back_on
departs clock = departure time, departure | departs leaves_at dep_time takeoff
arrives clock = arrival time, arrival | arrives arrives_at arr_time landing
flight flight = flight, flight number | flight_no number service
airline company = airline, carrier, operator | operated_by flies_with
seat seat = seat | seat_no place
gate gate = gate | gate_no boarding_gate
booking code = booking code, confirmation | pnr booking_ref record_locator reference
fare price = fare, ticket price | price cost paid amount
hotel name = hotel | stays_at accommodation staying_at
stop city = stopover, change | via layover connecting_in change_at
bags int 2 9 = bags, pieces of luggage | luggage baggage suitcases
> {traveller} flies from {origin} to {destination} on {leaves}[ and comes back on {returns}|].
> {flight} {origin} - {destination}~Departs {departs}, arrives {arrives}~Gate {gate}, seat {seat}
> Booking {booking}: {traveller}, {origin} to {destination}, {leaves}, fare {fare}.
> The train [leaves|departs] {origin} at {departs} and [gets to|reaches] {destination} at {arrives}.
> [We|I] leave {origin} on {leaves}, change in {stop} and [arrive in|end in] {destination}.
> To {destination} via {stop} with {airline}, {fare} [return|one way].
> Dear {traveller}, your flight {flight} to {destination} now leaves from gate {gate} at {departs}.
> {airline} {flight}, {leaves} {departs}, {traveller}, seat {seat}, {bags} bags
> Out: {leaves} {origin} {departs}. Back: {returns}. Passenger: {traveller}.
> {destination} was great! [We|I] flew from {origin} with {airline} and stayed at the {hotel}.
> {traveller} will be in {destination} from {leaves} to {returns} and stays at the {hotel}.
> Hi, please get me from {origin} to {destination}, leaving {leaves}, returning {returns}. {traveller}
> [Arrival|Landing] in {destination}: {arrives}. [Start|Takeoff] in {origin}: {departs}. [Flight|No.]: {flight}.
> Coming from {origin}, {traveller} reached {destination} at {arrives}.
> The way to {destination} begins in {origin}[; the ticket was {fare}|].
- There is a stop in {stop}.
- [I have|They carry] {bags} [bags|suitcases].
- The ticket cost {fare}.
- [Boarding|It boards] at gate {gate}.
- The hotel is called {hotel}.
- On the way back [we|they] leave on {returns}.

== job, position, vacancy, opening
title job = title, position, role | job job_title vacancy profession hiring_for
company company = company, employer | firm organisation hired_by at
city city = city, location, place of work | where based_in office
salary int 18000 190000 = salary, annual salary | pay yearly_pay gross_salary compensation
hours int 10 48 = hours, weekly hours | hours_per_week working_hours
start date = start date, start | starts_on from begin joining_date
deadline date = deadline, closing date | apply_by closes_on applications_until
contact person = contact, contact person | contact_name ask_for hr_contact recruiter
email email = e-mail, application address | email apply_to send_to
years int 2 15 = years of experience, experience | min_years experience_years
skills list of Python; Java; SQL; Excel; welding; sales; teaching; bookkeeping; Linux; Docker; first aid \
    = skills, requirements | must_have required_skills
degree of bachelor; master; diploma; doctorate; apprenticeship; certificate \
    = degree, education | qualification required_degree
days int 20 38 = vacation days, holidays | days_off leave_days
contract enum permanent; temporary; freelance; internship = contract, type of contract | employment contract_type
reference code = reference | job_id ref vacancy_no
> {company} [is looking for|is hiring|seeks] a {title} in {city}.~Salary: {salary}~Start: {start}
> We need a {title} with {years} years of experience. [Apply by|Send your CV before] {deadline} to {email}.
> [Vacancy|Job] {reference}: {title}, {city}, {hours} hours a week, {salary} a year.
> Do you know {skills}? Join {company} as a {title}!
> {title} ({contract}), {company}, {city}
> As a {title} at {company} you earn {salary} and have {days} days off.
> Questions about the job as {title}? Ask {contact}, {email}.
> [Wanted|Now hiring]: {title}. You bring {skills} and a {degree}. We are in {city}.
> I am applying for the job as {title} at {company}. I could start on {start}.
> {contact} of {company} hires a {title} from {start}.
> {city} | {title} | {company} | {contract} | {salary}
> {company} offers a {contract} contract to a {title}, {hours} hours per week.
- You work {hours} hours a week.
- A {degree} is [a must|needed].
- Please apply before {deadline}.
- {contact} [answers your questions|looks forward to hearing from you].
- We expect {years} years in a similar job.
? remote home_office work_from_home
* true / You can work from home.
* true / The whole team works remotely.
* true / You choose where you work.
* true / There is no need to come to the office.
* true / Your desk can be anywhere.
* true / A home office is no problem.
* false / You work in our office every day.
* false / Being on site is required.
* false / You cannot do this from home.
* false / We want to see you here daily.
* false / Everybody comes to the office.
* false / Presence on the premises is a must.

== ad, offer, item, bargain
item product = item, product | article what title for_sale thing object
price price = price, asking price | cost amount wants asking how_much
seller person = seller, owner | name sold_by vendor contact_name
city city = city, pick-up in | where location pickup place town
phone phone = phone | tel contact call number
email email = e-mail | email contact mail write_to
brand name = brand, make | manufacturer maker
age int 2 25 = age, years old | years age_years
size of small; medium; large; XL; 38; 40; 42; 180 cm = size | fits dimension
colour colour = colour | color
year int 1950 2025 = year, year of manufacture | built made_in_year model_year
condition enum new; used; damaged; refurbished = condition, state | quality shape
posted date = posted, date | posted_on listed_on online_since
id code = ad number | ad_id listing reference
> For sale: {item}, {colour}, {price}. [Pick up in|Collect in] {city}. Call {phone}.
> [Selling|I sell] my {item} ({brand}), {age} years old, for {price}.
> {item} by {brand}, size {size}, {condition}, {price}~{seller}, {city}
> Who wants my {item}? [Only|Just] {price}. Write to {email}. {seller}
> [Wanted|Looking for]: {item}, [up to|not more than] {price}, in or near {city}. {seller}, {phone}
> {seller} [from|in] {city} sells a {item} from {year}.
> Ad {id}: {item} - {price} - {city} - {posted}
> The {item} is {condition} and was made by {brand}. [Price|I ask]: {price}.
> [Bargain|Offer]! {brand} {item}, only {price}. Ask for {seller}.
> I bought this {item} {age} years ago and no longer need it. {price}, {city}.
> {price} for a {colour} {item}? [It is yours|Yes]. Contact: {email}.
> Moving out: {item} {price}, must go by Sunday. {seller} {phone}
- It was made in {year}.
- The maker is {brand}.
- You can [fetch|collect] it in {city}.
- It is {condition}.
- I want {price} for it.
- Mail me: {email}.
? negotiable price_negotiable open_to_offers
* true / The price can be discussed.
* true / Make me an offer.
* true / I am open to offers.
* true / We can talk about the price.
* true / Or best offer.
* true / Haggling is welcome.
* false / The price is fixed.
* false / No haggling.
* false / Not a cent less.
* false / Please do not ask for a lower price.
* false / I will not go lower.
* false / Fixed price.

== thing, object, animal
item product = item, object | lost_item what thing article
owner person = owner | name lost_by belongs_to who reporter
place street = place, where | where location last_seen
city city = city, town | where_city
date date = date, day | when lost_on found_on
time clock = time | around at seen_at
colour colour = colour | color
reward price = reward | finder_reward reward_amount
phone phone = phone | contact call tel
marks of a scratch; a red ribbon; a broken zip; a name tag; a blue sticker; a dent \
    = marks, special features | recognised_by feature
office venue = lost property office | kept_at office
> Lost: {colour} {item} near {place} on {date}. [Reward|I pay]: {reward}. {phone}
> I [lost|left] my {item} at {place} [around|at about] {time}. Please call {phone}. {owner}
> Found in {city}: a {item}, {colour}, with {marks}. [Kept at|Ask at] {office}.
> {owner} is missing a {item} since {date}. It was last seen at {place}.
> Who has seen our {item}? {colour}, with {marks}. {owner} offers {reward}.
> On {date} a {item} was found at {place}, {city}. The owner can call {phone}.
> The {item} that was handed in at {office} on {date} belongs to {owner}.
> STOLEN! {item}, {colour}, {city}, {date}. Reward {reward}.
> {owner} found a {colour} {item} in {city} [around|at] {time}.
> Missing {item}, answers: {phone} ({owner})
> Have you lost a {item} at {place}? It is at {office} now.
> If you find the {item} with {marks}, {owner} will give you {reward}.
- It has {marks}.
- There is a reward of {reward}.
- It happened around {time}.
- It is {colour}.
- You can get it at {office}.

== story, report, article
city city = city, place | location where scene dateline
date date = date, day | when happened_on published
source company = source, agency | newspaper reported_by
people int 2 90000 = people, number of people | affected crowd participants how_many
injured int 2 80 = injured, number of injured | casualties hurt wounded
official person = official, mayor, spokesperson | speaker quoted said_by name who
company company = company | firm business employer
jobs int 5 9000 = jobs | jobs_cut positions new_jobs
sum price = sum, cost | damage amount price money
event of fire; flood; strike; storm; festival; robbery; accident; election; concert; blackout; protest \
    = event | what happened topic incident
author person = author, journalist | by written_by reporter byline
percent int 2 95 = percent, share | percentage rate increase
winner person = winner | elected champion first_place
> {city} - A {event} hit the town on {date}. {people} people were affected, said {official}.
> {city}, {date}: {company} creates {jobs} jobs[, says {official}|].
> {people} people took to the streets in {city}. {official} spoke of a great day.~By {author}
> After the {event} in {city} {injured} people were taken to hospital.
> {winner} won the vote in {city} with {percent} percent[, {source} reports|].
> {company} buys a rival for {sum}. "We are happy," said {official}.
> The {event} in {city} caused a damage of {sum}.
> ({source}) {official} opened the new bridge in {city} on {date}. It cost {sum}.
> {author} reports from {city}: {event}, {injured} injured.
> By {author}, {date}~Prices in {city} rose by {percent} percent.
> {company} cuts {jobs} jobs in {city}[, according to {source}|].
> No one expected it: {winner} comes first in {city}, {date}.
- {official} said nothing more.
- {injured} people were hurt.
- The cost is put at {sum}.
- {author} wrote this report.
- It happened in {city}.
- {people} people came.

== profile, life, portrait
name person = name | full_name who person called
born year = year of birth, born | birth_year born_in_year
birthplace city = birthplace, place of birth | born_in from hometown native_of
lives city = home, residence | lives_in city current_city based_in
job job = job, profession | occupation works_as profession
employer company = employer, company | works_for at firm
partner person = partner, wife, husband | spouse married_to
children int 2 9 = children, number of children | kids child_count
university of Harvard; Oxford; ETH Zurich; the Sorbonne; Bologna; Uppsala \
    = university, school | alma_mater studied_at graduated_from
field of physics; law; medicine; history; music; chemistry; economics; biology = field, subject | studied major
hobby hobby = hobby, pastime | likes free_time interest
languages list language = languages | speaks spoken
award name = award, prize | honour won
work work = best-known work, book | book famous_for wrote title
died year = year of death, died | death_year
nationality country = country, nationality | citizen_of origin
> {name} (born {born} in {birthplace}) is a {job} who lives in {lives}.
> {name} studied {field} at {university} and now works for {employer} as a {job}.
> About me: I am {name}, a {job} from {birthplace}. I live in {lives} with {partner}[ and our {children} children|].
> {name}, {job} at {employer}, grew up in {birthplace} and speaks {languages}.
> {name} wrote "{work}" and won the {award}. {They} [comes|came] from {nationality}.
> {born}-{died}: {name}, {job}, best known for "{work}".
> Born in {birthplace} in {born}, {name} moved to {lives}, where {they} married {partner}.
> Speaker: {name}~{job}, {employer}~{name} loves {hobby}.
> Meet {name}! {They} joined {employer} as a {job}; in {their} free time {they} enjoys {hobby}.
> The {job} {name} was born in {born}. {Their} home is {lives}.
> {name} has {children} children with {partner} and lives in {lives}, far from {birthplace}.
> "{work}" by {name}, {nationality}, {born}
- {They} speaks {languages}.
- {They} is married to {partner}.
- {They} graduated from {university}.
- {They} died in {died}.
- {They} received the {award}.
- {Their} passion is {hobby}.

== expense, claim, spending
employee person = employee, claimed by | name who spent_by submitted_by claimant
amount price = amount, sum | total cost spent price how_much value
category enum travel; meals; office; software; lodging = category, type | kind expense_type class
date date = date, spent on | day when expense_date
merchant company = merchant, shop, paid to | vendor where store payee
purpose title = purpose, reason | for why note
approver person = approver, approved by | manager signed_off_by boss
project name = project, cost centre | charged_to project_name
card code = card, card number | paid_with_card card_no
km int 5 990 = distance, kilometres | km mileage driven
people int 2 20 = people, guests | persons headcount
> {employee} spent {amount} at {merchant} on {date}. [Category|Type]: {category}.
> Expense report of {employee}~{date} {merchant} {amount}~Purpose: {purpose}
> Please refund {amount} for the {purpose}. {employee}
> {amount} - {merchant} - {category} - {date}
> {approver} approved the {amount} that {employee} paid at {merchant}.
> I drove {km} km for the {purpose} and paid {amount} for petrol. {employee}
> Dinner with {people} people at {merchant}: {amount}, project {project}.
> {employee} claims {amount} ({category}); {approver} has to sign.
> Card {card} was charged {amount} by {merchant} on {date}.
> Charged to {project}: {amount} for {purpose}.
> Hi {approver},~attached is the receipt from {merchant} over {amount}.~{employee}
> On {date} {employee} had to pay {amount} for the {purpose}.
- It goes to {project}.
- {approver} has [agreed|signed].
- It was for {people} people.
- Paid at {merchant}.
- I drove {km} km.

== rental, flat, lease
tenant person = tenant, renter | name who rented_by lessee
landlord person = landlord, owner | lessor rented_from contact
address street = address, street | where location property
city city = city | town place
rent price = rent, monthly rent | price per_month cost amount
deposit price = deposit | security_deposit down_payment
rooms int 2 9 = rooms, number of rooms | room_count bedrooms
area int 20 300 = area, living space | size square_metres sqm m2
from date = available from, start | start_date move_in lease_start free_from
until date = until, end of lease | end_date lease_end move_out
floor int 2 30 = floor | storey level
phone phone = phone | contact tel
heating of gas; oil; wood; electricity; heat pump = heating | heated_with energy
> Flat to let: {rooms} rooms, {area} m2, {address}, {city}. Rent {rent}. Call {phone}.
> {tenant} rents {address} from {landlord} for {rent} a month.
> Lease~Landlord: {landlord}~Tenant: {tenant}~From {from} until {until}~Rent: {rent}~Deposit: {deposit}
> {landlord} lets a flat of {area} square metres in {city}, free from {from}.
> We moved into {address} on {from}. [It has|There are] {rooms} rooms on floor {floor}.
> Dear {landlord}, I [give notice|will move out] as of {until}. {tenant}, {address}
> {city}: {rooms}-room flat, floor {floor}, {area} sqm, {rent} plus heating
> {tenant} paid a deposit of {deposit} to {landlord}.
> The contract of {tenant} ends on {until}; the rent was {rent}.
> Looking for a flat in {city}, {rooms} rooms, up to {rent}. {tenant}, {phone}
> The house at {address} has {rooms} rooms and is heated with {heating}.
> {rent} per month, {deposit} deposit, {area} m2, from {from}
- It is heated with {heating}.
- It is on floor {floor}.
- The owner is {landlord}.
- A deposit of {deposit} is due.
- You can reach us at {phone}.
? furnished with_furniture is_furnished
* true / Bed, table and sofa are already there.
* true / All furniture is included.
* true / You only have to bring your suitcase.
* true / It comes with furniture.
* true / The rooms are fully equipped.
* true / Beds and cupboards stay.
* false / You have to bring your own furniture.
* false / The rooms are empty.
* false / It is let without furniture.
* false / There is no furniture in it.
* false / Nothing but bare walls.
* false / Bring your own bed.

== repair, job, order
customer person = customer, owner | client name for belongs_to
device product = device, appliance | item object product repaired_item
fault of no power; a cracked screen; a leak; strange noises; no sound; overheating; a loose wheel \
    = fault, problem | issue defect what_is_wrong
technician person = technician, mechanic | repaired_by engineer worker done_by
cost price = cost, repair cost | price amount total charge
parts list of fuse; hinge; cable; battery; filter; pump; belt; display; valve; seal \
    = parts, spare parts | replaced new_parts
brought date = brought in, received | received_on drop_off date_in
ready date = ready on, finished | ready_by pickup_date done_on date_out
order code = repair number, job number | id job_no order_no
warranty int 2 36 = warranty in months, warranty | warranty_months guarantee
hours int 2 40 = hours, working time | labour_hours hours_needed
shop company = workshop, garage | repaired_at service_center
> {customer} brought a {device} with {fault}. {technician} will look at it.
> Job {order}: {device}, {fault}. Parts: {parts}. Cost: {cost}.
> Dear {customer}, your {device} is ready. You can collect it from {ready}. [It costs|Please pay] {cost}.
> {technician} at {shop} fixed the {device} in {hours} hours.
> The {device} had {fault}, so {technician} replaced {parts}.
> In: {brought}. Out: {ready}. {device} of {customer}, {cost}.
> {shop} asks {cost} for the repair of the {device}.
> {order} {customer} {device} {fault}
> I took my {device} to {shop} on {brought} because of {fault}.
> We changed {parts} in your {device} and give {warranty} months of warranty.
> {device} / {fault} / {technician} / ready {ready}
> {customer} waits for the {device}, which has been at {shop} since {brought}.
- We needed {hours} hours.
- New are {parts}.
- It will be done on {ready}.
- The warranty is {warranty} months.
- {technician} did the work.

== course, class, workshop
title title = title, course | name what subject course_name
teacher person = teacher, instructor, trainer | led_by tutor given_by coach held_by
start date = start, first day | start_date begins date from
end date = end, last day | end_date until finishes
day weekday = day, weekday | every on day_of_week
time hour = time | at starts_at hour
fee price = fee, price | cost tuition amount charge
places int 3 60 = places, seats | max_participants capacity spots
room room = room | where classroom
level enum beginner; intermediate; advanced = level | difficulty grade
lessons int 2 40 = lessons, sessions | number_of_lessons units meetings
code code = course number, code | id course_id no
city city = city | where location
student person = student, participant | name enrolled registered
> {title} with {teacher}~Starts {start}, every {day} at {time}~{lessons} lessons, {fee}
> [New|Now open]: {title} ({level}), {places} places, {fee}.
> {student} has signed up for {title}, which starts on {start}.
> {teacher} teaches {title} in room {room} every {day}.
> The course {code} runs from {start} to {end} and costs {fee}.
> Every {day} at {time}: {title}. [Room|In] {room}.
> Would you like to learn more about {title}? {teacher} [offers|gives] {lessons} lessons in {city}.
> Dear {student},~you have a place in {title} ({code}). It begins on {start} at {time}.~{teacher}
> {title}, {city}, {start} to {end}, {level}
> There are {places} seats left in {title}; the fee is {fee}.
> {student} paid {fee} for {lessons} lessons with {teacher}.
> {code} {title} {teacher} {day} {time} {room}
- It is for the level {level}.
- The last lesson is on {end}.
- We meet in room {room}.
- There is room for {places}.
- {teacher} is the teacher.

== party, event, celebration
host person = host, organizer | invited_by hosted_by who name organised_by
occasion of birthday; wedding; graduation; farewell; housewarming; anniversary; baptism; retirement \
    = occasion, event | what reason celebrating title
date date = date, day | when on event_date
time hour = time, start | at from begins start_time
end clock = end | until ends
place venue = place, venue | where location at
address street = address | street where
guests int 3 400 = guests, number of guests | people expected headcount attendance
rsvp date = reply by, RSVP | rsvp_by answer_by respond_until
bring food = bring, please bring | to_bring contribution
dress of black tie; casual; white; fancy dress; smart = dress code | wear clothes
phone phone = phone | contact reply_to
guest person = guest, guest of honour | invitee honouree invited
ticket price = ticket price, entrance fee | price entry admission
music name = band, music | dj live_music plays
> Dear {guest},~[we would love to see you|please come] at our {occasion} on {date} at {time}, {place}.~{host}
> {host} invites you to a {occasion}! {date}, {time}, {address}. Please reply by {rsvp}.
> Party at {place}: {music} plays from {time} until {end}. Entry {ticket}.
> {guests} guests are expected at the {occasion} of {guest} on {date}.
> What: {occasion}~When: {date}, {time}~Where: {place}~Who: {host}
> Save the date: {date}, {occasion}, {address}.
> The {occasion} is at {place}. Dress code: {dress}. Bring {bring}.
> Thank you, {host}! The {occasion} at {place} was wonderful.
> {host} and {guest} [celebrate|celebrated] a {occasion} at {place} with {guests} guests.
> Can you come to our {occasion}? It starts at {time} on {date}. {host}, {phone}
> {occasion} for {guest}, {place}, {date}, {guests} people
> From {time} on we celebrate the {occasion} of {guest}.
- Please bring {bring}.
- Wear {dress}.
- Let us know by {rsvp}.
- It goes on until {end}.
- {music} will play.
- Call {phone} if you cannot come.

== parcel, shipment, delivery
tracking serial = tracking number, shipment | tracking shipment_id parcel_no
recipient person = recipient, receiver, addressee | to name deliver_to customer
sender company = sender, shop | from shipped_by store merchant
carrier company = carrier, courier | delivered_by shipping_company service
address street = address, street | delivery_address ship_to
city city = city, town | destination delivery_city
eta date = expected, delivery date | arrives expected_on eta due
sent date = sent, shipped | ship_date dispatched posted_on
content product = content, contents | item product what
weight number 0 40 = weight | weight_kg kg
window clock = time, between | from_time delivery_time
neighbour person = neighbour, left with | accepted_by handed_to signed_by
cost price = postage, shipping cost | shipping price cost
pieces int 2 30 = pieces, parcels | packages count boxes
depot city = depot, sorting centre | currently_in last_scan hub
> Your parcel {tracking} from {sender} [arrives|will be delivered] on {eta}[ between {window} and noon|].
> {carrier}: we left your parcel with {neighbour}, as you were out.
> Hello {recipient}, {sender} has shipped your {content} on {sent}. Tracking: {tracking}
> {recipient}~{address}~{city}~Weight: {weight} kg~{tracking}
> The {content} for {recipient} is [now |]in {depot} and should reach {city} on {eta}.
> {pieces} parcels for {recipient}, {address}, {city}. Carrier: {carrier}.
> {sender} sends {recipient} a {content}; postage {cost}.
> Sent: {sent}. Expected: {eta}. Last seen: {depot}.
> {neighbour} signed for the parcel of {recipient}.
> Where is my {content}? It was sent on {sent} with {carrier}, number {tracking}. {recipient}
> From {sender} to {recipient}: {content}, {weight} kg, {cost}
> {carrier} could not deliver {tracking} to {address}. We try again on {eta}.
- It weighs {weight} kg.
- It is in {depot} now.
- The postage was {cost}.
- You ordered a {content}.
- {carrier} [brings|carries] it.

== incident, accident, alarm
date date = date | when day happened_on
time clock = time | at around hour
place street = place, location | where scene street
city city = city | town where
driver person = driver, victim | name person_involved who injured_person
officer person = officer, reported by | filed_by recorded_by police_officer
plate plate = licence plate, plate | car_plate registration vehicle
cause of ice; speed; a blown tyre; a red light; alcohol; fog; a dog on the road; a short circuit \
    = cause | reason because_of due_to
damage price = damage, estimated damage | cost amount loss
injured int 2 40 = injured, number of injured | hurt casualties
witness person = witness | seen_by observer
case code = case number, file | case_id file_no reference
unit name = unit, fire brigade | station responders team
> On {date} at {time} there was an accident at {place} in {city}. Driver: {driver}. Cause: {cause}.
> {officer} reports: {plate} left the road at {place} because of {cause}.
> Case {case}~{date} {time}~{place}, {city}~Witness: {witness}~Damage: {damage}
> {driver}'s car ({plate}) was hit at {time}. {witness} saw it.
> Alarm at {time}: {unit} was called to {place}. {injured} people were hurt.
> {cause} caused a crash in {city} on {date}; the damage is {damage}.
> {witness} told {officer} that {driver} did not stop.
> {injured} injured, damage {damage}, cause: {cause}
> The file {case} of {officer} names {driver} and the witness {witness}.
> {plate} / {driver} / {place} / {time} / {damage}
> At around {time} the {unit} put out a fire at {place}, {city}.
> {driver} lost control in {city} because of {cause}.
- {witness} saw everything.
- The damage is about {damage}.
- It happened at {time}.
- {officer} wrote the report.
- The car had the plate {plate}.

== donation, gift, grant
donor person = donor, giver | from name given_by who supporter
amount price = amount, sum | donated value how_much gift
charity company = charity, organisation | to recipient for beneficiary
date date = date | when donated_on received_on
purpose title = purpose | for used_for cause
receipt code = receipt number | receipt id reference
method enum card; cash; transfer; cheque = payment method | method paid_by how
city city = city | where based_in
email email = e-mail | email contact
goal price = goal, target | target_amount needed
donors int 2 900 = donors, number of donors | supporters people
> {donor} gave {amount} to {charity} on {date}.
> Dear {donor},~thank you for your gift of {amount}. Receipt: {receipt}.~{charity}, {city}
> {charity} received {amount} from {donor} for the {purpose}.
> {donors} donors have given to {charity}; the goal is {goal}.
> {amount} by {method} from {donor} ({email})
> Donation {receipt}: {donor}, {amount}, {date}
> We collect money for the {purpose}. So far {donors} people gave {amount}; we need {goal}.
> On {date} {charity} in {city} was given {amount}.
> {donor} supports {charity} with {amount}.
> {receipt} {date} {donor} {amount} {method}
> With {goal} the {charity} could pay for the {purpose}. {donor} began with {amount}.
> Many thanks from {charity} to {donor} for {amount}!
- It was paid by {method}.
- We want to reach {goal}.
- It is for the {purpose}.
- {donors} people have given so far.
- The receipt is {receipt}.

== subscription, membership, plan
member person = member, subscriber | name customer who user holder
plan enum basic; premium; family; student; business = plan, tariff | tier type package
fee price = fee, monthly fee | price cost amount monthly_price
since date = member since, start | start_date joined from signed_up
until date = valid until, renewal | end_date expires renewal_date next_payment
id code = member number, membership number | id member_id number customer_no
service company = service, provider | company club from
email email = e-mail | email login account
months int 2 36 = term, months | duration months_left term_months
points int 10 9000 = points | bonus_points balance credits
cancelled date = cancelled on | cancellation_date ended
> {member} has the {plan} plan of {service} for {fee} a month.
> Welcome, {member}! Your membership {id} started on {since}.
> Your {plan} plan renews on {until} for {fee}.
> {member} ({email}) cancelled the {plan} plan on {cancelled}.
> Member: {member}~No.: {id}~Since: {since}~Valid until: {until}
> Hi, I am {member} and want to switch to the {plan} plan. My login is {email}.
> {service} raises the price to {fee}, starting {until}.
> {member} joined {service} on {since} for {months} months.
> You have {points} points, {member}. Your plan: {plan}.
> {id}; {member}; {plan}; {fee}; {until}
> We have charged {fee} for {service}. The next payment is on {until}.
> {member} pays {fee} for {months} months of {service}.
- There are {points} points on the account.
- It runs for {months} months.
- The plan is {plan}.
- It was cancelled on {cancelled}.
- [I log|{they} logs] in with {email}.
? auto_renewal renews_automatically auto_renew
* true / It renews by itself.
* true / It goes on unless you cancel.
* true / You need not do anything to stay a member.
* true / The next term begins automatically.
* true / Payments go on every month.
* true / It is extended without asking.
* false / It ends without notice.
* false / It does not renew by itself.
* false / After that nothing more is charged.
* false / You have to sign up again afterwards.
* false / There is no automatic renewal.
* false / It simply runs out.

== user, account, profile
name person = name, full name | real_name display_name person
email email = e-mail, e-mail address | email mail contact
phone phone = phone, mobile | mobile cell tel
city city = city | location lives_in
created date = created, registered | joined signed_up_on registered_on since
last date = last login, last seen | last_active last_visit
role enum admin; editor; viewer; guest = role | rights access permission
website url = website, homepage | url link web
posts int 2 9000 = posts, number of posts | post_count messages
followers int 2 90000 = followers | follower_count fans
language language = language | preferred_language lang
company company = company | works_at organisation
> {name} <{email}>~{company}, {city}~Tel. {phone}
> {name} joined on {created} and was last seen on {last}.
> User {name} ({role}), {email}, {city}
> {name} has {followers} followers and {posts} posts. Web: {website}
> Name: {name}~Mail: {email}~Phone: {phone}~Language: {language}
> {email} belongs to {name}; the role is {role}.
> Please make {name} ({email}) {role}.
> {name} from {city} works at {company}. More at {website}
> Best,~{name}~{company}~{phone} | {email} | {website}
> Last login of {name}: {last}. Registered: {created}.
> My name is {name}, my mobile is {phone} and my mail {email}.
> {name}, {company}, {followers} followers
- The language is set to {language}.
- {They} [wrote|has] {posts} posts.
- Call {phone}.
- The rights are those of {role}.
- {They} registered on {created}.

== visit, meeting, call
visitor person = visitor, caller | name guest who from_person
host person = host, contact, visits | meets to_see with employee
company company = company, firm | from visiting_from organisation
arrival clock = arrival, checked in | arrived in_time from signed_in
departure clock = departure, checked out | left out_time until signed_out
date date = date | day on when
purpose title = purpose, reason | about topic why
badge code = badge, badge number | pass badge_no visitor_pass
phone phone = phone, call back | callback number tel
minutes int 2 180 = minutes, length | duration lasted length_min
plate plate = licence plate | car parking
> {visitor} of {company} comes to see {host} at {arrival}. Badge {badge}.
> {arrival} {visitor} ({company}) for {host}, left {departure}
> While you were out, {visitor} from {company} called about the {purpose}. Call back: {phone}
> {host} expects {visitor} on {date}; it is about the {purpose}.
> Visitor: {visitor}~Company: {company}~Host: {host}~In: {arrival}~Out: {departure}
> Call with {visitor}, {date}, {minutes} minutes: {purpose}
> {visitor} rang {host} at {arrival} and talked for {minutes} minutes.
> {host}, please ring {visitor} ({phone}).
> At {arrival} {visitor} arrived, at {departure} {they} left.
> {visitor} parked the car {plate} and asked for {host}.
> {date}: {visitor} met {host} to discuss the {purpose}.
> Badge {badge} was given to {visitor}, who visits {host}.
- They talked about the {purpose}.
- {They} left at {departure}.
- {They} works for {company}.
- It took {minutes} minutes.
- {Their} number is {phone}.
"""
)  # fmt: skip
