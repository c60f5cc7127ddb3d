"""60 short texts and the records in them, by somebody who had seen no training text of the packaged model.

Each: a text, the fields asked for as `constrain.demo.scenes.schema_of` reads them, and the record as JSON. The people
and firms are invented.
"""

from __future__ import annotations

TEXTS: list[tuple[str, str, str]] = [
    (
        "My neighbour Ngozi Adeyemi is a midwife at Harrow Lane Clinic. She turned 52 last week and spends "
        "every free minute on beekeeping.",
        "name, job, company, age int, hobby",
        '{"name":"Ngozi Adeyemi","job":"midwife","company":"Harrow Lane Clinic","age":52,"hobby":"beekeeping"}',
    ),
    (
        "You can reach Tomasz Wieczorek at t.wieczorek@polmail.example or on +48 601 555 014. He lives in Gdynia.",
        "name, email, phone, city",
        '{"name":"Tomasz Wieczorek","email":"t.wieczorek@polmail.example","phone":"+48 601 555 014","city":"Gdynia"}',
    ),
    (
        "Born on 17 February 1988 in Cochabamba, Bolivia, Ximena Rojas Quispe now works as a structural "
        "engineer in Oslo.",
        "name, birth_date date, birth_place, job",
        '{"name":"Ximena Rojas '
        'Quispe","birth_date":"1988-02-17","birth_place":"Cochabamba","job":"structural engineer"}',
    ),
    (
        "Hiroshi and his wife Emiko Tanabe have three kids: Sora, Mei and Kenta. The whole family goes rock "
        "climbing on Sundays.",
        "partner, married bool, children list, hobby",
        '{"partner":"Emiko Tanabe","married":true,"children":["Sora","Mei","Kenta"],"hobby":"rock climbing"}',
    ),
    (
        "Please send the parcel to Fiona MacAskill, 8 Quayside Terrace, Oban. Phone: 01631 555 270.",
        "name, address, city, phone",
        '{"name":"Fiona MacAskill","address":"8 Quayside Terrace","city":"Oban","phone":"01631 555 270"}',
    ),
    (
        "At 29, Yusuf Demirtas has never been married and says he likes it that way. He drives a tram in "
        "Eskisehir and collects old radios.",
        "name, age int, married bool, city",
        '{"name":"Yusuf Demirtas","age":29,"married":false,"city":"Eskisehir"}',
    ),
    (
        "Our new colleague in accounting is called Priyanka Nair; she comes from India, speaks Malayalam, "
        "English and French, and her birthday is May 3, 1994.",
        "name, department, country, languages list, birth_date date",
        '{"name":"Priyanka '
        'Nair","department":"accounting","country":"India","languages":["Malayalam","English","French"],"'
        'birth_date":"1994-05-03"}',
    ),
    (
        "Before she retired, Grandma Ilse was a typesetter for a newspaper called Nordkurier. She is 87 and "
        "still plays chess against my brother every Tuesday.",
        "former_job, company, age int, retired bool",
        '{"former_job":"typesetter","company":"Nordkurier","age":87,"retired":true}',
    ),
    (
        "The winner is Mateus Carvalho, a 16 year old student from Recife in Brazil, who weighs 58.4 kg and "
        "is coached by Dona Lurdes.",
        "name, age int, city, country, weight_kg number, coach",
        '{"name":"Mateus Carvalho","age":16,"city":"Recife","country":"Brazil","weight_kg":58.4,"coach":"Dona Lurdes"}',
    ),
    (
        "Mostar lies on the Neretva in Bosnia and Herzegovina, about 60 metres above the sea. Some 105797 "
        "people live there.",
        "city, river, country, altitude int, population int",
        '{"city":"Mostar","river":"Neretva","country":"Bosnia and Herzegovina","altitude":60,"population":105797}',
    ),
    (
        "Founded in 1682, the little town of Vellmark elected Greta Lindholm as its mayor last spring.",
        "town, founded int, mayor",
        '{"town":"Vellmark","founded":1682,"mayor":"Greta Lindholm"}',
    ),
    (
        "If you are ever in Arequipa, order the rocoto relleno and then walk over to the Museo Santuarios "
        "Andinos. At 2335 m you may be short of breath.",
        "city, dish, museum, altitude int",
        '{"city":"Arequipa","dish":"rocoto relleno","museum":"Museo Santuarios Andinos","altitude":2335}',
    ),
    (
        "There is no train station in Port Ellery, only a ferry twice a day. The 940 residents seem happy with that.",
        "town, population int, has_station bool",
        '{"town":"Port Ellery","population":940,"has_station":false}',
    ),
    (
        "No fewer than 3 bridges cross the Tamega in Amarante. The town is Portuguese to the bone: green "
        "wine, granite, and a pastry named lerias.",
        "town, river, bridges int, pastry",
        '{"town":"Amarante","river":"Tamega","bridges":3,"pastry":"lerias"}',
    ),
    (
        "Mayor Kwabena Osei opened the new market hall of Sunyani, Ghana, on 12 October 2022. It cost 4.7 "
        "million dollars.",
        "mayor, city, country, opening_date date, cost_millions number",
        '{"mayor":"Kwabena Osei","city":"Sunyani","country":"Ghana","opening_date":"2022-10-12","cost_millions":4.7}',
    ),
    (
        "Hallstead sits in the Dunmore valley. Its neighbours are Birch Cross, Ottery and Long Pell, and the "
        "river Wend runs right past the church.",
        "town, valley, neighbours list, river",
        '{"town":"Hallstead","valley":"Dunmore","neighbours":["Birch Cross","Ottery","Long Pell"],"river":"Wend"}',
    ),
    (
        "With 38214 inhabitants Tarnholt is the second largest town on the island, and its Whaling Museum "
        "draws visitors from all over Denmark.",
        "population int, name, museum, country",
        '{"population":38214,"name":"Tarnholt","museum":"Whaling Museum","country":"Denmark"}',
    ),
    (
        "We spent two nights in Kutaisi. It is an old place on the river Rioni, has had Ioseb "
        "Khakhaleishvili as mayor, and you eat khachapuri at every corner.",
        "city, river, mayor, dish",
        '{"city":"Kutaisi","river":"Rioni","mayor":"Ioseb Khakhaleishvili","dish":"khachapuri"}',
    ),
    (
        "Order 40-7715: two dozen is too many, so please make it 6 clay flower pots in terracotta at 8.95 "
        "euros each. Ship to Leuven. Regards, Bram Claes",
        "order_id, quantity int, product, color, price number, city",
        '{"order_id":"40-7715","quantity":6,"product":"clay flower '
        'pots","color":"terracotta","price":8.95,"city":"Leuven"}',
    ),
    (
        "Mrs. Oyelaran bought a sewing machine from Stitch & Co on 2024-03-19. She has already paid the "
        "249.00 by card.",
        "customer, product, shop, order_date date, price number, paid bool",
        '{"customer":"Mrs. Oyelaran","product":"sewing machine","shop":"Stitch & '
        'Co","order_date":"2024-03-19","price":249.00,"paid":true}',
    ),
    (
        "Still waiting for money from Dragan Petrovic for invoice INV-20931. He took 15 bags of cement, and "
        "delivery to Novi Sad was on 2 June 2023.",
        "customer, invoice_id, quantity int, delivery_date date, paid bool",
        '{"customer":"Dragan '
        'Petrovic","invoice_id":"INV-20931","quantity":15,"delivery_date":"2023-06-02","paid":false}',
    ),
    (
        "Hi, I'm Chloe Fontaine and I ordered a navy raincoat from you on August 9, 2025 under number "
        "RX88214. When will it get to Dijon?",
        "customer, color, product, order_date date, order_id, city",
        '{"customer":"Chloe '
        'Fontaine","color":"navy","product":"raincoat","order_date":"2025-08-09","order_id":"RX88214","ci'
        'ty":"Dijon"}',
    ),
    (
        "Your package with the espresso grinder leaves our Rotterdam warehouse tomorrow and should be in "
        "Cork by 21 November 2024.",
        "product, warehouse, destination, delivery_date date",
        '{"product":"espresso grinder","warehouse":"Rotterdam","destination":"Cork","delivery_date":"2024-11-21"}',
    ),
    (
        "PO 5521 - 120 x hex bolts M8, unit price 0.17, customer Haldane Marine, status: cancelled at the "
        "customer's wish.",
        "order_id int, quantity int, unit_price number, customer, status shipped|cancelled|pending",
        '{"order_id":5521,"quantity":120,"unit_price":0.17,"customer":"Haldane Marine","status":"cancelled"}',
    ),
    (
        "Somchai wants 4 of the bamboo stools, the green ones, delivered to Chiang Rai. He will pay cash on "
        "arrival, 1800 baht altogether.",
        "customer, quantity int, product, color, total int, currency",
        '{"customer":"Somchai","quantity":4,"product":"bamboo stools","color":"green","total":1800,"currency":"baht"}',
    ),
    (
        "From the Old Mill Bookshop: the three titles you asked for, Emma, Dracula and Ivanhoe, came to "
        "31.40 pounds and were posted on 2023-12-04.",
        "shop, titles list, total number, shipping_date date",
        '{"shop":"Old Mill Bookshop","titles":["Emma","Dracula","Ivanhoe"],"total":31.40,"shipping_date":"2023-12-04"}',
    ),
    (
        "A certain Aroha Ngata in Napier has ordered one kayak paddle (ref KP-306) for 139.90 dollars, gift "
        "wrapped, express delivery.",
        "customer, city, product, reference, price number, gift bool",
        '{"customer":"Aroha Ngata","city":"Napier","product":"kayak '
        'paddle","reference":"KP-306","price":139.90,"gift":true}',
    ),
    (
        "Budget review moved to 14 January 2025, 10:30 to 11:15, in the Maple Room. Stelios is chairing.",
        "title, date date, start_time, end_time, place, host",
        '{"title":"Budget review","date":"2025-01-14","start_time":"10:30","end_time":"11:15","place":"Maple '
        'Room","host":"Stelios"}',
    ),
    (
        "I'm having coffee with Beatriz Salgado at Cafe Lumen on 2024-09-27, around 16:00. It shouldn't take "
        "more than 40 minutes.",
        "person, place, date date, time, minutes int",
        '{"person":"Beatriz Salgado","place":"Cafe Lumen","date":"2024-09-27","time":"16:00","minutes":40}',
    ),
    (
        "You're invited! Anneke throws a housewarming party at 5 Tulip Street on June 28, 2025. We expect 35 "
        "guests, and dogs are welcome.",
        "host, event, address, date date, guests int, dogs_allowed bool",
        '{"host":"Anneke","event":"housewarming party","address":"5 Tulip '
        'Street","date":"2025-06-28","guests":35,"dogs_allowed":true}',
    ),
    (
        "The dentist, Dr. Farahani, can see you at 08:20 on 6 March 2026. Please come to the second floor.",
        "doctor, time, date date, floor",
        '{"doctor":"Dr. Farahani","time":"08:20","date":"2026-03-06","floor":"second"}',
    ),
    (
        "Reminder: the parents' evening starts at 19:00 in the gym. Ms. Okonkwo, Mr. Bailey and Mrs. Szabo "
        "will answer questions.",
        "title, time, place, speakers list",
        '{"title":"parents\' evening","time":"19:00","place":"gym","speakers":["Ms. Okonkwo","Mr. '
        'Bailey","Mrs. Szabo"]}',
    ),
    (
        "Online only this time: sprint planning, 90 minutes, from 13:00. Rustam will send the link, and "
        "Leila takes notes.",
        "title, online bool, minutes int, time, note_taker",
        '{"title":"sprint planning","online":true,"minutes":90,"time":"13:00","note_taker":"Leila"}',
    ),
    (
        "Sorry, the choir rehearsal of 2023-11-08 at St. Brendan's Hall is off. Maestro Vitale has the flu.",
        "title, date date, place, cancelled bool",
        '{"title":"choir rehearsal","date":"2023-11-08","place":"St. Brendan\'s Hall","cancelled":true}',
    ),
    (
        "Nguyen Thi Hoa hosted the annual shareholder meeting in Da Nang. It ended at 17:45 with 212 people "
        "in the hall.",
        "host, title, city, end_time, attendees int",
        '{"host":"Nguyen Thi Hoa","title":"annual shareholder meeting","city":"Da '
        'Nang","end_time":"17:45","attendees":212}',
    ),
    (
        "Can you do lunch with the Swedes on May 22, 2024? Table for 7 at Restaurant Pelikan, 12:15, booked "
        "under Hedlund.",
        "date date, guests int, restaurant, time, booking_name",
        '{"date":"2024-05-22","guests":7,"restaurant":"Restaurant Pelikan","time":"12:15","booking_name":"Hedlund"}',
    ),
    (
        "2 stars. The Brevo kettle leaked after a week and nobody at Homeland answered my calls. - Gareth P.",
        "stars int, product, shop, reviewer, sentiment positive|negative|neutral",
        '{"stars":2,"product":"Brevo kettle","shop":"Homeland","reviewer":"Gareth P.","sentiment":"negative"}',
    ),
    (
        "Best headphones I've ever owned! Paid 74.99 for the Aural X2 and would happily do it again. Signed, "
        "Ines Caballero",
        "product, price number, reviewer, sentiment positive|negative|neutral",
        '{"product":"Aural X2","price":74.99,"reviewer":"Ines Caballero","sentiment":"positive"}',
    ),
    (
        "It's a lamp. It does what a lamp does, nothing more and nothing less. Three stars from me for the "
        "Lumio Mini, bought at Casa Nova.",
        "product, shop, sentiment positive|negative|neutral",
        '{"product":"Lumio Mini","shop":"Casa Nova","sentiment":"neutral"}',
    ),
    (
        "Olumide wrote on 4 April 2025: these Trailfox boots gave me blisters on day one, and I sent them "
        "back. Don't buy.",
        "reviewer, date date, product, recommended bool",
        '{"reviewer":"Olumide","date":"2025-04-04","product":"Trailfox boots","recommended":false}',
    ),
    (
        "5/5 - My daughter adores her Pippa doll house. Assembly took 45 minutes, the colours are lovely, "
        "and at 59.00 it was a steal.",
        "rating int, product, assembly_minutes int, price number",
        '{"rating":5,"product":"Pippa doll house","assembly_minutes":45,"price":59.00}',
    ),
    (
        "What I liked about the Zephyr 300 vacuum: low noise, long cord, easy to empty. What I didn't like: "
        "nothing so far. Verified buyer Marit Haugen.",
        "product, pros list, reviewer, verified bool",
        '{"product":"Zephyr 300 vacuum","pros":["low noise","long cord","easy to empty"],"reviewer":"Marit '
        'Haugen","verified":true}',
    ),
    (
        "Rating 3.5 out of 5 for Kumar's hot sauce. Tasty but the bottle arrived sticky. I got it for 6.25 "
        "at Green Basket in Leeds.",
        "rating number, product, price number, shop, city",
        '{"rating":3.5,"product":"Kumar\'s hot sauce","price":6.25,"shop":"Green Basket","city":"Leeds"}',
    ),
    (
        "I, Zbynek, regret every crown spent on the Kolo city bike. The chain fell off twice, the saddle "
        "squeaks, and the warranty of 24 months turned out to be a joke.",
        "reviewer, product, warranty_months int, sentiment positive|negative|neutral",
        '{"reviewer":"Zbynek","product":"Kolo city bike","warranty_months":24,"sentiment":"negative"}',
    ),
    (
        "2024-07-30 03:12:44 ERROR billing-api: connection refused by upstream (user=jmarsh, ip=10.4.0.17)",
        "date date, time, level, service, user, ip",
        ""
        '{"date":"2024-07-30","time":"03:12:44","level":"ERROR","service":"billing-api","user":"jmarsh","'
        'ip":"10.4.0.17"}',
    ),
    (
        "[WARN] 22:05:01 mailer - queue length 5310 exceeds limit, host delta-03",
        "level, time, service, queue_length int, host",
        '{"level":"WARN","time":"22:05:01","service":"mailer","queue_length":5310,"host":"delta-03"}',
    ),
    (
        "Trattoria Bellini\n1 risotto 14.50\n1 tiramisu 6.00\nTotal 20.50 EUR\nTip 2.50\nPaid by card, 18 "
        "August 2024, 21:37",
        "shop, total number, currency, tip number, payment cash|card, date date",
        '{"shop":"Trattoria Bellini","total":20.50,"currency":"EUR","tip":2.50,"payment":"card","date":"2024-08-18"}',
    ),
    (
        "sshd[2214]: Failed password for root from 203.0.113.88 port 50122",
        "service, user, ip, port int, success bool",
        '{"service":"sshd","user":"root","ip":"203.0.113.88","port":50122,"success":false}',
    ),
    (
        "KIOSK AM TOR / 2025-02-11 07:48 / newspaper, chewing gum, coffee / sum 7.80 CHF / cash / thank you, "
        "your cashier was Urs",
        "shop, date date, items list, total number, payment, cashier",
        '{"shop":"KIOSK AM TOR","date":"2025-02-11","items":["newspaper","chewing '
        'gum","coffee"],"total":7.80,"payment":"cash","cashier":"Urs"}',
    ),
    (
        '198.51.100.6 - amelie [2023-10-01 14:20:09] "GET /reports/q3.pdf" 404 512',
        "ip, user, date date, method, path, status int",
        ""
        '{"ip":"198.51.100.6","user":"amelie","date":"2023-10-01","method":"GET","path":"/reports/q3.pdf"'
        ',"status":404}',
    ),
    (
        "Receipt no. 009417, Bluebird Pharmacy, Halifax. Cough syrup 11.29, bandages 4.35. Total: 15.64 CAD, "
        "change given 4.36.",
        "receipt_id, shop, city, total number, currency, change number",
        '{"receipt_id":"009417","shop":"Bluebird '
        'Pharmacy","city":"Halifax","total":15.64,"currency":"CAD","change":4.36}',
    ),
    (
        "INFO  2025-05-16T09:00:02 scheduler nightly backup finished in 738 seconds on node store-b",
        "level, service, message, duration_seconds int, node",
        '{"level":"INFO","service":"scheduler","message":"nightly backup '
        'finished","duration_seconds":738,"node":"store-b"}',
    ),
    (
        "From: karin.olofsson@fjordbank.example\nTo: support@printhub.example\nSubject: Printer on floor "
        "3\n\nIt jams again, every single page. Could somebody come before 15:00?\nKarin",
        "from, to, subject, signed",
        '{"from":"karin.olofsson@fjordbank.example","to":"support@printhub.example","subject":"Printer on '
        'floor 3","signed":"Karin"}',
    ),
    (
        "To: all@riverschool.example\nFrom: Principal Mbeki\nSubject: Snow day\n\nThe school stays closed on "
        "9 January 2024. Stay warm!\nThandi Mbeki",
        "sender, recipient, subject, date date, signed",
        '{"sender":"Principal Mbeki","recipient":"all@riverschool.example","subject":"Snow '
        'day","date":"2024-01-09","signed":"Thandi Mbeki"}',
    ),
    (
        "Subject: Re: your old piano\nFrom: Lorenzo Gatti\nTo: Wanda Pruitt\n\nHello Wanda, I can offer 650 "
        "dollars and would fetch it myself. Call me on 555-0148.\nBest, Lorenzo",
        "subject, sender, recipient, offer int, phone",
        '{"subject":"Re: your old piano","sender":"Lorenzo Gatti","recipient":"Wanda '
        'Pruitt","offer":650,"phone":"555-0148"}',
    ),
    (
        "From: hr@calderworks.example\nTo: d.abebe@mailbox.example\nDate: 2025-03-03\nSubject: Job offer\n\n"
        "Dear Dawit, we are glad to offer you the post of lab technician in Bristol.\nHelen Strand, HR",
        "from, to, date date, position, city, signed",
        '{"from":"hr@calderworks.example","to":"d.abebe@mailbox.example","date":"2025-03-03","position":"lab '
        'technician","city":"Bristol","signed":"Helen Strand"}',
    ),
    (
        "From: noreply@skyhop.example\nSubject: Flight SH 482 delayed\n\nYour flight to Marrakesh now "
        "departs at 18:35 from gate B12. We are sorry.\nThe SkyHop Team",
        "from, flight, destination, departure_time, gate, signed",
        '{"from":"noreply@skyhop.example","flight":"SH '
        '482","destination":"Marrakesh","departure_time":"18:35","gate":"B12","signed":"The SkyHop Team"}',
    ),
    (
        "From: Jun Park\nTo: Noor Haddad\nSubject: URGENT: contract\n\nNoor, the client needs the signed "
        "contract today. Attached are annex.pdf and terms.docx.\nJun",
        "from, to, subject, attachments list, urgent bool",
        '{"from":"Jun Park","to":"Noor Haddad","subject":"URGENT: '
        'contract","attachments":["annex.pdf","terms.docx"],"urgent":true}',
    ),
    (
        "To: Uncle Rashid\nFrom: Samira\nSubject: Summer\n\nWe land in Muscat on July 11, 2025 and stay 12 "
        "days. Can Omar pick us up?\nHugs, Samira",
        "to, subject, arrival_date date, days int, city, signed",
        '{"to":"Uncle '
        'Rashid","subject":"Summer","arrival_date":"2025-07-11","days":12,"city":"Muscat","signed":"Samira"}',
    ),
    (
        "From: billing@aquaplus.example\nTo: Mr. Eoin Tierney\nSubject: Second reminder\n\nYour bill of "
        "83.17 euros has not been settled. Kindly pay by 30 September 2024.\nP. Lachance",
        "from, customer, amount number, due_date date, paid bool, signed",
        '{"from":"billing@aquaplus.example","customer":"Mr. Eoin '
        'Tierney","amount":83.17,"due_date":"2024-09-30","paid":false,"signed":"P. Lachance"}',
    ),
]
