import type { ConditionOperator, ConditionValues } from '@waypost/contract/conditions/conditions.ts';
import { compareVersions, findVersion, type Version } from '@waypost/contract/conditions/version.ts';
import type { LeafInput, LeafMatcher } from './read-input.ts';

/** Compares values by their order. `lt` and `gt` exclude the given value, and `between` includes both ends. */
export function orderMatcher<Value>(
  op: ConditionOperator,
  [low, high]: readonly Value[],
  compare: (left: Value, right: Value) => number,
): (value: Value) => boolean {
  if (low === undefined) return () => false;
  if (op === 'lt') return (value) => compare(value, low) < 0;
  if (op === 'gt') return (value) => compare(value, low) > 0;
  if (high === undefined) return () => false;
  return (value) => compare(value, low) >= 0 && compare(value, high) <= 0;
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Compares numbers and decimal text. Other values never match. */
export function numberMatcher(op: ConditionOperator, values: ConditionValues): LeafMatcher {
  if (op === 'is') {
    const members = new Set<LeafInput>(values);
    return (input) => members.has(toNumber(input) ?? input);
  }
  const test = orderMatcher(op, values.map(Number), (left, right) => left - right);
  return (input) => {
    const number = toNumber(input);
    return number !== undefined && test(number);
  };
}

function toNumber(input: LeafInput): number | undefined {
  if (typeof input === 'number') return input;
  return typeof input === 'string' && decimal.test(input.trim()) ? Number(input) : undefined;
}

/** Compares versions part by part as numbers: 10.2 is below 10.10, and 17 equals 17.0. */
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
