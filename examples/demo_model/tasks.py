"""Questions whose answer is no record: one value, a choice, a query in SQL, a call of a tool."""

from __future__ import annotations

import json

from constrain.sampling.demo_model.prompts import CALL, QUERY, tool_line

from . import words as w
from .domains import lines
from .labels import rare_label
from .words import Draw

TEXT_COLUMNS = w.words(
    """name, city, country, job, color, company, title, author, brand, category, status, type, material, language,
    hobby, subject, street, product, owner, supplier, style, size"""
)
NUMBER_COLUMNS = w.words(
    """age, price, salary, year, stock, height, weight, rating, score, quantity, length, width, distance, duration,
    cost, population, pages, points, budget, discount, speed, capacity,
    revenue, id"""
)
TABLES = w.words(
    """people, products, orders, cities, books, movies, employees, customers, cars, songs, teams, hotels, students,
    users, invoices, flights, suppliers, rooms, courses, teachers, countries, companies, projects, tickets, payments,
    games, players, recipes, animals, patients, doctors, events, shops, staff, inventory, artists, houses"""
)
# Words of comparison are few, and none can be understood who has not met it: both sides share them.
MORE = w.words(
    """greater than, above, more than, over, higher than, bigger than, exceeding, larger than, in excess of, beyond, >,
    strictly greater than, strictly more than, strictly above, strictly over, upward of, past, superior to,
    greater than, more than, above"""
)
LESS = w.words(
    """less than, below, under, lower than, smaller than, at most, fewer than, beneath, short of, <, at most,
    strictly less than, strictly below, strictly under, strictly lower than, inferior to, not as much as, lesser than,
    less than, under, below, at most"""
)
COMPARED = lines(
    """
    where {column} is {how} {value}
    with {column} {how} {value}
    whose {column} is {how} {value}
    with a {column} {how} {value}
    having {column} {how} {value}
    that have a {column} {how} {value}
    where [the |their |its |]{column} is {how} {value}
    with [the |its |their |]{column} {how} {value}
    for which [the |]{column} is {how} {value}
    [that have|which have|having] [the |]{column} {how} {value}
    if [the |their |]{column} is {how} {value}
    [but only those|only those|only the ones] with [a |]{column} {how} {value}
    [restricted to|limited to] [a |]{column} {how} {value}
    when [the |]{column} is {how} {value}
    whose {column} [is|lies|turns out to be] {how} {value}
    where {column} [must be|should be|has to be|happens to be] {how} {value}
    of [a |]{column} {how} {value}
    [but |and ]only if [the |]{column} is {how} {value}
    [and|with] the condition that {column} is {how} {value}
    [filtered by|filter:] {column} {how} {value}
    where the value of {column} is {how} {value}
    [that show|showing|that list] [a |]{column} {how} {value}
    given that [the |]{column} is {how} {value}
    """
)
EQUAL = lines(
    """
    where {column} is {value}
    with {column} {value}
    whose {column} is {value}
    with the {column} {value}
    where the {column} equals {value}
    that have {column} {value}
    where [the |their |its |]{column} is [exactly |equal to |]{value}
    with {value} as [the |their |]{column}
    for which [the |]{column} is {value}
    [that have|which have|having] {value} as {column}
    if [the |their |]{column} is {value}
    [but only those|only those|only the ones] with {column} {value}
    [restricted to|limited to] {column} {value}
    when [the |]{column} is {value}
    whose {column} [equals|is equal to|is set to] {value}
    where {column} = {value}
    of {column} {value}
    [that have|with] a {column} of {value}
    [but |and ]only if [the |]{column} is {value}
    [and|with] the condition that {column} is {value}
    [filtered by|filter:] {column} {value}
    where the value of {column} is {value}
    [that show|that list|showing] {value} as [the |]{column}
    given that [the |]{column} is {value}
    where {column} is "{value}"
    """
)
COUNTED = lines(
    """
    How many {table} are there
    Count the {table}
    Number of {table}
    How many rows are in {table}
    Tell me how many {table} we have
    What is the count of {table}
    [What is|Give me|Show me|Find|Get] the number of {table}
    [Please count|Count|Count up] [all |all the |]{table}
    [Return|Compute|Determine] the [count|number] of {table}
    How many {table} [do we have|exist|are in the table|can you find|are listed]
    [Total number|Total count|Count] of [all |]{table}
    [I need|I want|I would like] to know how many {table} there are
    [How many|What number of] [entries|records|rows] [does {table} have|are there in {table}]
    [Say|Tell me|Let me know] how many {table} there are
    [Size|The size] of [the table |]{table}
    The number of [rows|entries|records] in {table}
    [Can you|Could you|Please] [count|tell me the number of] [the |]{table}
    How many [rows|entries|records] does [the table |]{table} have
    {table}: how many [are there|rows|]
    [And how many|So how many] {table} are there
    [Number of|Count the] [records|entries|rows] [in|of] [the table |]{table}
    """
)
FUNCTIONS = {
    "average": "avg",
    "highest": "max",
    "lowest": "min",
    "total": "sum",
    "mean": "avg",
    "maximum": "max",
    "minimum": "min",
    "summed": "sum",
    "largest": "max",
    "smallest": "min",
    "overall": "sum",
    "biggest": "max",
    "least": "min",
    "combined": "sum",
    "greatest": "max",
    "avg": "avg",
    "max": "max",
    "min": "min",
}
AGGREGATED = lines(
    """
    What is the {what} {column} of {table}
    Give the {what} {column} of {table}
    Find the {what} {column} in {table}
    Show the {what} {column} of the {table}
    {what} {column} of {table}
    Compute the {what} {column} of all {table}
    [Tell|Show|Give|Get] me the {what} {column} [of|in|for|among] [all |the |]{table}
    [Return|Calculate|Determine|Work out] the {what} {column} [of|for|over] [all |the |]{table}
    [I need|I want|I would like] the {what} {column} of [all |the |]{table}
    What [is|was] the {what} {column} [among|in|over|across] [all |the |]{table}
    [Which|What] {what} {column} do the {table} have
    The {what} {column} [in|of|across|over] [all |]{table}
    {table}: {what} {column}
    [Please find|Look up|Report] the {what} {column} for [all |]{table}
    For [all |the |]{table}, [what is|give|find|show] the {what} {column}
    [How much|How high|What] is the {what} {column} of [all |the |]{table}
    [Can you|Could you] [compute|find|show] the {what} {column} of [the |]{table}
    Let me know the {what} {column} of [all |the |]{table}
    From {table}, [get|return|take] the {what} {column}
    Over all {table}, the {what} {column}
    What {what} {column} [is there|can be found|is listed] in {table}
    """
)
SELECTED = lines(
    """
    Show the {columns} of {table}
    List the {columns} of all {table}
    Which {columns} have {table}
    Give me {columns} of the {table}
    Find {columns} of {table}
    What is the {columns} of {table}
    Get {columns} from {table}
    [Show|Give|Tell] me [the |all |]{columns} of [the |all |all the |]{table}
    [Return|Print|Display|Fetch|Select] [the |]{columns} [of|from|for] [the |all |]{table}
    [I need|I want|I would like|Let me see] the {columns} of [the |all |]{table}
    [Which|What] {columns} do [the |]{table} have
    What are the {columns} of [the |all |]{table}
    [Look up|Find|Get] the {columns} [for|of] [the |all |]{table}
    For [all |the |]{table}, [show|list|give] [the |]{columns}
    {columns} of [the |all |]{table}
    The {columns} of [all |the |]{table}[, please|]
    [From|Out of] {table}, [get|show|take|read] [the |]{columns}
    [Can you|Could you] [show|give] me [the |]{columns} of [the |]{table}
    {table}: [the |]{columns}
    [Name|State|Report] the {columns} of [all |the |]{table}
    [A list|List] of [the |]{columns} of [all |the |]{table}
    [Please show|Please list|Display] {columns} for [every row in |all rows of |]{table}
    [Only |Just ]the {columns} of {table}
    """
)

