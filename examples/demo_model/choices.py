"""Choices: sets of labels, and words and sentences from which one of them follows.

A model of this size knows no word that it has not met, so there are many sets with many cues, and each label goes by
several names. A set is written in lines: its keys; frames, in which a cue ({c}) is put; and for each label its names,
then its cues. A cue that ends with a full stop, an exclamation or a question mark is a sentence of its own.

    == department, team
    > I have a question about {c}.
    billing, payments: my invoice; a refund; I was charged twice.

Labels `true` and `false` make a question of yes or no.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import words as w
from .domains.domain import lines
from .words import Draw

_ALONE = re.compile(r"(^|[:.,\]] )\{c\}($| )")  # a frame in which a cue is a sentence of its own


@dataclass(frozen=True)
class Choice:
    keys: Sequence[str]
    frames: Sequence[str]  # around words
    sentence_frames: Sequence[str]  # around sentences
    cues: Mapping[tuple[str, ...], Sequence[str]]

    @property
    def is_bool(self) -> bool:
        return ("true",) in self.cues


def _choices(text: str) -> list[Choice]:
    result = []
    for block in text.split("\n== ")[1:]:
        first, *rows = lines(block)
        frames = [row[2:] for row in rows if row.startswith("> ")]
        cues: dict[tuple[str, ...], list[str]] = {}
        for row in rows:
            if not row.startswith("> "):
                names, _, said = row.partition(": ")
                cues.setdefault(tuple(w.words(names)), []).extend(each.strip() for each in said.split(";"))
        keys = [key.replace(" ", "_") for key in w.words(first)]
        alone = [frame for frame in frames if _ALONE.search(frame)]
        result.append(Choice(keys, frames or ["{c}"], alone or ["{c}"], cues))
    return result


CHOICES = _choices(
    r"""
== department, team, topic, category, area, concerns
> I have a question about {c}.
> Can you help me with {c}?
> It is about {c}.
> [Hello|Hi], I am writing because of {c}.
> There is a problem with {c}.
> Whom do I ask about {c}?
> Please tell me more about {c}.
> My request: {c}.
billing, payments, finance, accounting: my invoice; a refund; the bill; my credit card; a double charge; the amount due
billing, payments, finance, accounting: the receipt; overdue fees; I was charged twice.; my direct debit
billing, payments, finance, accounting: the tax on my bill
billing, payments, finance, accounting: Where is my money?; instalments; the payment reminder; my bank details
billing, payments, finance, accounting: a wrong sum
technical, tech_support, it, bug: an error message; the app; the login page that crashes; a frozen screen; the update
technical, tech_support, it, bug: a broken link; It does not start any more.; slow loading; the server; the installation
technical, tech_support, it, bug: The program hangs.; a bug; the printer driver; wifi that drops; a blue screen
shipping, delivery, logistics: my parcel; the courier; a late delivery; the tracking number
shipping, delivery, logistics: the wrong address on my package
shipping, delivery, logistics: Where is my order?; the postage; a lost shipment; express delivery; customs
shipping, delivery, logistics: a damaged box
shipping, delivery, logistics: When will it arrive?; the pick-up point; the delivery date; The mailman never came.
sales, orders: a quote; a discount for 50 pieces; your prices; a free trial; your product range; buying in bulk
sales, orders: a new order
sales, orders: an offer; a demo of your product; Do you sell gift cards?; the catalogue; a larger quantity; a voucher
account, login, profile: my password; my user name; changing my e-mail address; my profile; two-factor login
account, login, profile: my settings
account, login, profile: I cannot log in.; closing my account; my membership; a locked account; deleting my data
hr, human_resources, personnel, jobs: my application; an open position; holidays; sick leave; my salary
hr, human_resources, personnel, jobs: the job interview
hr, human_resources, personnel, jobs: my contract of employment; an internship; working hours; parental leave; my CV
legal, law: the contract; the terms and conditions; our lawyer; data protection; copyright; a lawsuit; the licence
legal, law: liability
marketing, press: the campaign; an advertisement; our newsletter; an interview with your boss; the logo; social media
marketing, press: a poster

== sentiment, mood, tone, feeling, opinion, attitude
> {c}
> [Honestly|Well|So|All in all], {c}
> [I think|We feel|My verdict]: {c}
> After a week: {c}
positive, good, happy, satisfied, pos: I love it.; Great!; It works perfectly.; Best thing I ever bought.
positive, good, happy, satisfied, pos: We are delighted.
positive, good, happy, satisfied, pos: Wonderful service.; Highly recommended.; Thank you so much!; It made my day.
positive, good, happy, satisfied, pos: Superb.
positive, good, happy, satisfied, pos: Everything was fantastic.; I would buy it again.; The staff was lovely.
positive, good, happy, satisfied, pos: Excellent!
positive, good, happy, satisfied, pos: It exceeded my hopes.; A real pleasure.; What a treat!
positive, good, happy, satisfied, pos: Beautiful and well made.; Five stars.
positive, good, happy, satisfied, pos: Brilliant, I am impressed.; So glad we came.; It could not be better.
positive, good, happy, satisfied, pos: Flawless.; Yummy!
negative, bad, unhappy, dissatisfied, neg: I hate it.; Terrible.; It broke after a day.; What a waste of money.
negative, bad, unhappy, dissatisfied, neg: Never again.
negative, bad, unhappy, dissatisfied, neg: Awful service.; I want my money back.; We are disappointed.; Rude staff.
negative, bad, unhappy, dissatisfied, neg: Useless.
negative, bad, unhappy, dissatisfied, neg: Worst hotel ever.; It does not work.; Stay away from it.
negative, bad, unhappy, dissatisfied, neg: The food was cold.; Horrible!
negative, bad, unhappy, dissatisfied, neg: Nobody helped us.; A total failure.; It is ugly and loud.
negative, bad, unhappy, dissatisfied, neg: I regret buying it.; Junk.
negative, bad, unhappy, dissatisfied, neg: It stinks.; Far too expensive.; It ruined our holiday.
negative, bad, unhappy, dissatisfied, neg: One star is too much.; Disgusting.
neutral, mixed, average, okay: It is okay.; Nothing special.; Neither good nor bad.; It does what it should.; Average.
neutral, mixed, average, okay: So-so.
neutral, mixed, average, okay: Some things are fine, others are not.; It was delivered on Monday.
neutral, mixed, average, okay: Not great, not terrible.
neutral, mixed, average, okay: Acceptable for the price.; Could be better, could be worse.; I have no strong opinion.
neutral, mixed, average, okay: Fair enough.
neutral, mixed, average, okay: An ordinary product.; It is all right.; Mediocre.; As one would expect.
neutral, mixed, average, okay: Middle of the road.

