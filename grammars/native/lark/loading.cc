// `Loader`, in order:
//
// 1. `define`: rules, terminals and what is ignored of a text and of what it imports; `check` refuses what is missing.
// 2. `pattern`: a terminal's parts as one expression.
// 3. `expand`: rules with repetitions, options and brackets written as plain ones. A tree is a symbol, alternatives or a
//    sequence, interned, so that equal repetitions have one rule; `ways` multiplies it out. An option that leaves a gap in
//    lark's tree is the symbol 0, so that rules which differ only there are told apart as long as lark does.
// 4. `reachable`: the rules that the start needs, as lark leaves others out.
// Example: `start: ("a" | B)+ [C]` has a rule `__start_plus_0` for "a" and B, itself before either of them, and the ways
// `__start_plus_0 C` and `__start_plus_0` with a gap.
#include "lark/loading.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "support/budget.h"
#include "support/interned_lists.h"

namespace constrain {

namespace {

using View = std::string_view;

// --- what statements define

// The names of an imported grammar, as the importing one has them.
struct Mangle {
  std::string prefix;
  std::map<View, View> aliases;
  const Mangle* outer;

  std::string operator()(View name) const {
    std::string out;
    if (const auto alias = aliases.find(name); alias != aliases.end()) out = alias->second;
    else if (name[0] == '_') out = "_" + prefix + "__" + std::string(name.substr(1));
    else out = prefix + "__" + std::string(name);
    return outer ? (*outer)(out) : out;
  }
};
std::string mangled(const Mangle* mangle, View name) { return mangle ? (*mangle)(name) : std::string(name); }

struct Defined;
// In the order of their definition, overriding ones in the place of the first.
struct Scope {
  std::vector<std::pair<std::string, Defined*>> order;
  std::unordered_map<std::string, std::size_t> at;

  Defined* find(const std::string& name) const {
    const auto found = at.find(name);
    return found == at.end() ? nullptr : order[found->second].second;
  }
  void put(const std::string& name, Defined* defined) {
    const auto [known, fresh] = at.try_emplace(name, order.size());
    if (fresh) order.emplace_back(name, defined);
    else order[known->second].second = defined;
  }
};

struct Given {
  std::string symbol;
  bool terminal, filtered;
};

// A rule or template (`given`: the arguments of one that is used, by parameter), or a terminal (without a definition it is
// declared only; it may refer to the terminals of `beside`).
struct Defined {
  bool terminal;
  const LarkDefinition* definition;
  const Mangle* mangle;
  std::string name;
  std::vector<std::string> params;
  bool keeps = false;        // all tokens
  std::int32_t options = 0;  // of a rule
  std::map<std::string, Given> given{};
  const Scope* beside = nullptr;
  std::int64_t priority = 0;
  std::optional<LarkPattern> made{};
  enum : std::uint8_t { Unchecked, Checking, Checked } checked = Unchecked;
};

// --- trees of rules

enum class Kind : std::int32_t { Symbol, Choice, Sequence };
using Way = std::vector<std::int32_t>;
using List = std::span<const std::int32_t>;
constexpr std::int32_t kGap = 0;

// One after another.
struct Ways {
  Way symbols;
  std::vector<std::size_t> ends;
  std::size_t size() const { return ends.size(); }
  List operator[](std::size_t i) const {
    const std::size_t first = i ? ends[i - 1] : 0;
    return List(symbols).subspan(first, ends[i] - first);
  }
  void add(List first, List then) {
    symbols.insert(symbols.end(), first.begin(), first.end());
    symbols.insert(symbols.end(), then.begin(), then.end());
    ends.push_back(symbols.size());
  }
};

// A rule before its right side is multiplied out.
struct Made {
  std::string name;
  std::vector<std::pair<std::int32_t, std::string>> ways;  // trees and aliases
  std::int32_t options;
};

constexpr std::array<std::pair<View, View>, 36> kNames = {
    {{".", "DOT"}, {",", "COMMA"}, {":", "COLON"}, {";", "SEMICOLON"}, {"+", "PLUS"}, {"-", "MINUS"}, {"*", "STAR"},
     {"/", "SLASH"}, {"\\", "BACKSLASH"}, {"|", "VBAR"}, {"?", "QMARK"}, {"!", "BANG"}, {"@", "AT"}, {"#", "HASH"},
     {"$", "DOLLAR"}, {"%", "PERCENT"}, {"^", "CIRCUMFLEX"}, {"&", "AMPERSAND"}, {"_", "UNDERSCORE"}, {"<", "LESSTHAN"},
     {">", "MORETHAN"}, {"=", "EQUAL"}, {"\"", "DBLQUOTE"}, {"'", "QUOTE"}, {"`", "BACKQUOTE"}, {"~", "TILDE"},
     {"(", "LPAR"}, {")", "RPAR"}, {"{", "LBRACE"}, {"}", "RBRACE"}, {"[", "LSQB"}, {"]", "RSQB"}, {"\n", "NEWLINE"},
     {"\r\n", "CRLF"}, {"\t", "TAB"}, {" ", "SPACE"}}};

class Loader {
 public:
  Loader(LarkSources& sources, const LarkLimits& limits) : sources_(sources), limits_(limits) {}