BOTH = lines(
    """
    where {text} is {value} and {number} is {how} {limit}
    with {text} {value} and [a |]{number} {how} {limit}
    whose {text} is {value} and whose {number} is {how} {limit}
    where the {text} is {value} and the {number} {how} {limit}
    that have {text} {value} and [a |]{number} {how} {limit}
    where {number} is {how} {limit} and {text} is {value}
    with {value} as {text} and [a |]{number} {how} {limit}
    where {text} equals {value} and {number} is {how} {limit}
    having {text} {value} and {number} {how} {limit}
    for which {text} is {value} and {number} is {how} {limit}
    where {text} = {value} and {number} is {how} {limit}
    with [a |]{number} {how} {limit} and [the |]{text} {value}
    if {text} is {value} and [if |]{number} is {how} {limit}
    whose {text} is {value} and [that have|with] [a |]{number} {how} {limit}
    where both {text} is {value} and {number} is {how} {limit}
    with [the |]{text} {value}, and [with |]{number} {how} {limit}
    where {text} is {value}, but only if {number} is {how} {limit}
    where {number} is {how} {limit} and the {text} equals {value}
    of {text} {value} with [a |]{number} {how} {limit}
    with [a |the |]{number} {how} {limit} and [a |the |]{text} of {value}
    whose {number} is {how} {limit} and whose {text} is {value}
    having {number} {how} {limit} and {text} {value}
    [for which|where] [the |]{number} is {how} {limit} and [the |]{text} is {value}
    with {value} as the {text} and [the |]{number} {how} {limit}
    if {number} is {how} {limit} and [if |]{text} is {value}
    [that have|which have] [a |]{number} {how} {limit} and {text} {value}
    whose {text} equals {value} and whose {number} is {how} {limit}
    where {number} is {how} {limit}, but only if {text} is {value}
    where both {number} is {how} {limit} and {text} is {value}
    with [a |]{number} {how} {limit} and with {value} as {text}
    where the {text} equals {value} and the {number} is {how} {limit}
    """
)
ASCENDING = lines(
    """
    sorted by {by}
    ordered by {by}
    [sort|order] by {by}
    [sorted|ordered|arranged|ranked] by {by}[ ascending|, ascending|]
    in [the |]order of {by}
    by [ascending|increasing|rising] {by}
    sorted by {by}[, smallest first|, lowest first|]
    ordered by {by} from low to high
    in ascending order of {by}
    [sorted|ordered] [ascending|upwards] by {by}
    with the lowest {by} first
    arranged by {by}
    [and |]sorted on {by}
    [and |]sorted by [the |their |]{by}
    and [sort|order] [them |]by {by}
    in order of [increasing|rising|ascending] {by}
    starting with the [lowest|smallest] {by}
    [and |]order the result by {by}
    """
)
DESCENDING = lines(
    """
    sorted by {by} descending
    ordered by {by} descending
    [sort|order] by {by} [descending|desc]
    [sorted|ordered|arranged|ranked] by {by}, descending
    in reverse order of {by}
    by [descending|decreasing|falling] {by}
    sorted by {by}, [largest|highest|biggest] first
    ordered by {by} from high to low
    in descending order of {by}
    [sorted|ordered] [descending|downwards] by {by}
    with the highest {by} first
    arranged by {by} in descending order
    [and |]sorted on {by} descending
    [and |]sorted by [the |their |]{by} in reverse
    and [sort|order] [them |]by {by} descending
    in order of [decreasing|falling|descending] {by}
    starting with the [highest|largest] {by}
    [and |]order the result by {by} descending
    """
)


def columns_of_table(draw: Draw) -> tuple[list[str], list[str]]:
    """Columns with text, and those with numbers."""
    texts, numbers = (
        draw.rng.sample(TEXT_COLUMNS, draw.number(1, 3)),
        draw.rng.sample(NUMBER_COLUMNS, draw.number(1, 3)),
    )
    for columns in (texts, numbers):
        column = rare_label(draw).replace(" ", "_")
        if draw.chance(0.4) and column not in texts + numbers:
            columns.append(column)
    return texts, numbers


def value_of_column(draw: Draw, column: str) -> str:
    known = {"name": w.first_name, "city": w.city, "country": w.country, "job": w.job, "company": w.company}
    known |= {"author": w.person, "owner": w.person, "supplier": w.company, "street": w.street, "product": w.product}
    known |= {"title": w.song}
    lists = {"language": w.LANGUAGES, "hobby": w.HOBBIES, "subject": w.SUBJECTS}
    if column in lists:
        return w.entry(draw, lists[column])
    text = known[column](draw) if column in known else w.entry(draw, w.ADJECTIVES)
    return text.replace("'", "")


def condition(draw: Draw, texts: list[str], numbers: list[str]) -> tuple[str, str]:
    """A condition, perhaps none or two: in words and in SQL."""
    text, number = draw.rng.choice(texts), draw.rng.choice(numbers)
    value, limit = value_of_column(draw, text), draw.number(1, 5000)
    kind = draw.rng.randrange(5)
    if kind == 1:
        said = draw.wording(COMPARED).format(column=number, how=draw.rng.choice(MORE), value=limit)
        return said, f"{number} > {limit}"
    if kind == 2:
        how = draw.rng.choice(LESS)
        sign = "<=" if how == "at most" else "<"
        return draw.wording(COMPARED).format(column=number, how=how, value=limit), f"{number} {sign} {limit}"
    if kind == 3:
        return draw.wording(EQUAL).format(column=text, value=value), f"{text} = '{value}'"
    if kind == 4:
        wording = draw.wording(BOTH)
        said = wording.format(text=text, value=value, number=number, how=draw.rng.choice(MORE), limit=limit)
        parts = [f"{text} = '{value}'", f"{number} > {limit}"]  # in the order of the question
        return said, " and ".join(reversed(parts) if wording.index("{limit}") < wording.index("{value}") else parts)
    return "", ""


def sql(draw: Draw) -> tuple[str, str]:
    """A question to a table, as a prompt, and the query that answers it."""
    table = draw.pick(TABLES) if draw.chance(0.6) else rare_label(draw).replace(" ", "_") + "s"
    texts, numbers = columns_of_table(draw)
    columns = texts + numbers
    draw.rng.shuffle(columns)
    said, where = condition(draw, texts, numbers)
    kind = draw.rng.randrange(6)
    order = ""
    if kind == 0:
        ask, what = draw.wording(COUNTED).format(table=table), "count(*)"
    elif kind == 1:
        column, name = draw.rng.choice(numbers), draw.rng.choice(list(FUNCTIONS))
        ask = draw.wording(AGGREGATED).format(what=name, column=column, table=table)
        what = f"{FUNCTIONS[name]}({column})"
    else:
        wanted = draw.rng.sample(columns, 2 if draw.chance(0.3) else 1)
        ask, what = draw.wording(SELECTED).format(columns=" and ".join(wanted), table=table), ", ".join(wanted)
        if kind == 2:
            by, down = draw.rng.choice(columns), draw.chance(0.5)
            said += " " + draw.wording(DESCENDING if down else ASCENDING).format(by=by)
            order = f" order by {by}" + (" desc" if down else "")
    question = " ".join(f"{ask} {said}".split()) + draw.rng.choice(["", "", "?", "."])
    query = f"select {what} from {table}{' where ' if where else ''}{where}{order}"
    return QUERY.format(table=table, columns=", ".join(columns), question=question), query


