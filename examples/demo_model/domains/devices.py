"""Devices: what was bought, its serial number and its warranty."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

DEVICES = Domain(
    subjects=w.words("device, machine, unit, appliance, gadget, computer"),
    facts={
        "device": fact("device, product, appliance, item", w.product, also="name product_name"),
        "brand": fact("brand, manufacturer, maker, make", v.capital(2, 3), also="made_by vendor"),
        "model": fact("model, model number, type", v.model_name),
        "serial": fact("serial number, serial, device number", v.serial, also="serial_no sn"),
        "owner": fact("owner, user, customer", w.person, also="belongs_to"),
        "bought": fact("purchase date, date of purchase, bought on", w.iso_date, "date", also="purchased bought"),
        "warranty": fact("warranty, warranty period, guarantee", v.span, also="warranty_length guarantee_period"),
        "until": fact(
            "end of warranty, warranty end, warranty until",
            w.iso_date,
            "date",
            also="warranty_expires warranty_end_date",
        ),
        "price": fact(
            "price, purchase price", w.price, "number", also="cost", units=["{} EUR", "${}", "{} dollars", "€{}"]
        ),
        "shop": fact("shop, dealer, store, retailer", w.company, also="bought_at sold_by"),
        "battery": fact(
            "battery life, running time", v.whole(2, 90), "int", also="battery_hours", units=["{} hours", "{} h"]
        ),
        "weight": fact("weight", v.decimal(0, 40), "number", also="weight_kg", units=["{} kg", "{} kilos"]),
        "power": fact(
            "power, wattage, power consumption", v.whole(5, 3000), "int", also="watts", units=["{} W", "{} watts"]
        ),
        "memory": fact("memory, storage, capacity", v.whole(2, 999), "int", also="storage_gb", units=["{} GB"]),
        "screen": fact("screen size, display", v.decimal(4, 85), "number", also="inches", units=["{} inches"]),
        "version": fact("firmware, software version, firmware version", v.version, also="version"),
        "fault": fact(
            "fault, problem, defect, issue",
            v.one_of(
                """a cracked screen, no sound, a dead battery, a loose cable, overheating, a stuck key, strange
                noises, no picture,"""
                "a broken hinge, water damage, slow charging, a blown fuse"
            ),
        ),
        "repair": fact("repair date, date of repair", w.iso_date, "date", also="repaired_on fixed_on"),
        "technician": fact("technician, repaired by, engineer", w.person, also="fixed_by"),
        "colour": fact("colour, finish", v.one_of(v.COLOURS, 0.2), also="color"),
    },
    leads=lines(
        """
        {owner} bought [a|this] {brand} {device}, serial number {serial}, on {bought}.
        The {device} {model} by {brand} [has|comes with] a warranty of {warranty}.
        {brand} {model}, serial number {serial}, warranty until {until}.
        The warranty [for|of|on] the {device} [ends|expires|runs out] on {until}.
        [My|Our] {brand} {device} [has|shows|suffers from] {fault}[. I bought it on {bought}|].
        {technician} [repaired|fixed|checked] the {device} of {owner} on {repair}.
        {owner} paid {price} for the {device} at {shop}[ on {bought}|].
        [Device|Unit] {serial} ({brand} {model}) belongs to {owner}.
        {brand} {model}: {memory}, {screen}, {weight}.
        The {brand} {device} weighs {weight} and [uses|needs] {power}.
        Its battery lasts {battery}; the {device} costs {price}.
        {shop} gives {warranty} [of warranty|of guarantee] on the {brand} {device}.
        [Fault|Problem] on {serial}: {fault}. [Reported|Registered] by {owner}.
        [Hello|Hi], my {device} ({model}) has {fault}. {owner}
        Firmware {version} [runs|is installed] on the {brand} {model}.
        Bought on {bought} at {shop}: {brand} {device}, {price}.
        [I own|We own|He owns] a {colour} {brand} {device} with {memory}.
        {serial} / {brand} / {model} / {owner} / {until}
        """
    ),
    clauses={
        "warranty": lines(
            """
            [It has|You have|There is] a warranty of {warranty}.
            [Warranty|Guarantee]: {warranty}.
            The maker gives {warranty} [of warranty|of guarantee].
            The guarantee [lasts|runs|holds] {warranty}.
            {warranty} [of warranty|warranty].
            It is [covered|guaranteed] for {warranty}.
            """
        ),
        "serial": lines(
            """
            The serial number [is|reads] {serial}.
            [S/N|Serial no.|Serial]: {serial}.
            On its back [stands|is|you find] {serial}.
            {serial} is [printed|written] on the [bottom|label].
            The number on the device is {serial}.
            It bears the serial {serial}.
            """
        ),
    },
    adjectives=w.words(
        "waterproof, used, refurbished, charged, defective, registered, wireless, switched on, repaired, under warranty"
    ),
    features=w.words(
        """a charger, a manual, Bluetooth, a warranty, a receipt, a camera, a touchscreen, a spare battery, a
        case, an alarm"""
    ),
)