== priority, urgency, severity, importance, level
> {c}
> [Note|Remark]: {c}
> The server is concerned. {c}
> About the ticket: {c}
> [Hi|Hello], {c}
high, urgent, critical, top: Everything is down!; Please act at once.; We lose money every minute.; This cannot wait.
high, urgent, critical, top: ASAP!
high, urgent, critical, top: All customers are affected.; It must be done today.; Emergency!; Drop everything else.
high, urgent, critical, top: Danger!
high, urgent, critical, top: Help, right now!; The whole factory stands still.; Immediate action is needed.
high, urgent, critical, top: Someone could get hurt.
high, urgent, critical, top: There is smoke in the room.; We are losing data.; The deadline is in an hour.
high, urgent, critical, top: Nobody can work.
medium, normal, moderate: Please look at it this week.; It should be fixed soon.; It is annoying, but we can work.
medium, normal, moderate: In a few days.
medium, normal, moderate: Some users are affected.; There is a way around it.
medium, normal, moderate: Please do it when you are done with the rest.; By Friday.
medium, normal, moderate: It slows us down a little.; An ordinary request.; Not urgent, but important.
medium, normal, moderate: In the next days, please.
low, minor, trivial, not_urgent: Whenever you have time.; There is no hurry.; A typo in the footer.
low, minor, trivial, not_urgent: It would be nice to have.
low, minor, trivial, not_urgent: Just a small wish.; It can wait until next month.; Only a cosmetic flaw.
low, minor, trivial, not_urgent: Take your time.; Some day.
low, minor, trivial, not_urgent: It does not bother anybody.; The colour is a bit off.; Just so you know.
low, minor, trivial, not_urgent: No rush at all.

== intent, purpose, request type, wants, action
> {c}
> [Hello|Hi|Good morning], {c}
> {c} Thanks.
> [Customer|User]: {c}
cancel, cancellation, unsubscribe: I want to cancel.; Please stop my subscription.; I do not want it any more.
cancel, cancellation, unsubscribe: Take me off your list.
cancel, cancellation, unsubscribe: Please end my contract.; Call off the meeting.; I no longer need the room.
cancel, cancellation, unsubscribe: Delete my booking.
order, buy, purchase: I would like to buy two.; Please send me three of them.; Put one in my basket.; I take it.
order, buy, purchase: I want to order.
order, buy, purchase: Can I get ten pieces?; One ticket, please.; We need another box.; I will have the soup.
order, buy, purchase: Add a lamp to my order.
complaint, complain: This is not what I ordered.; The box was empty.; I am angry.; Your driver was rude.
complaint, complain: It arrived broken.
complaint, complain: I have waited for weeks.; That was the worst service.; I must complain.; The room was dirty.
complaint, complain: This is unacceptable.
question, information, ask: What are your hours?; How does it work?; Where are you?; Do you have it in red?
question, information, ask: Which size fits?
question, information, ask: Can you tell me more?; Is breakfast included?; What does it cost?; How long does it take?
question, information, ask: Who is in charge?
change, reschedule, modify, update: Can we move it to Friday?; Please change the address.; I need another date.
change, reschedule, modify, update: Make it four people.
change, reschedule, modify, update: Please use my new name.; Could we meet later?; I want a larger room instead.
change, reschedule, modify, update: Swap the seats.
booking, book, reserve, reservation: A table for two tonight.; I need a room for three nights.; Please reserve a seat.
booking, book, reserve, reservation: Book a flight.
booking, book, reserve, reservation: Keep two tickets for me.; We would like to stay from Monday.
booking, book, reserve, reservation: Is there a free room for us?
praise, compliment, thanks: Thank you, that was great.; Well done!; Your team is wonderful.
praise, compliment, thanks: I just wanted to say thanks.; Bravo!
return, refund: I want my money back.; How do I send it back?; I would like to return the shoes.; Please take it back.
return, refund: A refund, please.
greeting, hello, smalltalk: How are you?; Good morning!; Nice to meet you.; Hello there.; What a lovely day.
greeting, hello, smalltalk: Hey, what is up?
goodbye, farewell: See you tomorrow.; Bye!; Talk to you later.; Have a nice evening.; Take care, goodbye.; Good night.

== topic, section, category, subject, news category, field
> {c} [is in the news|made the front page|is what everybody talks about].
> [Today|Tonight|This week]: {c}
> Report: {c}
> {c}
sports, sport: the final; a late goal; the new coach; the marathon; a tennis match; the Olympic medals
sports, sport: The home team won 3 to 1.
sports, sport: a knockout; the world cup; the league; a record in the high jump; the injured striker
sports, sport: The striker scored twice.
politics, government: the election; the president; a new law; the parliament; the minister; a vote; the mayor
politics, government: The party lost seats.
politics, government: a treaty; the opposition; the coalition; a summit of leaders; the referendum; the senate
politics, government: the ambassador
business, economy, finance: the stock market; profits; inflation; a merger; the interest rate; the bankruptcy
business, economy, finance: Shares fell sharply.
business, economy, finance: a start-up; exports; the central bank; rising prices; a takeover; quarterly figures
business, economy, finance: unemployment
science, research: a new planet; the telescope; a study of bees; DNA; the laboratory; black holes
science, research: Researchers found a fossil.
science, research: an experiment; a vaccine in tests; physicists; quantum effects; a chemical reaction
science, research: the Nobel prize; dinosaurs
technology, tech, computers: a new phone; artificial intelligence; the chip; software; robots; a data leak
technology, tech, computers: The app has an update.
technology, tech, computers: electric cars; a hacker attack; the laptop; cloud services; virtual reality
technology, tech, computers: a search engine; drones
culture, entertainment, arts: a new film; the concert; the exhibition; a novel; the theatre; the opera
culture, entertainment, arts: The actress won an Oscar.
culture, entertainment, arts: the festival; a painter; the band's new album; a ballet; a museum; the singer; a poem
health, medicine: the flu; hospitals; a healthy diet; doctors; a new drug; sleep; allergies; Nurses work too much.
health, medicine: cancer
health, medicine: back pain; a virus; surgery; vitamins; the pharmacy; blood pressure; mental health; smoking
weather: heavy rain; a storm; sunshine; 30 degrees; snow; a heat wave; fog; Frost at night.; thunder; a cold front
weather: hail; clouds
travel, tourism: a beach holiday; cheap flights; hotels; a cruise; the best islands; a city trip; hiking trails; visas
travel, tourism: camping
food, cooking: a recipe; the restaurant; fresh bread; cheese; a new chef; vegan burgers; wine; baking; breakfast; spices
crime, police: a robbery; the thief; a murder; the trial; a burglary; The police arrested a man.; fraud; the prison
crime, police: a kidnapping
education, school: pupils; exams; the university; teachers; homework; the curriculum; a degree; school holidays
education, school: lessons; students
environment, nature, climate: the rainforest; plastic in the sea; whales; carbon emissions; recycling; melting ice
environment, nature, climate: wind power; bees

