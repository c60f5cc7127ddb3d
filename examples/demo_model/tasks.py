"""Questions whose answer is no record: one value, a choice, a query in SQL, a call of a tool."""

from __future__ import annotations

import json

from constrain.sampling.demo_model.prompts import CALL, QUERY, tool_line

from . import words as w
from .domains import lines
from .words import Draw

TEXT_COLUMNS = w.words("name, city, country, job, color, company")
NUMBER_COLUMNS = w.words("age, price, salary, year, stock, height, weight, rating")
TABLES = w.words(
    "people, products, orders, cities, books, movies, employees, customers, cars, songs, teams, hotels, students"
)
MORE = w.words("greater than, above, more than, over, higher than, bigger than, exceeding")
LESS = w.words("less than, below, under, lower than, smaller than, at most")
COMPARED = lines(
    """
    where {column} is {how} {value}
    with {column} {how} {value}
    whose {column} is {how} {value}
    with a {column} {how} {value}
    having {column} {how} {value}
    that have a {column} {how} {value}
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
    """
)
FUNCTIONS = {"average": "avg", "highest": "max", "lowest": "min", "total": "sum"}
AGGREGATED = lines(
    """
    What is the {what} {column} of {table}
    Give the {what} {column} of {table}
    Find the {what} {column} in {table}
    Show the {what} {column} of the {table}
    {what} {column} of {table}
    Compute the {what} {column} of all {table}
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
    """
)


def columns_of_table(draw: Draw) -> tuple[list[str], list[str]]:
    """Columns with text, and those with numbers."""
    texts, numbers = (
        draw.rng.sample(TEXT_COLUMNS, draw.number(1, 3)),
        draw.rng.sample(NUMBER_COLUMNS, draw.number(1, 3)),
    )
    if draw.chance(0.3):
        texts.append(w.syllables(draw, 1, 2))
    if draw.chance(0.3):
        numbers.append(w.syllables(draw, 1, 2))
    return texts, numbers


def value_of_column(draw: Draw, column: str) -> str:
    known = {"name": w.first_name, "city": w.city, "country": w.country, "job": w.job, "company": w.company}
    text = known[column](draw) if column in known else draw.pick(w.ADJECTIVES)
    return text.replace("'", "")


def condition(draw: Draw, texts: list[str], numbers: list[str]) -> tuple[str, str]:
    """A condition, perhaps none or two: in words and in SQL."""
    text, number = draw.rng.choice(texts), draw.rng.choice(numbers)
    value, limit = value_of_column(draw, text), draw.number(1, 5000)
    kind = draw.rng.randrange(5)
    if kind == 1:
        return draw.pick(COMPARED).format(column=number, how=draw.pick(MORE), value=limit), f"{number} > {limit}"
    if kind == 2:
        how = draw.pick(LESS)
        sign = "<=" if how == "at most" else "<"
        return draw.pick(COMPARED).format(column=number, how=how, value=limit), f"{number} {sign} {limit}"
    if kind == 3:
        return draw.pick(EQUAL).format(column=text, value=value), f"{text} = '{value}'"
    if kind == 4:
        said = f"where {text} is {value} and {number} is {draw.pick(MORE)} {limit}"
        return said, f"{text} = '{value}' and {number} > {limit}"
    return "", ""