  LarkGrammar load(const std::string& text, const std::string& start, const std::vector<std::string>& keep,
                   bool keep_all) {
    out_.priorities.emplace_back();  // of rules without options
    symbol("", false);               // the gap
    Scope defined;
    define(text, -1, nullptr, 0, defined);
    check(defined);
    std::int64_t length = 0;
    for (const auto& [name, each] : defined.order) {
      if (!each->terminal || !each->definition) continue;
      out_.terminals.push_back({name, pattern(*each), each->priority});
      length += characters(out_.terminals.back().pattern.value);
      if (length > limits_.patterns) sources_.refuse(LarkSources::Patterns, name);
    }
    expand(defined);
    reachable(start);
    if (!keep_all) drop_terminals(keep);
    out_.ignored = ignored_;
    return std::move(out_);
  }

 private:
  // --- definitions

  void define(const std::string& given, std::int32_t place, const Mangle* mangle, int depth, Scope& into) {
    if (depth > 30) throw NotRead{};  // the sources refuse earlier
    const std::string& text = texts_.emplace_back(given + "\n");
    std::vector<LarkStatement> statements;
    try {
      statements = notation_.read(text);
    } catch (const Unended&) {
      sources_.unended(given);
    }
    struct Import {
      std::vector<View> path;
      bool relative;
      std::vector<std::pair<View, View>> aliases;
    };
    std::vector<Import> imports;
    for (const LarkStatement& each : statements) {
      if (each.kind != LarkStatement::Import) continue;
      auto known =
          std::find_if(imports.begin(), imports.end(), [&](const Import& other) { return other.path == each.path; });
      if (known == imports.end()) known = imports.insert(known, {each.path, each.relative, {}});
      if (known->relative != each.relative) throw NotRead{};
      known->aliases.insert(known->aliases.end(), each.aliases.begin(), each.aliases.end());
    }
    for (const Import& each : imports) {
      const auto [found, source] = sources_.source(each.path, each.relative, place);
      Mangle& naming = mangles_.emplace_back();
      for (const View part : each.path) naming.prefix += (naming.prefix.empty() ? "" : "__") + std::string(part);
      for (const auto& [name, alias] : each.aliases) naming.aliases[name] = alias;
      naming.outer = mangle;
      Scope& inner = scopes_.emplace_back();
      define(source, found, &naming, depth + 1, inner);
      include(inner, naming, into);
    }
    add(statements, mangle, into);
  }

  // What the statements define, imports aside; `mangle` where they are imported.
  void add(const std::vector<LarkStatement>& statements, const Mangle* mangle, Scope& into) {
    Scope& terminals = scopes_.emplace_back();  // those of this text, as they are now
    for (const LarkStatement& each : statements) {
      if (each.kind == LarkStatement::Ignore) {
        if (!mangle) ignore(*each.definition, terminals, into);
      } else if (each.kind == LarkStatement::Declare) {
        for (const auto& [name, terminal] : each.names) {
          if (!terminal) throw NotRead{};
          put(into, mangled(mangle, name),
              &defined_.emplace_back(Defined{true, nullptr, mangle, {}, {}, false, 0, {}, &terminals}), false);
        }
      } else if (each.definition) {
        const std::string name = mangled(mangle, each.definition->name);
        put(into, name, made_of(*each.definition, mangle, name, terminals), each.kind == LarkStatement::Override);
      }
    }
    for (const auto& [name, each] : into.order)
      if (each->terminal) terminals.put(name, each);
    for (const auto& [name, each] : terminals.order)
      if (each->beside == &terminals) check_terminal(*each);
  }