== expense type, category, kind, account, expense category, class
> [Paid for|Bought|Receipt for|Bill for|Invoice for] {c}.
> {c}, 24.50
> I spent it on {c}.
> {c}
travel, transport, mobility: a train ticket; a taxi; a flight; petrol; the bus; parking; a rental car; the toll
travel, transport, mobility: the metro; a ferry
food, meals, groceries, eating_out: lunch; a pizza; bread and milk; the restaurant; coffee; vegetables
food, meals, groceries, eating_out: dinner with guests; snacks
housing, rent, home: the rent; the mortgage; a new roof; the landlord; the plumber; house insurance; moving boxes
housing, rent, home: wallpaper
utilities, energy: electricity; water; gas; heating; internet; the phone bill; rubbish collection; solar power
clothing, clothes, fashion: a coat; shoes; trousers; a shirt; socks; a dress; a hat; gloves; a pullover; jeans; boots
clothing, clothes, fashion: a scarf
leisure, entertainment, fun: the cinema; a concert; a video game; the theme park; streaming; the zoo; a bowling night
leisure, entertainment, fun: the museum
health, medical: the dentist; pills; glasses; the pharmacy; a massage; plasters; the doctor; a vaccination; an X-ray
health, medical: crutches
office, office_supplies, stationery: paper; pens; a stapler; toner; envelopes; a desk chair; folders; sticky notes
office, office_supplies, stationery: a whiteboard
education, training: a course; textbooks; the school trip; a language class; tuition; an exam fee; a workshop; a tutor
gifts, presents, donations: flowers for mum; a birthday present; a donation; toys for my nephew; a wedding gift; charity
lodging, accommodation, hotel: two nights in a hotel; a hostel; a guest house; the campsite; a room near the station
lodging, accommodation, hotel: an inn
software, it, hardware: a licence; a hard disk; cloud storage; an antivirus program; a keyboard; a monitor
software, it, hardware: a web domain; a laptop

== product type, category, department, kind, shelf, section
> [We sell|I am looking for|Do you have|They bought|New in:] {c}[ here|]?
> {c}
> {c}, [nearly new|in stock|for sale]
> A customer asks for {c}.
electronics, electrical: a laptop; headphones; a television; a charger; a camera; a tablet; a speaker; a game console
electronics, electrical: a router
furniture, home: a sofa; a table; a wardrobe; a chair; a bookcase; a bed; a desk; a shelf; a stool; a chest of drawers
furniture, home: a bench
clothing, fashion, apparel: a jacket; jeans; a skirt; trainers; a tie; pyjamas; a sweater; a belt; sandals; a blouse
clothing, fashion, apparel: a raincoat
toys, games, kids: a doll; building bricks; a teddy bear; a puzzle; a board game; a toy car; a kite; marbles
toys, games, kids: a rocking horse
books, media: a novel; a cookbook; a comic; a dictionary; a thriller; an atlas; a guidebook; a diary; poems; a biography
garden, gardening, outdoor: a lawn mower; seeds; a spade; a hose; flower pots; a rake; a hedge trimmer; compost
garden, gardening, outdoor: a wheelbarrow
kitchen, household, kitchenware: a pan; a kettle; knives; a toaster; plates; a mixer; a coffee machine; spoons
kitchen, household, kitchenware: a baking tin
sports, fitness, sporting_goods: a football; dumbbells; a yoga mat; skis; a tennis racket; a helmet; running shoes
sports, fitness, sporting_goods: a snorkel
beauty, cosmetics, care: shampoo; lipstick; a cream; perfume; nail polish; soap; a razor; sun lotion; a hairbrush
beauty, cosmetics, care: mascara
pets, pet_supplies, animals: dog food; a cat basket; a lead; an aquarium; a bird cage; a litter box; a hamster wheel
pets, pet_supplies, animals: fish food
tools, hardware, diy: a hammer; a drill; screws; a saw; pliers; a screwdriver; paint; nails; a ladder; a wrench
tools, hardware, diy: sandpaper
food, grocery, groceries: rice; olive oil; jam; noodles; chocolate; tea; frozen peas; butter; honey; flour; a salad
food, grocery, groceries: sausages
automotive, car, car_parts: tyres; motor oil; windscreen wipers; a car battery; brake pads; a roof box; spark plugs
automotive, car, car_parts: seat covers
jewellery, accessories: a ring; a necklace; earrings; a watch; a bracelet; a brooch; cufflinks; a gold chain; pearls

