// Terminals of a Lark grammar as ordered threads, and the deterministic automaton of one beside those tried before it.
//
// What a thread is, and when one has matched, is defined in grammars/lark/lexing/pike_vm.py, node by node and in the same
// words; the slow automaton in tests/reference/lexemes.py is the oracle. Here pending lookaheads, contexts, threads and
// states are interned, and classes of characters that nothing in a state tells apart are stepped once, so a state costs
// about its threads times its parts. Not thread-safe.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "support/interned_bitsets.h"

namespace constrain {

// Numbers sequences of integers in the order in which they come.
class Sequences {
 public:
  std::int32_t intern(const std::vector<std::int32_t>& values) {
    const auto [at, made] = numbers_.try_emplace(values, static_cast<std::int32_t>(items_.size()));
    if (made) items_.push_back(&at->first);
    return at->second;
  }
  const std::vector<std::int32_t>& operator[](std::int32_t number) const { return *items_[number]; }
  std::int32_t size() const { return static_cast<std::int32_t>(items_.size()); }

 private:
  std::unordered_map<std::vector<std::int32_t>, std::int32_t, IntsHash> numbers_;
  std::vector<const std::vector<std::int32_t>*> items_;
};

// The nodes of `grammars/lark/lexing/program.py`. CHAR: set (kEnd for the end of the text), next; SPLIT: first of its ways, how
// many; AHEAD and BEHIND: negative, start, width, next; MATCH: nothing.
struct ThreadNode {
  enum Kind : std::int32_t { Char, Split, Ahead, Behind, Match };
  static constexpr std::int32_t kEnd = -1;
  std::int32_t kind, a, b, c, d;
};

struct Thread {
  std::int32_t node, pending, lookbehind;
};

class ThreadMachine;

// The automaton of one terminal: rows of targets by part of the classes, and which threads stand where it may end.
class LexemeAutomaton {
 public:
  // Which budget ended it early, if any; the automaton is of no use then.
  enum Fault : int { Whole, TooManyStates, TooMuchWork, LooksTooFarBack };
  Fault fault = Whole;
  std::uint64_t work = 0;  // threads stepped, and nodes passed on the way to them
  bool drops = false;      // whether there are competitors, or a match cut off threads that could have gone on
  std::vector<std::int32_t> ended;  // states with a match among the terminal's own threads

  std::int32_t states() const { return states_.size(); }
  // The threads of a state: those tried before the terminal's own, and these.
  std::pair<std::vector<Thread>, std::vector<Thread>> threads(std::int32_t state) const;
  // The same by number, with -1 between the two.
  const std::vector<std::int32_t>& numbers(std::int32_t state) const { return states_[state]; }
  // States with equal outcomes ahead become one (Moore), numbered by the first of them: each one's last state, and of
  // this the (class, target) pairs. False if that takes more than `steps` edges looked at.
  bool minimise(const std::vector<std::int32_t>& outcomes, std::uint64_t steps);
  std::vector<std::int32_t> colours;
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> edges;

 private:
  friend class ThreadMachine;
  struct Row {
    std::int32_t parts;
    std::vector<std::int32_t> targets;  // by part; -1: none
  };
  explicit LexemeAutomaton(const ThreadMachine& machine) : machine_(machine) {}
  std::vector<std::int32_t> distances(const std::vector<std::int32_t>& outcomes) const;
  bool is_chain(const std::vector<std::int32_t>& outcomes) const;
  std::unordered_map<std::int32_t, std::vector<std::int32_t>> letters() const;

  const ThreadMachine& machine_;
  Sequences states_;  // the threads before, -1, its own
  std::vector<Row> rows_;
};

class ThreadMachine {
 public:
  // `sets[i]` are the classes in set i; `classes` those that a text can have, ascending; `found` the node in which
  // lookarounds end; `width` how many characters a thread remembers, each as the class in `remembered`.
  ThreadMachine(std::vector<ThreadNode> nodes, std::vector<std::int32_t> ways,
                const std::vector<std::vector<std::int32_t>>& sets, std::vector<std::int32_t> classes,
                std::int32_t count, std::int32_t found, std::int32_t width, std::vector<std::int32_t> remembered);

  // A terminal: its first node and, if it looks back, what stands before it (classes; negative: before the text).
  using Beginning = std::pair<std::int32_t, std::optional<std::vector<std::int32_t>>>;
  // Of the terminal `own` beside the `competitors`.
  LexemeAutomaton automaton(const std::vector<Beginning>& competitors, const Beginning& own, std::int32_t max_states,
                            std::uint64_t max_work);