  Defined* made_of(const LarkDefinition& definition, const Mangle* mangle, const std::string& name,
                   const Scope& terminals) {
    if (definition.terminal) {
      if (!definition.usages.empty()) throw NotRead{};
      return &defined_.emplace_back(
          Defined{true, &definition, mangle, name, {}, false, 0, {}, &terminals, definition.priority.value_or(0)});
    }
    if (definition.ways > limits_.ways) sources_.refuse(LarkSources::Ways, "");
    const bool inlined = definition.modifiers.find('?') != View::npos,
               keeps = definition.modifiers.find('!') != View::npos;
    if (inlined && definition.name[0] == '_') throw NotRead{};
    Defined& made = defined_.emplace_back(Defined{false, &definition, mangle, name, {}, keeps});
    made.options = options(definition.priority);
    for (const View each : definition.params) made.params.push_back(mangled(mangle, each));
    return &made;
  }

  std::int32_t options(std::optional<std::int64_t> priority) {
    out_.priorities.push_back(priority);
    return static_cast<std::int32_t>(out_.priorities.size() - 1);
  }

  static void put(Scope& into, const std::string& name, Defined* made, bool overrides) {
    if (name.starts_with("__") || (into.find(name) != nullptr) != overrides) throw NotRead{};
    into.put(name, made);
  }

  void ignore(const LarkDefinition& definition, const Scope& terminals, Scope& into) {
    const auto& ways = definition.body->ways;
    if (ways.size() == 1 && ways[0].parts.size() == 1) {
      const LarkPart& part = *ways[0].parts[0];
      if (part.kind == LarkPart::Name && part.marked) {
        ignored_.emplace_back(part.of);
        return;
      }
    }
    const std::string name = "__IGNORE_" + std::to_string(ignored_.size());
    ignored_.push_back(name);
    into.put(name, &defined_.emplace_back(Defined{true, &definition, nullptr, name, {}, false, 0, {}, &terminals}));
  }

  // Of an imported text the names that are wanted, and the rules and terminals that these need.
  static void include(const Scope& inner, const Mangle& naming, Scope& into) {
    std::unordered_set<std::string> found;
    std::vector<std::string> waiting;
    for (const auto& [name, alias] : naming.aliases) waiting.push_back(naming(name));
    found.insert(waiting.begin(), waiting.end());
    while (!waiting.empty()) {
      const Defined* each = inner.find(waiting.back());
      waiting.pop_back();
      if (!each || each->terminal) continue;
      for (const View used : each->definition->used) {
        std::string name = mangled(each->mangle, used);
        if (std::find(each->params.begin(), each->params.end(), name) == each->params.end() &&
            found.insert(name).second)
          waiting.push_back(std::move(name));
      }
    }
    for (const auto& [name, each] : inner.order)
      if (found.count(name)) put(into, name, each, false);
  }

  // Refuses what uses names that nothing defines, or templates with the wrong number of arguments.
  void check(const Scope& defined) {
    for (const std::string& each : ignored_)
      if (!defined.find(each)) throw NotRead{};
    for (const auto& [name, each] : defined.order) {
      if (each->terminal) continue;
      const std::vector<std::string>& params = each->params;
      const auto parameter = [&](const std::string& used) {
        return std::find(params.begin(), params.end(), used) != params.end();
      };
      if (std::set<std::string>(params.begin(), params.end()).size() < params.size()) throw NotRead{};
      if (std::any_of(params.begin(), params.end(), [&](const std::string& param) { return defined.find(param); }))
        throw NotRead{};
      for (const View used : each->definition->used) {
        const std::string wanted = mangled(each->mangle, used);
        if (!defined.find(wanted) && !parameter(wanted)) throw NotRead{};
      }
      for (const LarkPart* usage : each->definition->usages) {
        const std::string wanted = mangled(each->mangle, usage->of);
        const Defined* used = defined.find(wanted);
        if (!parameter(wanted) && (!used || used->terminal || used->params.size() != usage->parts.size()))
          throw NotRead{};
      }
    }
  }

  // --- terminals

  Defined& refer(const Defined& from, View name) {
    Defined* found = from.beside->find(mangled(from.mangle, name));
    if (!found || !found->terminal || !found->definition) throw NotRead{};
    return *found;
  }

  // Refuses references to what is no terminal, or that lead back here.
  void check_terminal(Defined& each, int depth = 0) {
    if (each.checked == Defined::Checking || depth > kDeep) throw NotRead{};
    if (each.checked == Defined::Checked) return;
    each.checked = Defined::Checking;
    if (each.definition)
      for (const View name : each.definition->used) check_terminal(refer(each, name), depth + 1);
    each.checked = Defined::Checked;
  }

  const LarkPattern& pattern(Defined& each) {
    if (!each.made) {
      LarkSources::Joined parts = joined(each, *each.definition->body);
      each.made = parts.kind == LarkSources::Joined::Pattern ? parts.pattern
                                                             : sources_.join(each.definition->name, parts);
    }
    return *each.made;
  }

