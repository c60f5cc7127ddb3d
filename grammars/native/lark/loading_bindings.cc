// What Python sees of a Lark grammar's text: tokens, rules and terminals, and the graph of a plain grammar.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.h"
#include "lark/loading.h"
#include "lark/plain.h"
#include "lark/saved_graph.h"
#include "python/doors.h"
#include "python/interruptible.h"
#include "python/released.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace constrain {

namespace {

using Joined = LarkSources::Joined;

LarkPattern pattern_of(const nb::object& given) {
  auto [value, text, flags] = nb::cast<std::tuple<std::string, bool, std::string>>(given);
  std::sort(flags.begin(), flags.end());
  return {std::move(value), text, std::move(flags)};
}

nb::tuple shown(const LarkPattern& pattern) { return nb::make_tuple(pattern.value, pattern.text, pattern.flags); }

nb::object shown(const Joined& joined) {
  if (joined.kind == Joined::Pattern) return shown(joined.pattern);
  nb::list parts;
  for (const Joined& part : joined.parts) parts.append(shown(part));
  const char* by = joined.kind == Joined::Sequence ? "" : joined.kind == Joined::Choice ? "|" : joined.by.c_str();
  return nb::make_tuple(by, parts);
}

// Asks an object of grammars/lark/loading/sources.py; the interpreter lock is held for no longer than that.
class AskedSources : public LarkSources {
  template <class Question>
  auto ask(Question question) {
    const Asking asking(unlocked_);
    return asking_python(question);
  }

 public:
  AskedSources(nb::handle object, Unlocked& unlocked) : object_(object), unlocked_(unlocked) {}
  std::pair<std::int32_t, std::string> source(const std::vector<std::string_view>& path, bool relative,
                                              std::int32_t place) override {
    return ask(
        [&] { return nb::cast<std::pair<std::int32_t, std::string>>(object_.attr("source")(path, relative, place)); });
  }
  LarkPattern literal(std::string_view text, bool expression) override {
    return ask([&] { return pattern_of(object_.attr("literal")(text, expression ? "REGEXP" : "STRING")); });
  }
  LarkPattern range(std::string_view first, std::string_view last) override {
    return ask([&] { return pattern_of(object_.attr("range")(first, last)); });
  }
  std::string name(const std::string& text) override {
    return ask([&] { return nb::cast<std::string>(object_.attr("name")(text)); });
  }
  LarkPattern join(std::string_view name, const Joined& parts) override {
    return ask([&] { return pattern_of(object_.attr("join")(name, shown(parts))); });
  }
  [[noreturn]] void unended(const std::string& text) override {
    ask([&] { object_.attr("unended")(text); });
    throw NotRead{};
  }
  [[noreturn]] void refuse(Limit limit, std::string_view name) override {
    ask([&] { object_.attr("refuse")(static_cast<int>(limit), name); });
    throw NotRead{};
  }

