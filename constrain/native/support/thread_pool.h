// Work shared between the caller and threads that are kept for the process.
//
// The caller takes chunks like everyone else and waits only for chunks that another thread has begun: on a busy
// machine, where the others are not woken in time, the call costs what it costs alone. (Threads made for each call and
// joined cost up to a scheduler's quantum, 4 ms; tests/bench/record/growth.csv.)
#pragma once

#include <cstddef>
#include <functional>

namespace constrain {

// Calls work(begin, end) for ranges that cover [0, count), on at most `threads` threads, the caller among them.
// Rethrows the first exception once all ranges that were begun have ended; ranges not yet begun are dropped then.
// Thread-safe. A child process made by fork starts with no threads of its own, and makes them again.
void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t, std::size_t)>& work);

// Runs the task on a kept thread some time later, or never: on a queue that is full, in a child made by fork, and when
// the process ends. It must not throw. Thread-safe. A fork waits for tasks that run, so that none of them leaves a lock
// closed in the child.
void in_background(std::function<void()> task);

}  // namespace constrain
