import {
  findField,
  type ConditionFields,
  type ConditionOperator,
  type goalFields,
  type rotatorFields,
} from '@waypost/contract/conditions/conditions.ts';
import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { formatField, formatFieldValue } from '@waypost/contract/conditions/format-field.ts';
import { knownValues } from '@waypost/contract/conditions/known-values.ts';
import { hasOpposite, type LeafNode } from './nodes.ts';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import { tokenNames } from '@waypost/contract/visits/visit-attributes.ts';
import { countryOptions } from '../format/country-names.ts';

export type Option = { value: string; label: string };

export type RuleFields = typeof rotatorFields | typeof goalFields;

function inGroup<Name extends string>(label: string, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, label])) as Record<Name, string>;
}

// TypeScript requires a group for each field. Groups and fields are offered in this order.
const goalGroups: Readonly<Record<keyof typeof goalFields, string>> = {
  ...inGroup('Incoming postback', ['event', 'status', 'payout', 'currency', 'txid', 'param.NAME', 'isFirst']),
  ...inGroup('Visit', ['country', 'offer', 'campaign', 'secondsSinceVisit']),
};

const visitGroups: Readonly<Record<keyof typeof rotatorFields, string>> = {
  ...inGroup('Location and network', ['country', 'region', 'city', 'continent']),
  ...inGroup('Location and network', ['isp', 'connectionType', 'asn', 'ip']),
  ...inGroup('Device', ['deviceType', 'deviceBrand', 'deviceModel', 'os', 'osVersion']),
  ...inGroup('Device', ['browser', 'browserVersion', 'userAgent']),
  ...inGroup('Visitor', ['language', 'unique', 'bot', 'datacenter', 'prefetch']),
  ...inGroup('Time', ['weekday', 'hourOfDay', 'date']),
  ...inGroup('Link', ['trafficSource', 'campaign', 'referrer', 'referrerDomain', 'param.NAME']),
  ...inGroup('Tokens', tokenNames),
};

export const anyParameter = 'param.NAME';

/** Returns true for the fields of goal rules, which test incoming postbacks. All other rules test visits. */
function isGoalFields(fields: ConditionFields): boolean {
  return Object.hasOwn(fields, 'event');
}

function fieldOption(fields: ConditionFields, value: string, names?: FieldLabels): Option {
  if (value === anyParameter)
    return { value, label: `${isGoalFields(fields) ? 'Request' : 'Link'} parameter` };
  return {
    value,
    label: value === 'unique' ? 'Visitor' : (names?.get(value) ?? capitalize(formatField(value))),
  };
}

export function fieldOptions(fields: RuleFields, names?: FieldLabels): { group: string; items: Option[] }[] {
  const labels = Object.entries(isGoalFields(fields) ? goalGroups : visitGroups);
  return [...new Set(labels.map(([, label]) => label))].map((group) => ({
    group,
    items: labels.filter(([, label]) => label === group).map(([name]) => fieldOption(fields, name, names)),
  }));
}

export function newLeaf(fields: ConditionFields): LeafNode {
  const [field = '', known] = Object.entries(fields)[0] ?? [];
  const op = known?.operators[0] ?? 'is';
  return { field, op, isNot: false, values: [], timezone: '', windowHours: '' };
}

export function formatAlways(fields: ConditionFields): string {
  return isGoalFields(fields) ? 'all incoming postbacks' : 'all visits';
}

const operatorWords: Record<ConditionOperator, [string, string]> = {
  is: ['is', ''],
  isNot: ['is not', ''],
  contains: ['contains', 'does not contain'],
  startsWith: ['starts with', 'does not start with'],
  endsWith: ['ends with', 'does not end with'],
  matches: ['matches pattern', 'does not match pattern'],
  lt: ['is below', 'is not below'],
  gt: ['is above', 'is not above'],
  between: ['is between', 'is not between'],
  in: ['is in', 'is not in'],
  isEmpty: ['is empty', ''],
  isSet: ['is set', ''],
};

export function operatorOptions(operators: readonly ConditionOperator[], field?: string): Option[] {
  if (field === 'unique')
    return [
      { value: 'is', label: 'is new to' },
      { value: 'isNot', label: 'is not new to' },
    ];
  return operators.flatMap((op) => {
    const [plain, negated] = operatorWords[op];
    return [
      { value: op, label: plain },
      ...(hasOpposite(op) ? [] : [{ value: `not ${op}`, label: negated }]),
    ];
  });
}

export function operatorOf({ op, isNot }: LeafNode): string {
  return isNot ? `not ${op}` : op;
}

export function readOperator(text: string): Pick<LeafNode, 'op' | 'isNot'> {
  const op = text.replace(/^not /, '') as ConditionOperator;
  return { op, isNot: text.startsWith('not ') };
}

const languages = new Intl.DisplayNames('en', { type: 'language' });
const languageCodes =
  'ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tl tr uk ur vi zh';
const continents: Readonly<Record<string, string>> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

const countries: Option[] = [...countryOptions, { value: 'unknown', label: 'Unknown' }];

/** Returns the complete list of allowed values, or undefined if any text is allowed. */
export function closedOptions(fields: ConditionFields, field: string): Option[] | undefined {
  const { kind, choices } = findField(fields, field) ?? {};
  if (kind === 'country') return countries;
  if (kind === 'weekday')
    return numbers(1, 7).map((value) => ({ value, label: formatFieldValue(field, Number(value)) }));
  if (kind === 'hour')
    return numbers(0, 23).map((value) => ({ value, label: `${value.padStart(2, '0')}:00` }));
  if (kind === 'boolean')
    return [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ];
  if (kind === 'unique') return (choices ?? []).map((value) => ({ value, label: `the ${value}` }));
  return choices?.map((value) => ({
    value,
    label: field === 'continent' ? (continents[value] ?? capitalize(value)) : capitalize(value),
  }));
}

export function offeredValues(field: string): Option[] {
  if (field === 'language')
    return languageCodes
      .split(' ')
      .map((code) => ({ value: code, label: `${languages.of(code) ?? code} (${code})` }));
  return (knownValues[field] ?? []).map((value) => ({ value, label: value }));
}

/** Splits pasted text into values. The text may contain labels as well as codes. */
export function readLines(text: string, options: readonly Option[] | undefined): string[] {
  const byName = new Map(
    (options ?? []).flatMap(({ value, label }) => [
      [label.toLowerCase(), value],
      [label.replace(/ \([^)]*\)$/, '').toLowerCase(), value],
      [value.toLowerCase(), value],
    ]),
  );
  // Codes are often separated by commas, but in free text a comma is part of the value.
  const separator = options === undefined ? /\r?\n/ : /\r?\n|[,;\t]/;
  const lines = text.split(separator).map((line) => line.trim());
  return [
    ...new Set(lines.filter((line) => line !== '').map((line) => byName.get(line.toLowerCase()) ?? line)),
  ];
}

function numbers(low: number, high: number): string[] {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}
