"""Fifty inputs of each of the demonstration's kinds, with the answers that are right.

Letters, people, orders and requests are wordings with values in them; messages to be classified are written one by one.
No input is that of the demonstration, and none was changed after a model had answered it.
"""

from __future__ import annotations

from typing import Any

from constrain.demo.scenes import MONTHS

COUNT = 50
_NAMES = ("Ada Lund", "Tomas Vega", "Mina Sato", "Peter Brandt", "Leila Haddad", "Jonas Weber", "Carla Nunes")
_JOBS = ("teacher", "plumber", "architect", "baker", "pilot", "dentist", "farmer", "librarian", "welder")
_CITIES = ("Oslo", "Graz", "Porto", "Leeds", "Nairobi", "Kyoto", "Quito", "Cork", "Lyon", "Perth", "Boston")

_PEOPLE = (
    "{name}, {age}, is a {job} in {city}. Write to {email}.",
    "My name is {name} and I am {age} years old. I live in {city}, where I work as a {job}. My address is {email}.",
    "The {job} {name} ({age}) has moved to {city}; the new e-mail is {email}.",
    "Contact: {email}. {name} is {age}, comes from {city} and earns a living as a {job}.",
    "We have hired {name} of {city} as our {job}. At {age} the new colleague can be reached at {email}.",
)
_LETTERS = (
    "Dear Sir or Madam, on {date} I ordered a bicycle from you. It has not come.",
    "{city}, {date}\n\nDear {name}, we confirm your stay of {n} nights.",
    "Your invoice of {date} was paid twice. Please send back {n} euros.",
    "Dear {name}, I write in answer to your note of {date}, which reached me {n} days later.",
    "The meeting of the club takes place on {date} in {city}. There are {n} seats.",
    "Hello {name}, the parcel was sent from {city} on {date} with {n} books in it.",
    "To the tenants: the water is turned off on {date} from 9 to 11. Yours, {name}",
)
_WEATHER = (
    "How will the weather be in {city} over the next {n} days?",
    "Tell me the forecast for {city}, {n} days.",
    "I am going to {city} for {n} days. Will it rain?",
    "{n} days of weather for {city}, please.",
)
_TIMER = (
    "Set a timer for {n} minutes.",
    "Wake me in {n} minutes.",
    "The cake has to leave the oven in {n} minutes, remind me.",
    "Count down {n} minutes.",
)
_ORDERS = (
    "Please send us {first} and {second}.",
    "I would like to have {first}.",
    "Hello, my order is {first}, {second}. Thank you, {name}",
    "We need {first} for the office in {city}, and {second}.",
    "{first}, {second} and {third}: can you deliver them to {city}?",
)
_GOODS = ("lamp", "chair", "desk", "kettle", "mirror", "vase")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MESSAGES = {
    "delivery": """Where is my parcel?
The package should have been here on Monday.
Can you send it to my office instead?
Your driver left the box in the rain.
Do you ship to Norway?
How long does shipping take?
The tracking number does not work.
I was not at home when the courier came.
Please leave the parcel with my neighbour.
Two of the three boxes have not arrived.
It was sent to my old address.
When will the sofa be brought?
The truck cannot enter our street.
Could it come before the weekend?
The shipment has been stuck at customs for ten days.
I got somebody else's package.
Is there an express option for shipping?""",
    "payment": """I have been charged twice.
My credit card was refused.
Can I pay in three instalments?
The invoice shows the wrong amount.
When do I get my refund?
Do you accept bank transfers?
You have taken 40 euros too much.
I need a receipt for my taxes.
The discount was not taken off the bill.
How do I change my bank account?
I have already paid this invoice.
Please send me the bill once more.
Why was money taken from my account today?
The price at the checkout was higher than on the page.
Is there a fee if I pay late?
I would like to pay by card.
My gift card has no money left on it.""",
    "repair": """The screen has a crack.
My kettle does not heat any more.
The motor makes a loud noise.
Can you mend a broken zip?
The washing machine leaks.
One leg of the chair is loose.
The camera does not turn on.
Is a broken handle covered by the warranty?
I need a new battery for my drill.
The lamp flickers after an hour.
Do you have spare parts for this mixer?
The door of the oven does not close.
A technician should look at my fridge.
The keys of the keyboard stick.
How much does it cost to fix the display?
The wheel of my suitcase has come off.""",
}


def inputs() -> dict[str, list[tuple[str, Any]]]:
    """For each title of a scene the texts and their answers: a record, a text, or a call."""
    return {
        "a record": [_person(i) for i in range(COUNT)],
        "a date": [_letter(i) for i in range(COUNT)],
        "a class": [(text, topic) for topic, texts in _MESSAGES.items() for text in texts.splitlines()],
        "an order": [_order(i) for i in range(COUNT)],
        "a call": [_request(i) for i in range(COUNT)],
    }


def _person(i: int) -> tuple[str, Any]:
    name, job, city = _NAMES[i % 7], _JOBS[i % 9], _CITIES[i % 11]
    email = f"{name.split()[i % 2].lower()}{'' if i % 3 else i}@{('mail', 'post', 'web')[i % 3]}.example"
    record = {"name": name, "age": 19 + 7 * i % 60, "city": city, "job": job, "email": email}
    return _PEOPLE[i % 5].format(**record), record


def _letter(i: int) -> tuple[str, Any]:
    date = f"{1 + 11 * i % 28} {MONTHS.split('|')[5 * i % 12]} {1996 + 3 * i % 29}"
    return _LETTERS[i % 7].format(date=date, city=_CITIES[i % 11], name=_NAMES[i % 5], n=2 + i % 8), date


def _order(i: int) -> tuple[str, Any]:
    """Some numbers are words, and one lamp is no lamps."""
    counts = [1 + 7 * i % 12, 2 + 5 * i % 30, 1 + 11 * i % 9]
    goods = [_GOODS[(i + each) % 6] for each in (0, 2 + i % 3, 1)]
    shown = [
        f"{_NUMBERS[n - 1] if n <= 12 and (i + n) % 2 else n} {thing}{'s' * (n > 1)}"
        for n, thing in zip(counts, goods, strict=True)
    ]
    wording = _ORDERS[i % 5]
    named = dict(zip(("first", "second", "third"), shown, strict=True))
    asked = wording.format(**named, name=_NAMES[i % 7], city=_CITIES[i % 11])
    items = [f"{n} x {thing}" for n, thing, each in zip(counts, goods, named, strict=True) if f"{{{each}}}" in wording]
    return asked, ", ".join(items)


def _request(i: int) -> tuple[str, Any]:
    if i % 2:
        minutes = 2 + 13 * i % 90
        return _TIMER[i // 2 % 4].format(n=minutes), {"name": "timer", "arguments": {"minutes": minutes}}
    city, days = _CITIES[i % 11], 2 + i % 9
    return _WEATHER[i // 2 % 4].format(city=city, n=days), {
        "name": "weather",
        "arguments": {"city": city, "days": days},
    }