  LarkSources::Joined joined(const Defined& of, const LarkBody& body) {
    using Joined = LarkSources::Joined;
    Joined out{Joined::Choice, {}, {}, {}};
    for (const LarkBody::Way& way : body.ways) {
      if (way.alias || way.parts.empty()) throw NotRead{};
      Joined one{Joined::Sequence, {}, {}, {}};
      for (const LarkPart* part : way.parts) one.parts.push_back(joined(of, *part));
      out.parts.push_back(one.parts.size() == 1 ? std::move(one.parts[0]) : std::move(one));
    }
    return out.parts.size() == 1 ? std::move(out.parts[0]) : std::move(out);
  }

  LarkSources::Joined joined(const Defined& of, const LarkPart& part) {
    using Joined = LarkSources::Joined;
    Joined out{Joined::Pattern, {}, {}, {}};
    switch (part.kind) {
      case LarkPart::Literal: out.pattern = literal(part); break;
      case LarkPart::Range: out.pattern = sources_.range(part.of, part.until); break;
      case LarkPart::Group: return joined(of, *part.body);
      case LarkPart::Name:
        if (!part.marked) throw NotRead{};
        out.pattern = pattern(refer(of, part.of));
        break;
      case LarkPart::Maybe: return {Joined::Repeated, {}, {joined(of, *part.body)}, "?"};
      case LarkPart::Repeated: {
        std::string by(1, part.by);
        if (part.by == '~')
          by = "{" + std::to_string(part.low) + (part.marked ? "," + std::to_string(part.high) : "") + "}";
        return {Joined::Repeated, {}, {joined(of, *part.parts[0])}, by};
      }
      default: throw NotRead{};
    }
    spend(out.pattern.value.size());
    return out;
  }

  // Lark is asked about what few literals have: marks and codes after a backslash, line ends, nothing at all.
  LarkPattern literal(const LarkPart& part) {
    const std::size_t end = part.of.rfind(part.marked ? '/' : '"');
    const View inside = part.of.substr(1, end - 1);
    LarkPattern out{"", !part.marked, std::string(part.of.substr(end + 1))};
    bool plain = !inside.empty();
    for (std::size_t i = 0; i < inside.size() && plain; ++i) {
      const char c = inside[i];
      plain = c != '\n' && c != '\r' && c != '\0';
      if (c != '\\') {
        out.value += c;
        continue;
      }
      const char quoted = ++i < inside.size() ? inside[i] : '\n';
      if (const std::size_t at = View("nftr").find(quoted); at != View::npos) out.value += View("\n\f\t\r")[at];
      else if (quoted == '\\') out.value += part.marked ? "\\\\" : "\\";
      else out.value += c, out.value += quoted;
      plain = plain && View("Uux\"'\n\r\0", 8).find(quoted) == View::npos;
    }
    if (plain) {
      std::sort(out.flags.begin(), out.flags.end());
      out.flags.erase(std::unique(out.flags.begin(), out.flags.end()), out.flags.end());
      return out;
    }
    const auto [known, fresh] = read_.try_emplace(part.of);
    if (fresh) known->second = sources_.literal(part.of, part.marked);
    return known->second;
  }

  // --- rules

  std::int32_t symbol(const std::string& name, bool terminal) {
    const auto [known, fresh] =
        symbols_.try_emplace((terminal ? "$" : "") + name, static_cast<std::int32_t>(out_.symbols.size()));
    if (fresh) out_.symbols.emplace_back(name, terminal);
    return known->second;
  }

  std::int32_t tree(Kind kind, const Way& parts, std::int32_t symbol = 0) {
    key_.assign({static_cast<std::int32_t>(kind), symbol});
    key_.insert(key_.end(), parts.begin(), parts.end());
    spend(key_.size());
    return trees_.intern(key_);
  }
  Kind kind(std::int32_t tree) const { return static_cast<Kind>(trees_[tree][0]); }
  std::int32_t symbol_of(std::int32_t tree) const { return trees_[tree][1]; }
  std::int32_t leaf(const std::string& name, bool terminal) { return tree(Kind::Symbol, {}, symbol(name, terminal)); }

  void expand(const Scope& defined) {
    for (const LarkGrammar::Terminal& each : out_.terminals) {
      of_pattern_[each.pattern] = each.name;
      names_.insert(each.name);
    }
    for (const auto& [name, each] : defined.order) {
      if (each->terminal) continue;
      waiting_.push_back(each);
      if (!each->params.empty()) templates_[each->name] = each;
    }
    std::vector<Made> made;
    for (std::size_t i = 0; i < waiting_.size(); ++i)  // grows as templates are used
      if (waiting_[i]->params.empty()) made.push_back(read(*waiting_[i]));
    made.insert(made.end(), std::make_move_iterator(more_.begin()), std::make_move_iterator(more_.end()));
    write(made);
  }

