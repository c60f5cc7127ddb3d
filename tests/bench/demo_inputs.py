"""Fifty inputs of each of the demonstration's kinds, with the answers that are right.

Letters, people, orders for a timer and questions to a table are wordings with values in them; reviews are written one by one.
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
_QUERIES = (
    ("List the name and city of people older than {n}", "select name, city from people where age > {n}"),
    ("Show the {column} of people who live in {city}", "select {column} from people where city = '{city}'"),
    ("How many people are older than {n}?", "select count(*) from people where age > {n}"),
    ("What is the average salary of people in {city}?", "select avg(salary) from people where city = '{city}'"),
    ("Show the name of people whose salary is below {n}00", "select name from people where salary < {n}00"),
    (
        "List the name of everybody in {city}, ordered by age",
        "select name from people where city = '{city}' order by age",
    ),
    ("What is the highest salary of people in {city}?", "select max(salary) from people where city = '{city}'"),
    ("Show the {column} of people aged {n}", "select {column} from people where age = {n}"),
    ("How many people live in {city}?", "select count(*) from people where city = '{city}'"),
    (
        "Show name and age of people with a salary of at least {n}00",
        "select name, age from people where salary >= {n}00",
    ),
)
_REVIEWS = {
    "positive": """The best kettle I have ever owned.
I love these shoes, they fit perfectly.
Great value, fast delivery, will buy again.
My daughter plays with it every day and is delighted.
The soup was delicious and the staff were kind.
Works like a charm, even after two years.
A wonderful book that I could not put down.
Five stars! The sound is superb.
It solved my problem in a minute. Thank you!
Such a comfortable chair, my back is grateful.
The view from the room was breathtaking.
I was sceptical, but this cream really helps.
Excellent quality for this price.
The children laughed all evening. What a show!
Beautiful colours, and softer than I had hoped.
This app has made my work so much easier.
Friendly driver, clean car, on time.""",
    "negative": """It stopped working on the second day.
The worst meal of our holiday.
Do not buy this, it is a waste of money.
The zip was torn when it arrived.
Nobody answers my calls, I am very disappointed.
The battery is empty after an hour.
Boring from the first page to the last.
The room was dirty and it smelled of smoke.
I waited for six weeks and then got the wrong size.
The handle broke off and I burned my hand.
Too loud to sleep beside it. I sent it back.
The update deleted all my photos.
Rude staff and cold coffee.
It looks cheap and feels cheap.
The paint came off after the first rain.
The instructions are useless and two screws were missing.
I regret that I ever paid for this.""",
    "neutral": """The parcel contains a lamp and a cable.
It is a chair. It does what a chair does.
The book has 300 pages and was printed in 2019.
Not good, not bad. It is all right.
I received it on Tuesday and have not tried it yet.
The shop is open from nine to five.
Average quality, as one would expect for the price.
The jacket is blue and comes in four sizes.
Some things I like, others I do not.
It is the same as the model before it.
The film lasts two hours.
The hotel has 40 rooms and a garage.
It is okay, neither better nor worse than others.
I bought it for my brother; I cannot say how it is.
The phone was delivered with a charger.
An ordinary pen that writes in black.""",
}


def inputs() -> dict[str, list[tuple[str, Any]]]:
    """For each title of a scene the texts and their answers: a record, a text, or a call."""
    return {
        "a record": [_person(i) for i in range(COUNT)],
        "a date": [_letter(i) for i in range(COUNT)],
        "a choice": [(text, mood) for mood, texts in _REVIEWS.items() for text in texts.splitlines()],
        "a query": [_query(i) for i in range(COUNT)],
        "a call": [_order(i) for i in range(COUNT)],
    }


def _person(i: int) -> tuple[str, Any]:
    name, job, city = _NAMES[i % 7], _JOBS[i % 9], _CITIES[i % 11]
    email = f"{name.split()[i % 2].lower()}{'' if i % 3 else i}@{('mail', 'post', 'web')[i % 3]}.example"
    record = {"name": name, "age": 19 + 7 * i % 60, "city": city, "job": job, "email": email}
    return _PEOPLE[i % 5].format(**record), record


def _letter(i: int) -> tuple[str, Any]:
    date = f"{1 + 11 * i % 28} {MONTHS.split('|')[5 * i % 12]} {1996 + 3 * i % 29}"
    return _LETTERS[i % 7].format(date=date, city=_CITIES[i % 11], name=_NAMES[i % 5], n=2 + i % 8), date


def _query(i: int) -> tuple[str, Any]:
    values = {"column": ("name", "salary", "age")[i // 10 % 3], "city": _CITIES[3 * i % 11], "n": 20 + 7 * i % 53}
    asked, query = _QUERIES[i % 10]
    return asked.format(**values), query.format(**values)


def _order(i: int) -> tuple[str, Any]:
    if i % 2:
        minutes = 2 + 13 * i % 90
        return _TIMER[i // 2 % 4].format(n=minutes), {"name": "timer", "arguments": {"minutes": minutes}}
    city, days = _CITIES[i % 11], 2 + i % 9
    return _WEATHER[i // 2 % 4].format(city=city, n=days), {
        "name": "weather",
        "arguments": {"city": city, "days": days},
    }
