import type { ConditionOperator, ConditionValues } from '@waypost/contract/conditions/conditions.ts';
import { readPattern } from '@waypost/contract/conditions/pattern.ts';
import { RE2JS } from 're2js';
import type { LeafMatcher } from './read-input.ts';

// Maximum number of steps in a pattern that is matched with `test`, which builds an automaton. Malicious text can make
// the automaton grow with every character, especially with long patterns and counted repetitions, so that matching 2 KB
// takes 30 ms. `matcher` takes a fraction of that time, but a few microseconds more on ordinary text.
const automatonStepsMax = 25;

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

/** Compares text character by character, ignoring case. */
export function textMatcher(op: ConditionOperator, values: ConditionValues): LeafMatcher {
  if (op === 'matches') return onText(patternMatcher(values.map(String)));
  const test = foldedMatcher(
    op,
    values.map((value) => fold(String(value))),
  );
  return onText((text) => test(fold(text)));
}

function foldedMatcher(op: ConditionOperator, wanted: readonly string[]): (folded: string) => boolean {
  if (op === 'contains') return (folded) => wanted.some((part) => folded.includes(part));
  if (op === 'startsWith') return (folded) => wanted.some((part) => folded.startsWith(part));
  if (op === 'endsWith') return (folded) => wanted.some((part) => folded.endsWith(part));
  const members = new Set(wanted);
  return (folded) => members.has(folded);
}

function onText(test: (text: string) => boolean): LeafMatcher {
  return (input) => {
    if (typeof input === 'string') return test(input);
    return input !== undefined && test(String(input));
  };
}

export function fold(text: string): string {
  return text.toLowerCase();
}