  // The rule with literals named and repetitions as rules of their own.
  Made read(const Defined& defined) {
    const LarkDefinition& own = *defined.definition;
    total_ += own.written;
    if (total_ > limits_.written) sources_.refuse(LarkSources::Written, "");
    rule_ = &defined;
    kept_ = defined.keeps ? options(std::nullopt) : 0;
    made_.clear();
    const auto deepest_first = [](std::vector<LarkPart*> parts) {
      std::stable_sort(parts.begin(), parts.end(),
                       [](const LarkPart* a, const LarkPart* b) { return a->depth > b->depth; });
      return parts;
    };
    for (const LarkPart* part : deepest_first(own.literals)) literal_tree(*part);
    for (const LarkPart* part : deepest_first(own.usages)) made_[part] = fill(*part);
    for (const LarkPart* part : deepest_first(own.repeated))
      made_[part] = part->kind == LarkPart::Maybe ? maybe(*part) : repeat(*part);
    Made out{defined.name, {}, defined.options};
    for (const LarkBody::Way& way : own.body->ways)
      out.ways.emplace_back(sequence(way.parts), way.alias ? mangled(defined.mangle, *way.alias) : "");
    return out;
  }

  std::int32_t tree(const LarkPart& part) {
    switch (part.kind) {
      case LarkPart::Name: return name_tree(part);
      case LarkPart::Literal:
      case LarkPart::Range: return literal_tree(part);
      case LarkPart::Group: return body(*part.body);
      default: return made_.at(&part);
    }
  }
  std::int32_t sequence(const std::vector<LarkPart*>& parts) {
    Way trees;
    for (const LarkPart* part : parts) trees.push_back(tree(*part));
    return tree(Kind::Sequence, trees);
  }
  std::int32_t body(const LarkBody& body) {
    Way trees;
    for (const LarkBody::Way& way : body.ways) trees.push_back(sequence(way.parts));
    return tree(Kind::Choice, trees);
  }

  std::int32_t name_tree(const LarkPart& part) {
    const std::string name = mangled(rule_->mangle, part.of);
    if (const auto given = rule_->given.find(name); given != rule_->given.end())
      return leaf(given->second.symbol, given->second.terminal);
    return leaf(name, part.marked);
  }

  // Whether lark marks a terminal, where it stands, as one to leave out.
  bool filtered(const LarkPart& part) const {
    if (part.kind == LarkPart::Name) {
      const auto given = rule_->given.find(mangled(rule_->mangle, part.of));
      return given != rule_->given.end() ? given->second.filtered : part.of[0] == '_';
    }
    return !kept_ && part.kind == LarkPart::Literal && !part.marked;
  }

  // Whether a symbol has a place in lark's trees.
  bool counts(const LarkPart& part) {
    const auto& [name, terminal] = out_.symbols[symbol_of(tree(part))];
    return terminal ? kept_ || !filtered(part) : !name.starts_with("_");
  }

  // The terminal of a literal, a new one where none has its pattern.
  std::int32_t literal_tree(const LarkPart& part) {
    const auto [known, fresh] = of_literal_.try_emplace({part.of, part.until}, 0);
    if (fresh) {
      const LarkPattern pattern = part.kind == LarkPart::Range ? sources_.range(part.of, part.until) : literal(part);
      const auto same = of_pattern_.find(pattern);
      known->second = leaf(same != of_pattern_.end() ? same->second : named(pattern), true);
    }
    return known->second;
  }

  // Names a pattern as lark does and puts it after the terminals.
  std::string named(const LarkPattern& pattern) {
    std::string name = pattern.text ? name_of(pattern.value) : "";
    if (names_.count(name)) name.clear();
    if (name.empty()) name = "__ANON_" + std::to_string(anonymous_++);
    if (!names_.insert(name).second) throw NotRead{};
    of_pattern_[pattern] = name;
    out_.terminals.push_back({name, pattern, 0});
    return name;
  }

  std::string name_of(const std::string& text) {
    for (const auto& [spelled, name] : kNames)
      if (spelled == text) return std::string(name);
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
      return sources_.name(text);
    std::string out;
    for (const char c : text) {
      const bool digit = c >= '0' && c <= '9', small = c >= 'a' && c <= 'z';
      if (!small && !(c >= 'A' && c <= 'Z') && c != '_' && !(digit && !out.empty())) return "";
      out.push_back(small ? static_cast<char>(c - 'a' + 'A') : c);
    }
    return out;
  }

