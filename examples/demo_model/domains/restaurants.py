"""Restaurants: tables, guests and what they eat."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

RESTAURANTS = Domain(
    subjects=w.words("table, restaurant, dinner, lunch, reservation, brunch"),
    facts={
        "guest": fact("guest, name, reserved by, name of the guest", w.person, also="customer booked_by"),
        "restaurant": fact(
            "restaurant, place, name of the restaurant",
            lambda d: d.rng.choice(
                ["Cafe {}", "Trattoria {}", "The {} Inn", "Chez {}", "{} Grill", "Bistro {}"]
            ).format(v.capital()(d)),
            also="where venue",
        ),
        "people": fact(
            "people, guests, number of guests, persons, party size", v.whole(1, 30), "int", also="seats how_many"
        ),
        "date": fact("date, day", w.iso_date, "date", also="on reservation_date"),
        "weekday": fact("weekday, day of the week", v.one_of(v.WEEKDAYS, 0)),
        "time": fact("time, hour, arrival time", v.hour, also="at when reservation_time"),
        "table": fact("table, table number", v.whole(1, 80), "int", also="table_no"),
        "waiter": fact("waiter, waitress, served by", w.first_name),
        "chef": fact("chef, cook, head chef", w.person),
        "starter": fact("starter, first course, appetizer", w.food),
        "main": fact("main course, main dish, main", w.food, also="entree"),
        "dessert": fact("dessert, sweet, last course", w.food),
        "drink": fact("drink, beverage, wine", w.food),
        "dishes": fact("dishes, courses, orders", v.some_of(w.food, 2, 4), "list", also="food ordered"),
        "bill": fact(
            "bill, total, amount", w.price, "number", also="to_pay", units=["{} EUR", "${}", "{} euros", "£{}"]
        ),
        "tip": fact("tip, gratuity", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "phone": fact("phone, phone number, contact number", w.phone, also="tel"),
        "cuisine": fact("cuisine, style, kitchen", v.one_of(w.LANGUAGES, 0.2)),
        "stars": fact("stars, rating, review", v.whole(1, 5), "int"),
        "allergy": fact("allergy, intolerance", v.one_of("nuts, gluten, lactose, fish, eggs, soy, celery")),
        "street": fact("address, street", w.street, also="located_at"),
    },
    leads=lines(
        """
        A table for {people} [on {date}|on {weekday}|tonight] at {time}[, please|, name {guest}|].
        {guest} [reserved|booked] a table for {people} at {restaurant}[ on {date}|][ at {time}|].
        {restaurant}, {date}, {time}, {people} [people|guests|persons][, {guest}|].
        [Dear|Hello] {guest}, your table at {restaurant} is [reserved|booked] for {date} at {time}.
        {guest} had {main} [with|and] {drink}, and {dessert} [for dessert|to finish].
        Table {table}: {dishes}. [Total|Bill]: {bill}.
        {waiter} [serves|served] table {table}[; the bill was {bill}|, which ordered {dishes}].
        [We ate|I had|They ate] {dishes} at {restaurant} for {bill}.
        {restaurant} at {street} [serves|offers] {cuisine} food[; the chef is {chef}|].
        [Starter|First]: {starter}. [Main course|Main]: {main}. Dessert: {dessert}.
        {chef} cooks at {restaurant}[, a {cuisine} restaurant|].
        [My name is|I am] {guest}, we are {people} and come at {time}.
        {guest} gave {restaurant} {stars} stars and a tip of {tip}.
        {people} [guests|people] for {guest} on {date}, table {table}.
        The {main} at {restaurant} [was|is] cooked by {chef}.
        For {bill} [we|they] had {starter}, {main} and {dessert}.
        [Reservation|Booking]: {guest}, {phone}, {people} [people|guests], {time}.
        One of us cannot eat {allergy}; {people} [people|guests], {date}, {time}.
        """
    ),
    clauses={
        "people": lines(
            """
            [We|They] are {people}[ people| persons|].
            [There will be|We expect] {people} [guests|people].
            For {people} [people|persons|guests].
            {people} [people|guests] [will come|are coming].
            [Please set|Set] the table for {people}.
            {people} of us [will eat|are hungry].
            """
        ),
        "time": lines(
            """
            [We come|They come|Please be there] at {time}.
            [At|Around] {time}.
            [Time|Hour]: {time}.
            [Dinner|The meal] is at {time}.
            The table is [free|ready] at {time}.
            {time} [suits us|would be fine].
            """
        ),
    },
    adjectives=w.words(
        """vegetarian, outdoor, wheelchair-accessible, confirmed, fully booked, child-friendly, overpriced,
        closed, cancelled"""
    ),
    features=w.words(
        "a high chair, a terrace, vegan dishes, a window table, parking, live music, a set menu, a wine list, a dog"
    ),
)
