import {
  parameterOf,
  unknownLocation,
  uniqueScopes,
  type ConditionField,
  type ConditionLeaf,
} from '@waypost/contract/conditions/conditions.ts';
import type { ConditionFacts, FactField, FactValue } from './facts.ts';
import { zonedClock } from './zoned-clock.ts';

export type CompileOptions = {
  timezone: string;
};

export type LeafInput = FactValue | undefined;
export type LeafMatcher = (input: LeafInput) => boolean;
export type InputReader = (facts: ConditionFacts) => LeafInput;

export function inputReader(
  leaf: ConditionLeaf,
  field: ConditionField,
  options: CompileOptions,
): InputReader {
  const { kind, geo } = field;
  if (kind === 'weekday' || kind === 'hour' || kind === 'date')
    return wallTimeReader(kind, leaf.timezone ?? options.timezone);
  if (kind === 'unique') return uniquenessReader(leaf);
  if (kind === 'boolean') return (facts) => facts.value(leaf.field as FactField) === true;
  return valueReader(leaf.field, geo === true);
}

function wallTimeReader(part: 'weekday' | 'hour' | 'date', timezone: string): InputReader {
  const clock = zonedClock(timezone);
  return (facts) => clock(facts.timeMs)[part];
}

function uniquenessReader({ values, windowHours }: ConditionLeaf): InputReader {
  const scope = uniqueScopes.find((name) => name === values[0]);
  return (facts) => scope !== undefined && facts.isUnique(scope, windowHours);
}

function valueReader(field: string, isGeo: boolean): InputReader {
  const parameter = parameterOf(field);
  if (parameter !== undefined) return (facts) => facts.param(parameter);
  const name = field as FactField;
  return isGeo
    ? (facts) => {
        const value = facts.value(name);
        return isBlank(value) ? unknownLocation : value;
      }
    : (facts) => facts.value(name);
}

export function isBlank(input: LeafInput): boolean {
  return input === undefined || (typeof input === 'string' && input.trim() === '');
}
