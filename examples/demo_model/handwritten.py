"""Texts written by hand, in the domains of the synthetic ones but not in their wordings, with their records."""

from __future__ import annotations

import json

from constrain.sampling.demo_model.prompts import RECORD

from .data import Example
from .documents import Field
from .others import TEXTS

# Each: a text, the fields asked for, and the record as JSON.
_TEXTS: list[tuple[str, str, str]] = [
    (
        "Lucas Brandt, 41, runs a small bakery in Freiburg. You can write to him at lucas@brandt-brot.de.",
        "name, age int, city, email",
        '{"name":"Lucas Brandt","age":41,"city":"Freiburg","email":"lucas@brandt-brot.de"}',
    ),
    (
        "Our new teacher is called Hannah Okoro. She is 29 and came to Bristol from Ghana.",
        "name, age int, city, country, job",
        '{"name":"Hannah Okoro","age":29,"city":"Bristol","country":"Ghana","job":"teacher"}',
    ),
    (
        "Born on 1987-11-02 in Tampere, Mikko Salo has been a carpenter all his life.",
        "name, born date, job, city",
        '{"name":"Mikko Salo","born":"1987-11-02","job":"carpenter","city":"Tampere"}',
    ),
    (
        "Please welcome Aisha Rahman, our new software engineer. She is 33.",
        "name, job, age int",
        '{"name":"Aisha Rahman","job":"software engineer","age":33}',
    ),
    (
        "Paul Verne works at Orbital Labs as a chemist; his number is +33 612 4490.",
        "name, company, job, phone",
        '{"name":"Paul Verne","company":"Orbital Labs","job":"chemist","phone":"+33 612 4490"}',
    ),
    ("Her name is Ines Duarte and she lives in Coimbra.", "name, city", '{"name":"Ines Duarte","city":"Coimbra"}'),
    (
        "Ljubljana, the capital of Slovenia, has 295504 inhabitants. The river Ljubljanica runs through the old town.",
        "city, country, population int, river",
        '{"city":"Ljubljana","country":"Slovenia","population":295504,"river":"Ljubljanica"}',
    ),
    (
        "Welcome to Hallstatt! 740 people live in this Austrian village.",
        "city, population int",
        '{"city":"Hallstatt","population":740}',
    ),
    (
        "Tromso is a city in Norway. Its mayor is Gunnar Wilhelmsen and it was founded in 1794.",
        "city, country, mayor, founded int",
        '{"city":"Tromso","country":"Norway","mayor":"Gunnar Wilhelmsen","founded":1794}',
    ),
    (
        "Jane Porter has ordered 12 folding chairs from Kessler & Sons. The total comes to 418.80 EUR.",
        "customer, quantity int, shop, total number",
        '{"customer":"Jane Porter","quantity":12,"shop":"Kessler & Sons","total":418.80}',
    ),
    (
        "Order B-7741: 3 x desk lamp, 89.70 EUR, to be delivered on 2025-02-11.",
        "order_id, quantity int, product, price number, delivery date",
        '{"order_id":"B-7741","quantity":3,"product":"desk lamp","price":89.70,"delivery":"2025-02-11"}',
    ),
    (
        "Hello, I bought a kettle for 34.99 dollars and it has not been paid yet. My name is Rob Stone.",
        "product, price number, paid bool, customer",
        '{"product":"kettle","price":34.99,"paid":false,"customer":"Rob Stone"}',
    ),
    (
        "The invoice 20931 for Marta Nowak has been paid. The total was 1250.00 EUR.",
        "order_id, customer, total number, paid bool",
        '{"order_id":"20931","customer":"Marta Nowak","total":1250.00,"paid":true}',
    ),
    (
        "Your parcel with the blue backpack is on its way to Zagreb. It should arrive on 2024-09-30.",
        "product, city, delivery date",
        '{"product":"blue backpack","city":"Zagreb","delivery":"2024-09-30"}',
    ),
    (
        "The wooden desk costs 210.50 euros at Nordic Living.",
        "product, price number, shop",
        '{"product":"wooden desk","price":210.50,"shop":"Nordic Living"}',
    ),
    (
        "Lunch with Peter Falk on 2025-06-04 at 12:30, Cafe Mozart. It will take 90 minutes.",
        "title, with, date date, time, place, minutes int",
        '{"title":"Lunch","with":"Peter Falk","date":"2025-06-04","time":"12:30","place":"Cafe Mozart","minutes":90}',
    ),
    (
        "The project meeting starts at 09:15 in room 204 and ends at 10:00.",
        "title, time, place, end",
        '{"title":"project meeting","time":"09:15","place":"room 204","end":"10:00"}',
    ),
    (
        "Don't forget: dentist on 2024-12-03 at 08:45!",
        "title, date date, time",
        '{"title":"dentist","date":"2024-12-03","time":"08:45"}',
    ),
    (
        "We would like to invite you to our summer party on 2025-07-19. It begins at 18:00 and 60 guests will come.",
        "title, date date, time, guests int",
        '{"title":"summer party","date":"2025-07-19","time":"18:00","guests":60}',
    ),
    (
        "I bought this vacuum cleaner for 129.00 EUR. It is so loud, and after two days it stopped working. 1 star.",
        "product, price number, stars int, sentiment positive|negative|neutral",
        '{"product":"vacuum cleaner","price":129.00,"stars":1,"sentiment":"negative"}',
    ),
    (
        "5 stars! The headphones sound great and I love the colour. Bought at Soundhouse.",
        "product, stars int, shop, sentiment positive|negative|neutral",
        '{"product":"headphones","stars":5,"shop":"Soundhouse","sentiment":"positive"}',
    ),
    (
        "The tent is okay, nothing special. I would give it 3 stars.",
        "product, stars int, sentiment positive|negative|neutral",
        '{"product":"tent","stars":3,"sentiment":"neutral"}',
    ),
    (
        "2024-08-15 14:22:09 ERROR [payments] card declined user=martin ip=10.1.2.3",
        "date date, time, level INFO|WARN|ERROR, service, user, ip",
        '{"date":"2024-08-15","time":"14:22:09","level":"ERROR","service":"payments","user":"martin","ip":"10.1.2.3"}',
    ),
    (
        "2023-01-07 03:11:40 WARN storage: disk almost full status=507",
        "level, service, message, status int",
        '{"level":"WARN","service":"storage","message":"disk almost full","status":507}',
    ),
    (
        "INFO 2025-04-01 10:00:00 scheduler: nightly job finished ms=5321",
        "level, service, ms int",
        '{"level":"INFO","service":"scheduler","ms":5321}',
    ),
    (
        "Bistro Paris\n2024-05-05\n2 x coffee 7.00\n1 x croissant 2.80\nTOTAL 9.80 EUR\nPaid by card",
        "shop, date date, items list, total number, payment cash|card",
        '{"shop":"Bistro Paris","date":"2024-05-05","items":["coffee","croissant"],"total":9.80,"payment":"card"}',
    ),
    (
        "GREEN MARKET\napples 3.20\nmilk 1.19\nbread 2.50\nTotal: 6.89 USD\nTip 1.00",
        "shop, items list, total number, tip number, currency",
        '{"shop":"GREEN MARKET","items":["apples","milk","bread"],"total":6.89,"tip":1.00,"currency":"USD"}',
    ),
    (
        "From: kim@studio.org\nTo: sales@acme.com\nSubject: broken printer\n\nHello,\nit broke.\nRegards, Kim Larsson",
        "sender, recipient, subject, signed",
        '{"sender":"kim@studio.org","recipient":"sales@acme.com","subject":"broken printer","signed":"Kim Larsson"}',
    ),
    (
        "Name: Otto Graf\nAge: 58\nCity: Ulm\nJob: tailor",
        "job, name, age int",
        '{"job":"tailor","name":"Otto Graf","age":58}',
    ),
    (
        "Sent by DHL; the carrier says that the mirror will be in Verona on 2025-01-20.",
        "carrier, product, city, delivery date",
        '{"carrier":"DHL","product":"mirror","city":"Verona","delivery":"2025-01-20"}',
    ),
]


def handwritten() -> list[Example]:
    """Texts by those who wrote the training data, as examples."""
    return [_example(*each) for each in _TEXTS]


def by_others() -> list[Example]:
    """Texts by somebody who has never seen the training data, but only its domains."""
    return [_example(*each) for each in TEXTS]


def _example(text: str, asked: str, record: str) -> Example:
    lines = asked.split(", ")
    values = json.loads(record)
    fields = []
    for line in lines:
        key, _, kind = line.partition(" ")
        options = tuple(kind.split("|")) if "|" in kind else ()
        fields.append(Field(key, "enum" if options else kind or "text", values[key], options))
    assert [each.key for each in fields] == list(values), record
    return Example("record", RECORD.format(text=text, fields=asked), record, (), tuple(fields), (False,) * len(fields))