  Thread thread(std::int32_t id) const { return {threads_[id][0], threads_[id][1], threads_[id][2]}; }
  // (negative, nodes) of each lookahead, flat: negative, how many nodes, these.
  const std::vector<std::int32_t>& pending(std::int32_t id) const { return pendings_[id]; }
  const std::vector<std::int32_t>& lookbehind(std::int32_t id) const { return lookbehinds_[id]; }
  const std::vector<std::vector<std::int32_t>>& parts(std::int32_t id) const { return parts_[id]; }
  std::int32_t classes() const { return count_; }
  std::int32_t nodes() const { return static_cast<std::int32_t>(nodes_.size()); }
  std::int32_t pendings() const { return pendings_.size(); }
  std::int32_t lookbehinds() const { return lookbehinds_.size(); }

  // For who steps threads himself; within a budget of steps, beyond which these throw `Spent`.
  using Ids = std::vector<std::int32_t>;
  struct Spent {};
  struct LooksBack {};
  void allow(std::uint64_t work) { work_ = 0, max_work_ = work; }
  // The threads to which a node leads without a character; `looks` says whether they remember some.
  const Ids& begin(std::int32_t node, bool looks) {
    return closure(node, kNothing, looks ? lookbehinds_.intern({}) : kForgetful);
  }
  const Ids& after(std::int32_t thread, std::int32_t number) { return move(thread, number); }
  Ids step(const std::int32_t* threads, std::size_t count, std::int32_t number);
  bool final(std::int32_t thread) const;
  // The classes in parts that nothing in the threads tells apart.
  const std::vector<Ids>& divided(const Ids& threads) { return parts_[parts_of(threads)]; }
  // The classes with which a node goes on; none for what reads nothing.
  const std::vector<std::uint64_t>* accepted(std::int32_t node) const {
    return nodes_[node].kind == ThreadNode::Char && nodes_[node].a != ThreadNode::kEnd ? &sets_[nodes_[node].a]
                                                                                       : nullptr;
  }

  std::int32_t next(std::int32_t node) const { return nodes_[node].b; }  // after a character

  static constexpr std::int32_t kNothing = 0;    // no lookahead is pending
  static constexpr std::int32_t kForgetful = 0;  // the thread remembers no characters

 private:
  bool has(std::int32_t set, std::int32_t number) const { return sets_[set][number >> 6] >> (number & 63) & 1; }
  bool takes(std::int32_t node, std::int32_t number) const;
  Ids spread(Ids nodes) const;
  Ids look_step(const std::int32_t* nodes, std::int32_t count, std::int32_t number) const;
  bool lookbehind_holds(std::int32_t start, const Ids& characters, std::int32_t width) const;
  std::int32_t step_lookaheads(std::int32_t pending, std::int32_t number);  // -1: a lookahead has failed
  bool possible(std::int32_t node, std::int32_t pending) const;
  const Ids& closure(std::int32_t node, std::int32_t pending, std::int32_t lookbehind);
  const Ids& move(std::int32_t thread, std::int32_t number);
  bool loses(const std::int32_t* threads, std::size_t count, std::int32_t number, const Ids& after);
  std::int32_t parts_of(const Ids& threads);

  std::vector<ThreadNode> nodes_;
  Ids ways_, classes_, remembered_;
  std::vector<std::vector<std::uint64_t>> sets_;
  std::int32_t count_, found_, width_;
  Sequences pendings_, lookbehinds_, threads_, divided_;
  std::vector<std::vector<Ids>> parts_;  // by number in divided_
  std::map<std::array<std::int32_t, 3>, Ids> closures_;
  std::unordered_map<std::uint64_t, std::int32_t> stepped_;
  std::vector<std::pair<std::int32_t, std::int32_t>> open_;  // scratch of `closure`: nodes with what is pending
  FlatSet closed_;                                           // the same, those that have been seen
  FlatMap<const Ids*> moves_;  // thread, class
  std::deque<Ids> waiting_;    // what threads become that have matched
  std::vector<std::uint32_t> seen_;  // by thread, the last time it was met
  std::uint32_t time_ = 0;
  std::uint64_t work_ = 0, max_work_ = 0;
};

}  // namespace constrain
