// Turns of threads that compute for long: one core is left to those that ask for little.
//
// Whoever has worked for some milliseconds takes a turn of a few more, and waits for the next while as many others have
// theirs as there are cores but one. Without, a thread that wants a mask beside four compilations waits for a core and
// for the interpreter's lock behind each of them: 12 ms late at the 99th percentile on two cores by the kernel's
// scheduling alone, with one beside it 4. A wait is bounded, since whoever waits may hold a lock of Python's that
// another needs.
#pragma once

namespace constrain::turns {

// Between two pieces of long work, with no lock held: this thread's turn ends if it has lasted, and the next begins.
// Waits for at most 50 ms.
void next();

// Whether `next` would do anything.
bool due();

// This thread's long work has ended.
void end();

// How many threads have a turn.
unsigned now();

}  // namespace constrain::turns
