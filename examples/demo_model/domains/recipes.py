"""Recipes: what to cook and how long it takes."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

RECIPES = Domain(
    subjects=w.words("recipe, dish, meal, course, menu"),
    facts={
        "dish": fact("dish, recipe, name of the dish, meal", w.food, also="name title recipe_name"),
        "cook": fact("cook, chef, author, submitted by", w.person, also="by cooked_by"),
        "servings": fact("servings, portions, number of servings", v.whole(1, 24), "int", also="serves yields persons"),
        "preparation": fact(
            "preparation time, prep time",
            v.whole(5, 90),
            "int",
            also="prep_minutes prep",
            units=["{} minutes", "{} min"],
        ),
        "cooking": fact(
            "cooking time, baking time, oven time",
            v.whole(5, 240),
            "int",
            also="cook_minutes bake_time",
            units=["{} minutes", "{} min"],
        ),
        "temperature": fact(
            "oven temperature, temperature, heat",
            v.whole(80, 260),
            "int",
            also="oven",
            units=["{} degrees", "{} °C", "{} C"],
        ),
        "calories": fact(
            "calories, energy, calories per serving", v.whole(50, 1400), "int", also="kcal", units=["{} kcal"]
        ),
        "ingredients": fact(
            "ingredients, components, what you need", v.some_of(w.food, 2, 5), "list", also="needs contains"
        ),
        "spices": fact(
            "spices, herbs, seasonings",
            v.some_of(
                v.one_of("salt, pepper, basil, thyme, curry, paprika, mint, oregano, saffron, cumin, dill, cinnamon")
            ),
            "list",
        ),
        "cuisine": fact("cuisine, origin, style", v.one_of(w.LANGUAGES, 0.2), also="kitchen"),
        "difficulty": fact(
            "difficulty, level, skill level", v.one_of("easy, medium, hard", 0), "enum", options="easy, medium, hard"
        ),
        "drink": fact("drink, wine, side drink", w.food, also="goes_with"),
        "cost": fact("cost, cost per serving", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
    },
    leads=lines(
        """
        {dish} by {cook}: [serves|for|enough for] {servings}.
        For {servings} [servings|portions|people] of {dish} you need {ingredients}.
        {cook} [cooks|makes|bakes|prepares] {dish} [with|from|out of] {ingredients}.
        [Recipe|Today]: {dish}. [Ingredients|You need]: {ingredients}.
        Bake the {dish} for {cooking} at {temperature}.
        [This|The] {cuisine} {dish} takes {cooking} in the oven.
        {dish}, {servings} servings, {calories} each.
        {dish} [takes|needs] {preparation} to prepare and {cooking} to cook.
        {cook}'s {dish} [is|was|has been] [a classic|loved by all] and contains {ingredients}.
        Preparation: {preparation}. Cooking: {cooking}. Serves {servings}.
        Mix {ingredients} and [bake|roast|cook] for {cooking}.
        Season the {dish} with {spices}.
        Our {dish} [has|comes to] {calories} a portion and costs {cost}.
        [The oven|Your oven] must have {temperature} before the {dish} goes in for {cooking}.
        {dish} ({cuisine}), {difficulty}, {preparation}
        {cook} serves {dish} with {drink}.
        This {difficulty} recipe for {dish} is by {cook}.
        [Take|You take] {ingredients} for {dish}, which serves {servings}.
        """
    ),
    clauses={
        "ingredients": lines(
            """
            [You need|It needs|Buy] {ingredients}.
            It [contains|is made of|consists of] {ingredients}.
            [Ingredients|Shopping list]: {ingredients}.
            Into it go {ingredients}.
            [Mix|Chop|Stir] {ingredients}.
            [It takes|Made from] {ingredients}.
            """
        ),
        "servings": lines(
            """
            It serves {servings}.
            [Enough|This is enough] for {servings} [people|persons].
            [Makes|Yields] {servings} [servings|portions].
            {servings} [people|guests] can eat of it.
            [It is|Meant] for {servings}.
            {servings} [servings|portions].
            """
        ),
    },
    adjectives=w.words("vegetarian, vegan, spicy, gluten-free, frozen, homemade, sweet, low-fat, dairy-free, seasonal"),
    features=w.words("nuts, meat, sugar, alcohol, milk, an oven, a starter, leftovers, gluten, dessert"),
)