== document type, kind, type, doc type, form
> {c}
> [File|Page 1|Scan]: {c}
> [It says|It begins]: {c}
invoice, bill: Amount due: 80.00, payable in 14 days.; Please transfer the total.; VAT 19 %, net 100.00.
invoice, bill: Invoice no. 4411
invoice, bill: For our services we charge you 350.00.; Please pay within ten days.; Bank details below, sum 59.90.
contract, agreement: The parties agree as follows.; Signed by both parties.; The tenant shall pay monthly.
contract, agreement: Clause 4: termination.
contract, agreement: This agreement is valid for two years.; The seller undertakes to deliver.
contract, agreement: Party A and party B hereby agree.
cv, resume, application: Work experience: 2019 to 2023.; I apply for the position of clerk.
cv, resume, application: Education: master in biology.
cv, resume, application: My strengths are teamwork and diligence.; References on request.; Skills: Excel, French.
recipe, instructions: Preheat the oven.; Stir and let it simmer.; Add two eggs and beat well.; Bake for 40 minutes.
recipe, instructions: Season to taste.
letter, email, mail: Dear Sir or Madam,; Best regards, Tom; I hope you are well.; Looking forward to your answer.
letter, email, mail: Dear aunt,
receipt, till_slip: Cash 20.00, change 3.10.; Thank you for shopping with us.; Served by till 3.
receipt, till_slip: 2 x milk 2.20, paid by card.
minutes, protocol, meeting_notes: Present: four members.; The chair opened the meeting.; It was decided to postpone.
minutes, protocol, meeting_notes: Item 1: budget.
news, article, report: Police said on Monday.; A fire broke out last night.; The minister resigned yesterday.
news, article, report: Thousands marched.
manual, guide: Press the red button for three seconds.; Do not expose to water.; Insert the batteries.; See figure 2.
manual, guide: Warranty terms apply.
advertisement, ad: Only today, half price!; Buy now!; Limited offer!; Hurry, while stocks last.
advertisement, ad: The best mattress in town!
prescription, medical: Take one tablet twice a day.; Do not drive after taking it.; Three drops before meals.
prescription, medical: For external use only.

== language, lang, written in, text language
> {c}
> [He|She|The sign|The card] says: {c}
> Text: {c}
german, de, German: Guten Morgen; Vielen Dank; Wie geht es dir?; Ich heiße Karl.; Wo ist der Bahnhof?; Auf Wiedersehen
german, de, German: Das ist gut.
french, fr, French: Bonjour; Merci beaucoup; Comment allez-vous?; Je m'appelle Luc.; Où est la gare?; Au revoir
french, fr, French: C'est bon.
spanish, es, Spanish: Buenos días; Muchas gracias; ¿Cómo estás?; Me llamo Ana.; ¿Dónde está la estación?; Adiós
spanish, es, Spanish: Está bien.
italian, it, Italian: Buongiorno; Grazie mille; Come stai?; Mi chiamo Luca.; Dov'è la stazione?; Arrivederci
italian, it, Italian: Va bene così.
english, en, English: Good morning; Thank you very much; How are you?; My name is Tom.; Where is the station?; Goodbye
english, en, English: That is good.
dutch, nl, Dutch: Goedemorgen; Dank je wel; Hoe gaat het?; Ik heet Jan.; Waar is het station?; Tot ziens; Dat is goed.
portuguese, pt, Portuguese: Bom dia; Muito obrigado; Como você está?; Meu nome é João.; Onde fica a estação?; Até logo
portuguese, pt, Portuguese: Tudo bem.
swedish, sv, Swedish: God morgon; Tack så mycket; Hur mår du?; Jag heter Lars.; Var ligger stationen?; Hej då
swedish, sv, Swedish: Det är bra.

== genre, kind, category, type
> [A film|A book|A series] about {c}.
> {c}
> [The story|It] is about {c}.
> [We watched|I read] something with {c}.
comedy, humour: a clumsy spy; jokes; a wedding full of mishaps; a funny uncle; We laughed all evening.; pranks
comedy, humour: a clown; slapstick
horror, scary: a haunted house; vampires; a creature in the cellar; ghosts; zombies; screams at night; a cursed doll
horror, scary: blood; demons
romance, love: two lovers; a first kiss; a broken heart; a wedding in spring; love letters; a couple; falling in love
romance, love: soulmates
science_fiction, sci_fi, scifi: spaceships; aliens; a colony on Mars; time travel; robots; the year 3000; clones
science_fiction, sci_fi, scifi: a distant galaxy
crime, detective, mystery: a detective; a stolen painting; a murder in a hotel; clues; an inspector; the killer
crime, detective, mystery: an alibi; a corpse
fantasy, fairy_tale: dragons; a wizard; elves; a magic sword; a witch; an enchanted forest; a spell; dwarfs; a unicorn
fantasy, fairy_tale: a troll
western: cowboys; a sheriff; a duel at noon; a saloon; gold diggers; outlaws on horses; a ranch in Texas; bandits
war, military: soldiers; a tank battle; the trenches; a general; a submarine crew; prisoners of war; the front
war, military: a bomber pilot
documentary, nonfiction: the life of penguins; how glass is made; the history of tea; interviews with miners
documentary, nonfiction: facts about sharks
thriller, suspense: a bomb on a train; a chase through the city; a hostage; a race against time; a spy in danger
thriller, suspense: a kidnapped pilot
children, kids, family: a talking bear; a little duck; bedtime; a puppy that gets lost; a school for kittens
children, kids, family: nursery rhymes

== emotion, mood, feeling, state of mind, feels
> {c}
> [She|He] [said|wrote]: {c}
> {c} [That is how I feel.|What else can I say?]
joy, happy, happiness: I could sing!; We won!; What a wonderful day!; I am so glad.; Hooray!; I cannot stop smiling.
joy, happy, happiness: My heart leaps.
anger, angry, furious: How dare you!; I am furious.; Leave me alone!; That makes me mad.; This is an outrage!
anger, angry, furious: I could scream.
sadness, sad: I cried all night.; I miss her so much.; My dog died.; Everything is grey.; I feel lonely.
sadness, sad: My heart is broken.; Alas.
fear, afraid, scared, anxious: I am scared.; What if it goes wrong?; My hands tremble.; I dare not go there.
fear, afraid, scared, anxious: I heard steps.; I panic.
surprise, surprised, amazed: I did not see that coming!; What? Really?; Wow!; Who would have thought it?
surprise, surprised, amazed: I cannot believe it.
disgust, disgusted: That is revolting.; Yuck!; It makes me sick.; What a smell.; I cannot look at it.; How gross.
boredom, bored: Nothing happens here.; I yawn.; When is it over?; The same every day.; I do not know what to do.
boredom, bored: So dull.
gratitude, grateful, thankful: I owe you so much.; Thank you from my heart.; You saved me.
gratitude, grateful, thankful: I will never forget your help.; Bless you.
pride, proud: I did it all by myself.; My daughter came first.; Look what we have built!; We have reached our goal.
pride, proud: I passed!

