"""Ten kinds of text and the facts that each of them may tell, in many wordings.

A domain has leads (first sentences, which tell one to four facts) and clauses (sentences that tell one fact each). A
text is a lead and some clauses in any order, so a few hundred wordings give millions of texts. A wording names facts
in braces; `{They}`, `{they}`, `{them}`, `{Their}` and `{their}` stand for the person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from . import words as w
from .words import Draw


@dataclass(frozen=True)
class Fact:
    """Something that a text tells word for word, the keys under which it may be asked for, and its type."""

    keys: Sequence[str]
    draw: Callable[[Draw], str]
    kind: str = "text"


@dataclass(frozen=True)
class Judgement:
    """Something that follows from the wording: true or false, or one of a few words."""

    keys: Sequence[str]
    wordings: Mapping[str, Sequence[str]]

    @property
    def kind(self) -> str:
        return "bool" if set(self.wordings) == {"true", "false"} else "enum"


@dataclass(frozen=True)
class Domain:
    facts: Mapping[str, Fact]
    leads: Sequence[str]
    clauses: Mapping[str, Sequence[str]]
    judgements: Mapping[str, Judgement] = field(default_factory=dict)
    fillers: Sequence[str] = ()


def lines(text: str) -> list[str]:
    """The non-empty lines."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def keys(text: str) -> list[str]:
    return text.split()


FILLERS = lines(
    """
    The weather was fine that day.
    It was a long week.
    Nothing else happened.
    Please read this carefully.
    Thanks a lot in advance.
    More on this later.
    We are still waiting for news.
    That is all for now.
    Everybody was happy about it.
    The rest is not known yet.
    See the notes below.
    As always, questions are welcome.
    """
)

