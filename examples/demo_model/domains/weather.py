"""The weather: reports and forecasts."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

WEATHER = Domain(
    subjects=w.words("forecast, weather, day, report, storm"),
    facts={
        "city": fact("city, place, location, station", w.city, also="where town"),
        "date": fact("date, day of the report", w.iso_date, "date", also="day measured_on"),
        "weekday": fact("weekday, day of the week", v.one_of(v.WEEKDAYS, 0), also="day_name"),
        "temperature": fact(
            "temperature, air temperature",
            v.whole(0, 42),
            "int",
            also="temp temperature_c degrees",
            units=["{} degrees", "{} °C", "{} C"],
        ),
        "high": fact(
            "maximum, high, highest temperature, daily maximum",
            v.whole(10, 45),
            "int",
            also="max_temp temp_max",
            units=["{} degrees", "{} °C"],
        ),
        "low": fact(
            "minimum, low, lowest temperature, daily minimum",
            v.whole(0, 20),
            "int",
            also="min_temp temp_min",
            units=["{} degrees", "{} °C"],
        ),
        "wind": fact("wind, wind speed", v.whole(1, 140), "int", also="wind_kmh", units=["{} km/h", "{} knots"]),
        "direction": fact(
            "wind direction, direction",
            v.one_of("north, south, east, west", 0),
            "enum",
            options="north, south, east, west",
        ),
        "humidity": fact(
            "humidity, air humidity",
            v.whole(10, 100),
            "int",
            also="humidity_percent",
            units=["{} %", "{}%", "{} percent"],
        ),
        "rain": fact(
            "rain, rainfall, precipitation",
            v.decimal(0, 80),
            "number",
            also="rain_mm",
            units=["{} mm", "{} millimetres"],
        ),
        "chance": fact(
            "chance of rain, probability of rain",
            v.whole(1, 99),
            "int",
            also="rain_chance",
            units=["{} %", "{}%", "{} percent"],
        ),
        "pressure": fact("pressure, air pressure", v.whole(960, 1050), "int", also="hpa", units=["{} hPa"]),
        "sunrise": fact("sunrise", v.hour),
        "sunset": fact("sunset", v.hour),
        "sky": fact(
            "sky, condition, conditions",
            v.one_of("sunny, cloudy, rainy, foggy, stormy, snowy, clear, windy", 0),
            "enum",
            also="weather",
            options="sunny, cloudy, rainy, foggy, stormy, snowy, clear, windy",
        ),
        "snow": fact("snow depth, snow", v.whole(1, 200), "int", also="snow_cm", units=["{} cm"]),
    },
    leads=lines(
        """
        {city}[ on {date}|]: {sky}, {temperature}[, wind {wind}|].
        It is {temperature} and {sky} in {city}[ on {weekday}|].
        [On {weekday}|On {date}] it will be {sky} in {city}, with up to {high}.
        In {city} [temperatures range|it will be] from {low} to {high}.
        The [forecast|outlook] for {city} on {date}: {sky}, high {high}, low {low}.
        {city} [had|reports|measured] {rain} of rain on {date}.
        Wind from the {direction} at {wind} in {city}.
        A {sky} {weekday} in {city} with {temperature}.
        The chance of rain in {city} is {chance}[ on {date}|].
        [Sunrise|The sun rises] at {sunrise}, [sunset|it sets] at {sunset} in {city}.
        In {city} there [is|are] {snow} of snow at {temperature}.
        {temperature}, humidity {humidity}, pressure {pressure} [in {city}|on {date}].
        [Today|Tomorrow] {city} [gets|expects|will see] a {sky} day, {low} in the morning and {high} in the afternoon.
        {date}, {city}: {temperature}, {humidity}, {wind}
        [Good morning|Hello] {city}! It is {weekday}, {temperature} and {sky}.
        [Storm warning|Warning] for {city}: wind of {wind} from the {direction}.
        The thermometer in {city} [shows|showed] {temperature} on {date}.
        [At night|During the night] {low}, by day {high} in {city}.
        """
    ),
    clauses={
        "wind": lines(
            """
            The wind [blows|comes] at {wind}.
            [Wind|Winds] of {wind}.
            There [is|will be] a wind of {wind}.
            It blows with {wind}.
            [Gusts|Winds] [reach|up to] {wind}.
            [Wind|Wind speed]: {wind}.
            """
        ),
        "high": lines(
            """
            It [gets|will get] [up to|as warm as] {high}.
            [At most|At best] {high}.
            In the afternoon [it is|we reach|expect] {high}.
            [High|Maximum]: {high}.
            Temperatures climb to {high}.
            The day's [peak|maximum] is {high}.
            """
        ),
    },
    adjectives=w.words("dry, icy, humid, cloudless, dangerous, mild, freezing, slippery, unusual"),
    features=w.words("thunder, frost, fog, hail, a storm warning, sunshine, a rainbow, black ice, drizzle"),
)