== status, state, progress, order status, stage
> {c}
> [Update|Note|Today]: {c}
> About your order: {c}
> [As of now|Latest news]: {c}
shipped, sent, in_transit, on_the_way: It left our warehouse.; The parcel is on its way.
shipped, sent, in_transit, on_the_way: It was handed to the courier.; It has been posted.
shipped, sent, in_transit, on_the_way: The van has just set off with it.; It is on the road.; We sent it this morning.
delivered, arrived, received: It lies on your doorstep.; Your neighbour took it.; It arrived yesterday.
delivered, arrived, received: It was handed over.; You have it now.
delivered, arrived, received: The customer signed for it.; It has reached you.; It was put into your letter box.
cancelled, canceled, void: You called it off.; We had to drop it.; It will not take place.; The order was withdrawn.
cancelled, canceled, void: It is off.
pending, waiting, open, new: We wait for your payment.; Nobody has looked at it yet.; It has not been started.
pending, waiting, open, new: It is still in the queue.
pending, waiting, open, new: It has yet to be approved.; Not begun.; We are waiting for an answer.
in_progress, processing, active, ongoing: We are working on it.; It is half done.; It is being packed.
in_progress, processing, active, ongoing: Work has begun.; Under way.
in_progress, processing, active, ongoing: The team is busy with it.; We have started, but we are not through.
done, completed, finished, closed, resolved: It is all done.; We have finished.; The problem is solved.
done, completed, finished, closed, resolved: Nothing is left to do.; Ready!
done, completed, finished, closed, resolved: Everything works again.; The work is over.; It has been settled.
returned, refunded: You sent it back.; The goods came back to us.; You have your money back.
returned, refunded: It went back to the sender.
failed, error, rejected: It did not work.; It was turned down.; It broke off.; Something went wrong.
failed, error, rejected: The payment bounced.; It was refused.
on_hold, paused, suspended: It rests for now.; We stopped for the time being.; It is frozen until May.
on_hold, paused, suspended: Work has been interrupted.

== meal, course, time of day, meal type
> {c}
> [We had|I would like|They serve] {c}.
> {c}, please.
breakfast, morning: scrambled eggs; muesli; toast with jam; pancakes at eight in the morning; a croissant; porridge
breakfast, morning: cornflakes
lunch, noon, midday: a sandwich at noon; the dish of the day; soup in the break; At twelve we eat.; a quick salad at one
dinner, evening, supper: roast beef by candlelight; At seven in the evening.; a steak with wine; After work we cook.
dinner, evening, supper: supper at eight
dessert, sweet: ice cream; chocolate cake; pudding; tiramisu; apple pie; waffles; cookies; fruit salad with cream
dessert, sweet: a doughnut
drink, drinks, beverage: a glass of water; orange juice; a beer; lemonade; tea; a cocktail; coffee; cola; milk
drink, drinks, beverage: red wine; cider
snack: crisps; a handful of nuts; popcorn; an apple between meals; crackers; a muesli bar; pretzels

== event type, kind of event, occasion, type, category
> [You are invited to|We look forward to|Join us for|Tickets for] {c}.
> {c}
> On Saturday: {c}
concert, music: a band on stage; an orchestra; the choir sings; a jazz night; a rock show; a violin recital
concert, music: songs of Schubert
wedding, marriage: the bride and the groom; We say yes!; a marriage by the sea; rings and a white dress
wedding, marriage: We tie the knot.
birthday: She turns forty.; cake with candles; One year older!; Grandpa is eighty.; blow out the candles
birthday: He will be six.
conference, congress: talks and posters; a keynote; three days of lectures; speakers from ten countries; a symposium
conference, congress: panels
sports, match, game: a football game; a race; the cup final; a tennis match; runners at the start; a tournament
sports, match, game: kick-off at three
exhibition, art, show: paintings; sculptures; photographs on display; the opening at the gallery; works by young artists
funeral, memorial: We say farewell to our aunt.; a burial; flowers on the grave; in loving memory; a minute of silence
funeral, memorial: mourning
training, workshop, course: learn to weld; practise first aid; a lesson for beginners; a seminar; improve your Excel
training, workshop, course: teach yourself
party, celebration: dancing until dawn; drinks and a DJ; a housewarming; Let us celebrate!; a barbecue with friends
party, celebration: New Year's Eve
market, fair: stalls with cheese; a flea market; traders from the region; a book fair; old furniture and bargains
market, fair: farmers sell
meeting, business: the board sits together; the weekly call; We discuss the budget.; the agenda is attached
meeting, business: project status

== job field, sector, industry, branch, field
> [She|He] works as {c}.
> {c}
> [Wanted|Needed]: {c}
> My sister is {c}.
health, healthcare, medical: a nurse; a surgeon; a midwife; a dentist; a pharmacist; a carer; a physiotherapist
health, healthcare, medical: a paramedic
education, teaching: a teacher; a professor; a tutor; a headmaster; a lecturer; a nursery teacher; a librarian
education, teaching: a school assistant
it, software, tech: a programmer; a web developer; a system administrator; a data analyst; a tester; a network engineer
construction, building, trades: a bricklayer; a roofer; a carpenter; a plumber; an electrician; a painter; a tiler
construction, building, trades: a crane driver
hospitality, gastronomy: a waiter; a cook; a bartender; a hotel clerk; a chef; a barista; a pastry cook; a chambermaid
transport, logistics: a lorry driver; a pilot; a train driver; a courier; a sailor; a warehouse worker; a dispatcher
transport, logistics: a bus driver
finance, banking: a banker; an accountant; a tax adviser; an auditor; a cashier; a stockbroker; an insurance agent
finance, banking: a bookkeeper
law, legal: a lawyer; a judge; a notary; a prosecutor; a clerk at the court; a paralegal; a bailiff; an attorney
agriculture, farming: a farmer; a shepherd; a winegrower; a beekeeper; a tractor driver; a gardener; a dairyman
agriculture, farming: a forester
arts, creative, media: a painter of portraits; a musician; an actor; a journalist; a photographer; a designer
arts, creative, media: a writer; a dancer
retail, sales: a shop assistant; a sales clerk; a florist; a store manager; a bookseller; a market trader; a salesman
security, police: a police officer; a guard; a detective; a fireman; a soldier; a night watchman; a customs officer