PEOPLE = Domain(
    facts={
        "name": Fact(keys("name name name person full_name who"), w.person),
        "age": Fact(keys("age age years age_in_years"), lambda d: w.integer(d, 16, 99), "int"),
        "city": Fact(keys("city city town lives_in home residence"), w.city),
        "country": Fact(keys("country nation country_of_birth"), w.country),
        "job": Fact(keys("job job profession occupation work role"), w.job),
        "company": Fact(keys("company company employer firm works_for"), w.company),
        "email": Fact(keys("email email mail e_mail contact"), w.email),
        "phone": Fact(keys("phone phone telephone mobile number"), w.phone),
        "born": Fact(keys("born birthday birth_date date_of_birth"), w.iso_date, "date"),
        "partner": Fact(keys("partner spouse married_to"), w.person),
        "children": Fact(keys("children kids number_of_children"), lambda d: w.integer(d, 1, 9), "int"),
        "hobby": Fact(keys("hobby pastime interest"), lambda d: d.pick(w.HOBBIES)),
        "street": Fact(keys("address street home_address"), w.street),
    },
    leads=lines(
        """
        {name} is {age} years old and lives in {city}.
        {name}, {age}, lives in {city}.
        {name} ({age}) is a {job} from {city}.
        {name} works as a {job} at {company}.
        {name} works as a {job} in {city}.
        My name is {name} and I am {age} years old.
        My name is {name} and I live in {city}.
        Hello, I am {name}, a {job} from {city}.
        This is {name}, {age} years old, {job} at {company}.
        Meet {name}, a {age}-year-old {job} from {city}.
        The {age}-year-old {job} {name} lives in {city}, {country}.
        {name} was born on {born} in {city}.
        {name} was born in {city} on {born} and works as a {job}.
        {name} is a {job}.
        {name} is a {age} year old {job} who lives in {city}.
        {name}, {job} at {company}, turned {age} this year.
        Our new colleague {name} comes from {city} and is {age}.
        We welcome {name}, who joins {company} as a {job}.
        {company} has hired {name} as a {job}.
        {name} from {city} has joined {company}.
        In {city} we met {name}, a {job} aged {age}.
        I spoke to {name} yesterday, a {job} of {age} from {city}.
        At {age}, {name} still works as a {job} in {city}.
        {name} moved from {country} to {city} and found work as a {job}.
        There is a {job} called {name} in {city}.
        The person's name is {name}, age {age}, from {city}.
        I'm {name}, I'm {age} and I live in {city}.
        Contact: {name}, {company}, {email}.
        {name} <{email}> is a {job} at {company}.
        Please call {name} at {phone}.
        """
    ),
    clauses={
        "age": lines(
            """
            {They} is {age} years old.
            {They} is {age}.
            {They} has just turned {age}.
            {Their} age is {age}.
            At the age of {age}, {they} feels young.
            Last week {they} celebrated {their} birthday number {age}.
            {They} is aged {age}.
            """
        ),
        "city": lines(
            """
            {They} lives in {city}.
            {They} has a flat in {city}.
            {They} is based in {city}.
            {Their} home is in {city}.
            {They} has moved to {city}.
            {They} grew up and still lives in {city}.
            {They} resides in {city}.
            """
        ),
        "country": lines(
            """
            {They} comes from {country}.
            {They} was born in {country}.
            {Their} family is from {country}.
            {They} is a citizen of {country}.
            {Their} country is {country}.
            {They} holds a passport of {country}.
            """
        ),
        "job": lines(
            """
            {They} works as a {job}.
            {They} is a {job}.
            {Their} job is {job}.
            {They} earns {their} living as a {job}.
            By profession {they} is a {job}.
            {They} has been a {job} for a long time.
            {They} was trained as a {job}.
            """
        ),
        "company": lines(
            """
            {They} works for {company}.
            {They} works at {company}.
            {Their} employer is {company}.
            {They} has a position at {company}.
            {They} is employed by {company}.
            {They} has been with {company} for years.
            The firm is called {company}.
            """
        ),
        "email": lines(
            """
            {Their} e-mail is {email}.
            {Their} email address is {email}.
            Write to {email}.
            You can reach {them} at {email}.
            Mail: {email}
            Send a message to {email}.
            Contact {them} under {email}.
            """
        ),
        "phone": lines(
            """
            {Their} phone number is {phone}.
            Call {them} at {phone}.
            {Their} telephone: {phone}
            {Their} mobile number is {phone}.
            Ring {phone} to talk to {them}.
            Phone {phone}.
            """
        ),
        "born": lines(
            """
            {They} was born on {born}.
            {Their} birthday is {born}.
            Born: {born}.
            {Their} date of birth is {born}.
            {They} came into the world on {born}.
            {They} (born {born}) likes it there.
            """
        ),
        "partner": lines(
            """
            {They} is married to {partner}.
            {Their} partner is {partner}.
            {Their} spouse is called {partner}.
            {They} married {partner} last year.
            {They} lives together with {partner}.
            {They} and {partner} are a couple.
            """
        ),
        "children": lines(
            """
            {They} has {children} children.
            {They} has {children} kids.
            {They} is a parent of {children}.
            {Their} {children} children go to school.
            There are {children} children in the family.
            {They} raised {children} children.
            """
        ),
        "hobby": lines(
            """
            {They} likes {hobby}.
            {Their} hobby is {hobby}.
            In {their} free time {they} enjoys {hobby}.
            {They} loves {hobby}.
            {They} spends the weekend {hobby}.
            {They} is fond of {hobby}.
            """
        ),
        "street": lines(
            """
            {Their} address is {street}.
            {They} lives at {street}.
            {They} can be found at {street}.
            The house is at {street}.
            Post goes to {street}.
            Visit {them} at {street}.
            """
        ),
    },
    judgements={
        "married": Judgement(
            keys("married is_married"),
            {
                "true": lines(
                    "{They} is married.\n{They} has a spouse.\n{They} got married.\n{They} is happily married."
                ),
                "false": lines(
                    "{They} is single.\n{They} is not married.\n{They} has never married.\n{They} is unmarried."
                ),
            },
        ),
        "student": Judgement(
            keys("student is_student"),
            {
                "true": lines("{They} is a student.\n{They} still studies.\n{They} goes to university."),
                "false": lines("{They} is not a student.\n{They} has finished university.\n{They} no longer studies."),
            },
        ),
    },
)