CURRENCIES = w.words(
    """EUR, USD, GBP, CHF, JPY, euros, dollars, pounds, francs, yen, SEK, NOK, DKK, PLN, CZK, kroner, zloty, rupees,
    pesos, INR, AUD, CAD, CNY, lira"""
)
ROOMS = w.words(
    """kitchen, bedroom, bathroom, living room, hall, garage, office, cellar, attic, nursery, dining room, guest room,
    study, balcony, corridor, pantry, library, workshop, garden, porch, laundry room, playroom, entrance,
    conservatory"""
)


def currency(draw: Draw) -> str:
    return draw.pick(CURRENCIES)


TOOLS: dict[str, tuple[dict[str, object], list[str]]] = {
    "weather": ({"city": w.city, "days": (1, 9)}, lines(
        """
        What is the weather in {city} for the next {days} days?
        Will it rain in {city} in the next {days} days?
        Weather in {city}, {days} days please.
        Tell me the forecast for {city}, {days} days.
        How warm will it be in {city} over {days} days?
        I go to {city} for {days} days. How will the weather be?
        Show me {days} days of weather for {city}.
        [What will|How will] the weather be in {city} [over|in|during] the [next|coming] {days} days?
        [Give|Show|Get] me the [forecast|weather|weather report] for {city} for {days} days.
        [Forecast|Weather forecast|Outlook] [for|in] {city}, [next |]{days} days
        Do I need [an umbrella|a coat|sunscreen] in {city} [in|during] the next {days} days?
        {days} day [forecast|weather forecast|outlook] for {city}[, please|]
        {city}, [next |]{days} days: [sun or rain|how is the weather|what weather]?
        [Will it snow|Will it be sunny|Is there a storm coming] in {city} [within|in] the next {days} days?
        I am [travelling|flying|going] to {city} for {days} days, [will it be cold|what is the forecast|any rain]?
        [Can you|Could you] check the [weather|forecast] [in|for] {city} for the next {days} days?
        [For|Over] the next {days} days, [how hot|how cold|how windy] will it be in {city}?
        [Check|Look up] {days} days of [weather|forecast] in {city}.
        """)),
    "time": ({"city": w.city}, lines(
        """
        What time is it in {city}?
        Tell me the time in {city}.
        How late is it in {city} now?
        Current time in {city}?
        Is it night in {city}? Give me the time.
        What is the local time in {city}?
        [What is|Tell me|Give me] the [current |local |]time in {city}[ right now|, please|].
        [What time|Which hour] [do they have|is it now] in {city}?
        [Do you know|Can you tell me] [what time it is|the time] in {city}?
        {city} time[, please|]?
        [How late|What time] is it [right now |at the moment |]in {city}?
        My [friend|sister|boss] is in {city}, what time is it there?
        [Show|Check|Look up] the [clock|time|local time] in {city}.
        [Is it morning|Is it evening|Is it late|Can I still phone someone] in {city}? What is the time?
        In {city}, what [is the time|time is it][ now|]?
        [Time|Local time|Time now] [in|for] {city}
        I [need|want] to know the time in {city}.
        People in {city} are [at lunch|asleep], or what time is it there?
        """)),
    "timer": ({"minutes": (1, 180)}, lines(
        """
        Set a timer for {minutes} minutes.
        Wake me in {minutes} minutes.
        Start a {minutes} minute timer.
        Tell me when {minutes} minutes are over.
        Timer, {minutes} minutes.
        Count down {minutes} minutes.
        [Set|Start|Make|Run] a [timer|countdown] [for|of] {minutes} minutes[, please|].
        [Remind me|Ring|Beep] in {minutes} minutes.
        [Let me know|Tell me|Alert me] [when|after] {minutes} minutes [have passed|are up|].
        {minutes} minutes[ on the timer| from now, ring the bell|, starting now].
        {minutes} minute [timer|countdown][, please|].
        [The eggs|The pasta|The bread] needs {minutes} minutes, [set|start] a timer.
        [I need|I want] a [timer|countdown] [for|of] {minutes} minutes.
        [Can you|Could you|Please] [time|count down] {minutes} minutes[ for me|]?
        [Put|Get] {minutes} minutes on the clock.
        My [tea|pizza|cake] is done in {minutes} minutes, [tell me then|give me a signal].
        [Start|Begin] counting [down |]{minutes} minutes[ now|].
        [After|In] {minutes} minutes, [wake me|ring|beep|give me a sign].
        """)),
    "send": ({"to": w.email, "subject": w.title}, lines(
        """
        Write an e-mail to {to} about the {subject}.
        Send a mail to {to} with the subject {subject}.
        Mail {to} about {subject}.
        Please send {to} a message about the {subject}.
        E-mail {to}, subject {subject}.
        Tell {to} by mail about the {subject}.
        [Please write|Write|Compose] [a message|a mail|an email] to {to}[,| with the] subject {subject}.
        [Drop|Send] {to} [a line|a note|an email] [about|on] the {subject}.
        {to} [should|must|needs to] get a mail about the {subject}.
        [Send|Fire off] [an email|an e-mail|a mail] about the {subject} to {to}.
        [Could you|Can you] [email|mail|write to] {to} about the {subject}?
        [New|Draft a] [mail|message|email] to {to}: {subject}
        [Let|Inform] {to} [know |]about the {subject} by [mail|email].
        [I want|I need|I would like] to [email|write to|mail] {to} [about|regarding] the {subject}.
        Subject {subject}, [to|recipient|addressed to] {to}, [send it|mail it|please send].
        About the {subject}: [email|write to|message] {to}.
        [Contact|Reach out to] {to} by [email|mail] [about|regarding] the {subject}.
        [Use|With] {subject} as the subject, [mail|write to|email] {to}.
        """)),
    "call": ({"person": w.person}, lines(
        """
        Call {person}.
        Please phone {person}.
        Ring {person} for me.
        I want to talk to {person}.
        Give {person} a call.
        Dial the number of {person}.
        [Please |]call {person} [for me|now|right away|on the phone|].
        [Could you|Can you] [ring|phone|call] {person}[ for me|]?
        [Get|Put] {person} on the [phone|line][, please|].
        [I need|I have|I would like] to [speak|talk] to {person}[ now|].
        [Phone|Ring up|Dial] {person}[, please|].
        [Start|Make|Place] a [call|phone call|video call] [to|with] {person}.
        [Connect|Put] me [through to|with] {person}.
        {person}[, call them|: please call].
        [Let us|I want to] [phone|ring|call] {person}[ now|].
        [Is {person} free|Is {person} there]? [Call and ask|Try to call].
        [Try|Reach] {person} [by phone|on the phone].
        [Call back|Return the call of] {person}.
        """)),
    "book": ({"place": w.city, "date": w.iso_date, "guests": (1, 12)}, lines(
        """
        Book a hotel in {place} on {date} for {guests} people.
        Reserve a room for {guests} in {place} on {date}.
        I need a hotel in {place} for {guests} guests on {date}.
        On {date} we are {guests} people in {place} and need a room.
        Find a bed in {place} for {guests}, {date}.
        Book {guests} places in {place} for {date}.
        [Book|Reserve|Get] [a hotel|a room|rooms|an inn] for {guests} [people|guests|persons] in {place} on {date}.
        [We are|There are] {guests} [people|of us] and [need|want] a [hotel|room] in {place} on {date}.
        {place}, {date}, {guests} [guests|people]: [book|reserve|find] a hotel.
        On {date} [book|reserve|get] [a room|a hotel] in {place} for {guests} [guests|people].
        [I would like|I want|We want] to [stay|sleep] in {place} on {date}, {guests} [guests|people|persons].
        [Can you|Could you|Please] [find|book|reserve] a [hotel|room] in {place}, {guests} [guests|people], on {date}?
        For {guests} [guests|people], [book|reserve] a [room|hotel] in {place} [on|for] {date}.
        [Hotel|Room|Accommodation] in {place} [for|on] {date}, {guests} [people|guests].
        [Arriving|We arrive] in {place} on {date} with {guests} [people|guests], [book a hotel|reserve a room].
        A [room|hotel] for {guests} [people|guests] on {date} in {place}[, please|].
        [Make|I need] a hotel [reservation|booking] in {place} [for|on] {date} for {guests} [guests|people].
        [In|Somewhere in] {place} we need beds for {guests} on {date}.
        """)),
    "order": ({"product": w.product, "quantity": (1, 50)}, lines(
        """
        Order {quantity} pieces of {product}.
        Buy {quantity} times the {product}.
        I want {quantity} of the {product}.
        Please get me {quantity} x {product}.
        Put {quantity} {product} into the cart.
        We need {quantity} units of {product}.
        [Please order|Order|Buy] {quantity} [units|pieces|] of the {product}.
        [I would like|We would like|I want] to [order|buy] {quantity} [pieces|units] of the {product}.
        [Add|Put] {quantity} [pieces|units] of the {product} [to|into] my [cart|basket].
        {quantity} x {product}[, please|].
        {product}, {quantity} [pieces|units|times][, please|].
        [Get|Send] [me|us] {quantity} [pieces|units] of the {product}[, please|].
        [Can I have|Can we get|Could I get] {quantity} of the {product}?
        [We are out of stock|We have run out]: {product}, {quantity} [pieces|units].
        Of the {product} [I take|we need|I need|order] {quantity} [pieces|units|].
        [Purchase|Reorder] the {product}, quantity {quantity}.
        [My order|Our order]: {product}, {quantity} [pieces|units].
        [Place|Make] an order [for|of] {quantity} [units|pieces] of the {product}.
        """)),
    "translate": ({"text": lambda d: d.pick(w.SUBJECTS), "language": lambda d: d.pick(w.LANGUAGES)}, lines(
        """
        Translate "{text}" into {language}.
        What is "{text}" in {language}?
        How do you say "{text}" in {language}?
        Say "{text}" in {language}.
        Give me the {language} for "{text}".
        {language} translation of "{text}", please.
        [Please translate|Translate] "{text}" [to|into] {language}[ for me|, please|].
        [How would you|How can I] [say|write|put] "{text}" in {language}?
        [What is|What would be] the {language} [word|phrase|expression|translation] for "{text}"?
        "{text}" in {language}[, please|]?
        [I need|Give me|Write] "{text}" in {language}.
        [Into|To] {language}: "{text}"
        [Put|Turn|Render] "{text}" into {language}.
        [Can you|Could you] translate "{text}" into {language}?
        My friend speaks {language}, how do I tell them "{text}"?
        [What do people|What do they] say in {language} for "{text}"?
        In {language}, [what is|how do you say] "{text}"?
        [Show|Tell] me the {language} translation of "{text}".
        [What does|How does] "{text}" [become|read] in {language}?
        """)),
    "search": ({"query": w.product}, lines(
        """
        Search for {query}.
        Look up {query}.
        Find something about {query}.
        I am looking for a {query}.
        Search the web for {query}.
        Show me results for {query}.
        [Please search|Search|Look] for the {query}[ on the web| online| on the internet|].
        [Google|Look up|Search the internet for] the {query}[, please|].
        [Find|Get|Show] me [information|something|pages|articles] [about|on] the {query}.
        [What can you find|What is there|What do you find] [about|on] the {query}?
        [Web search|Search|Query]: {query}
        [I want|I need|I would like] to [find|look up|see] the {query}[ online|].
        [Where|On which page] can I find the {query}?
        [Can you|Could you] [look up|search for|find] the {query}?
        [Do|Run|Start] a search for the {query}.
        [Any|Are there any] [results|hits|pages] for the {query}?
        [Look online|Look around|Check the web] for the {query}.
        [Tell me more|I want to know more] about the {query}, [search the web|look it up].
        """)),
    "play": ({"song": w.song, "artist": w.person}, lines(
        """
        Play {song} by {artist}.
        I want to hear {song} by {artist}.
        Put on {song} of {artist}.
        Start the song {song} by {artist}.
        Music: {song}, {artist}.
        Let me listen to {song} from {artist}.
        [Please play|Play|Put on|Start] [the song |the track |]{song} by {artist}[, please|].
        [I want|I would like|I feel like|I am in the mood] to [hear|listen to] {song} by {artist}.
        [Can you|Could you] play [me |us |]{song} [by|from] {artist}?
        {artist}, {song}, [play it|please|on repeat].
        {song} by {artist}[, please|, loud|].
        [Next|Now|First], [play|put on] {song} by {artist}.
        [The song|The track] {song} [by|from] {artist}[, play it|, please].
        From {artist} [I want|I would like|play|let me hear] {song}.
        [Turn on|Stream|Queue|Add to the queue] {song} by {artist}.
        [How about|What about] [some music,|a song,] {song} by {artist}?
        [Let us|Let me] hear {artist} with {song}.
        [My favourite|A classic]: {artist} with {song}, [play it|put it on].
        """)),
    "remind": ({"text": lambda d: d.pick(w.SUBJECTS), "date": w.iso_date}, lines(
        """
        Remind me of the {text} on {date}.
        [Set|Create|Add] a reminder for the {text} on {date}.
        On {date}, remind me [of|about] the {text}.
        [Do not let me|I must not] forget the {text} on {date}.
        [Please remind|Could you remind] me [about|of] the {text} on {date}[, please|].
        Reminder[ for|:] {date}: {text}
        I [want|need] a reminder [about|of] the {text} [on|for] {date}.
        {date}, {text}: [remind me|set a reminder|add a reminder].
        [Tell me|Let me know] on {date} that the {text} is due.
        [Put|Save] the {text} [as a reminder|in my reminders] [for|on] {date}.
        [I tend to forget things|My memory is bad]: remind me of the {text}, {date}.
        The {text} is on {date}, [remind me|please remind me|send me a reminder].
        [New|Another] reminder: {text}, {date}.
        [Make sure I remember|Help me remember] the {text} on {date}.
        [Ping|Notify|Alert] me on {date} about the {text}.
        [Can you|Could you] remind me on {date} of the {text}?
        [When|As soon as] it is {date}, remind me of the {text}.
        I have the {text} on {date}, [set|make] a reminder.
        """)),
    "alarm": ({"time": w.clock}, lines(
        """
        Wake me [up |]at {time}.
        Set [an|the|my] alarm [for|to|at] {time}.
        [I need|I have|I must] to get up at {time}, [set an alarm|wake me].
        Alarm [at|for] {time}[, please|].
        {time} alarm[, please|].
        [Please|Could you|Can you] wake me at {time}?
        [Ring|Beep|Make a noise] at {time}.
        [Set|Put] the alarm clock [to|on] {time}.
        [I want|I would like] to be woken at {time}.
        [My day starts|I get up|I rise] at {time}, [set the alarm|alarm please].
        [Add|Create|New] alarm: {time}
        [Tomorrow|Today] at {time} [wake me|I need an alarm].
        At {time} [I have to be awake|the alarm should ring|wake me up].
        [Turn on|Activate] an alarm for {time}.
        [Let the alarm ring|Let it ring] at {time}.
        [Do not let me sleep|I must not sleep] past {time}.
        [Get|Wake] me [up|out of bed] at {time}[, please|].
        [Could I have|I need] an alarm [at|for] {time}?
        """)),
    "convert": ({"amount": (1, 5000), "source": currency, "target": currency}, lines(
        """
        Convert {amount} {source} to {target}.
        How [much|many] {target} are {amount} {source}?
        [What is|What are] {amount} {source} in {target}?
        [Change|Exchange|Turn] {amount} {source} into {target}.
        {amount} {source} [in|to|into] {target}[, please|]?
        How [much|many] {target} do I get for {amount} {source}?
        I have {amount} {source}, [how many|how much is that in] {target}[ do I get|]?
        [Give|Tell|Show] me {amount} {source} in {target}.
        [Calculate|Compute] {amount} {source} in {target}.
        [I want|I would like] to [change|exchange|convert] {amount} {source} [to|into] {target}.
        In {target}, [how much|what] is {amount} {source}?
        [Can you|Could you] convert {amount} {source} [to|into] {target}?
        [What is the worth|What is the value] of {amount} {source} in {target}?
        It costs {amount} {source}, what is that in {target}?
        From {source} to {target}: {amount}
        [The price is|I paid|They charge] {amount} {source}, show it in {target}.
        [Currency|Exchange]: {amount} {source} to {target}
        [Into|To] {target}, convert {amount} {source}.
        """)),
    "route": ({"start": w.city, "destination": w.city}, lines(
        """
        [How do I get|How can I travel|How do I drive] from {start} to {destination}?
        [Show|Find|Give] me the [way|route|directions] from {start} to {destination}.
        [Route|Directions|Way] from {start} to {destination}[, please|].
        [Navigate|Take me|Bring me|Guide me] from {start} to {destination}.
        I am in {start} and [want|need|have] to go to {destination}.
        [Plan|Calculate|Find] a [trip|route|drive] from {start} to {destination}.
        [How far|How long] is it from {start} to {destination}?
        [What is|Which is] the [best|fastest|shortest] way from {start} to {destination}?
        To {destination} from {start}[, please|, which way|].
        I [start|leave|set off] in {start}, my [goal|destination|target] is {destination}.
        [Drive|Travel|Go] to {destination}, [starting|beginning] in {start}.
        [Which road|Which train|Which bus] goes from {start} to {destination}?
        [We live|I live|We are] in {start}. [How do we get|What is the way] to {destination}?
        {start} to {destination}[, the fastest way|, by car|, by train|]
        [Start|From]: {start}, [destination|to|end]: {destination}
        I want to [reach|get to|visit] {destination} from {start}[ by car| by train|].
        [Lead|Guide] me to {destination}, I am [now |]in {start}.
        [Can you|Could you] [show|find] the way to {destination} from {start}?
        """)),
    "light": ({"room": lambda d: d.pick(ROOMS), "level": (1, 100)}, lines(
        """
        [Set|Dim|Turn|Change] the [light|lights|lamp] in the {room} to {level} percent.
        [Light|Lights|Brightness] in the {room} [at|to] {level} percent[, please|].
        {room} [light|lights] to {level} percent.
        [Make|I want] the [light|lamp] in the {room} {level} percent bright.
        In the {room}, [set|dim|turn] the [light|lights] to {level} percent.
        [Can you|Could you|Please] [set|dim] the {room} [light|lights] to {level} percent?
        [Put|Bring] the {room} [light|lights] [to|at] {level} percent.
        {level} percent [light|brightness] in the {room}[, please|].
        [I need|I would like] {level} percent [light|brightness] in the {room}.
        The {room} is [too dark|too bright], [set|turn] the light to {level} percent.
        [Adjust|Regulate] the {room} [lamp|light|lights] to {level} percent.
        [Brightness|Light level] {level}, {room}.
        [Switch|Turn] on the [light|lamp] in the {room} at {level} percent.
        [We are|I am] in the {room}, [give us|make it] {level} percent light.
        {room}: [light|brightness|lamp] {level} percent
        [Let|Have] the [light|lamp] in the {room} shine at {level} percent.
        [Lower|Raise|Fade] the {room} [light|lights] to {level} percent.
        [How about|What about] {level} percent light in the {room}?
        """)),
    "track": ({"order_id": w.code}, lines(
        """
        Where is [my |the |]order {order_id}?
        [Track|Trace|Follow] [the order|order|parcel|package] {order_id}.
        [What is|Tell me|Show me] the status of [order |parcel |]{order_id}.
        [Has|Did] order {order_id} [been sent|shipped|left] [yet|already]?
        [When will|When does] order {order_id} [arrive|come|get here]?
        [Order|Parcel|Package|Shipment] {order_id}, [where is it|what is the status|please track]?
        [Check|Look up|Find] [order|parcel|shipment] {order_id}[, please|].
        I am [still |]waiting for [order|parcel|package] {order_id}.
        My order number is {order_id}, [where is it|when will it come|any news]?
        [Can you|Could you] [track|find|check] [order|parcel|shipment] {order_id}?
        [Status|Tracking] of {order_id}[, please|]
        [Any news|Is there news] about [order|parcel] {order_id}?
        [I ordered something|I bought something], number {order_id}, [where is it|please track it].
        How far is [the parcel|shipment|order] {order_id}?
        [Locate|Find] the [parcel|package|shipment] [with the number |]{order_id}.
        [I would like|I want] to track [order |parcel |]{order_id}.
        Tracking number {order_id}[, please check|, where is the parcel|].
        [Show|Give] me where [order|parcel|package] {order_id} is[ now|].
        """)),
    "table": ({"restaurant": w.company, "time": w.clock, "guests": (1, 12)}, lines(
        """
        [Book|Reserve|Get] a table at {restaurant} at {time} for {guests} [people|guests|persons].
        [A table|Table] for {guests} at {restaurant}, {time}[, please|].
        [We are|There are] {guests} [people|of us] and want to eat at {restaurant} at {time}.
        [Dinner|Lunch|A meal] at {restaurant} for {guests} [people|persons|guests] at {time}.
        At {time} we [want|would like] to [eat|dine] at {restaurant}, {guests} [people|guests].
        [Can you|Could you|Please] [book|reserve] a table for {guests} at {restaurant} for {time}?
        {restaurant}, {time}, {guests} [guests|people|persons], [reserve|book] a table.
        [I need|I want|I would like] a table for {guests} at {time} at {restaurant}.
        [Make|I need] a [reservation|booking] at {restaurant} for {guests} [people|guests] at {time}.
        For {guests} [people|guests] at {time}: a table at {restaurant}.
        [Call|Ask] {restaurant} for a table at {time}, [we are|for] {guests} [people|guests].
        {guests} [seats|places|chairs] at {restaurant} at {time}[, please|].
        [Restaurant|Place]: {restaurant}. [Time|When]: {time}. [Guests|People]: {guests}.
        [Is there|Do they have] a table for {guests} at {restaurant} at {time}?
        [Get us|Find us] a table at {restaurant}, {guests} [people|guests], {time}.
        At {restaurant}, [book|reserve] {guests} [seats|places] for {time}.
        [Tonight|Today] at {time} we are {guests} [guests|people] at {restaurant}, [book a table|reserve].
        [Reserve|Book] for {guests} [people|guests] at {restaurant}, [time|at] {time}.
        """)),
}  # fmt: skip