== spam, label, classification, verdict, mail type, kind
> {c}
> Subject: {c}
> [Mail|Message|SMS]: {c}
spam, junk, scam: You won a million!; Click here now!!!; Cheap pills; Your account is blocked, send your PIN.
spam, junk, scam: A prince needs your help.
spam, junk, scam: Lose weight in two days!; Free gift, act now; Earn 5000 a week from home; Hot singles near you
spam, junk, scam: No credit check!
ham, not_spam, legitimate, personal: Can we meet at three?; Here are the notes from Monday.; Mum says hello.
ham, not_spam, legitimate, personal: Your car is ready.
ham, not_spam, legitimate, personal: See you at practice.; The plumber comes at nine.; I attach the slides.
ham, not_spam, legitimate, personal: Lunch tomorrow?; Thanks for the photos.
newsletter, promotion, promo: Our spring collection is here.; This month in our shop; 20 % off for subscribers
newsletter, promotion, promo: News from our winery

== transport, means of transport, by, vehicle, mode, travelled by
> {c}
> [We came|She travels|They arrived]. {c}
> About the trip: {c}
train, rail: We changed at the main station.; The carriage was full.; The conductor checked our tickets.
train, rail: on platform 4; by rail
car: We got stuck in a traffic jam.; on the motorway; I filled the tank.; We parked in the yard.; My brother drove.
car: at the wheel
plane, flight, air: We landed late.; The take-off was bumpy.; a window seat above the clouds; at the airport
plane, flight, air: The pilot greeted us.
bus, coach: The driver sold us tickets.; at the bus stop; line 42; We stood in the aisle of the coach.
bus, coach: The double-decker was full.
ship, boat, ferry: The sea was rough.; our cabin on deck 3; in the harbour; We sailed at noon.; The captain waved.
ship, boat, ferry: I was seasick.
bicycle, bike: I pedalled all the way.; I had a flat tyre and no pump.; with a helmet on two wheels; I rang my bell.
bicycle, bike: The saddle hurt.
on_foot, walking, foot: We walked.; My boots got wet.; a long hike; step by step; We strolled along the river.
on_foot, walking, foot: I went there on foot.