 private:
  nb::handle object_;
  Unlocked& unlocked_;
};

nb::object tokens(const std::string& text) {
  LarkTokens found;
  std::int64_t unended = -1;
  const bool read = unlocked([&] {
    try {
      found = lark_tokens(text);
    } catch (const Unended& error) {
      unended = std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(error.at),
                              [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    } catch (const NotRead&) {
      return false;
    }
    return true;
  });
  if (!read) return nb::none();
  if (unended >= 0) return nb::int_(unended);
  nb::list kinds, texts;
  for (std::size_t i = 0; i < found.texts.size(); ++i) {
    kinds.append(name_of(found.kinds[i]));
    texts.append(found.texts[i]);
  }
  return nb::make_tuple(kinds, texts);
}

nb::object load(const std::string& text, const std::string& start, const std::vector<std::string>& keep, bool keep_all,
                nb::handle sources, const std::array<std::int64_t, 5>& limits) {
  LarkGrammar out;
  const bool read = interruptible([&] {
    Unlocked unlocked;
    AskedSources asked(sources, unlocked);
    try {
      out = load_lark(text, start, keep, keep_all, asked, {limits[0], limits[1], limits[2], limits[3], limits[4]});
    } catch (const NotRead&) {
      return false;
    }
    return true;
  });
  return read ? nb::cast(std::move(out)) : nb::none();
}

using TerminalGiven = std::tuple<std::string, std::tuple<std::string, bool, std::string>, std::int64_t>;
using RuleGiven = std::tuple<std::string, std::vector<std::pair<std::string, bool>>, std::optional<std::int64_t>>;

// What lark's own loader has made.
LarkGrammar given(const std::vector<TerminalGiven>& terminals, const std::vector<RuleGiven>& rules,
                  std::vector<std::string> ignored) {
  LarkGrammar out;
  std::map<std::pair<std::string, bool>, std::int32_t> numbers;
  const auto number = [&](const std::pair<std::string, bool>& symbol) {
    const auto [known, fresh] = numbers.try_emplace(symbol, static_cast<std::int32_t>(out.symbols.size()));
    if (fresh) out.symbols.push_back(symbol);
    return known->second;
  };
  for (const auto& [name, pattern, priority] : terminals)
    out.terminals.push_back({name, {std::get<0>(pattern), std::get<1>(pattern), std::get<2>(pattern)}, priority});
  for (const auto& [origin, body, priority] : rules) {
    LarkGrammar::Rule rule{number({origin, false}), {}, static_cast<std::int32_t>(out.priorities.size())};
    for (const auto& symbol : body) rule.body.push_back(number(symbol));
    out.rules.push_back(std::move(rule));
    out.priorities.push_back(priority);
  }
  out.ignored = std::move(ignored);
  return out;
}

// The letters of \d, \w and \s (and their opposites) in the terminals' expressions.
std::string categories(const LarkGrammar& grammar) {
  std::string out;
  for (const auto& each : grammar.terminals)
    for (std::size_t i = 0; i + 1 < each.pattern.value.size(); ++i)
      for (const char letter : {'d', 'w', 's'})
        if (each.pattern.value[i] == '\\' && (each.pattern.value[i + 1] | 0x20) == letter &&
            out.find(letter) == std::string::npos)
          out += letter;
  return out;
}

PlainGrammar plain_of(const LarkGrammar& grammar, const std::string& start, bool contextual) {
  std::vector<std::string_view> names{start};
  std::vector<bool> used(grammar.symbols.size(), false);
  for (const LarkGrammar::Rule& rule : grammar.rules) {
    used[rule.origin] = true;
    for (const std::int32_t each : rule.body) used[each] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) names.push_back(grammar.symbols[i].first);
  for (const auto& each : grammar.terminals) names.push_back(each.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  PlainGrammar out{static_cast<std::int32_t>(names.size()), {}, {}, {}, {}, {}, 0, contextual, {}};
  const auto number = [&](std::string_view name) {
    const auto at = std::lower_bound(names.begin(), names.end(), name);
    if (at == names.end() || *at != name) throw NotPlain{};
    return static_cast<std::int32_t>(at - names.begin());
  };
  std::vector<std::int32_t> numbers(used.size(), -1);
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) numbers[i] = number(grammar.symbols[i].first);
  std::vector<std::int64_t> priorities;
  const auto priority = [&](const LarkGrammar::Rule& rule) { return grammar.priorities[rule.options].value_or(0); };
  for (const LarkGrammar::Rule& rule : grammar.rules) priorities.push_back(priority(rule));
  std::sort(priorities.begin(), priorities.end());
  priorities.erase(std::unique(priorities.begin(), priorities.end()), priorities.end());
  for (const LarkGrammar::Rule& rule : grammar.rules) {
    out.origins.push_back(numbers[rule.origin]);
    auto& body = out.bodies.emplace_back(rule.body.begin(), rule.body.end());
    for (std::int32_t& each : body) each = numbers[each];
    const auto rank = std::lower_bound(priorities.begin(), priorities.end(), priority(rule)) - priorities.begin();
    out.ranks.push_back(static_cast<std::int32_t>(rank));
  }
  for (const auto& [name, pattern, ranked] : grammar.terminals) {
    if ((!pattern.flags.empty() && pattern.flags != "i") || ranked != static_cast<std::int32_t>(ranked))
      throw NotPlain{};
    out.terminals.push_back(
        {name, pattern.value, pattern.text, !pattern.flags.empty(), static_cast<std::int32_t>(ranked), number(name)});
  }
  for (const std::string& each : grammar.ignored) put(out.ignored, number(each));
  out.start = number(start);
  return out;
}

using Ranges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

nb::object capsule(std::shared_ptr<LazyGraph> made) {
  const auto drop = [](PyObject* capsule) {
    delete static_cast<std::shared_ptr<LazyGraph>*>(PyCapsule_GetPointer(capsule, LazyGraph::kCapsule));
  };
  auto graph = std::make_unique<std::shared_ptr<LazyGraph>>(std::move(made));
  nb::object out = nb::steal(PyCapsule_New(graph.get(), LazyGraph::kCapsule, drop));
  if (!out) nb::raise_python_error();
  graph.release();
  return out;
}

// A plain grammar's states: a graph that is not whole yet, or one that is.
struct PyStates {
  std::shared_ptr<PlainStates> made;

  nb::object lazy() const { return made->may_wait() ? capsule(made) : nb::none(); }
  nb::tuple whole() const {
    const PlainGraph out = released([&] { return made->whole(); });
    nb::list terminals;
    for (const LarkGraph::Terminal& t : out.graph.terminals) {
      const auto& [code, name] = out.terminals[t.of];
      terminals.append(nb::make_tuple(nb::bytes(code.data(), code.size()), name));
    }
    return nb::make_tuple(terminals, nb::bytes(out.graph.code.data(), out.graph.code.size()));
  }
};

// A graph that an earlier process has made.
struct PySaved {
  std::shared_ptr<SavedGraph> made;

  nb::tuple whole() const {
    nb::list terminals;
    for (std::uint32_t t = 0; t < made->terminals(); ++t) {
      const LazyGraph::Terminal of = made->terminal(t);
      nb::object name = nb::steal(
          PyUnicode_DecodeUTF8(of.name.data(), static_cast<Py_ssize_t>(of.name.size()), "backslashreplace"));
      if (!name) nb::raise_python_error();
      terminals.append(nb::make_tuple(nb::bytes(of.code.data(), of.code.size()), name));
    }
    return nb::make_tuple(terminals, nb::bytes(made->code().data(), made->code().size()));
  }
};

std::optional<PyStates> plain(const LarkGrammar& grammar, const std::string& start, bool contextual,
                              const std::vector<std::pair<std::string, Ranges>>& categories, std::uint64_t max_items,
                              std::uint64_t max_work) {
  std::shared_ptr<PlainStates> out;
  unlocked([&] {
    try {
      PlainGrammar numbered = plain_of(grammar, start, contextual);
      for (const auto& [letter, ranges] : categories)
        numbered.categories[static_cast<std::uint8_t>(letter[0])] = normalised({ranges.begin(), ranges.end()});
      out.reset(new PlainStates(std::move(numbered), max_items, max_work), delete_unlocked<PlainStates>);
    } catch (const NotPlain&) {
    } catch (const ThreadMachine::Spent&) {
    } catch (const ThreadMachine::LooksBack&) {
    }
  });
  return out ? std::optional(PyStates{std::move(out)}) : std::nullopt;
}

}  // namespace

void bind_lark_loading(nb::module_& m) {
  m.def("lark_tokens", &tokens, "text"_a,
        "Kinds and texts as lark's lexer for grammars has them; where a literal has no end, its place; None for what "
        "is not read.");
  nb::class_<LarkGrammar>(m, "LarkGrammar", "Rules and terminals of a Lark grammar, as lark's loader makes them.")
      .def(
          "__init__",
          [](LarkGrammar* self, const std::vector<TerminalGiven>& terminals, const std::vector<RuleGiven>& rules,
             std::vector<std::string> ignored) { new (self) LarkGrammar(given(terminals, rules, std::move(ignored))); },
          "terminals"_a, "rules"_a, "ignored"_a, "Of what `terminals`, `rules` and `ignored` of another say.")
      .def_prop_ro(
          "terminals",
          [](const LarkGrammar& grammar) {
            nb::list out;
            for (const auto& each : grammar.terminals)
              out.append(nb::make_tuple(each.name, shown(each.pattern), each.priority));
            return out;
          },
          "Of each its name, its pattern (value, whether that is a text, flags) and its priority.")
      .def_prop_ro(
          "rules",
          [](const LarkGrammar& grammar) {
            nb::list out;
            for (const LarkGrammar::Rule& rule : grammar.rules) {
              std::vector<std::pair<std::string, bool>> body;
              for (const std::int32_t each : rule.body) body.push_back(grammar.symbols[each]);
              out.append(nb::make_tuple(grammar.symbols[rule.origin].first, body, grammar.priorities[rule.options]));
            }
            return out;
          },
          "Of each its origin, its symbols (name, whether a terminal) and its priority, None for none.")
      .def_prop_ro(
          "options",
          [](const LarkGrammar& grammar) {
            std::vector<std::int32_t> out;
            for (const LarkGrammar::Rule& rule : grammar.rules) out.push_back(rule.options);
            return out;
          },
          "Of each rule the number of its options, which alternatives share.")
      .def_prop_ro(
          "ignored", [](const LarkGrammar& grammar) { return grammar.ignored; }, "Names of terminals.")
      .def(
          "__len__", [](const LarkGrammar& grammar) { return grammar.rules.size(); }, "How many rules.")
      .def(
          "defines",
          [](const LarkGrammar& grammar, const std::string& name) {
            return std::any_of(grammar.rules.begin(), grammar.rules.end(), [&](const LarkGrammar::Rule& rule) {
              return grammar.symbols[rule.origin].first == name;
            });
          },
          "name"_a, "Whether a rule has this name.")
      .def_prop_ro("categories", &categories, "The letters of `\\d`, `\\w` and `\\s` that its expressions have.")
      .def(
          "states", &plain, "start"_a, "contextual"_a, "categories"_a, "max_items"_a, "max_work"_a,
          "A grammar of the plain kind as a graph's states, or None for any other (`grammars/native/lark/plain.h`).\n\n"
          "`categories` are what `\\d`, `\\w` and `\\s` stand for, by letter.");
  nb::class_<PyStates>(m, "LarkStatesMade",
                       "A plain grammar's graph, of which the states are made that somebody asks for.")
      .def_prop_ro("lazy", &PyStates::lazy,
                   "A capsule of the graph for `constrain._native.Constraint`; None where its states cannot wait.")
      .def_prop_ro(
          "memory", [](const PyStates& states) { return released([&] { return states.made->memory(); }); },
          "Bytes, about.")
      .def("whole", &PyStates::whole, "Terminals as code and name, and the code of the whole graph, made now.");
  nb::class_<PySaved>(m, "LarkStatesSaved", "The same as it was kept, of which a state is read when somebody asks for it.")
      .def(
          "__init__",
          [](PySaved* self, const nb::bytes& data, std::size_t at) {
            new (self) PySaved{std::make_shared<SavedGraph>(std::string(data.c_str(), data.size()), at)};
          },
          "data"_a, "at"_a, "A saved constraint's bytes, and where its parts begin; ValueError if they are no graph.")
      .def_prop_ro(
          "lazy", [](const PySaved& states) { return capsule(states.made); }, "As that of `LarkStatesMade`.")
      .def_prop_ro("memory", [](const PySaved& states) { return states.made->memory(); }, "Bytes, about.")
      .def("whole", &PySaved::whole, "As that of `LarkStatesMade`.");
  m.def("load_lark", &load, "text"_a, "start"_a, "keep"_a, "keep_all"_a, "sources"_a, "limits"_a,
        "What lark's loader makes of a text, or None where that is to be asked; `grammars/lark/loading/sources.py` "
        "says what\n"
        "`sources` is asked. Names of terminals to keep, or all; limits of alternatives of a rule, of all that is "
        "written,\n"
        "of characters of terminals, of templates with arguments, and of the characters of such a name.");
}

}  // namespace constrain
