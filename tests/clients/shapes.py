"""What the clients ask for: a record, and two functions."""

from typing import Literal

from pydantic import BaseModel, Field

PROMPT = "The weather in Oslo is cold, 3 degrees."
ASK = "What is the weather in Oslo?"


class Weather(BaseModel):
    """The weather in a city."""

    city: str = Field(max_length=12)
    sky: Literal["sun", "rain", "snow"]
    degrees: int = Field(ge=-50, le=50)


class Unbounded(BaseModel):
    """The weather, for clients that send no bounds."""

    sky: Literal["sun", "rain", "snow"]
    degrees: Literal[3, 4]


def temperature(city: Literal["Oslo", "Rome"]) -> int:
    """The temperature in a city.

    Args:
        city: which
    """
    return {"Oslo": 3, "Rome": 20}[city]


def wind(city: Literal["Oslo", "Rome"]) -> str:
    """The wind in a city.

    Args:
        city: which
    """
    return {"Oslo": "strong", "Rome": "light"}[city]


def weather(found: object) -> None:
    """Fails unless this is a `Weather` that keeps to its bounds."""
    assert isinstance(found, Weather), found
    Weather.model_validate(found.model_dump())
