import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

// On a full machine about a third of what others get; on one that is not, all that it can use.
const niceness = 5;

/**
 * Lets the tracking runtime go before the engine where both want the processor: a visitor waits, and rows wait on disk.
 * Called before the engine has threads, which take it over.
 */
export function stepBack(): void {
  // Whoever started all of this further back than that wants it so; coming forward is not allowed anyway.
  if (getPriority() >= niceness) return;
  setPriority(niceness);
  try {
    // Where Linux shares the processor between sessions first, only this says how much a whole session gets.
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch {
    // It does not: then what was set above holds between processes.
  }
}