def sql(draw: Draw) -> tuple[str, str]:
    """A question to a table, as a prompt, and the query that answers it."""
    table = draw.pick(TABLES) if draw.chance(0.7) else w.syllables(draw, 1, 2) + "s"
    texts, numbers = columns_of_table(draw)
    columns = texts + numbers
    draw.rng.shuffle(columns)
    said, where = condition(draw, texts, numbers)
    kind = draw.rng.randrange(6)
    order = ""
    if kind == 0:
        ask, what = draw.pick(COUNTED).format(table=table), "count(*)"
    elif kind == 1:
        column, name = draw.rng.choice(numbers), draw.rng.choice(list(FUNCTIONS))
        ask = draw.pick(AGGREGATED).format(what=name, column=column, table=table)
        what = f"{FUNCTIONS[name]}({column})"
    else:
        wanted = draw.rng.sample(columns, 2 if draw.chance(0.3) else 1)
        ask, what = draw.pick(SELECTED).format(columns=" and ".join(wanted), table=table), ", ".join(wanted)
        if kind == 2:
            by, down = draw.rng.choice(columns), draw.chance(0.5)
            said += f" sorted by {by}" + (" descending" if down else "")
            order = f" order by {by}" + (" desc" if down else "")
    question = " ".join(f"{ask} {said}".split()) + draw.rng.choice(["", "", "?", "."])
    query = f"select {what} from {table}{' where ' if where else ''}{where}{order}"
    return QUERY.format(table=table, columns=", ".join(columns), question=question), query


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
        """)),
    "time": ({"city": w.city}, lines(
        """
        What time is it in {city}?
        Tell me the time in {city}.
        How late is it in {city} now?
        Current time in {city}?
        Is it night in {city}? Give me the time.
        What is the local time in {city}?
        """)),
    "timer": ({"minutes": (1, 180)}, lines(
        """
        Set a timer for {minutes} minutes.
        Wake me in {minutes} minutes.
        Start a {minutes} minute timer.
        Tell me when {minutes} minutes are over.
        Timer, {minutes} minutes.
        Count down {minutes} minutes.
        """)),
    "send": ({"to": w.email, "subject": w.title}, lines(
        """
        Write an e-mail to {to} about the {subject}.
        Send a mail to {to} with the subject {subject}.
        Mail {to} about {subject}.
        Please send {to} a message about the {subject}.
        E-mail {to}, subject {subject}.
        Tell {to} by mail about the {subject}.
        """)),
    "call": ({"person": w.person}, lines(
        """
        Call {person}.
        Please phone {person}.
        Ring {person} for me.
        I want to talk to {person}.
        Give {person} a call.
        Dial the number of {person}.
        """)),
    "book": ({"place": w.city, "date": w.iso_date, "guests": (1, 12)}, lines(
        """
        Book a hotel in {place} on {date} for {guests} people.
        Reserve a room for {guests} in {place} on {date}.
        I need a hotel in {place} for {guests} guests on {date}.
        On {date} we are {guests} people in {place} and need a room.
        Find a bed in {place} for {guests}, {date}.
        Book {guests} places in {place} for {date}.
        """)),
    "order": ({"product": w.product, "quantity": (1, 50)}, lines(
        """
        Order {quantity} pieces of {product}.
        Buy {quantity} times the {product}.
        I want {quantity} of the {product}.
        Please get me {quantity} x {product}.
        Put {quantity} {product} into the cart.
        We need {quantity} units of {product}.
        """)),
    "translate": ({"text": lambda d: d.pick(w.SUBJECTS), "language": lambda d: d.pick(w.LANGUAGES)}, lines(
        """
        Translate "{text}" into {language}.
        What is "{text}" in {language}?
        How do you say "{text}" in {language}?
        Say "{text}" in {language}.
        Give me the {language} for "{text}".
        {language} translation of "{text}", please.
        """)),
    "search": ({"query": w.product}, lines(
        """
        Search for {query}.
        Look up {query}.
        Find something about {query}.
        I am looking for a {query}.
        Search the web for {query}.
        Show me results for {query}.
        """)),
    "play": ({"song": w.song, "artist": w.person}, lines(
        """
        Play {song} by {artist}.
        I want to hear {song} by {artist}.
        Put on {song} of {artist}.
        Start the song {song} by {artist}.
        Music: {song}, {artist}.
        Let me listen to {song} from {artist}.
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
    request = draw.pick(wordings).format(**shown)
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
            """
        ),
    },
]


def choice(draw: Draw) -> tuple[str, str, tuple[str, ...], str]:
    """A short text, a key, the words to choose from, and the right one."""
    classes = draw.rng.choice(CHOICES)
    options = draw.rng.sample(list(classes), draw.number(2, len(classes)))
    answer = draw.rng.choice(options)
    sentence = draw.pick(classes[answer])
    if draw.chance(0.3):
        sentence += " " + draw.pick(classes[answer])
    return sentence, draw.rng.choice(["topic", "class", "category", "label", "department"]), tuple(options), answer