PLACES = Domain(
    facts={
        "city": Fact(keys("city city place town name"), w.city),
        "country": Fact(keys("country country nation state"), w.country),
        "population": Fact(
            keys("population inhabitants people residents"), lambda d: w.integer(d, 500, 9_000_000), "int"
        ),
        "river": Fact(keys("river stream waterway"), lambda d: w.syllables(d, 1, 2).capitalize()),
        "mayor": Fact(keys("mayor head governed_by"), w.person),
        "founded": Fact(keys("founded year founding_year since"), lambda d: w.integer(d, 800, 2020), "int"),
        "height": Fact(keys("altitude height elevation meters"), lambda d: w.integer(d, 1, 4000), "int"),
        "dish": Fact(keys("dish food speciality"), w.food),
        "airport": Fact(keys("airport airport_code"), lambda d: w.letters(d, 3, 3)),
        "museum": Fact(
            keys("museum sight"),
            lambda d: (
                w.syllables(d, 1, 2).capitalize() + d.pick([" Museum", " Castle", " Tower", " Cathedral", " Park"])
            ),
        ),
    },
    leads=lines(
        """
        {city} is the capital of {country}.
        {city} is a town in {country}.
        {city} is a city in {country} with {population} inhabitants.
        {city}, {country}, has a population of {population}.
        {city} lies on the river {river}.
        {city} ({country}) was founded in {founded}.
        With {population} people, {city} is the largest city of {country}.
        The city of {city} in {country} lies at the river {river}.
        We spent our holidays in {city}, {country}.
        Welcome to {city}, the pearl of {country}.
        {population} people live in {city}, a port in {country}.
        The mayor of {city} is {mayor}.
        Travel guide: {city}, {country}.
        Founded in {founded}, {city} is one of the oldest towns in {country}.
        In the north of {country} lies {city}.
        {city} was founded in the year {founded}.
        """
    ),
    clauses={
        "country": lines(
            """
            It lies in {country}.
            It belongs to {country}.
            The country is {country}.
            It is a part of {country}.
            It is the pride of {country}.
            You find it in {country}.
            """
        ),
        "population": lines(
            """
            It has {population} inhabitants.
            Its population is {population}.
            {population} people live there.
            It is home to {population} people.
            The number of residents is {population}.
            About {population} people call it home.
            It counts {population} souls.
            """
        ),
        "river": lines(
            """
            The river {river} flows through it.
            It stands on the {river} river.
            Its river is the {river}.
            It was built on the banks of the {river}.
            Boats go up the {river}.
            The {river} crosses the town.
            """
        ),
        "mayor": lines(
            """
            Its mayor is {mayor}.
            {mayor} is the mayor.
            The town is governed by {mayor}.
            The people elected {mayor} as mayor.
            {mayor} has been mayor for years.
            Mayor {mayor} opened the new bridge.
            """
        ),
        "founded": lines(
            """
            It was founded in {founded}.
            It was first mentioned in {founded}.
            It has existed since {founded}.
            It dates from {founded}.
            Its history began in {founded}.
            Settlers built it in {founded}.
            """
        ),
        "height": lines(
            """
            It lies {height} meters above the sea.
            Its altitude is {height} m.
            It is {height} m high.
            The elevation is {height} meters.
            At {height} meters the air is thin.
            You have to climb to {height} meters.
            """
        ),
        "dish": lines(
            """
            Its speciality is {dish}.
            Visitors should try the {dish}.
            It is famous for its {dish}.
            The local dish is {dish}.
            Nobody leaves without eating {dish}.
            The {dish} there is the best.
            """
        ),
        "airport": lines(
            """
            Its airport is {airport}.
            The airport has the code {airport}.
            You fly to {airport}.
            Flights land at {airport}.
            The nearest airport is {airport}.
            Book a flight to {airport}.
            """
        ),
        "museum": lines(
            """
            Do not miss the {museum}.
            The main sight is the {museum}.
            Everybody visits the {museum}.
            We liked the {museum} best.
            Its landmark is the {museum}.
            The {museum} is worth a visit.
            """
        ),
    },
)

