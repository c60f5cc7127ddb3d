"""Vehicles: cars, bikes and vans, sold, rented and repaired."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

VEHICLES = Domain(
    subjects=w.words("car, van, motorbike, truck, vehicle, bus, bike"),
    facts={
        "make": fact("make, brand, manufacturer", v.capital(), also="made_by"),
        "model": fact("model, model name, type", v.model_name),
        "plate": fact(
            "licence plate, number plate, registration, plate", v.plate, also="license_plate reg_no plate_number"
        ),
        "year": fact("year, model year, year of manufacture", v.year, "int", also="built"),
        "mileage": fact(
            "mileage, distance driven, odometer",
            v.whole(500, 300_000),
            "int",
            also="km kilometers odometer_km",
            units=["{} km", "{} kilometres", "{} miles"],
        ),
        "colour": fact("colour, paint", v.one_of(v.COLOURS, 0.2), also="color"),
        "price": fact(
            "price, asking price",
            v.whole(500, 90_000),
            "int",
            also="cost price_eur",
            units=["{} EUR", "${}", "{} euros", "£{}"],
        ),
        "owner": fact("owner, keeper, registered owner", w.person, also="owned_by"),
        "driver": fact("driver, driven by, person at the wheel", w.person),
        "speed": fact(
            "speed, top speed, maximum speed",
            v.whole(20, 300),
            "int",
            also="speed_kmh max_speed",
            units=["{} km/h", "{} mph"],
        ),
        "power": fact("power, horsepower, engine power", v.whole(40, 600), "int", also="hp", units=["{} hp", "{} PS"]),
        "fuel": fact(
            "fuel, fuel type, engine",
            v.one_of("petrol, diesel, electric, hybrid, gas", 0),
            "enum",
            options="petrol, diesel, electric, hybrid, gas",
        ),
        "doors": fact("doors, number of doors", v.whole(2, 5), "int"),
        "seats": fact("seats, number of seats", v.whole(2, 9), "int"),
        "garage": fact("garage, workshop, repair shop", w.company, also="repaired_by dealer"),
        "inspection": fact(
            "next inspection, inspection date, next service", w.iso_date, "date", also="inspection_due service_date"
        ),
        "battery": fact(
            "battery, battery level, charge", v.whole(1, 100), "int", also="battery_percent", units=["{} %", "{}%"]
        ),
        "damage": fact(
            "damage, defect, problem",
            v.one_of(
                """a scratch, a dent, a flat tyre, a broken mirror, a cracked windscreen, an oil leak, rust, a
                worn clutch"""
            ),
        ),
    },
    leads=lines(
        """
        {colour} {make} {model}, {year}, {mileage}, {price}.
        [For sale|I sell|We sell]: a {make} {model} [from|of|built in] {year} [with|,] {mileage} [for|,] {price}.
        {owner} [owns|drives|bought] a {colour} {make} {model}[ with the plate {plate}|].
        The {make} {model} with the [licence plate|number plate|registration] {plate} belongs to {owner}.
        The [car|van] {plate} was [driving|doing|caught at] {speed}; the driver was {driver}.
        {driver} [was stopped|was caught|drove] at {speed} in a {colour} {make}.
        {make} {model}: {power}, top speed {speed}, {fuel}.
        {garage} [repaired|checked|serviced] the {make} of {owner}[ for {price}|].
        {owner} brought {plate} to {garage} with {damage}.
        A {fuel} {make} with {doors} doors and {seats} seats.
        [Rental|Rented]: {make} {model}, plate {plate}, driver {driver}.
        The {make} {model} [has run|shows|has done] {mileage} and needs its inspection by {inspection}.
        [Accident|Report]: {plate}, driver {driver}, {damage}.
        This {fuel} {make} {model} costs {price} at {garage}.
        The battery of the {make} {model} is at {battery}.
        {plate} - {make} - {model} - {year} - {colour}
        {driver} parked the {colour} {make}, {plate}, [in front of the gate|on the lawn].
        [My|Our] {make} is from {year} and has {power}.
        """
    ),
    clauses={
        "plate": lines(
            """
            [The plate is|Its plate reads] {plate}.
            [Plate|Registration]: {plate}.
            It is registered as {plate}.
            It [bears|has] the number {plate}.
            [Look for|Watch out for] {plate}.
            {plate} is [on the plate|the registration].
            """
        ),
        "mileage": lines(
            """
            It has [run|done|travelled] {mileage}.
            [It shows|The clock shows] {mileage}.
            {mileage} [on the clock|so far].
            Driven [for |]{mileage}.
            [Mileage|Odometer]: {mileage}.
            After {mileage} it [still runs|is fine].
            """
        ),
    },
    adjectives=w.words(
        "insured, accident-free, stolen, leased, automatic, roadworthy, registered, electric, damaged, towed"
    ),
    features=w.words(
        """air conditioning, a sunroof, a trailer, winter tyres, a radio, a child seat, cruise control, a spare
        wheel, a navigation system"""
    ),
)