  // The rule that a template becomes with these arguments.
  std::int32_t fill(const LarkPart& part) {
    std::string name = mangled(rule_->mangle, part.of);
    if (const auto given = rule_->given.find(name); given != rule_->given.end()) {
      if (given->second.terminal) throw NotRead{};
      name = given->second.symbol;
    }
    const auto found = templates_.find(name);
    if (found == templates_.end()) throw NotRead{};
    std::vector<Given> arguments;
    std::string result = name + "{";
    for (const LarkPart* each : part.parts) {
      const std::int32_t argument = tree(*each);
      if (kind(argument) != Kind::Symbol) throw NotRead{};
      const auto& [symbol, terminal] = out_.symbols[symbol_of(argument)];
      arguments.push_back({symbol, terminal, filtered(*each)});
      result += (arguments.size() > 1 ? "," : "") + symbol;
    }
    result += "}";
    if (filled_.insert(result).second) {
      const Defined& of = *found->second;
      if (of.params.size() != arguments.size()) throw NotRead{};
      if (static_cast<std::int64_t>(filled_.size()) > limits_.templates || characters(result) > limits_.name)
        sources_.refuse(LarkSources::Templates, name);
      Defined& made = defined_.emplace_back(Defined{false, of.definition, of.mangle, result, {}, of.keeps});
      made.options = options(out_.priorities[of.options]);
      for (std::size_t i = 0; i < arguments.size(); ++i) made.given[of.params[i]] = arguments[i];
      waiting_.push_back(&made);
    }
    return leaf(result, false);
  }

  // --- repetitions

  std::int32_t maybe(const LarkPart& part) {
    const std::int32_t gap = tree(Kind::Symbol, {}, kGap);
    const std::int32_t gaps = tree(Kind::Sequence, Way(static_cast<std::size_t>(size(*part.body)), gap));
    return tree(Kind::Choice, {body(*part.body), gaps});
  }

  // How many places lark's tree has for the longest alternative.
  std::int64_t size(const LarkBody& body) {
    std::int64_t most = 0;
    for (const LarkBody::Way& way : body.ways) {
      std::int64_t sum = 0;
      for (const LarkPart* part : way.parts) sum += size(*part);
      most = std::max(most, sum);
    }
    return most;
  }
  std::int64_t size(const LarkPart& part) {
    if (part.kind == LarkPart::Group || part.kind == LarkPart::Maybe) return size(*part.body);
    if (part.kind != LarkPart::Repeated) return counts(part);
    if (part.by == '?') return size(*part.parts[0]);
    // what stands for the others is a rule that lark leaves out
    return part.by == '~' && part.high < kLarkLarge ? part.high * size(*part.parts[0]) : 0;
  }

  std::int32_t repeat(const LarkPart& part) {
    const std::int32_t inner = tree(*part.parts[0]), nothing = tree(Kind::Sequence, {});
    if (part.by == '?') return tree(Kind::Choice, {inner, nothing});
    if (part.by == '*') return tree(Kind::Choice, {recurse("star", inner), nothing});
    if (part.by == '+') return recurse("plus", inner);
    return times(inner, part.low, part.high);
  }

  // A rule for one or more times the part.
  std::int32_t recurse(const std::string& kind, std::int32_t inner) {
    const Way key{inner};
    if (const std::int32_t* known = repeats_.find(key)) return *known;
    const std::string name = new_name(kind);
    return add(key, name, {tree(Kind::Sequence, {inner}), tree(Kind::Sequence, {leaf(name, false), inner})});
  }

  std::string new_name(const std::string& kind) {
    return "__" + rule_->name + "_" + kind + "_" + std::to_string(count_++);
  }

  std::int32_t add(const Way& key, const std::string& name, const Way& ways) {
    Made made{name, {}, kept_};
    for (const std::int32_t way : ways) made.ways.emplace_back(way, "");
    more_.push_back(std::move(made));
    const std::int32_t out = leaf(name, false);
    repeats_.insert(key, out);
    return out;
  }