ORDERS = Domain(
    facts={
        "customer": Fact(keys("customer customer buyer client name"), w.person),
        "product": Fact(keys("product product item article goods"), w.product),
        "quantity": Fact(keys("quantity quantity count amount pieces"), lambda d: w.integer(d, 2, 60), "int"),
        "price": Fact(keys("price price total cost sum"), w.price, "number"),
        "order": Fact(keys("order_id order_number order id reference"), w.code),
        "date": Fact(keys("date ordered_on order_date ordered"), w.iso_date, "date"),
        "delivery": Fact(keys("delivery delivery_date arrives due"), w.iso_date, "date"),
        "city": Fact(keys("city ship_to destination"), w.city),
        "shop": Fact(keys("shop store seller vendor"), w.company),
        "colour": Fact(
            keys("color colour"),
            lambda d: d.pick(
                w.words("red, blue, green, black, white, grey, brown, pink, purple, yellow, orange, silver")
            ),
        ),
        "carrier": Fact(keys("carrier shipped_by"), lambda d: w.letters(d, 3, 4)),
    },
    leads=lines(
        """
        {customer} ordered {quantity} pieces of {product} for {price} EUR.
        {customer} bought a {product} for {price} dollars.
        {customer} ordered a {product} on {date}.
        Order {order}: {quantity} x {product}, {price} EUR.
        Order {order} by {customer} of {date}.
        Order number {order} was placed by {customer}.
        On {date}, {customer} bought {quantity} units of {product} at {shop}.
        I would like to order {quantity} times the {product}. My name is {customer}.
        The {product} costs {price} euros.
        The {product} is sold by {shop} at a price of {price}.
        Invoice {order} for {customer}: {product}, total {price} USD.
        {shop} sells the {product} for only {price} EUR.
        {customer} from {city} paid {price} for a {product}.
        Dear {customer}, thank you for ordering {quantity} pieces of our {product}.
        Dear {customer}, your order {order} has been received.
        We have shipped the {product} to {customer} in {city}.
        {quantity} {product} for {customer}, please.
        {shop} confirms the order of {customer}: {product} at {price}.
        The invoice of {date} names {customer} as the customer; the total is {price}.
        Yesterday {customer} got a {product} at {shop} for {price}.
        """
    ),
    clauses={
        "customer": lines(
            """
            The customer is {customer}.
            It was bought by {customer}.
            The buyer is called {customer}.
            It was ordered by {customer}.
            It is a present from {customer}.
            The bill goes to {customer}.
            """
        ),
        "quantity": lines(
            """
            The quantity is {quantity}.
            {quantity} pieces were sold.
            We need {quantity} of them.
            {quantity} units, please.
            The box holds {quantity} pieces.
            There are {quantity} in the parcel.
            """
        ),
        "price": lines(
            """
            The price is {price} EUR.
            It costs {price} dollars.
            The total is {price}.
            The total price was {price} euros.
            You pay {price} USD.
            In all that makes {price} EUR.
            The sum of {price} is due.
            """
        ),
        "order": lines(
            """
            The order number is {order}.
            Reference: {order}.
            Your order ID is {order}.
            It has the number {order}.
            Please quote {order}.
            The order is filed as {order}.
            """
        ),
        "date": lines(
            """
            The order was placed on {date}.
            It was ordered on {date}.
            Order date: {date}.
            It was bought on {date}.
            The purchase took place on {date}.
            The order is of {date}.
            """
        ),
        "delivery": lines(
            """
            Delivery is on {delivery}.
            It will arrive on {delivery}.
            It will be delivered by {delivery}.
            Expect it on {delivery}.
            The parcel is due on {delivery}.
            The delivery date is {delivery}.
            """
        ),
        "city": lines(
            """
            Ship it to {city}.
            It goes to {city}.
            The parcel is sent to {city}.
            Deliver to {city}.
            The destination is {city}.
            It is on its way to {city}.
            """
        ),
        "shop": lines(
            """
            The shop is {shop}.
            It was sold by {shop}.
            The seller is {shop}.
            It comes from {shop}.
            I bought it at {shop}.
            The store is called {shop}.
            """
        ),
        "colour": lines(
            """
            The colour is {colour}.
            It comes in {colour}.
            The colour {colour} was chosen.
            Please send the {colour} one.
            I want it in {colour}.
            It is painted {colour}.
            """
        ),
        "carrier": lines(
            """
            It is shipped by {carrier}.
            The carrier is {carrier}.
            {carrier} brings the parcel.
            We send it with {carrier}.
            {carrier} will deliver it.
            Shipping: {carrier}.
            """
        ),
    },
    judgements={
        "paid": Judgement(
            keys("paid paid is_paid payed"),
            {
                "true": lines(
                    """
                    It has been paid.
                    The bill is paid.
                    Payment was received.
                    The money has arrived.
                    The customer has already paid.
                    It is fully paid.
                    """
                ),
                "false": lines(
                    """
                    It has not been paid yet.
                    The bill is still open.
                    Payment is pending.
                    We are waiting for the money.
                    The customer has not paid.
                    It is unpaid.
                    """
                ),
            },
        ),
        "currency": Judgement(
            keys("currency money"),
            {
                "EUR": lines("Prices are in euros.\nPay in EUR.\nThe currency is the euro.\nAll amounts in EUR."),
                "USD": lines(
                    "Prices are in dollars.\nPay in USD.\nThe currency is the US dollar.\nAll amounts in USD."
                ),
                "JPY": lines("Prices are in yen.\nPay in JPY.\nThe currency is the yen.\nAll amounts in JPY."),
                "GBP": lines("Prices are in pounds.\nPay in GBP.\nThe currency is the pound.\nAll amounts in GBP."),
            },
        ),
        "status": Judgement(
            keys("status state"),
            {
                "open": lines(
                    "The order is open.\nNothing has been sent yet.\nIt is being processed.\nWork on it has begun."
                ),
                "shipped": lines(
                    "The order was shipped.\nThe parcel is on its way.\nIt has left the warehouse.\nIt was sent."
                ),
                "delivered": lines(
                    "The parcel has arrived.\nIt was delivered.\nThe customer has received it.\nDelivery is done."
                ),
                "cancelled": lines(
                    "The order was cancelled.\nThe customer withdrew it.\nIt was called off.\nIt is cancelled."
                ),
            },
        ),
        "gift": Judgement(
            keys("gift is_gift present"),
            {
                "true": lines("It is a gift.\nPlease wrap it as a present.\nIt is a birthday present."),
                "false": lines("It is not a gift.\nNo gift wrapping, please.\nIt is for own use."),
            },
        ),
    },
)

