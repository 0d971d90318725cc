import { readPattern } from '@waypost/contract/conditions/pattern.ts';
import { RE2JS } from 're2js';

// The automaton that `test` builds on the way can grow with every character of a text made for it, most of all for
// long patterns and counted repetitions: 30 ms for 2 KB. The library's other engine takes a fraction of that there, and
// some microseconds more on plain text.
const automatonStepsMax = 25;

/** Whether one of the patterns is found anywhere in a text, in time proportional to its length. */
export function patternMatcher(patterns: readonly string[]): (text: string) => boolean {
  const tests = patterns.map(compilePattern);
  return (text) => tests.some((test) => test(text));
}

function compilePattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
  const reading = readPattern(pattern);
  const isPlain = !pattern.includes('{') && 'steps' in reading && reading.steps <= automatonStepsMax;
  return isPlain ? (text) => compiled.test(text) : (text) => compiled.matcher(text).find();
}