== animal, species, kind of animal, pet, animal type
> {c}
> [Our pet|The neighbour's animal]: {c}
> {c} That is our darling.
dog: It barks.; It fetches the stick.; a poodle; a puppy; It wags its tail.; a terrier on a lead; It guards the house.
dog: a labrador
cat: It purrs.; It chases mice.; a kitten; It meows at the door.; a tabby; a Siamese; It scratches the sofa.; a tomcat
bird: It sings in its cage.; a parrot; It lays eggs.; It has feathers.; a canary; It flies around.; a budgie
bird: wings and a beak
horse: It neighs.; a pony; in the stable; She rides it.; a foal; It gallops.; a mare; a saddle lies on it
fish: It swims in the tank.; a goldfish; fins; an aquarium; a carp in the pond; gills; guppies
rabbit: It hops.; It eats carrots.; long ears; a bunny in a hutch; a hare; It digs and hops around.

== season, time of year, when
> {c}
> [In those days|At that time]: {c}
spring: The first tulips bloom.; April showers; Lambs are born.; The trees turn green.; Easter is near.; in May
spring: Birds build nests.
summer: It is hot and we swim.; in July; School is out.; ice cream at the beach; the longest days; sunburn; in August
summer: a heat wave
autumn, fall: Leaves turn red.; in October; Mushrooms grow.; Halloween; the grape harvest; The days grow shorter.
autumn, fall: pumpkins; November fog
winter: Snow lies everywhere.; in January; We go skiing.; Christmas; The lake is frozen.; icicles; the darkest days
winter: scarves and gloves

== age group, audience, target group, for whom, group
> {c}
> [Suitable|Offer|Course]: {c}
children, kids, child: for boys and girls under ten; with swings and a sandpit; for pupils of the first class
children, kids, child: for little ones; toddlers
teenagers, teens, youth: for ages 13 to 17; for high school students; for adolescents; a youth club
teenagers, teens, youth: for young people of fifteen
adults, adult: only for over 18; for working people; after-work courses; for parents; for people in their forties
adults, adult: no minors
seniors, elderly, senior: for pensioners; from 65 on; for grandparents; at the old people's home; retired people welcome

== room, place, where, location in the house
> {c}
> [Problem|Repair|Note]: {c}
kitchen: The oven is broken.; The fridge leaks.; The stove is cold.; The dishwasher beeps.
kitchen: by the sink with the dishes; pots and pans
bathroom, bath: The shower drips.; The toilet is blocked.; The bathtub is cracked.; no hot water for a bath; towels
bathroom, bath: the mirror over the washbasin
bedroom: The bed squeaks.; The mattress is too soft.; We cannot sleep there.; pillows; the wardrobe next to the bed
bedroom: blankets
living_room, lounge: The sofa is torn.; The television is on.; the fireplace and the armchair; the coffee table
living_room, lounge: We watch films there.
garage: The car does not fit.; the winter tyres; The gate for the car is stuck.; oil on the floor under the car
garage: bicycles and tools
garden, yard, outside: The lawn is dry.; The hedge is high.; The apple tree fell.; the flower beds; the pond; weeds
garden, yard, outside: the garden fence
office, study: The desk lamp flickers.; the printer next to the desk; I work there.; the computer and files
office, study: my office chair
cellar, basement: Water stands below the house.; the boiler downstairs; wine bottles; down the steps it is damp
cellar, basement: the storage under the house

== difficulty, level, skill level, grade
> {c}
> [Course|Hike|Recipe]: {c}
easy, beginner, simple, basic: Anyone can do it.; No experience needed.; for first-timers; child's play
easy, beginner, simple, basic: Start from zero.; It is very simple.
medium, intermediate, moderate: You should know the basics.; some experience helps; not for total beginners
medium, intermediate, moderate: a bit of a challenge
hard, advanced, difficult, expert: Only for professionals.; You need years of practice.; very demanding; for experts
hard, advanced, difficult, expert: steep and dangerous

== payment, payment method, paid by, method, how
> {c}
> [Bill|Receipt]: {c}
> The guest: {c}
cash: in notes and coins; He counted the coins.; Here is your change.; She put a twenty on the counter.; in banknotes
card, credit_card: Please enter your PIN.; Visa ending in 4411; contactless at the terminal; She swiped it.; MasterCard
transfer, bank_transfer, wire: to our bank account; by IBAN; The sum was wired.; from account to account
transfer, bank_transfer, wire: a standing order
cheque, check: She signed it and tore it out.; drawn on her bank and cashed there; a slip from his chequebook
cheque, check: It bounced at the bank.
invoice, on_account: Pay within 30 days.; You get a bill by post.; payable later against a bill; We send you the bill.

== decision, answer, reply, response, result
> {c}
> [They|She|The boss] replied: {c}
> Re: your request. {c}
accepted, yes, approved, agreed: Sure, gladly.; We agree.; You may go ahead.; Count me in.; It has been granted.
accepted, yes, approved, agreed: Fine with me.
accepted, yes, approved, agreed: I will be there.; Of course.; We say yes.; You got the job.; Permission is given.
accepted, yes, approved, agreed: With pleasure.
rejected, no, declined, denied: Sadly, we cannot.; I am afraid not.; We must turn you down.; Count me out.
rejected, no, declined, denied: That is out of the question.
rejected, no, declined, denied: I will not come.; Not a chance.; We chose somebody else.; Permission is refused.
rejected, no, declined, denied: No, thanks.
undecided, maybe, tentative, unknown: I do not know yet.; We will see.; Perhaps.; Let me think about it.
undecided, maybe, tentative, unknown: I will tell you later.
undecided, maybe, tentative, unknown: It depends.; Ask me again tomorrow.; We have not made up our minds.; Possibly.

== reason, reason for return, problem, cause, complaint about, issue
> {c}
> [I send it back.|Return.] {c}
> [Complaint|Reason]: {c}
damaged, broken, defective: It arrived in pieces.; The screen is cracked.; There is a dent.; It does not turn on.
damaged, broken, defective: torn; a scratch on the lid
wrong_size, size, fit: It is too small.; too tight; The sleeves are too long.; I need a larger one.; It does not fit.
wrong_size, size, fit: The shoes pinch.
wrong_item, wrong_product: I got a lamp instead of a clock.; Not what I ordered.; You sent me something else.
wrong_item, wrong_product: It is the blue one, I wanted red.
late, too_late, delay: It came after the party.; It took three weeks.; I could not wait any longer.
late, too_late, delay: It was due a month ago.
quality, poor_quality: The fabric is thin.; It feels cheap.; The colour fades.; bad workmanship; The seams come apart.
quality, poor_quality: It smells odd.
price, too_expensive, cost: I found it cheaper.; It costs too much.; It is not worth the money.; overpriced
price, too_expensive, cost: The shop next door asks half.
changed_mind, not_needed: I do not need it any more.; I changed my mind.; I already have one.
changed_mind, not_needed: It was a gift that nobody wants.
missing, incomplete, missing_parts: The screws are not there.; One of the two is not in the box.; no manual
missing, incomplete, missing_parts: There should be four, I got three.
service, staff: Nobody answered.; The clerk was rude.; I waited an hour at the counter.; They hung up on me.
service, staff: unfriendly on the phone

== recommended, would recommend, recommends, worth it, buy again
> {c}
true: I recommend it.; Go and get one.; You will not regret it.; I told all my friends to buy it.; Worth every cent.
true: Buy it!; A must-have.
true: I would buy it again.; You should try it.; Everybody needs one.; A clear thumbs up.
true: I can only advise you to go there.
false: Do not buy it.; Save your money.; I cannot recommend it.; Stay away.; Not worth it.; I would not buy it again.
false: Hands off!
false: Thumbs down.; Choose something else.; I advise against it.; Nobody should pay for this.; Look elsewhere.

== available, in stock, on sale, can be ordered
> {c}
> [The lamp|The chair|The book]: {c}
true: We have plenty.; You can take it with you.; It is on the shelf.; Ready to ship.; Order now, get it tomorrow.
true: It is in stock.
true: There are some left.; It is here.; We have it in all sizes.; You can buy it now.
false: Sold out.; It is gone.; We have none left.; Not before May.; We are waiting for new ones.; It cannot be ordered.
false: Out of stock.; It is no longer made.; The shelf is empty.; All have been sold.

== paid, is paid, settled, payment received, has paid
> {c}
> [The bill|The invoice|The fee]: {c}
true: The money has arrived.; We got your transfer.; Everything is settled.; Nothing is owed.; She paid in full.
true: It has been paid.
true: The amount was received.; Thank you for your payment.; The account is balanced.; He paid on the spot.
false: We still wait for the money.; It is overdue.; No payment so far.; You owe us.; It is still open.
false: He has not paid.
false: The transfer bounced.; A second reminder was sent.; It remains unpaid.; Not a cent has come.

== pets allowed, dogs welcome, pets, animals allowed, takes pets
> {c}
true: Dogs are welcome.; You may bring your cat.; We love animals.; Your four-legged friend stays for free.
true: Pets are fine.; Bring your dog!
false: No animals, please.; Dogs must stay outside.; Please leave your pets at home.; We take no pets.
false: Cats are not permitted.; No dogs.

== online, remote, virtual, is online, by video
> {c}
> [The meeting|The class]: {c}
true: We meet on Zoom.; The link follows.; Turn on your camera.; From home by video.; It is a webinar.
true: You can join from anywhere.
true: It takes place on the internet.; Just click the link.; A video call.; Dial in with your laptop.
false: We meet in person.; Come to room 5.; Face to face at our office.; You have to be there.; On site only.
false: No streaming.
false: In the town hall.; Please come to the school.; At the usual table.; We sit together in the library.

== married, is married, has spouse, has partner
> {c}
> [She|He] is 40. {c}
true: Her husband is a cook.; His wife works in a bank.; They tied the knot in June.
true: They have been husband and wife for years.
true: He wears a wedding ring.; My husband and I moved.; She took his name at the wedding.
true: They celebrated their silver wedding.
false: She lives alone and has never said yes.; He is single.; She is a bachelor at heart.
false: They split up before the wedding.
false: He is divorced.; She has no husband.; Still looking for the right one.; No ring, no wife.

== vegetarian, is vegetarian, meat free, no meat
> {c}
> [The dish|The menu|The soup]: {c}
true: No meat in it.; Only vegetables.; Tofu instead of chicken.; Free of meat and fish.; With beans and lentils only.
true: Meatless.
true: Salad with goat cheese.; Suitable for people who eat no animals.; Stuffed peppers with rice.; All plants.
false: With bacon.; It has beef.; Served with chicken.; A juicy steak.; Contains pork.; With tuna.; Lamb is in it.
false: Sausages on top.; Ham and eggs.; A turkey sandwich.; Fish soup.; Minced meat sauce.

== free, free of charge, no cost, is free, gratis
> {c}
> [Entry|The tour|The course]: {c}
true: You pay nothing.; It costs nothing.; No charge.; Entry is on us.; At no cost.; It is a gift.; No ticket needed.
true: Complimentary.
false: It costs 12.00.; You have to pay.; There is a fee.; Buy a ticket first.; Admission 5 EUR.; Not without payment.
false: Cash only, 8.50.

== late, delayed, is late, is delayed, behind schedule
> {c}
> [The train|The bus|The parcel]: {c}
true: It should have been here an hour ago.; 40 minutes behind.; We are still waiting.; It did not come on time.
true: Behind schedule.; Not yet here.
true: Because of snow it takes longer.; Sorry, it will be later.; It missed its slot.; The deadline has passed.
false: Right on time.; It came early.; As planned.; On the minute.; Punctual as ever.; It arrived before we did.
false: No delay.
false: It was here at the agreed hour.; It keeps to the timetable.; Ahead of schedule.

== working, works, functional, in order, is working
> {c}
> [The heater|The lift|The phone]: {c}
true: It runs smoothly.; All fine.; It starts at once.; No problems so far.; It does its job.; As good as new.
true: It is on and warm.
false: It is broken.; It does not start.; It is out of order.; Dead.; Nothing happens when I switch it on.
false: It gave up.; It makes no sound.

== open, is open, open today, opened
> {c}
> [The shop|The pool|The museum]: {c}
true: Come in!; We are there until six.; You can visit us today.; The doors are open.; Customers are welcome now.
true: We serve until ten.
false: We are closed.; The doors are locked.; Nobody is there.; Shut for repairs.; Come back tomorrow.
false: No visitors today.; On holiday until May.

== safe, is safe, harmless, no danger
> {c}
true: There is no danger.; You can touch it.; Children may use it.; Harmless.; It was tested and nothing can happen.
true: Nothing to fear.
false: Danger!; Do not touch it.; It can explode.; Poisonous.; You could get hurt.; Risky.; Keep away from it.
false: It burns the skin.
"""
)

SAID = lines(
    """
    [Category|Label|Class|Type|Kind|Status|Tag]: {o}.
    [This|It] is {o}.
    [I would call it|We call it|Mark it as|It was filed under|Put it under|It counts as] {o}.
    [Clearly|Definitely|Obviously|Surely|Probably] {o}.
    {o}, [if you ask me|no doubt|of course|as always].
    [It is|That is] not {n}, [but|it is] {o}.
    {n}? No, {o}.
    [They|She|He|We] chose {o}[ over {n}|].
    [The answer|The result|The verdict] is {o}.
    [Please set|Set|Change] it to {o}[, not {n}|].
    [Yesterday|Before] it was {n}, [now|today] it is {o}.
    From {n} to {o}.
    """
)


def label(name: str, style: float) -> str:
    """A label as a program may write it: in_progress, in progress, in-progress, In_Progress, IN_PROGRESS."""
    if style < 0.7:
        return name
    if style < 0.78:
        return name.replace("_", "-")
    if style < 0.86:
        return name.replace("_", " ")
    return name.upper() if style < 0.93 else name.title()


def chosen(draw: Draw) -> tuple[str, str, tuple[str, ...], str]:
    """A text, a key, the labels to choose from, and the right one; for a yes or no, no labels and `true` or `false`."""
    which = draw.rng.choice(CHOICES)
    key = draw.rng.choice(which.keys)
    if which.is_bool:
        answer = draw.rng.choice(["true", "false"])
        return _cues(draw, which, (answer,)), key, (), answer
    sets = list(which.cues)
    some = draw.rng.sample(sets, draw.number(2, min(6, len(sets))))
    style = draw.rng.random()
    options = [label(draw.rng.choice(names), style) for names in some]
    at = draw.rng.randrange(len(some))
    if draw.chance(0.15):
        text = draw.wording(SAID).replace("{n}", options[at - 1].replace("_", " "))
        text = text.replace("{o}", options[at].replace("_", " "))
    else:
        text = _cues(draw, which, some[at])
    return text, key, tuple(options), options[at]


def _cues(draw: Draw, which: Choice, names: tuple[str, ...]) -> str:
    """One or two sentences from which this label follows."""
    said: dict[str, str] = {}
    for _ in range(2 if draw.chance(0.3) else 1):
        cue = draw.wording(which.cues[names])
        is_sentence = cue[-1] in ".!?"
        frame = draw.wording(which.sentence_frames if is_sentence else which.frames)
        text = frame.replace("{c}", cue)
        if text[-1] not in ".!?" and draw.chance(0.6):
            text += "."
        said[cue] = text[0].upper() + text[1:]
    return " ".join(said.values())