MEETINGS = Domain(
    facts={
        "title": Fact(keys("title title event subject what"), w.title),
        "date": Fact(keys("date date day on when"), w.iso_date, "date"),
        "time": Fact(keys("time time start starts_at begins"), w.clock),
        "end": Fact(keys("end end_time ends_at until"), w.clock),
        "place": Fact(
            keys("place location room where"),
            lambda d: d.pick(
                [
                    f"room {d.number(1, 400)}",
                    w.city(d),
                    w.street(d),
                    f"hall {w.letters(d, 1, 1)}",
                    f"Cafe {w.syllables(d, 1, 2).capitalize()}",
                ]
            ),
        ),
        "person": Fact(keys("with with attendee guest participant"), w.person),
        "host": Fact(keys("host organizer invited_by chair"), w.person),
        "minutes": Fact(keys("minutes duration length"), lambda d: w.integer(d, 10, 240), "int"),
        "guests": Fact(keys("guests attendees people"), lambda d: w.integer(d, 2, 300), "int"),
    },
    leads=lines(
        """
        {title} with {person} on {date} at {time}.
        {title} on {date} at {time} in {place}.
        {title} at {time} on {date}.
        The {title} is on {date} at {time}.
        The {title} takes place in {place} on {date}.
        The {title} with {person} starts at {time}.
        Reminder: {title} on {date}, {time}, {place}.
        On {date} at {time} there is a {title} with {person}.
        {person} invites you to the {title} on {date}.
        Invitation: {title}, {date} from {time} to {end}.
        Please add the {title} to my calendar: {date}, {time}.
        Can we meet {person} for the {title} at {time} in {place}?
        We meet on {date} at {time} for the {title}.
        Let us have the {title} on {date} at {time}.
        Schedule a {title} with {person} for {date} at {time}.
        {date} {time} {title} ({place})
        {date}, {time}-{end}: {title} with {person}
        I have a {title} with {person} at {time}.
        """
    ),
    clauses={
        "date": lines(
            """
            It is on {date}.
            The date is {date}.
            It takes place on {date}.
            It was moved to {date}.
            Keep {date} free.
            The day is {date}.
            """
        ),
        "time": lines(
            """
            It starts at {time}.
            It begins at {time}.
            We start at {time}.
            Be there at {time}.
            The start is at {time}.
            The doors open at {time}.
            """
        ),
        "end": lines(
            """
            It ends at {end}.
            It is over at {end}.
            We finish at {end}.
            It goes on until {end}.
            It lasts until {end}.
            The end is at {end}.
            """
        ),
        "place": lines(
            """
            It takes place in {place}.
            The place is {place}.
            We meet in {place}.
            Location: {place}.
            Come to {place}.
            It is held in {place}.
            """
        ),
        "person": lines(
            """
            {person} will be there.
            {person} will join us.
            It is with {person}.
            {person} takes part.
            The guest is {person}.
            {person} has been invited.
            """
        ),
        "host": lines(
            """
            The host is {host}.
            It is organized by {host}.
            {host} organizes it.
            The chair is {host}.
            {host} sent the invitation.
            It is led by {host}.
            """
        ),
        "minutes": lines(
            """
            It takes {minutes} minutes.
            It lasts {minutes} minutes.
            Duration: {minutes} min.
            Plan {minutes} minutes for it.
            It will be {minutes} minutes long.
            We need {minutes} minutes.
            """
        ),
        "guests": lines(
            """
            {guests} people will come.
            There will be {guests} guests.
            {guests} guests are expected.
            We expect {guests} people.
            {guests} attendees have signed up.
            The number of guests is {guests}.
            """
        ),
    },
    judgements={
        "online": Judgement(
            keys("online remote is_online virtual"),
            {
                "true": lines("It is online.\nWe meet by video.\nIt is a video call.\nYou get a link to join."),
                "false": lines(
                    "It is not online.\nWe meet in person.\nPlease come to the office.\nThere is no video call."
                ),
            },
        ),
        "priority": Judgement(
            keys("priority importance urgency"),
            {
                "high": lines("It is very important.\nPriority: high.\nThis is urgent.\nNobody may miss it."),
                "low": lines("It is not important.\nPriority: low.\nYou may skip it.\nThere is no hurry."),
                "normal": lines("Priority: normal.\nIt is of normal importance.\nIt is a usual one."),
            },
        ),
    },
)

