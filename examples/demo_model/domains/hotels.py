"""Hotels: stays and rooms."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

HOTELS = Domain(
    subjects=w.words("hotel, room, stay, reservation, booking, guest house"),
    facts={
        "guest": fact("guest, guest name, booked by, name of the guest", w.person, also="name customer"),
        "hotel": fact(
            "hotel, hotel name, name of the hotel, accommodation",
            lambda d: d.rng.choice(["Hotel {}", "{} Inn", "{} Palace", "Grand {}", "{} Lodge", "Villa {}"]).format(
                v.capital()(d)
            ),
            also="property",
        ),
        "city": fact("city, town, location", w.city, also="where place"),
        "checkin": fact(
            "check-in, check-in date, arrival, arrival date, first night",
            w.iso_date,
            "date",
            also="checkin checkin_date start_date from_date",
        ),
        "checkout": fact(
            "check-out, check-out date, departure, departure date, last day",
            w.iso_date,
            "date",
            also="checkout checkout_date end_date to_date until",
        ),
        "nights": fact("nights, number of nights, length of stay", v.whole(1, 28), "int", also="night_count"),
        "guests": fact(
            "guests, number of guests, persons, people", v.whole(1, 12), "int", also="adults guest_count pax"
        ),
        "room": fact("room, room number", v.room, also="room_no"),
        "type": fact(
            "room type, type of room, category",
            v.one_of("single, double, twin, suite, family", 0),
            "enum",
            also="kind",
            options="single, double, twin, suite, family",
        ),
        "rate": fact(
            "rate, price per night, nightly rate",
            w.price,
            "number",
            also="per_night rate_per_night",
            units=["{} EUR", "${}", "{} dollars", "£{}"],
        ),
        "deposit": fact("deposit, down payment, prepayment", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "confirmation": fact(
            "confirmation number, booking number, reservation code", w.code, also="booking_id confirmation"
        ),
        "floor": fact("floor, storey", v.whole(2, 40), "int", also="floor_number level"),
        "stars": fact("stars, number of stars, star rating", v.whole(1, 5), "int", also="rating"),
        "amenities": fact(
            "amenities, extras, facilities",
            v.some_of(v.one_of("pool, sauna, gym, bar, garage, garden, spa, lounge, terrace, library")),
            "list",
        ),
    },
    leads=lines(
        """
        {guest} [stays|is staying] at [the |]{hotel} in {city} [from {checkin} to {checkout}|for {nights} nights].
        {guest} [booked|reserved|has booked] a {type} room at [the |]{hotel} [for {nights} nights|from {checkin}].
        [Dear|Hello] {guest}, [we confirm|thank you for] your stay at [the |]{hotel}, {checkin} to {checkout}.
        [Check-in|Arrival]: {checkin}. [Check-out|Departure]: {checkout}. [Guest|Name]: {guest}.
        {guests} [people|guests|adults] in a {type} room, {nights} nights, {rate} [each|per night].
        [The |]{hotel} in {city} [charges|asks|takes] {rate} [a night|per night].
        [We arrive|They arrive|I arrive] on {checkin} and [leave|check out] on {checkout}.
        Room {room} at [the |]{hotel} [is booked for|belongs to|was given to] {guest}.
        {hotel}, {city}: {nights} nights for {guests} [people|guests][, {rate} a night|].
        [Reservation|Booking] {confirmation} for {guest}: {type} room, [arriving|from] {checkin}.
        A {type} room for {guests} at [the |]{hotel}[ in {city}|], please.
        {guest} paid a deposit of {deposit} for {nights} nights in {city}.
        [The |]{hotel} has {stars} stars and [is|lies|stands] in {city}.
        {guest} checks in on {checkin} and [gets|sleeps in] room {room}[ on floor {floor}|].
        [The |]{stars}-star {hotel} in {city} offers {amenities}.
        From {checkin} until {checkout}, room {room} is [taken|occupied] by {guest}.
        [My|Our] room at [the |]{hotel} is number {room}[ and costs {rate}|].
        {confirmation} / {guest} / {checkin} / {checkout} / {type}
        """
    ),
    clauses={
        "checkout": lines(
            """
            [We|They|I] [leave|check out|depart] on {checkout}.
            The [stay|visit] ends on {checkout}.
            [Check-out|Departure] on {checkout}.
            [Please leave|The room must be free] by {checkout}.
            On {checkout} [we|they] [go home|move on].
            The last [night ends|day is] on {checkout}.
            """
        ),
        "nights": lines(
            """
            [We|They] stay [for |]{nights} nights.
            It is for {nights} nights.
            {nights} nights [in all|in total|are booked].
            [A stay|A visit] of {nights} nights.
            [We|They] [need|want] the room for {nights} nights.
            After {nights} nights [we|they] move on.
            """
        ),
    },
    adjectives=w.words(
        "prepaid, quiet, refundable, cancelled, non-smoking, air-conditioned, fully booked, accessible, heated"
    ),
    features=w.words(
        "breakfast, a balcony, parking, a sea view, wifi, a pool, late check-out, a bathtub, a minibar, a lift"
    ),
)