  // From `low` to `high` times; large numbers are divided into factors, each a rule.
  std::int32_t times(std::int32_t inner, std::int64_t low, std::int64_t high) {
    if (high < kLarkLarge) {
      Way ways;
      for (std::int64_t count = low; count <= high; ++count)
        ways.push_back(tree(Kind::Sequence, Way(static_cast<std::size_t>(count), inner)));
      return tree(Kind::Choice, ways);
    }
    std::int32_t target = inner;
    for (const auto& [a, b] : small_factors(low)) target = exactly(a, b, target, inner);
    if (low == high) return target;
    std::int32_t more = inner, up_to = tree(Kind::Sequence, {});
    const auto factors = small_factors(high - low + 1);
    for (std::size_t i = 0; i + 1 < factors.size(); ++i) {
      up_to = fewer(factors[i].first, factors[i].second, more, up_to, inner);
      more = exactly(factors[i].first, factors[i].second, more, inner);
    }
    const std::int32_t rest = fewer(factors.back().first, factors.back().second, more, up_to, inner);
    return tree(Kind::Choice, {tree(Kind::Sequence, {target, rest})});
  }

  // `a` times the target and `b` times the part.
  std::int32_t exactly(std::int64_t a, std::int64_t b, std::int32_t target, std::int32_t inner) {
    const Way key{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), target, inner};
    if (const std::int32_t* known = repeats_.find(key)) return *known;
    Way parts(static_cast<std::size_t>(a), target);
    parts.insert(parts.end(), static_cast<std::size_t>(b), inner);
    return add(key, new_name("repeat_a" + std::to_string(a) + "_b" + std::to_string(b)),
               {tree(Kind::Sequence, parts)});
  }

  // Fewer times than `exactly`, where `up_to` is fewer than the target.
  std::int32_t fewer(std::int64_t a, std::int64_t b, std::int32_t target, std::int32_t up_to, std::int32_t inner) {
    const Way key{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), target, inner, -1};
    if (const std::int32_t* known = repeats_.find(key)) return *known;
    Way ways;
    for (std::int64_t count = 0; count < a; ++count) {
      Way parts(static_cast<std::size_t>(count), target);
      parts.push_back(up_to);
      ways.push_back(tree(Kind::Sequence, parts));
    }
    for (std::int64_t count = 0; count < b; ++count) {
      Way parts(static_cast<std::size_t>(a), target);
      parts.insert(parts.end(), static_cast<std::size_t>(count), inner);
      ways.push_back(tree(Kind::Sequence, parts));
    }
    return add(key, new_name("repeat_a" + std::to_string(a) + "_b" + std::to_string(b) + "_opt"), ways);
  }

  // --- plain rules