REVIEWS = Domain(
    facts={
        "product": Fact(keys("product product item thing about"), w.product),
        "reviewer": Fact(keys("reviewer author name customer by"), w.person),
        "stars": Fact(keys("stars rating score points"), lambda d: w.integer(d, 1, 10), "int"),
        "price": Fact(keys("price cost paid_price"), w.price, "number"),
        "shop": Fact(keys("shop store bought_at seller"), w.company),
        "date": Fact(keys("date bought_on reviewed_on"), w.iso_date, "date"),
        "city": Fact(keys("city from location"), w.city),
        "months": Fact(keys("months used_for months_used"), lambda d: w.integer(d, 2, 36), "int"),
    },
    leads=lines(
        """
        I bought the {product} at {shop}.
        I bought this {product} for {price} EUR.
        Review of the {product} by {reviewer}.
        {reviewer} about the {product}:
        {reviewer} gives the {product} {stars} stars.
        {reviewer} wrote about the {product} on {date}.
        {stars} stars for the {product}.
        {stars}/10 for the {product} from {shop}.
        I have used the {product} for {months} months.
        My {product} came on {date}.
        The {product} from {shop} costs {price}.
        {reviewer} from {city} reviewed the {product}.
        We got the {product} for {price} at {shop}.
        I paid {price} for this {product}.
        Here is what {reviewer} thinks about the {product}.
        """
    ),
    clauses={
        "reviewer": lines(
            """
            My name is {reviewer}.
            Written by {reviewer}.
            This is the opinion of {reviewer}.
            Signed, {reviewer}.
            Yours, {reviewer}
            A review by {reviewer}.
            """
        ),
        "stars": lines(
            """
            I give it {stars} stars.
            {stars} stars.
            My rating is {stars}.
            I rate it {stars} out of 10.
            It gets {stars} points from me.
            Score: {stars}.
            """
        ),
        "price": lines(
            """
            It cost me {price} EUR.
            I paid {price} dollars.
            The price was {price}.
            It was {price} euros.
            For {price} you get it.
            It sells for {price} USD.
            """
        ),
        "shop": lines(
            """
            I got it at {shop}.
            It was sold by {shop}.
            The store was {shop}.
            It came from {shop}.
            {shop} sent it to me.
            I found it at {shop}.
            """
        ),
        "date": lines(
            """
            I bought it on {date}.
            It arrived on {date}.
            Date of purchase: {date}.
            I have had it since {date}.
            This was on {date}.
            I wrote this on {date}.
            """
        ),
        "city": lines(
            """
            I live in {city}.
            Greetings from {city}.
            It was sent to {city}.
            I am from {city}.
            We use it in {city}.
            It was posted from {city}.
            """
        ),
        "months": lines(
            """
            I have used it for {months} months.
            After {months} months I can tell.
            I have had it for {months} months.
            We used it for {months} months.
            {months} months have passed.
            It has been here for {months} months.
            """
        ),
    },
    judgements={
        "sentiment": Judgement(
            keys("sentiment sentiment mood opinion tone"),
            {
                "positive": lines(
                    """
                    I love it.
                    It is great.
                    It works very well.
                    I am very happy with it.
                    It is the best that I ever had.
                    It is excellent.
                    It works perfectly.
                    Wonderful quality.
                    I would buy it again.
                    A really good buy.
                    I am satisfied.
                    Fantastic, just fantastic.
                    It looks beautiful and works fine.
                    My family likes it very much.
                    Highly recommended.
                    It is better than I expected.
                    """
                ),
                "negative": lines(
                    """
                    I hate it.
                    It is terrible.
                    It does not work.
                    It broke after a week.
                    I am very disappointed.
                    It is the worst that I ever had.
                    Poor quality.
                    I want my money back.
                    Never again.
                    It is useless.
                    I am angry.
                    It stopped working.
                    It arrived broken.
                    What a waste of money.
                    Bad, just bad.
                    It is worse than I expected.
                    """
                ),
                "neutral": lines(
                    """
                    It is okay.
                    It does what it should.
                    It is neither good nor bad.
                    It is average.
                    Nothing special.
                    I have no strong opinion.
                    It is all right.
                    It is as expected.
                    Some things are good, some are not.
                    It is acceptable.
                    """
                ),
            },
        ),
        "recommend": Judgement(
            keys("recommend recommended would_recommend"),
            {
                "true": lines("I recommend it to my friends.\nBuy it.\nEveryone should have one.\nI can recommend it."),
                "false": lines("I cannot recommend it.\nDo not buy it.\nStay away from it.\nI would not recommend it."),
            },
        ),
    },
)

DOMAINS: dict[str, Domain] = {
    "people": PEOPLE,
    "places": PLACES,
    "orders": ORDERS,
    "meetings": MEETINGS,
    "reviews": REVIEWS,
}
