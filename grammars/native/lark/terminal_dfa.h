// Terminals of a Lark grammar as ordered threads, and the deterministic automaton of one beside those tried before it.
//
// What a thread is, and when one has matched, is defined in grammars/lark/lexing/pike_vm.py, node by node and in the same
// words; the slow automaton in tests/reference/lexemes.py is the oracle. Here pending lookaheads, contexts, threads and
// states are interned, and classes of characters that nothing in a state tells apart are stepped once, so a state costs
// about its threads times its parts. Not thread-safe.
#pragma once

#include <optional>

#include "support/interned_bitsets.h"

namespace constrain {

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
  Vec<std::int32_t> ended;  // states with a match among the terminal's own threads

  std::int32_t states() const { return states_.size(); }
  // The threads of a state: those tried before the terminal's own, and these.
  std::pair<Vec<Thread>, Vec<Thread>> threads(std::int32_t state) const;
  // The same by number, with -1 between the two.
  std::span<const std::int32_t> numbers(std::int32_t state) const { return states_[state]; }
  // States with equal outcomes ahead become one (Moore), numbered by the first of them: each one's last state, and of
  // this the (class, target) pairs. False if that takes more than `steps` edges looked at.
  bool minimise(const Vec<std::int32_t>& outcomes, std::uint64_t steps);
  Vec<std::int32_t> colours;
  Vec<Vec<std::pair<std::int32_t, std::int32_t>>> edges;

 private:
  friend class ThreadMachine;
  struct Row {
    std::int32_t parts;
    std::size_t first;  // of its targets
  };
  std::span<const std::int32_t> targets(std::int32_t state) const {  // by part; -1: none
    const std::size_t first = rows_[state].first, end = state + 1 == states() ? targets_.size() : rows_[state + 1].first;
    return std::span(targets_).subspan(first, end - first);
  }
  explicit LexemeAutomaton(const ThreadMachine& machine) : machine_(machine) {}
  Vec<std::int32_t> distances(const Vec<std::int32_t>& outcomes) const;
  bool is_chain(const Vec<std::int32_t>& outcomes) const;
  Map<std::int32_t, Vec<std::int32_t>> letters() const;

  const ThreadMachine& machine_;
  Lists<std::int32_t> states_;  // the threads before, -1, its own
  Vec<Row> rows_;
  Vec<std::int32_t> targets_;
};

class ThreadMachine {
 public:
  using List = std::span<const std::int32_t>;
  // A set of numbers, divided.
  class Parts {
   public:
    std::size_t size() const { return begins_.size() - 1; }
    List operator[](std::size_t i) const { return List(members_).subspan(begins_[i], begins_[i + 1] - begins_[i]); }

   private:
    friend class ThreadMachine;
    Vec<std::int32_t> members_, begins_{0};
  };
  // `sets[i]` are the classes in set i; `classes` those that a text can have, ascending; `found` the node in which
  // lookarounds end; `width` how many characters a thread remembers, each as the class in `remembered`.
  ThreadMachine(Vec<ThreadNode> nodes, Vec<std::int32_t> ways,
                const Vec<Vec<std::int32_t>>& sets, Vec<std::int32_t> classes,
                std::int32_t count, std::int32_t found, std::int32_t width, Vec<std::int32_t> remembered);

  // A terminal: its first node and, if it looks back, what stands before it (classes; negative: before the text).
  using Beginning = std::pair<std::int32_t, std::optional<Vec<std::int32_t>>>;
  // Of the terminal `own` beside the `competitors`.
  LexemeAutomaton automaton(const Vec<Beginning>& competitors, const Beginning& own, std::int32_t max_states,
                            std::uint64_t max_work);

  Thread thread(std::int32_t id) const { return {threads_[id][0], threads_[id][1], threads_[id][2]}; }
  // (negative, nodes) of each lookahead, flat: negative, how many nodes, these.
  List pending(std::int32_t id) const { return pendings_[id]; }
  List lookbehind(std::int32_t id) const { return lookbehinds_[id]; }
  const Parts& parts(std::int32_t id) const { return parts_[id]; }
  std::int32_t classes() const { return count_; }
  std::int32_t nodes() const { return static_cast<std::int32_t>(nodes_.size()); }
  std::int32_t pendings() const { return pendings_.size(); }
  std::int32_t lookbehinds() const { return lookbehinds_.size(); }

  // For who steps threads himself; within a budget of steps, beyond which these throw `Spent`.
  using Ids = Vec<std::int32_t>;
  struct Spent {};
  struct LooksBack {};
  void allow(std::uint64_t work) { work_ = 0, max_work_ = work; }
  // The threads to which a node leads without a character; `looks` says whether they remember some.
  List begin(std::int32_t node, bool looks) {
    return results_[closure(node, kNothing, looks ? lookbehinds_.intern({}) : kForgetful)];
  }
  List after(std::int32_t thread, std::int32_t number) { return results_[move(thread, number)]; }
  // What the threads become, at the end of a list of others.
  void step(List threads, std::int32_t number, Ids& out);
  bool final(std::int32_t thread) const;
  // The classes in parts that nothing in the threads tells apart.
  const Parts& divided(List threads) { return parts_[parts_of(threads)]; }
  // The classes with which a node goes on; none for what reads nothing.
  const Vec<std::uint64_t>* accepted(std::int32_t node) const {
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
  bool lookbehind_holds(std::int32_t start, List characters, std::int32_t width) const;
  std::int32_t step_lookaheads(std::int32_t pending, std::int32_t number);  // -1: a lookahead has failed
  bool possible(std::int32_t node, std::int32_t pending) const;
  // Numbers of results.
  std::int32_t closure(std::int32_t node, std::int32_t pending, std::int32_t lookbehind);
  std::int32_t move(std::int32_t thread, std::int32_t number);
  std::int32_t result(List threads);
  bool loses(List threads, std::int32_t number, List after);
  std::int32_t parts_of(List threads);

  Vec<ThreadNode> nodes_;
  Ids ways_, classes_, remembered_;
  Vec<Vec<std::uint64_t>> sets_;
  std::int32_t count_, found_, width_;
  Lists<std::int32_t> pendings_, lookbehinds_, threads_, divided_;
  Vec<Parts> parts_;  // by number in divided_
  Vec<List> results_;  // threads; the first are none
  Arena arena_;
  HashIndex closures_;  // results by
  Vec<std::array<std::int32_t, 3>> closed_from_;  // node, what is pending, what is remembered
  std::unordered_map<std::uint64_t, std::int32_t> stepped_;
  Vec<std::pair<std::int32_t, std::int32_t>> open_;  // scratch of `closure`: nodes with what is pending
  FlatSet closed_;                                           // the same, those that have been seen
  Ids found_threads_, all_;                                  // scratch of `closure` and `loses`
  FlatMap<std::int32_t> moves_;  // thread, class
  Vec<std::uint32_t> seen_;  // by thread, the last time it was met
  std::uint32_t time_ = 0;
  std::uint64_t work_ = 0, max_work_ = 0;
};

}  // namespace constrain