  // All alternatives, those of the first part changing slowest; the same comes once where lark sees that.
  Ways ways(std::int32_t of) {
    const List parts = trees_[of].subspan(2);
    Ways out;
    if (kind(of) == Kind::Symbol) {
      out.add(trees_[of].subspan(1), {});
      return out;
    }
    if (kind(of) == Kind::Choice) {
      const std::int32_t choice = count_of_seen_++;
      for (const std::int32_t part : parts) {
        if (kind(part) == Kind::Symbol) {
          if (const List one = trees_[part].subspan(1); first({choice}, one)) out.add(one, {});
          continue;
        }
        const Ways all = ways(part);
        for (std::size_t i = 0; i < all.size(); ++i)
          if (first({choice}, all[i])) out.add(all[i], {});
      }
      return out;
    }
    out.ends.push_back(0);
    for (const std::int32_t part : parts) {
      if (kind(part) == Kind::Symbol && out.size() == 1) {
        out.symbols.push_back(symbol_of(part));
        out.ends[0] = out.symbols.size();
        spend(1);
        continue;
      }
      const Ways next = ways(part);
      Ways joined;
      for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t k = 0; k < next.size(); ++k) {
          joined.add(out[i], next[k]);
          spend(1 + out[i].size() + next[k].size());
        }
      out = std::move(joined);
    }
    return out;
  }

  // Whether the way is met for the first time there.
  bool first(std::initializer_list<std::int32_t> place, List way) {
    key_.assign(place);
    key_.insert(key_.end(), way.begin(), way.end());
    const std::int32_t known = seen_.size();
    return seen_.intern(key_) == known;
  }

  void write(const std::vector<Made>& made) {
    std::unordered_set<std::string> names;
    std::map<View, std::int32_t> aliases;
    for (const Made& each : made) {
      if (!names.insert(each.name).second) throw NotRead{};
      const std::int32_t origin = symbol(each.name, false);
      const std::int32_t whole = count_of_seen_++, written = count_of_seen_++;
      for (const auto& [of, alias] : each.ways) {
        const std::int32_t named = aliases.try_emplace(alias, static_cast<std::int32_t>(aliases.size())).first->second;
        const Ways all = ways(of);
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (!first({whole, named}, all[i])) continue;
          if (!alias.empty() && each.name.starts_with("_")) throw NotRead{};
          // What leaves a gap has options of its own.
          Way way(all[i].begin(), all[i].end());
          const bool gap = std::erase(way, kGap) > 0;
          if (!first({written}, way)) {
            if (!way.empty()) throw NotRead{};
            continue;
          }
          const std::int32_t own = gap ? options(out_.priorities[each.options]) : each.options;
          out_.rules.push_back({origin, std::move(way), own});
        }
      }
    }
  }

  // Leaves out the rules that no other rule uses, nor any that is left.
  void reachable(const std::string& start) {
    std::vector<std::int32_t> users(out_.symbols.size() + 1, 0);
    // By symbol its last rule; by rule the one before; others that rules use, each once, one rule's after another's.
    std::vector<std::int32_t> of(out_.symbols.size(), -1), before, others;
    std::vector<std::size_t> begins{0};
    if (const auto known = symbols_.find(start); known != symbols_.end()) ++users[known->second];
    std::vector<std::int32_t> gone, origins;
    for (std::size_t rule = 0; rule < out_.rules.size(); ++rule) {
      const auto& [origin, body, options] = out_.rules[rule];
      for (const std::int32_t each : body)
        if (!out_.symbols[each].second && each != origin) others.push_back(each);
      const auto first = others.begin() + static_cast<std::ptrdiff_t>(begins.back());
      std::sort(first, others.end());
      others.erase(std::unique(first, others.end()), others.end());
      for (std::size_t i = begins.back(); i < others.size(); ++i) ++users[others[i]];
      begins.push_back(others.size());
      if (of[origin] < 0) origins.push_back(origin);
      before.push_back(std::exchange(of[origin], static_cast<std::int32_t>(rule)));
    }
    for (const std::int32_t each : origins)
      if (!users[each]) gone.push_back(each);
    std::vector<bool> left(out_.symbols.size(), true);
    for (std::size_t i = 0; i < gone.size(); ++i) {
      left[gone[i]] = false;
      for (std::int32_t rule = of[gone[i]]; rule >= 0; rule = before[rule])
        for (std::size_t use = begins[rule]; use < begins[rule + 1]; ++use)
          if (--users[others[use]] == 0 && of[others[use]] >= 0) gone.push_back(others[use]);
    }
    std::erase_if(out_.rules, [&](const LarkGrammar::Rule& rule) { return !left[rule.origin]; });
  }

  void drop_terminals(const std::vector<std::string>& keep) {
    std::unordered_set<std::string> kept(keep.begin(), keep.end());
    kept.insert(ignored_.begin(), ignored_.end());
    for (const LarkGrammar::Rule& rule : out_.rules)
      for (const std::int32_t each : rule.body)
        if (out_.symbols[each].second) kept.insert(out_.symbols[each].first);
    std::erase_if(out_.terminals, [&](const LarkGrammar::Terminal& each) { return !kept.count(each.name); });
  }

  static constexpr int kDeep = 500;  // terminals that refer to each other

  LarkSources& sources_;
  const LarkLimits limits_;
  LarkGrammar out_;
  LarkNotation notation_;
  std::deque<std::string> texts_;
  std::deque<Mangle> mangles_;
  std::deque<Scope> scopes_;
  std::deque<Defined> defined_;
  std::vector<std::string> ignored_;
  std::map<View, LarkPattern> read_;  // literals that were asked about

  std::unordered_map<std::string, std::int32_t> symbols_;  // terminals after "$"
  Lists<std::int32_t> trees_;  // kind, symbol, parts
  Lists<std::int32_t> seen_;   // ways, each after the number of where it was met
  std::int32_t count_of_seen_ = 0;
  Way key_;  // scratch
  std::map<LarkPattern, std::string> of_pattern_;
  std::unordered_set<std::string> names_, filled_;  // of terminals; of templates with arguments
  std::map<std::pair<View, View>, std::int32_t> of_literal_;
  ListMap<std::int32_t, std::int32_t> repeats_;
  std::map<std::string, const Defined*> templates_;
  std::vector<const Defined*> waiting_;
  std::vector<Made> more_;
  std::int64_t anonymous_ = 0, count_ = 0;
  std::int64_t total_ = 0;  // of what is written
  // of the rule that is being read
  const Defined* rule_ = nullptr;
  std::int32_t kept_ = 0;  // the options of its repetitions
  std::unordered_map<const LarkPart*, std::int32_t> made_;
};

}  // namespace

LarkGrammar load_lark(const std::string& text, const std::string& start, const std::vector<std::string>& keep,
                      bool keep_all, LarkSources& sources, const LarkLimits& limits) {
  return Loader(sources, limits).load(text, start, keep, keep_all);
}

}  // namespace constrain
