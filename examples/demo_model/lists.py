"""Lists in prose: many ways to write one, and texts whose point is a list, or two.

What is asked for are the bare items, in the order of the text: "two large onions (chopped)" is not cut, but what a way
of writing puts around an item (a number of pieces, a price in brackets, "the", a bullet) is not part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import values as v
from . import words as w
from .domains.domain import lines
from .words import Draw

Items = Callable[[Draw], list[str]]
_SIGNS = (", ", ", ", "; ", " / ", " | ", " + ", " & ", " - ", "\n")


def enumerated(draw: Draw, items: Sequence[str]) -> str:
    """A list as texts have it within a sentence: a, b and c."""
    kind = draw.rng.random()
    if len(items) == 1:
        return items[0]
    if len(items) == 2 and kind < 0.3:
        a, b = items
        pairs = [f"both {a} and {b}", f"{a} as well as {b}", f"{a} plus {b}", f"{a} and also {b}", f"{a} & {b}"]
        pairs += [f"{a} together with {b}", f"first {a}, then {b}", f"{a} and {b}", f"{a} and then {b}", f"{a} or {b}"]
        return draw.pick(pairs)
    if kind < 0.78:
        last = draw.rng.choice([" and ", " and ", " and ", ", ", ", and ", ", and "])
    elif kind < 0.88:
        return draw.rng.choice([" / ", "; ", " & ", " + ", " | ", " - "]).join(items)
    else:
        last = draw.pick([
            " as well as ", ", plus ", ", as well as ", " and also ", " or ", " and finally ", ", and at last ",
            ", then ", " and, of course, ", ", not to forget ", "; also ", " and even ", ", or ", "; and ",
        ])  # fmt: skip
    return ", ".join(items[:-1]) + last + items[-1]


# How an item is dressed: {i} is the item. What stands around it is not asked for.
_ANY = lines(
    """
    {i} ({n})
    {i} x {n}
    {n} x {i}
    {n} {i}
    {i}: {n}
    the {i}
    {i} (new)
    {i} - {p}
    {i} ({p})
    {i} for {p}
    {i} {p}
    {i} at {p} each
    a {i}
    {i} (optional)
    {i}, {p} EUR
    {nn} {i}
    some {i}
    "{i}"
    {i} (see below)
    *{i}*
    {i} [x]
    {i} ...... {p}
    my {i}
    the {i} ({p})
    """
)
_AMOUNTS = lines(
    """
    {n} g {i}
    {n} ml of {i}
    a pinch of {i}
    a little {i}
    {i} (chopped)
    {nn} spoons of {i}
    a cup of {i}
    {n} grams of {i}
    {nn} {i}
    some {i}
    {i} to taste
    half a kilo of {i}
    {n} {i}
    a handful of {i}
    {i}, {n} g
    plenty of {i}
    a bit of {i}
    one {i}
    {i} ({n} g)
    {i} x{n}
    a bottle of {i}
    {nn} slices of {i}
    {n} oz {i}
    a can of {i}
    """
)
_PEOPLE = lines(
    """
    {i} ({j})
    {i} from {c}
    {i} ({c})
    {i} ({n})
    our {j} {i}
    the {j} {i}
    {i} (online)
    {i} <{m}>
    {i} [{j}]
    {i} - {j}
    {i}, {n}
    {i} as {j}
    {i} of {f}
    {i} ({f})
    {i} (by phone)
    {i} aged {n}
    my friend {i}
    {i} ({m})
    """
)
_PLACES = lines(
    """
    {i} ({n} days)
    {i} ({n} nights)
    {i} for {n} nights
    {i} ({n} km)
    {n} days in {i}
    {i} on {d}
    {i} at {t}
    {i} ({d})
    beautiful {i}
    old {i}
    {t} {i}
    {i}: {n} hours
    """
)
_TASKS = lines(
    """
    {i} ({q})
    {i} by {d}
    {i} until {d}
    [ ] {i}
    {i} - {q}
    {i} (urgent)
    {q}: {i}
    {i} ({n} min)
    {i} before {t}
    {t} {i}
    {i} @{q}
    {i} !
    """
)


def dressed(draw: Draw, way: str, item: str) -> str:
    """An item with what this way of writing puts around it."""
    if "{n" in way or "{p" in way:
        number = draw.number(2, 12)
        way = way.replace("{nn}", _NUMERALS[number]).replace("{n}", str(number)).replace("{p}", w.price(draw))
    for sign, value in _AROUND:
        if sign in way:
            way = way.replace(sign, value(draw))
    return way.replace("{i}", item)


_SIMPLE = ('"{i}"', "<{i}>", "'{i}'", "{i} (new)", "[{i}]", "*{i}*")  # what fits around anything
_NUMERALS = w.words("no, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve")
_AROUND: list[tuple[str, v.Text]] = [
    ("{j}", w.job), ("{c}", w.city), ("{m}", w.email), ("{f}", w.company), ("{q}", w.first_name), ("{d}", w.iso_date),
    ("{t}", w.clock),
]  # fmt: skip


def bulleted(draw: Draw, items: Sequence[str]) -> str:
    """One item a line, or numbered in one line."""
    kind = draw.rng.random()
    if kind < 0.25:
        end = draw.rng.choice([".", ")", ":", " -"])
        return draw.rng.choice([" ", "\n", "\n"]).join(f"{at}{end} {item}" for at, item in enumerate(items, 1))
    if kind < 0.35:
        letters = draw.rng.choice(["abcdefgh", "ABCDEFGH"])
        return draw.rng.choice([" ", "\n"]).join(f"{letters[at]}) {item}" for at, item in enumerate(items))
    if kind < 0.42:
        return " ".join(f"({at}) {item}" for at, item in enumerate(items, 1))
    if kind < 0.5:
        return draw.rng.choice(["\n", ";\n", ",\n"]).join(items)
    bullet = draw.pick(["- ", "* ", "- ", "+ ", "> ", "* ", "[ ] ", "# ", "-- ", ". ", "[x] ", "- [ ] "])
    return "\n".join(bullet + item for item in items)


@dataclass(frozen=True)
class Listing:
    """A kind of list: keys, how an item is drawn, sentences with the whole list ({v}), sentences for one item each.

    `apart` are groups of sentences: the first has the first item, the second all between, the last the last one.
    """

    keys: Sequence[str]
    draw: v.Text
    wordings: Sequence[str]
    apart: Sequence[Sequence[str]] = ()
    ways: Sequence[str] = ()


def _apart(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.split(" // ")] for line in lines(text)]


def _task(draw: Draw) -> str:
    """Something to do: call the bank."""
    verb = draw.pick(_VERBS)
    kind = draw.rng.random()
    if kind < 0.4:
        return f"{verb} the {draw.pick(_THINGS)}"
    if kind < 0.6:
        return f"{verb} {w.first_name(draw)}" if verb in _VERBS[:6] else f"{verb} {w.product(draw)}"
    return f"{verb} {draw.pick(_THINGS)}" if kind < 0.8 else f"{verb} the {w.product(draw)}"


_VERBS = w.words(
    """call, write to, ask, visit, thank, invite, buy, book, check, clean, repair, fix, update, order, pay, print, send,
    sign, review, test, sort, water, wash, pack, return, collect, cancel, renew, paint, install, prepare, feed, sell,
    translate, file, scan, deploy, finish, draft, measure"""
)
_THINGS = w.words(
    """bank, landlord, dentist, plumber, insurance, tickets, flowers, car, bike, garage, kitchen, contract, report,
    slides, website, backup, invoices, laundry, dog, plants, rent, passport, windows, floor, printer, heating, roof,
    keys, cake, hotel, flight, table, tests, release notes, database, newsletter, photos, tax form, tyres, lights"""
)
_SYMPTOMS = w.words(
    """fever, cough, headache, sore throat, nausea, back pain, dizziness, rash, fatigue, stomach ache, runny nose,
    chills, chest pain, swollen ankle, blurred vision, toothache, insomnia, cramps, itching, shortness of breath,
    numb fingers, earache, dry mouth, joint pain, vomiting, sneezing, high blood pressure, stiff neck, burning eyes"""
)
_SKILLS = w.words(
    """Python, Java, SQL, Excel, C++, JavaScript, Go, Rust, Photoshop, Linux, Docker, Kubernetes, HTML, CSS, Figma, Git,
    project management, public speaking, welding, bookkeeping, data analysis, machine learning, copywriting, typing,
    first aid, negotiation, sales, teaching, forklift driving, web design, TypeScript, PHP, AutoCAD, SAP, PowerPoint,
    customer service, accounting, sewing, plumbing, event planning, Scrum, technical writing, networking, research"""
)
_AMENITIES = w.words(
    """pool, sauna, gym, bar, garage, garden, spa, lounge, terrace, library, wifi, breakfast, parking, lift, balcony,
    sea view, air conditioning, minibar, playground, laundry, roof terrace, tennis court, fireplace, dishwasher, cellar,
    bike room, concierge, shuttle service, hot tub, barbecue area, kitchenette, safe, hairdryer, room service"""
)
_TAGS = w.words(
    """urgent, budget, travel, design, hiring, sales, team, money, family, health, food, music, sport, news, science,
    history, summer, winter, beginner, vegan, quick, easy, bug, feature, backend, frontend, security, legal, draft,
    private, weekend, outdoor, vintage, handmade, organic, sale, limited, remote, open source, finance, climate, art"""
)
_GENRES = w.words(
    """comedy, drama, thriller, horror, romance, fantasy, science fiction, jazz, rock, pop, folk, techno, classical,
    blues, crime, western, documentary, hip-hop, soul, country, opera, poetry, biography, reggae, metal, indie"""
)
_ISSUES = w.words(
    """broken screen, loose cable, leaking pipe, no screws, slow startup, wrong colour, scratched lid, dead battery,
    bad smell, noisy fan, torn cover, late delivery, rude staff, cold food, long queue, flickering light, stuck door,
    damaged box, bent frame, weak signal, missing manual, faded print, loud neighbours, dirty room, cracked glass,
    blocked drain, rusty hinge, flat tyre, faulty switch, short cable, no heating, water stain"""
)
_PRAISE = w.words(
    """good sound, low price, long battery life, easy setup, nice colour, fast delivery, friendly staff, great view,
    sharp picture, soft fabric, light weight, quiet motor, large screen, good grip, clean rooms, fresh food,
    solid build, handy size, bright light, warm lining, clear manual, strong suction, many functions, soft seat"""
)


def _seat(draw: Draw) -> str:
    return draw.rng.choice([v.seat, w.code, v.room, v.gate])(draw)


def _name(draw: Draw) -> str:
    return w.person(draw) if draw.chance(0.5) else w.first_name(draw)


LISTINGS: list[Listing] = [
    Listing(
        w.words(
            "attendees, participants, guests, people, names, invited, members, present, team, who, visitors, group"
        ),
        _name,
        lines(
            """
            {v} [will be there|are coming|have said yes|came along|came over|showed up].
            [We expect|We invited|I invited|Please invite|Say hello to|I met|We met] {v}.
            [Present|Invited|Attending|In the room|Participants|Attendees|Guests|With|Who|Team]: {v}.
            {v} [met|sat together|talked for hours|had lunch|got together] [on Monday|yesterday|last week|again|].
            [The meeting|The dinner|The call|The party] [was attended by|took place with|brings together] {v}.
            [On board|At the table|In the call|In our group] [are|were|we have] {v}.
            [Thanks to|Many thanks to|A warm welcome to|Congratulations to|A special thank you to] {v}.
            {v} [signed up|registered|put their names down|joined us] [for the course|for the trip|today|].
            [Hi|Hello|Dear] {v},
            The [team|group|committee|crew|jury|band|class] [consists of|is made up of|includes] {v}.
            [I will bring|I came with|She travels with|He works with|We shared a taxi with] {v}.
            [Only|Just] {v} [came|could make it|answered|turned up].
            [So far|Until now|As of today] {v} [have confirmed|are in|have paid].
            [You will meet|You will work with|Your contacts are] {v}.
            There were [many people|lots of friends]: {v}.
            [Names on the list|On the list|Registered]: {v}
            [Both|All] of them[,|:] {v}, [were there|agreed|came by train].
            [To|Cc|Copy to]: {v}
            """
        ),
        _apart(
            """
            {i} is coming. // {i} will come, too. // And {i} said yes as well.
            {i} was there first. // Then {i} arrived. // {i} came last.
            {i} confirmed yesterday. // {i} confirmed as well. // So did {i}.
            I asked {i}, and the answer was yes. // {i} can make it. // {i} will join us later.
            {i} brings the drinks. // {i} brings a cake. // {i} brings nothing.
            {i} plays the piano. // {i} sings. // {i} is on drums.
            """
        ),
        _PEOPLE,
    ),
    Listing(
        w.words(
            """
            ingredients, shopping_list, to_buy, groceries, needed, food, foods, products, items, shopping, list
            """
        ),
        w.food,
        lines(
            """
            You [need|will need|only need] {v}.
            [Please buy|Please get|Buy|Get|Pick up|Bring|Do not forget] {v}[ on the way home| at the market|].
            [Mix|Stir together|Chop|Combine|Blend] {v} [in a bowl|and let it rest|for five minutes|].
            [Shopping list|Ingredients|To buy|Groceries|We need|You need|Shopping]: {v}.
            The [soup|salad|cake|stew|sauce|pie] is made [of|with] {v}.
            [We had|I ate|She ordered|They served|He cooked|We ordered|For lunch there was] {v}.
            [We are out of|There is no more|We ran out of|We still need] {v}.
            {v} [go into the pan|go in first|are needed|should be in the fridge].
            [The fridge|The basket|My bag|The pantry|The box] [contains|has|is full of|holds] {v}.
            [Could|Can] you [bring|get|buy] {v}?
            [It contains|Contains|May contain] {v}.
            [Fry|Cook|Bake|Boil] {v} [until soft|for 20 minutes|slowly].
            [On the menu|On the table|For breakfast]: {v}.
            [I bought|I got|She found] {v} [at the market|in the shop|today].
            [Serve|It is served] with {v}.
            The [recipe|dish] [calls for|asks for|takes] {v}.
            [Mum|Dad|She|He] wants {v}.
            """
        ),
        _apart(
            """
            First add {i}. // Then add {i}. // Finish with {i}.
            We need {i}. // We also need {i}. // And please get {i}.
            Take {i}. // Stir in {i}. // Top it with {i}.
            I had {i}. // She had {i}. // He had {i}.
            {i} is on the list. // So is {i}. // Oh, and {i}.
            Put {i} into the pot. // Add {i} after a while. // Then comes {i}.
            """
        ),
        _AMOUNTS,
    ),
    Listing(
        w.words(
            """
            items, products, articles, contents, equipment, goods, things, accessories, order, ordered, bought,
            packed
            """
        ),
        w.product,
        lines(
            """
            [The box|The parcel|The bag|The set|The package|The crate] [contains|contained|holds|comes with] {v}.
            [She|He|The customer|My brother] [bought|ordered|chose|picked|returned] {v}.
            [In the box|Contents|Items|Your order|In the basket|Packing list|Equipment|Ordered]: {v}.
            [I would like to order|Please send me|I need|We want to buy|Please reserve] {v}.
            {v} [were delivered|have been shipped|are on their way|are in stock|were stolen|are for sale].
            [Pack|Take|Bring|Do not forget] {v}[ for the trip|].
            [We sell|We rent out|The shop has|You can borrow|They offer] {v}.
            [In the room|On the desk|In the cellar|In the car] there [are|were] {v}.
            [Thank you for buying|Thanks for ordering|You ordered|You bought] {v}.
            [Lost|Found|Wanted|For sale]: {v}.
            The [kit|bundle|offer|room] [includes|comes with|is equipped with] {v}.
            [Everybody gets|Each visitor gets|The winner gets] {v}.
            [I am looking for|Does anybody have|Who can lend me] {v}?
            The thieves took {v}.
            [It comes with|Included are|Supplied with] {v}.
            [My wish list|Wish list|I want for my birthday]: {v}.
            """
        ),
        _apart(
            """
            He bought {i}. // He also bought {i}. // In the end he took {i}, too.
            The first item is {i}. // Then there is {i}. // The last one is {i}.
            I need {i}. // I could use {i}. // And {i} would be nice.
            There was {i} in the box. // Next to it lay {i}. // Below we found {i}.
            {i} is in stock. // {i} is also in stock. // {i} is back in stock.
            One line is for {i}. // One is for {i}. // Another is for {i}.
            """
        ),
        _ANY,
    ),
    Listing(
        w.words(
            """
            cities, stops, destinations, places, route, visited, locations, towns, offices, branches, stations,
            where
            """
        ),
        w.city,
        lines(
            """
            [We visited|We saw|They lived in|She worked in|I have been to|We travel to|The tour visits] {v}.
            [Stops|Route|Cities|Our offices|Branches|Destinations|Stations|Tour]: {v}.
            The [train|bus|tour|ship|race] [stops in|goes through|passes|calls at] {v}.
            [Offices in|Branches in|Flights to|Trains to|Shops in] {v}.
            [Our|The] [company|firm|band|school] has [offices|shops|rooms|fans] in {v}.
            [We fly to|First we go to|We will stay in|The trip leads to] {v}.
            {v} [are on the route|were our stops|are worth a visit|were hit by the storm].
            [The concerts are in|They play in|The exhibition is shown in] {v}.
            [He|She] has lived in {v}.
            [There are stops in|It connects|The line links] {v}.
            [Next month|In May|This summer] [I|we] [will be in|go to|tour] {v}.
            [Candidates for the next conference|Possible places]: {v}.
            From there [we|they] went on to {v}.
            [You can choose between|Pick one of] {v}.
            """
        ),
        _apart(
            """
            We start in {i}. // The next stop is {i}. // We end in {i}.
            First comes {i}. // Then it is {i}. // The last one is {i}.
            On day one we see {i}. // Then we drive to {i}. // Finally we fly to {i}.
            She was born in {i}. // She studied in {i}. // Now she lives in {i}.
            We have an office in {i}. // There is one in {i}. // The newest is in {i}.
            I liked {i}. // I loved {i}. // I did not like {i}.
            """
        ),
        _PLACES,
    ),
    Listing(
        w.words("languages, spoken, languages_spoken, speaks, tongues, language_skills, spoken_languages"),
        v.one_of(w.LANGUAGES, 0.15),
        lines(
            """
            [She|He|My uncle|The guide|Our host] [speaks|is fluent in|understands|learned|teaches] {v}.
            [Languages|Spoken|I speak|Language skills|We speak]: {v}.
            [The tour is offered|The manual comes|The app is available|The book was published] in {v}.
            {v} [are spoken here|are taught at the school|are required].
            [You should speak|Applicants must know|Good knowledge of] {v}[ is needed|].
            The [film|menu|website|sign] is in {v}.
            [At home they speak|We grew up with|She translates from] {v}.
            [Fluent in|Native speaker of|Lessons in] {v}.
            """
        ),
        _apart(
            """
            Her mother tongue is {i}. // She learned {i} at school. // Now she studies {i}.
            At home we speak {i}. // At work I use {i}. // With my neighbour I talk in {i}.
            He speaks {i}. // He also knows {i}. // And he understands {i}.
            """
        ),
        lines("fluent {i}\n{i} (B2)\n{i} (fluent)\na little {i}\nsome {i}\n{i} - native\ngood {i}\nbasic {i}"),
    ),
    Listing(
        w.words("hobbies, interests, likes, pastimes, activities, sports, free_time, passions, loves, enjoys"),
        v.one_of(w.HOBBIES, 0.2),
        lines(
            """
            [She|He|My sister|Our neighbour] [likes|loves|enjoys|is into|is fond of|is good at] {v}.
            [Hobbies|Interests|Free time|Likes|I like|Activities]: {v}.
            [In my free time|On weekends|After work] I [like|enjoy|am into] {v}.
            [The camp offers|The club offers|You can try|Courses in|Groups for] {v}.
            {v} are [her|his|my] [hobbies|passions|favourite things].
            [Nothing beats|I dream of|I could not live without|She spends her days with] {v}.
            [When he is not working, he likes|Besides work there is time for] {v}.
            """
        ),
        _apart(
            """
            On Mondays there is {i}. // On Wednesdays there is {i}. // On Sundays it is {i}.
            I like {i}. // I like {i}, too. // But most of all I like {i}.
            She began with {i}. // Then she tried {i}. // Today she prefers {i}.
            """
        ),
    ),
    Listing(
        w.words(
            """
            agenda, topics, subjects, points, sessions, program, programme, schedule, covered, themes, discussed
            """
        ),
        w.title,
        lines(
            """
            [We talked about|We will discuss|On the agenda are|Let us cover|The speaker covered] {v}.
            [Agenda|Topics|Points|Programme|Today|To discuss|Covered]: {v}.
            {v} [are on the agenda|were discussed|come next|are planned].
            [The programme has|The day includes|The course covers|The book deals with] {v}.
            [Please prepare|I want to talk about|Questions about] {v}.
            [This week|Next week|In May] [we have|there is|I planned] {v}.
            """
        ),
        _apart(
            """
            We begin with {i}. // Then comes {i}. // We close with {i}.
            Point one is {i}. // The next point is {i}. // The last point is {i}.
            {i} took most of the time. // Then we spoke about {i}. // {i} was short.
            """
        ),
        lines("{i} ({n} min)\n{t} {i}\n{i} ({q})\n{i} - {q}\n{i} at {t}\nthe {i}\n{q}: {i}"),
    ),
    Listing(
        w.words("tasks, todo, to_do, todos, actions, action_items, next_steps, chores, jobs, steps, open_tasks"),
        _task,
        lines(
            """
            [Today I have to|Please|You should|We must|Remember to|Tomorrow I will|I still need to] {v}.
            [To do|Tasks|Next steps|Todo|Actions|Open|Steps|Still open|This week]: {v}.
            [I|We|The team|He|She] will {v}.
            [My tasks are to|The plan is to|Your job is to] {v}.
            [Do not forget to|Before we leave, we need to|Could you] {v}.
            First {v}.
            """
        ),
        _apart(
            """
            First {i}. // Then {i}. // In the end {i}.
            Please {i}. // After that, {i}. // Last of all, {i}.
            You must {i}. // You should also {i}. // If there is time, {i}.
            """
        ),
        _TASKS,
    ),
    Listing(
        w.words("symptoms, complaints, signs, pains, problems, health_problems, reported_symptoms"),
        v.one_of(_SYMPTOMS, 0.15),
        lines(
            """
            [The patient|She|He|My son] [has|reports|complains of|suffers from|came in with|describes] {v}.
            [Symptoms|Complaints|Signs|Reported]: {v}.
            [I have had|I have got|I suffer from|There is] {v} [since Monday|for three days|].
            {v} [began yesterday|started last week|are getting worse].
            [Side effects are|It can cause|It helps against|Take it for] {v}.
            """
        ),
        _apart(
            """
            It began with {i}. // Then came {i}. // Now there is {i} as well.
            The patient has {i}. // There is also {i}. // Since today there is {i}.
            """
        ),
        lines("mild {i}\n{i} (severe)\n{i} since Monday\nstrong {i}\n{i} for {n} days\nslight {i}\n{i} ({n} days)"),
    ),
    Listing(
        w.words(
            """
            skills, requirements, knowledge, qualifications, tools, technologies, competences, tech, stack,
            must_have
            """
        ),
        v.one_of(_SKILLS, 0.15),
        lines(
            """
            [She|He|The candidate] [knows|is good at|has experience in|is trained in|works with] {v}.
            [Skills|Requirements|Tools|Technologies|Knowledge of|You know|Stack|Must have]: {v}.
            [We are looking for someone with|You should know|You bring|We expect] {v}.
            [We work with|Our stack is|The project uses|It is built with] {v}.
            {v} [are a must|are required|would be a plus|are what we need].
            [Experience in|Courses in|Certificates in|Ten years of] {v}[ needed|].
            """
        ),
        _apart(
            """
            You know {i}. // You have worked with {i}. // Ideally you know {i}, too.
            She learned {i} first. // Then she learned {i}. // Now it is {i}.
            """
        ),
        lines("{i} ({n} years)\n{n} years of {i}\n{i} - expert\n{i} (basic)\nsolid {i}\n{i} (advanced)\nsome {i}"),
    ),
    Listing(
        w.words("amenities, features, facilities, extras, includes, included, equipment, services, has, offers"),
        v.one_of(_AMENITIES, 0.15),
        lines(
            """
            [The hotel|The flat|The house|It|The place] [has|offers|comes with|features|boasts] {v}.
            [Amenities|Extras|Features|Included|Facilities|Offers]: {v}.
            [You will find|Guests can use|There is|Enjoy|We loved] {v}.
            {v} [are included|are available|come with the room|are free for guests].
            [A flat with|A room with|A house with] {v}[ for rent|].
            """
        ),
        _apart(
            """
            It has {i}. // It also has {i}. // There is even {i}.
            You can use {i}. // {i} is free as well. // We also have {i}.
            """
        ),
        lines("a {i}\nthe {i}\n{i} (free)\nits own {i}\na large {i}\n{i} ({p})\na small {i}"),
    ),
    Listing(
        w.words("tags, labels, keywords, categories, hashtags, marks, topics"),
        v.one_of(_TAGS, 0.2),
        lines(
            """
            [Tags|Labels|Keywords|Categories|Tagged|Filed under]: {v}.
            [Tagged with|Labelled|Marked as|Filed under|It is tagged] {v}.
            [Please tag it|Put it|I filed it] under {v}.
            [The post|The ticket|The photo|The note] [has the tags|carries the labels|is marked] {v}.
            """
        ),
        (),
        lines("#{i}\n[{i}]\n<{i}>\n'{i}'\n@{i}"),
    ),
    Listing(
        w.words("genres, styles, kinds, types, categories, music, sorts"),
        v.one_of(_GENRES, 0.15),
        lines(
            """
            [Genres|Genre|Styles|Music|Kind]: {v}.
            [It is a mix of|The film mixes|The band plays|She writes|He listens to|I like] {v}.
            [We have books of all kinds|The shop sells]: {v}.
            {v} [are played here|are in the programme|are what they play].
            """
        ),
    ),
    Listing(
        w.words(
            """
            seats, codes, order_numbers, rooms, ids, references, numbers, parts, invoices, tickets, gates, models
            """
        ),
        _seat,
        lines(
            """
            [Seats|Codes|Numbers|Rooms|Orders|Parts|Tickets|References|IDs|Affected]: {v}.
            [Please check|This concerns|It is about|We are missing|Please cancel|I lost] {v}.
            [Your seats are|Your rooms are|The codes are|The numbers are|Affected are] {v}.
            {v} [are taken|are free|are closed|were paid|have been cancelled|are missing].
            [We sit in|We booked|You can use|They reserved] {v}.
            """
        ),
        _apart(
            """
            The first is {i}. // The next is {i}. // The last is {i}.
            {i} is paid. // {i} is paid as well. // {i} is not.
            """
        ),
        lines("no. {i}\n#{i}\n{i} ({p})\nnumber {i}\n{i} (window)\n{i}/{n}\n{i} ({q})"),
    ),
    Listing(
        w.words(
            """
            problems, cons, issues, complaints, defects, faults, weaknesses, bad, disadvantages, damage, dislikes
            """
        ),
        v.one_of(_ISSUES, 0.2),
        lines(
            """
            [Problems|Cons|Issues|Defects|Bad|Faults|Minus]: {v}.
            [We found|There were|I noticed|The guest reported|The inspector noted] {v}.
            [I was annoyed by|I did not like|What bothered me:|We had to live with] {v}.
            {v} [ruined our stay|must be fixed|were the problems|are known issues].
            [Unfortunately there was|Sadly there was|It had] {v}.
            """
        ),
        _apart(
            """
            First there was {i}. // Then came {i}. // And to top it all, {i}.
            One problem is {i}. // Another is {i}. // The last is {i}.
            """
        ),
    ),
    Listing(
        w.words("pros, advantages, strengths, good, plus, positives, benefits, likes, praised"),
        v.one_of(_PRAISE, 0.2),
        lines(
            """
            [Pros|Advantages|Plus|Good|Strengths|What I like]: {v}.
            [I liked|I love|What I like:|We enjoyed|It convinces with|Buyers praise] {v}.
            {v} [make it worth the money|are its strengths|convinced me].
            [It has|It offers|You get] {v}.
            """
        ),
        _apart(
            """
            I like {i}. // I also like {i}. // Best of all is {i}.
            """
        ),
    ),
    Listing(
        w.words(
            """
            companies, clients, customers, partners, sponsors, suppliers, brands, firms, shops, employers, bidders
            """
        ),
        w.company,
        lines(
            """
            [Our clients|Our partners|The sponsors|Suppliers|The bidders|Customers] are {v}.
            [We work with|We deliver to|She has worked for|He sold to|I applied to] {v}.
            [Partners|Sponsors|Clients|Employers|Suppliers|Firms]: {v}.
            {v} [sponsor the event|sent an offer|are our customers|take part|signed the contract].
            [Offers came from|Invoices from|We got quotes from|The deal was made between] {v}.
            """
        ),
        _apart(
            """
            She began at {i}. // Then she moved to {i}. // Today she works for {i}.
            {i} made an offer. // {i} made one, too. // {i} was the cheapest.
            """
        ),
        lines("{i} ({c})\n{i} from {c}\n{i} ({p})\n{i} in {c}\nthe firm {i}\n{i} since {d}"),
    ),
    Listing(
        w.words("books, films, songs, titles, albums, movies, works, playlist, reading_list, favourites, series"),
        v.work_title,
        lines(
            """
            [She wrote|He directed|I read|We watched|They played|I borrowed|I recommend] {v}.
            [Books|Films|Songs|Titles|Playlist|Reading list|Works|Tracks]: {v}.
            {v} [are her best works|are due back|are on the list|won prizes|were shown].
            [My favourites are|On the shelf are|Tonight they play|The album has] {v}.
            """
        ),
        _apart(
            """
            Her first was {i}. // Then came {i}. // The latest is {i}.
            I read {i}. // Then I read {i}. // Now I am reading {i}.
            """
        ),
        lines("\"{i}\"\n'{i}'\n{i} ({n} min)\n{i} by {q}\n{i} ({p})\n\"{i}\" ({d})"),
    ),
    Listing(
        w.words("countries, nations, markets, origins, states, lands, visited"),
        w.country,
        lines(
            """
            [We ship to|We deliver to|They come from|She has lived in|I have been to|It borders] {v}.
            [Countries|Markets|Origin|Visited|Shipping to]: {v}.
            {v} [took part|signed the treaty|are our markets|were in the final].
            [The wines come from|Guests from|Students from|Flights to] {v}[ are welcome|].
            """
        ),
        _apart(
            """
            We sell in {i}. // We sell in {i}, too. // Next year we start in {i}.
            """
        ),
    ),
    Listing(
        w.words("days, weekdays, open_days, available, opening_days, days_off, working_days, availability"),
        v.one_of(v.WEEKDAYS, 0),
        lines(
            """
            [Open on|We are open|Closed on|Courses are on|She works|I am free on|The market is held on] {v}.
            [Days|Open|Closed|Available|Working days|Training]: {v}.
            {v} [would suit me|are fine|are days off|work for us].
            [You can reach me|I can come|The bus runs|Yoga is|We train] on {v}.
            """
        ),
        _apart(
            """
            {i} is fine. // {i} works, too. // And {i} if need be.
            """
        ),
        lines("{i} ({t})\n{i} morning\n{i} at {t}\n{i} from {t}\n{i} evening"),
    ),
    Listing(
        w.words("colors, colours, shades, available_colors, variants, finishes"),
        v.one_of(v.COLOURS, 0.15),
        lines(
            """
            [It comes in|Available in|We have it in|You can get it in|The flag is] {v}.
            [Colours|Colors|Shades|Available]: {v}.
            {v} [are in stock|are sold out|are available].
            [She painted it|They chose|Paint in] {v}.
            """
        ),
        _apart(
            """
            We have it in {i}. // There is also {i}. // New is {i}.
            """
        ),
    ),
    Listing(
        w.words("emails, recipients, cc, to, addresses, contacts, mails, receivers, mailing_list"),
        w.email,
        lines(
            """
            [To|Cc|Recipients|Contacts|Addresses|Mail to]: {v}
            [Please send it to|Write to|Forward it to|I wrote to|You can reach us at] {v}.
            {v} [got the mail|did not answer|are on the list|bounced].
            """
        ),
        _apart(
            """
            Send it to {i}. // Copy {i}. // And let {i} know, too.
            """
        ),
    ),
    Listing(
        w.words("materials, parts, components, substances, made_of, fabrics, supplies"),
        v.one_of(
            """oak, cotton, steel, leather, wool, glass, silk, plastic, linen, bamboo, wood, paper, rubber, brass, clay,
            marble, sand, cement, glue, nails, screws, wire, cardboard, felt, foam, copper, tin, wax, string, varnish"""
        ),
        lines(
            """
            [It is made of|Made of|It consists of|The bag is made from|The parts are of] {v}.
            [Materials|Material|Parts|Supplies|Made of]: {v}.
            [You need|For this project you need|We used|He works with] {v}.
            {v} [are needed|were used|must be ordered].
            """
        ),
        (),
        _AMOUNTS,
    ),
    Listing(
        w.words("pets, animals, species, breeds, zoo_animals, seen"),
        v.one_of(
            """dog, cat, hamster, parrot, rabbit, horse, goat, pony, turtle, snake, ferret, canary, goldfish, donkey,
            pig, sheep, cow, hen, duck, goose, lizard, guinea pig, budgie, mouse, frog, hedgehog, llama, peacock, bee"""
        ),
        lines(
            """
            [She has|They keep|The farm has|He owns|We met|The shelter took in] {v}.
            [Pets|Animals|We keep|Seen]: {v}.
            [We saw|The zoo shows|The shelter has|They breed] {v}.
            """
        ),
        _apart(
            """
            We saw a {i}. // Then we saw a {i}. // In the end there was a {i}.
            """
        ),
        lines("a {i}\nthe {i}\n{nn} {i}\n{i} ({n})\na young {i}\nan old {i}"),
    ),
]  # fmt: skip
_COUNTS = (1, 2, 2, 3, 3, 3, 4, 4, 5, 6)


def listing(draw: Draw, kind: Listing, most: int = 6) -> tuple[str, str, list[str]]:
    """A sentence, or some, or lines that tell a list of this kind; the key that asks for it; and the items."""
    count = min(most, draw.rng.choice(_COUNTS))
    items = v.some_of(kind.draw, count, count)(draw)
    key = draw.rng.choice(kind.keys)
    form = draw.rng.random()
    if kind.apart and count > 1 and form < 0.15:
        first, between, last = draw.wording(["|".join(each) for each in kind.apart]).split("|")
        said = [first, *[between] * (count - 2), last]
        return " ".join(each.replace("{i}", item) for each, item in zip(said, items, strict=True)), key, items
    shown = items
    if draw.chance(0.35):
        way = draw.wording(kind.ways or _SIMPLE)
        shown = [dressed(draw, way, item) if draw.chance(0.9) else item for item in items]
    elif draw.chance(0.06):
        shown = [f'"{item}"' for item in items]
    if form < 0.35:
        heading = draw.rng.choice([key.replace("_", " "), draw.rng.choice(kind.keys).replace("_", " ")])
        lead = draw.wording(_HEADINGS).replace("{k}", heading).replace("{K}", heading.capitalize())
        return f"{lead}\n{bulleted(draw, shown)}" if draw.chance(0.8) else f"{lead} {'; '.join(shown)}", key, items
    wording = draw.wording(kind.wordings)
    if wording.endswith(": {v}.") and draw.chance(0.2):
        return wording.removesuffix(" {v}.") + "\n" + bulleted(draw, shown), key, items
    return wording.replace("{v}", enumerated(draw, shown)), key, items


_HEADINGS = lines(
    """
    {K}:
    {k}:
    Here [is|comes] the list of {k}:
    [My|Our|The] {k}:
    {K}
    The {k} [are|in full]:
    [List of|All] {k}:
    [These are|Those are] the {k}:
    What we have [here|]:
    [Please see below|As follows|The list|In short]:
    {K} ([as of today|complete|see below]):
    [So|Well], {k}:
    """
)


@dataclass(frozen=True)
class Sides:
    """Two lists of one kind in one text, told apart by what they are there for: {v} and {u}."""

    first: Sequence[str]
    second: Sequence[str]
    draw: v.Text
    wordings: Sequence[str]


SIDES: list[Sides] = [
    Sides(
        w.words("present, attended, came, attendees, there"),
        w.words("absent, missing, excused, not_there, sick"),
        _name,
        lines(
            """
            Present: {v}. [Absent|Excused|Missing]: {u}.
            {v} [came|were there], {u} [did not|could not come|were sick].
            [Absent|Missing] today: {u}. [Here|Present]: {v}.
            We missed {u}, but {v} were there.
            {v} attended the meeting. {u} sent apologies.
            While {v} came, {u} stayed at home.
            """
        ),
    ),
    Sides(
        w.words("home_players, home, first_team, team_a, our_team, hosts"),
        w.words("away_players, away, second_team, team_b, their_team, guests"),
        w.last_name,
        lines(
            """
            [Home|Our team|Hosts]: {v}. [Away|Guests|Their team]: {u}.
            At home play {v}; the guests [are|come with] {u}.
            {v} (home) against {u} (away).
            The away team has {u}, the home team {v}.
            For the hosts: {v}. For the guests: {u}.
            Home side {v}, away side {u}.
            """
        ),
    ),
    Sides(
        w.words("in_favour, yes, for, supporters, voted_yes"),
        w.words("against, no, opponents, voted_no"),
        _name,
        lines(
            """
            {v} voted [yes|for it|in favour], {u} [voted no|were against it].
            In favour: {v}. Against: {u}.
            Against it [were|spoke] {u}; for it [were|spoke] {v}.
            Yes: {v} / No: {u}
            {v} support the plan. {u} oppose it.
            No came from {u}, yes from {v}.
            """
        ),
    ),
    Sides(
        w.words("in_stock, at_home, have, available, left"),
        w.words("missing, needed, to_buy, out_of_stock, need"),
        w.food,
        lines(
            """
            We [still |]have {v}, but we need {u}.
            [In stock|At home|We have]: {v}. [Missing|To buy|We need]: {u}.
            Buy {u}. [There is|There are|We have] enough {v}.
            There is no {u} left, but there is {v}.
            {v} [are here|are in the fridge]; {u} [have to be bought|are missing].
            Out of stock: {u}. Available: {v}.
            """
        ),
    ),
    Sides(
        w.words("done, finished, completed, closed"),
        w.words("open, todo, pending, remaining, next"),
        _task,
        lines(
            """
            Done: {v}. [Open|To do|Pending]: {u}.
            [I|We] still have to {u}. Already done: {v}.
            Finished so far: {v}. Next: {u}.
            Open tasks: {u}. Completed: {v}.
            Remaining: {u}. Closed: {v}.
            Already finished are: {v}. The rest: {u}.
            """
        ),
    ),
    Sides(
        w.words("must_have, required, required_skills, needed"),
        w.words("nice_to_have, optional, a_plus, preferred"),
        v.one_of(_SKILLS, 0.15),
        lines(
            """
            [Required|Must have|You need]: {v}. [Nice to have|Optional|A plus]: {u}.
            You must know {v}; {u} would be [nice|a plus].
            {u} [is a plus|would be nice], {v} [is a must|is required].
            We require {v}. We also like to see {u}.
            Preferred: {u}. Needed: {v}.
            Without {v} you cannot apply. Optional: {u}.
            """
        ),
    ),
    Sides(
        w.words("pros, good, advantages, plus, likes"),
        w.words("cons, bad, disadvantages, minus, dislikes"),
        lambda draw: draw.pick(_PRAISE) if draw.chance(0.8) else w.invented(draw),
        lines(
            """
            [Pros|Good|Plus|Advantages]: {v}. [Cons|Bad|Minus|Disadvantages]: {u}.
            I like {v}. I do not like {u}.
            [Bad|Minus]: {u}. [Good|Plus]: {v}.
            On the plus side there [is|are] {v}, on the minus side {u}.
            The good: {v}. The bad: {u}.
            I could do without {u}, but I love {v}.
            """
        ),
    ),
    Sides(
        w.words("visited, seen, been_to, past_stops, done"),
        w.words("planned, to_visit, next_stops, still_to_see, upcoming"),
        w.city,
        lines(
            """
            We have been to {v}; next [are|come] {u}.
            [Visited|Seen]: {v}. [Planned|To visit|Next]: {u}.
            Still to come: {u}. Already seen: {v}.
            Next year we go to {u}. Last year it was {v}.
            After {v} we want to see {u}.
            We plan to see {u}. We have already seen {v}.
            """
        ),
    ),
    Sides(
        w.words("allowed, may_eat, likes, eats, liked"),
        w.words("forbidden, allergies, dislikes, avoids, intolerances"),
        w.food,
        lines(
            """
            She [eats|likes|loves] {v}, but [no|not|never] {u}.
            [Allowed|Likes]: {v}. [Forbidden|Dislikes|Avoid]: {u}.
            He is allergic to {u}, but may eat {v}.
            No {u}, please! {v} [is|are] fine.
            {u} [make|makes] him sick; {v} [do|does] not.
            Avoid {u}. You may eat {v}.
            """
        ),
    ),
    Sides(
        w.words("sold, gone, sold_items, sold_out"),
        w.words("for_sale, available, unsold, offered, left"),
        w.product,
        lines(
            """
            [Already sold|Sold|Gone]: {v}. [Still for sale|Available|Left]: {u}.
            For sale: {u}. {v} [are|is] already sold.
            I sold {v}. I still have {u}.
            {u} [can be bought|are still here]; {v} [are gone|were sold].
            You can still get {u}, but not {v}.
            Sold out: {v}. Still here: {u}.
            """
        ),
    ),
    Sides(
        w.words("accepted, hired, winners, chosen, passed"),
        w.words("rejected, declined, losers, refused, failed"),
        _name,
        lines(
            """
            [Accepted|Chosen|Passed|Winners]: {v}. [Rejected|Refused|Failed|Losers]: {u}.
            {v} [passed|got the job|won], {u} [failed|did not|lost].
            We took {v} and turned down {u}.
            Congratulations to {v}. Sorry, {u}.
            {u} lost against {v}.
            We have to refuse {u}. We welcome {v}.
            """
        ),
    ),
]


def sides(draw: Draw, kind: Sides) -> tuple[str, list[tuple[str, list[str]]]]:
    """A text with both lists, and the key and the items of each."""
    count = draw.number(1, 3)
    total = count + draw.number(1, 3)
    items = v.some_of(kind.draw, total, total)(draw)
    first, second = items[:count], items[count:]
    text = draw.wording(kind.wordings).replace("{v}", "\0")
    text = text.replace("{u}", enumerated(draw, second)).replace("\0", enumerated(draw, first))
    return text, [(draw.rng.choice(kind.first), first), (draw.rng.choice(kind.second), second)]