def tool_call(draw: Draw) -> tuple[str, str]:
    """Some tools and a request, and the call."""
    names = draw.rng.sample(list(TOOLS), draw.number(1, 4))
    name = draw.rng.choice(names)
    parameters, wordings = TOOLS[name]
    shown: dict[str, str] = {}
    arguments: dict[str, object] = {}
    for parameter, kind in parameters.items():
        if isinstance(kind, tuple):
            number = draw.number(*kind)
            shown[parameter], arguments[parameter] = str(number), number
        else:
            shown[parameter] = arguments[parameter] = kind(draw)  # type: ignore[operator]
    request = draw.wording(wordings).format(**shown)
    listed = "; ".join(tool_line(name, TOOLS[name][0]) for name in names)
    call = {"name": name, "arguments": arguments}
    return CALL.format(tools=listed, text=request), json.dumps(call, ensure_ascii=False, separators=(",", ":"))


CHOICES: list[dict[str, list[str]]] = [
    {
        "billing": lines(
            """
            I was charged twice.
            My invoice is wrong.
            Please refund my money.
            The bill is too high.
            Where can I pay?
            My credit card was refused.
            I did not get a receipt.
            The amount on the invoice is not right.
            You [took|debited] the money two times.
            There is a mistake [in|on] my [bill|invoice].
            [Can I|How do I] get my money back?
            Why was I charged [for that|a fee|more than before]?
            Do you accept [PayPal|credit cards|cash]?
            My payment [failed|was rejected|did not go through].
            Please send me [a receipt|the invoice|a copy of my bill].
            The [tax|VAT] on my bill is wrong.
            I [already paid|have paid this bill], but I got a reminder.
            Your subscription costs more than [you said|last month].
            I would like to pay [by card|in instalments|later].
            There is an unknown [charge|fee|debit] on my bank statement.
            When will the refund be on my bank account?
            The discount was not [deducted|applied to my bill].
            How much do I owe you?
            Please change the [bank details|card] you charge every month.
            I [did not agree|never agreed] to this [fee|charge|payment].
            """
        ),
        "bug": lines(
            """
            The app crashes.
            I get an error message.
            The page does not load.
            The button does nothing.
            It freezes when I save.
            The program does not start.
            Nothing happens when I click.
            The screen stays black.
            The [website|software|app] [hangs|is frozen|keeps crashing].
            [An error|Error 500|A warning] [appears|pops up] when I [open it|print].
            The [search|menu|download] is broken.
            After the update [nothing works|the screen flickers|it closes by itself].
            The [picture|video|text] is not [shown|displayed].
            It [crashes|hangs|stops] [every time|whenever] I [scroll|type|export].
            The [list|table|form] stays empty.
            The [link|button|icon] [does not respond|is dead|leads nowhere].
            I see [strange characters|a blank page|a white screen].
            The program [quits|closes] without [warning|reason].
            [Saving|Printing|Uploading] does not work[ since the update|].
            The app is [terribly slow|stuck] and then [shuts down|crashes].
            Sound [cuts out|is missing] in the app.
            The [counter|calendar|map] shows wrong values.
            It says "internal error"[ again and again|].
            The installation [stops|fails] at [ten|ninety] percent.
            Pages overlap and the text [is cut off|cannot be read].
            """
        ),
        "shipping": lines(
            """
            Where is my parcel?
            My order has not arrived.
            The delivery is late.
            The package is lost.
            When will it be delivered?
            It was sent to the wrong address.
            The box was damaged on the way.
            Can I track my parcel?
            My [package|parcel] [is missing|has not come|never turned up].
            The [courier|postman|driver] did not ring.
            [How long|How many days] does [delivery|shipping] take?
            The tracking [number|page] shows nothing.
            My parcel [is stuck|has been stuck] at customs.
            Do you [ship|deliver] to [other countries|islands|my country]?
            The [parcel|box] was left [in the rain|at the wrong door|with a stranger].
            Please [deliver|send] it to my [office|neighbour] instead.
            I have been waiting for my [package|order] for [days|weeks].
            When [do you ship|does it leave the warehouse]?
            The [carton|box|parcel] came [open|crushed|wet].
            Only half of the [goods|order] was delivered.
            Can I pick up the parcel [myself|at the depot]?
            The carrier says that the address [is unknown|does not exist].
            Was my order [already |]sent[ out|]?
            The delivery [came too late|was promised for yesterday].
            Who [delivers|brings] the parcel and when?
            """
        ),
        "account": lines(
            """
            I forgot my password.
            I cannot log in.
            Please delete my account.
            How do I change my user name?
            My account is locked.
            I want to change my e-mail address.
            The login does not work.
            Please reset my password.
            My password [is wrong|is not accepted|has expired].
            [How do I|I want to] [close|remove|delete] my account.
            I [lost|no longer have] access to my [account|profile].
            [Signing in|Logging in] [fails|is not possible].
            Please [unlock|reactivate|restore] my [profile|account].
            How can I [change|update] my [profile|phone number|picture]?
            I never got the [code|confirmation mail] to sign in.
            Someone [hacked|got into] my account.
            I [registered|signed up] twice, please merge the two accounts.
            Which user name do I have?
            I want to turn on two-factor login.
            My [profile|registration] was [blocked|rejected].
            The [security question|verification code] is not accepted.
            I cannot [register|sign up] with my e-mail.
            Please [correct|change] the name in my profile.
            How do I log out on all devices?
            I am locked out after too many attempts.
            """
        ),
        "praise": lines(
            """
            Thank you, great service!
            Your team is wonderful.
            Keep up the good work.
            I am very happy with you.
            Everything was perfect.
            You helped me a lot.
            Best shop ever.
            I just wanted to say thanks.
            [Thanks|Many thanks|Thank you so much] for [your help|the quick reply].
            You are [great|the best|fantastic].
            What a [friendly|helpful|lovely] team!
            I am [delighted|thrilled|impressed].
            Your [support|service] is [outstanding|excellent|first class].
            I will [come back|recommend you] [gladly|for sure].
            [Five stars|Full marks|Top marks] from me.
            That was [really |very ]kind of you.
            [Well done|Great job|Bravo]!
            I have never had such good service.
            My [wife|mother|son] loves your [shop|app|products].
            You [made|saved] my day.
            [A big|A huge] compliment to your [staff|colleagues].
            I [appreciate|admire] your work[ a lot|].
            It [is|was] a pleasure to deal with you.
            [Everything|All] went [smoothly|wonderfully].
            Your colleague on the phone was [so patient|charming|a star].
            """
        ),
    },
    {
        "sport": lines(
            """
            The team won the match two to one.
            She ran the marathon in record time.
            The goalkeeper saved a penalty.
            The cup final is on Sunday.
            He won a gold medal.
            The coach was fired after the defeat.
            The striker scored twice.
            The race was stopped by rain.
            The [tennis|chess|darts] champion [lost|won] in three sets.
            Fans [cheered|sang] in the stadium.
            The [referee|umpire] showed a red card.
            He [jumped|threw] a new world record.
            The [club|team] signs a young [defender|midfielder].
            They [won|lost] the league by one point.
            The [swimmer|sprinter|skier] [trains for|qualified for] the Olympics.
            A late goal [decided|saved] the [game|derby].
            The [cyclist|driver] won the stage.
            She [beat|defeated] the favourite in the semi-final.
            The [quarterback|pitcher] is injured.
            [Basketball|Hockey|Rugby]: home side wins after extra time.
            The boxer was knocked out in round two.
            The [captain|player] [retires|was injured] after the season.
            The tournament [starts|ends] with a surprise.
            The golfer missed a short putt.
            The [rowers|gymnasts] took silver.
            """
        ),
        "politics": lines(
            """
            The parliament passed a new law.
            The minister resigned.
            Voters go to the polls.
            The president signed the treaty.
            The election was close.
            The government raised taxes.
            The party chose a new leader.
            The senate rejected the bill.
            The [prime minister|chancellor|mayor] [faces|survived] a vote of no confidence.
            [Lawmakers|Deputies] [debate|vote on] the budget.
            The [opposition|coalition] [rejects|backs] the reform.
            [Thousands|Crowds] protested against the [government|new law].
            The two countries [signed|ended] a [peace treaty|pact].
            The [cabinet|council] meets in the capital.
            The [ambassador|diplomat] was [expelled|recalled].
            Polls see the [left|right|ruling] party ahead.
            The [king|queen|president] opened parliament.
            The [candidate|senator] [began|ended] the campaign.
            The [referendum|ballot] was [postponed|held].
            Parliament [lifted|imposed] sanctions.
            The [foreign|interior] minister visits the neighbours.
            The constitution is to be changed.
            [Turnout|Voting] was [high|low] in the regional election.
            The governor vetoed the bill.
            Leaders [met|failed to agree] at the summit.
            """
        ),
        "science": lines(
            """
            Researchers found a new planet.
            The vaccine was tested.
            A new kind of beetle was discovered.
            The telescope took a picture of a star.
            Physicists measured the particle.
            The study was published.
            The experiment confirmed the theory.
            Biologists decoded the genome.
            [Scientists|Chemists|Astronomers] [observed|measured|explain] a rare effect.
            The [probe|rover] landed on Mars.
            [Fossils|Bones] of an unknown dinosaur were [found|dug up].
            A new [drug|therapy] works in mice.
            The [laboratory|university] grew cells from [skin|plants].
            The [comet|black hole|galaxy] is older than thought.
            [Bees|Whales|Crows] can [count|remember faces], a study shows.
            The [gene|protein|enzyme] controls growth.
            Mathematicians [proved|solved] an old problem.
            The [satellite|telescope] sends its first data.
            The quantum computer solved an equation.
            [Geologists|Researchers] drill into the [ice|sea floor].
            A [virus|bacterium] was seen under the microscope.
            Experts explain how [volcanoes|stars|crystals] form.
            The [journal|institute] published new findings on sleep.
            [Neurons|Molecules|Atoms] were filmed for the first time.
            The Nobel prize in [physics|chemistry] goes to two researchers.
            """
        ),
        "business": lines(
            """
            Shares fell by three percent.
            The company reported a profit.
            The bank raised interest rates.
            The firm opens a factory.
            The merger was approved.
            Sales rose last quarter.
            The startup raised ten million.
            The oil price dropped.
            The [stock market|share price] [rose|fell|recovered].
            The [carmaker|airline|retailer] [cuts|creates] jobs.
            The [firm|group|chain] [filed for bankruptcy|is insolvent].
            [Profits|Revenues] [doubled|shrank] in the last quarter.
            The [chief executive|founder] sells his shares.
            [Inflation|The dollar|The gold price] [went up|fell].
            The [bank|insurer] [buys|takes over] a rival.
            Investors put [money|millions] into the startup.
            The [supermarket chain|company] closes [ten stores|its branches].
            The central bank [cut|kept] interest rates.
            The [brewery|steel maker] moves its production abroad.
            The [dividend|turnover] is higher than expected.
            [Exports|Orders] [rose|fell] for the third month.
            The company goes public.
            The [chip|phone] maker warns of lower profits.
            A trade fair [opens|begins] with many exhibitors.
            The [union|staff] and the employer agreed on wages.
            """
        ),
    },
    {
        "room_service": lines(
            """
            Please bring [breakfast|dinner|lunch] to my room.
            [Can I|May I] order [a sandwich|a burger|some soup] up to my room?
            A bottle of [wine|water|champagne] for room 12, please.
            We are hungry, what can you bring [up|to us]?
            I would like [coffee|tea] in my room at seven.
            Is the kitchen still open for orders from the room?
            Two [omelettes|salads|steaks], to be served in our room.
            Could someone bring [ice|glasses|a menu] up?
            Send up [a pizza|some fruit|a pot of tea].
            My food has not come up yet.
            The soup that the waiter brought was cold.
            What is on the [menu|list of drinks]?
            We would like to eat on our balcony.
            The [tray|plates] can be taken away now.
            I ordered [pasta|fish] and got something else.
            Do you have [vegan|gluten-free] dishes to bring up?
            Please add [ketchup|milk|sugar] to my breakfast.
            A late [snack|supper] would be nice.
            Can the waiter bring us [cake|dessert]?
            Our minibar is empty, please refill the drinks.
            I want [eggs|pancakes|toast] in bed tomorrow.
            A children's meal for our son, please, brought up.
            The waiter forgot the [bread|juice].
            [One|Another] beer for the guest upstairs, please.
            """
        ),
        "housekeeping": lines(
            """
            Please clean my room.
            The bed was not made.
            We need fresh [towels|sheets|pillows].
            There is no [soap|shampoo|toilet paper].
            The [carpet|floor|bathroom] is dirty.
            Could you change the bed linen?
            The bin has not been emptied.
            I need [an extra blanket|another pillow].
            There is dust [under the bed|on the shelves].
            The maid did not come today.
            Please [vacuum|mop|sweep] the floor.
            My [shirt|suit] needs [ironing|washing].
            There are hairs in the shower.
            Nobody tidied up [today|yesterday].
            The towels are [wet|used|stained].
            Can I have a bathrobe and slippers?
            Please do not clean before noon.
            I spilled [wine|coffee] on the carpet, can someone wipe it up?
            The [mirror|window] is smeared.
            The room smells, please air it.
            Is there a laundry service?
            We need a cot with clean sheets.
            The glasses in the bathroom are not washed.
            Please take the dirty laundry.
            """
        ),
        "repair": lines(
            """
            The [heating|air conditioning] [does not work|is broken].
            The [shower|tap|toilet] [drips|leaks|is blocked].
            The [lamp|light bulb] is broken.
            The [television|telephone] [stays dark|is dead].
            The door [does not lock|is jammed|squeaks].
            Water is coming through the ceiling.
            The window cannot be closed.
            There is no [electricity|hot water].
            The socket [sparks|is loose].
            The [lift|elevator] is stuck.
            The [safe|lock|key card] is defective.
            A chair leg [broke|came off].
            The toilet does not flush.
            The fan [rattles|makes a loud noise].
            The curtain rail fell down.
            Can a technician come?
            The fridge [hums|does not cool].
            The Wi-Fi is down.
            The fuse has blown.
            The [shutter|blind] is stuck.
            The remote control needs a [fix|battery].
            The drain in the sink is clogged.
            The [handle|hook|shelf] came off the wall.
            The smoke detector keeps beeping, please mend it.
            """
        ),
        "checkout": lines(
            """
            I would like to check out.
            Can I leave the room later than noon?
            Until when do we have to leave the room?
            Please [prepare|print] my final bill.
            We are leaving [today|tomorrow morning].
            Where do I return the key?
            Can I store my luggage after leaving?
            I depart earlier than planned.
            Please order a taxi to the airport for our departure.
            We would like to pay and go.
            Is a late checkout possible?
            Where do I drop off my key card?
            Our stay ends [today|tomorrow].
            Can we settle the bill tonight, as we leave early?
            I have packed and am ready to leave.
            Is the front desk open at five in the morning for departure?
            We are going home a day early.
            Someone please carry our bags down, we are leaving.
            What do I owe for my stay?
            May I check out by phone?
            The minibar on my final bill is wrong.
            I am giving back the room.
            It was a nice stay, now we must go.
            Is there an express checkout?
            """
        ),
        "booking": lines(
            """
            Do you have a [free|double|single] room?
            I want to [reserve|book] a room for [next week|the weekend].
            Is the suite available in [May|July]?
            What does a night cost?
            I need to [cancel|change] my reservation.
            Can I extend my stay by [a night|two nights]?
            Please confirm my booking.
            We would like to come on [Friday|Monday] for two nights.
            Are there rooms with a sea view left?
            Can I add [a person|a guest] to my reservation?
            I booked a double room, but got a single one in the confirmation.
            Is breakfast included in the price of the room?
            Do you have offers for [groups|families]?
            Please move our reservation to [June|August].
            Are pets allowed if I book?
            We plan a wedding and need twenty rooms.
            Are you fully booked at Easter?
            Can you hold a room for me?
            How do I make a reservation?
            I would like a room for three nights.
            Is there a vacancy [tonight|tomorrow]?
            I have not received my confirmation of the reservation.
            What is the deposit for a reservation?
            I would like to upgrade to a bigger room when I come.
            """
        ),
    },
    {
        "comedy": lines(
            """
            Two clumsy thieves rob the wrong bank, with many laughs.
            A [hilarious|very funny] film about a chaotic wedding.
            The audience laughed from start to end.
            A butler and his silly master stumble from joke to joke.
            A witty parody of office life.
            A teacher and his class swap bodies, and fun follows.
            Slapstick, puns and pies in faces.
            A stand-up comedian plays a hopeless waiter.
            The funniest film of the year.
            A family holiday goes wrong in the most amusing way.
            A goofy dog becomes mayor.
            Three grandmothers open a nightclub, and it is hilarious.
            Full of gags and funny one-liners.
            A satire that makes you giggle.
            An absurd and cheerful farce with mistaken identities.
            You will cry with laughter.
            A nerd pretends to be a rock star, with ridiculous results.
            Jokes fly every second.
            A bungling detective trips over every clue, to our amusement.
            A light and silly film to laugh about.
            A prank gets out of hand and everyone laughs.
            The hero slips on bananas for ninety minutes.
            A mad inventor and his funny robot cook dinner.
            Crazy neighbours, a talking parrot and lots of jokes.
            """
        ),
        "horror": lines(
            """
            A ghost haunts an old house.
            Zombies [attack|overrun] a small town.
            A killer with a mask hunts teenagers at night.
            The girl is possessed by a demon.
            Blood drips from the walls.
            You will not sleep after this scary film.
            A vampire rises from its grave.
            Something evil lives in the cellar.
            Screams in the dark and a creepy doll.
            The werewolf comes at full moon.
            A terrifying nightmare from start to end.
            Campers are killed one by one in the woods.
            The dead return to take revenge.
            A cursed video kills all who watch it.
            Pure fear: a monster under the bed.
            A family moves into a haunted mansion.
            A gruesome film, full of gore and shocks.
            The nun with the black eyes appears at midnight.
            Spiders as big as dogs creep out of the tomb.
            An evil clown lures children into the sewer.
            A witch curses the village and people vanish screaming.
            The creature from the swamp drags its victims down.
            Chilling, bloody and frightening.
            A seance calls up a spirit that will not leave.
            """
        ),
        "romance": lines(
            """
            Two strangers fall in love on a train.
            A love story in [Paris|Venice].
            She must choose between two men who love her.
            He writes her love letters for years.
            A kiss in the rain changes everything.
            They meet again after years and still love each other.
            A tender film about first love.
            A princess loves a poor gardener.
            Their hearts beat for each other, but their families are against it.
            He proposes to her on the beach.
            A widow finds new love.
            A passionate affair between a painter and her model.
            A summer of kisses and heartbreak.
            The bride runs away with her true love.
            Two pen friends become a couple.
            Soulmates who find each other at last.
            A nurse and a soldier fall for each other.
            A heartwarming love story for couples.
            She waits for her beloved at the harbour.
            A dance brings two lonely hearts together.
            He crosses the ocean to marry her.
            Flowers, candlelight and a broken heart.
            Forbidden love between rivals.
            Will the lovers ever be together?
            """
        ),
        "science_fiction": lines(
            """
            A spaceship lands on a distant planet.
            Robots take over the world.
            Aliens contact the earth.
            A time machine sends her to the year 3000.
            The crew of a starship meets a strange species.
            Humans live in a colony on Mars.
            An android learns to feel.
            A clone searches for its maker.
            In the future memories can be bought.
            The astronauts are lost in another galaxy.
            A computer with a mind of its own rules the station.
            A wormhole leads to a parallel universe.
            Flying saucers hover over the city.
            A cyborg policeman patrols a city of the future.
            Laser guns and battles in outer space.
            The last humans leave the earth in an ark of steel.
            A scientist travels back in time.
            A virtual world that nobody can leave.
            A signal from a far star arrives.
            The hyperdrive fails in the middle of deep space.
            The moon base loses contact with the earth.
            Mutants with implants fight the machines.
            A hacker finds that reality is a simulation.
            Intelligent robots ask for rights in 2150.
            """
        ),
    },
]


def choice(draw: Draw) -> tuple[str, str, tuple[str, ...], str]:
    """A short text, a key, the words to choose from, and the right one."""
    classes = draw.rng.choice(CHOICES)
    options = draw.rng.sample(list(classes), draw.number(2, len(classes)))
    answer = draw.rng.choice(options)
    sentence = draw.wording(classes[answer])
    if draw.chance(0.3):
        sentence += " " + draw.wording(classes[answer])
    return sentence, draw.rng.choice(["topic", "class", "category", "label", "department"]), tuple(options), answer
