import type { ConditionOperator, ConditionValues } from '@waypost/contract/conditions.ts';
import { compareVersions, findVersion, type Version } from '@waypost/contract/conditions/version.ts';
import { orderMatcher } from './order-matcher.ts';
import type { LeafMatcher } from './read-input.ts';

/** Versions compare part by part as numbers: 10.2 comes before 10.10, and 17 is 17.0. */
export function versionMatcher(op: ConditionOperator, values: ConditionValues): LeafMatcher {
  const wanted = values.map((value) => findVersion(String(value)) ?? []);
  const test = knownVersionMatcher(op, wanted);
  return (input) => {
    const version = input === undefined ? undefined : findVersion(String(input));
    return version !== undefined && test(version);
  };
}

function knownVersionMatcher(
  op: ConditionOperator,
  wanted: readonly Version[],
): (version: Version) => boolean {
  if (op === 'startsWith')
    return (version) => wanted.some((start) => start.every((part, index) => part === (version[index] ?? 0)));
  if (op !== 'is') return orderMatcher(op, wanted, compareVersions);
  const members = new Set(wanted.map(canonical));
  return (version) => members.has(canonical(version));
}

function canonical(version: Version): string {
  return version.join('.').replace(/(?:\.0)+$/, '');
}
