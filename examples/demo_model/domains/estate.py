"""Flats and houses, to rent and to buy."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

ESTATE = Domain(
    subjects=w.words("flat, house, apartment, property, office, studio, cottage"),
    facts={
        "street": fact("address, street, street address", w.street, also="located_at"),
        "city": fact("city, town, location", w.city, also="place"),
        "district": fact("district, neighbourhood, quarter", v.capital(2, 3), also="area_name neighborhood"),
        "rooms": fact("rooms, number of rooms", v.whole(1, 12), "int", also="room_count"),
        "bedrooms": fact("bedrooms, number of bedrooms", v.whole(1, 8), "int", also="beds"),
        "bathrooms": fact("bathrooms, number of bathrooms", v.whole(1, 5), "int", also="baths"),
        "area": fact(
            "area, living space, floor space, size",
            v.whole(18, 400),
            "int",
            also="square_meters sqm area_m2",
            units=["{} m2", "{} square metres", "{} sqm"],
        ),
        "rent": fact(
            "rent, monthly rent, rent per month",
            v.whole(300, 4900),
            "int",
            also="rent_eur",
            units=["{} EUR", "${}", "{} euros", "£{}"],
        ),
        "price": fact(
            "price, asking price, purchase price",
            v.whole(50_000, 990_000),
            "int",
            also="sale_price",
            units=["{} EUR", "${}", "{} dollars"],
        ),
        "deposit": fact(
            "deposit, security deposit, bond", v.whole(300, 9000), "int", units=["{} EUR", "${}", "{} euros"]
        ),
        "landlord": fact("landlord, owner, landlady", w.person, also="rented_by_owner"),
        "tenant": fact("tenant, lessee, renter", w.person, also="rented_by"),
        "agent": fact("agent, estate agent, broker", w.person, also="realtor contact"),
        "free": fact("move-in date, available from, lease start", w.iso_date, "date", also="available free_from"),
        "year": fact("year of construction, building year, year built", v.year, "int", also="built built_in"),
        "floor": fact("floor, storey", v.whole(2, 30), "int", also="floor_number level"),
        "heating": fact(
            "heating, type of heating",
            v.one_of("gas, oil, electric, solar, district, wood", 0),
            "enum",
            options="gas, oil, electric, solar, district, wood",
        ),
    },
    leads=lines(
        """
        [A|This] {rooms}-room [flat|apartment] in {city}, {area}, [rent|costs] {rent}[ a month|].
        {area} [flat|house] with {bedrooms} bedrooms [at {street}|in {city}] for {rent}.
        {tenant} [rents|has rented|moved into] the [flat|house] at {street}[ from {landlord}|].
        {landlord} [lets|rents out] a [flat|house|room] in {city} for {rent} [a month|per month].
        [For sale|On offer]: house in {city}, {area}, built in {year}, {price}.
        The house at {street}, {city}, was built in {year}[ and costs {price}|].
        {agent} [shows|sells|offers] a [house|flat] with {rooms} rooms in {district}.
        [To let|For rent]: {street}, {bedrooms} bedrooms, {bathrooms} bathrooms, {rent}.
        {tenant} pays {rent} [a month|of rent] and left a deposit of {deposit}.
        The [flat|apartment] on floor {floor} has {area} and is free from {free}.
        {rooms} rooms, {area}, {district}, [available|free] from {free}.
        {landlord} and {tenant} [signed|agreed on] a lease [from|starting on] {free}.
        {agent} wants {price} for the [house|property] at {street}.
        In {district}, a quarter of {city}, a [flat|studio] of {area} is [free|on the market].
        [House|Cottage|Villa] with {bedrooms} bedrooms and {bathrooms} bathrooms, asking price {price}.
        [Lease|Contract]: landlord {landlord}, tenant {tenant}, rent {rent}, deposit {deposit}.
        {street}, {city}: {rooms} rooms on {area}[, {heating} heating|].
        The building of {year} [has|uses] {heating} heating.
        """
    ),
    clauses={
        "area": lines(
            """
            It [has|measures|offers] {area}.
            {area} [in all|of living space].
            The living space is {area}.
            [You|We] [get|have] {area}.
            There are {area} [to live in|for you].
            It is {area} [big|large].
            """
        ),
        "free": lines(
            """
            [You|We] can move in on {free}.
            It is [free|available|vacant] from {free}.
            [Free|Available] [from|as of] {free}.
            The lease [starts|begins] on {free}.
            From {free} it is [yours|empty].
            The keys are handed over on {free}.
            """
        ),
    },
    adjectives=w.words("furnished, renovated, vacant, rented, sold, detached, listed, sunny, insulated, barrier-free"),
    features=w.words(
        "a balcony, a garden, a garage, a lift, a cellar, parking, a fireplace, a terrace, a fitted kitchen, pets"
    ),
)
