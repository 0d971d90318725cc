import type { ConditionOperator, ConditionValues } from '@waypost/contract/conditions.ts';
import { patternMatcher } from './pattern-matcher.ts';
import type { LeafMatcher } from './read-input.ts';

/** Text compares without regard to case, and otherwise character by character. */
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
