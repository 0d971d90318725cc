import { z } from 'zod';
import { countryCodes } from '../values/country.ts';
import { recordId } from '../api/records.ts';
import { requiredText } from '../values/text.ts';
import { parseAddress, parseAddressRange } from '../ip-addresses/parse-address.ts';
import { unknownLocation, type ConditionField, type ConditionOperator } from './fields.ts';
import { readPattern } from './pattern.ts';
import { compareVersions, parseVersion } from './version.ts';

export const conditionValue = z.union([z.string(), z.number(), z.boolean()]);
export type ConditionValue = z.infer<typeof conditionValue>;
export type ConditionValues = readonly ConditionValue[];

/**
 * Problem with the values of a condition. `at` is the index of the invalid value. If `at` is not set, the number or
 * order of the values is wrong.
 */
type ValueProblem = { message: string; at?: number };

const valuesMax = 1_000;
const issuesMax = 20;

const text = requiredText(512);
const number = z.number('must be a number');
const unknown = z.string().trim().toLowerCase().pipe(z.literal(unknownLocation));
const country = choice(
  [...countryCodes, unknownLocation],
  `must be an ISO 3166-1 country code such as DE, or ${unknownLocation}`,
);
const version = text.refine((value) => parseVersion(value) !== undefined, 'must be a version such as 10.2');
const address = text.refine((value) => parseAddress(value) !== undefined, 'must be an IP address');
const addressRange = text.refine(
  (value) => parseAddressRange(value) !== undefined,
  'must be an IP address, a network such as 10.0.0.0/8 or a range such as 10.0.0.1-10.0.0.9',
);
// The pattern is parsed only after the length check, because the recursive parser could overflow the stack on a long
// pattern.
const pattern = text.pipe(
  z.string().check((context) => {
    const reading = readPattern(context.value);
    if (!('problem' in reading)) return;
    const message = `must be a valid pattern: ${reading.problem}`;
    context.issues.push({ code: 'custom', message, input: context.value });
  }),
);

export function readLeafValues(
  field: ConditionField,
  op: ConditionOperator,
  input: unknown,
): { values: ConditionValues } | { problems: ValueProblem[] } {
  const given: unknown = input ?? [];
  if (!Array.isArray(given)) return { problems: [{ message: 'must be a list' }] };
  const [least, most] = countAllowed(field, op);
  if (given.length < least || given.length > most)
    return { problems: [{ message: `must have ${countInWords(least, most)} for ${op}` }] };
  const schema = valueSchema(field, op);
  const values: ConditionValue[] = [];
  const problems: ValueProblem[] = [];
  for (const [at, value] of given.entries()) {
    const { data, error } = schema.safeParse(value);
    if (error === undefined) values.push(data);
    else problems.push({ message: error.issues[0]?.message ?? 'is not valid', at });
    if (problems.length >= issuesMax) break;
  }
  if (problems.length === 0 && op === 'between' && !isInOrder(field, values))
    problems.push({ message: 'must have the lower value first' });
  return problems.length > 0 ? { problems } : { values };
}

function countAllowed(field: ConditionField, op: ConditionOperator): [number, number] {
  if (op === 'isEmpty' || op === 'isSet') return [0, 0];
  if (op === 'between') return [2, 2];
  if (op === 'lt' || op === 'gt' || field.kind === 'boolean' || field.kind === 'unique') return [1, 1];
  return [1, valuesMax];
}

function countInWords(least: number, most: number): string {
  if (most === 0) return 'no values';
  if (most === 1) return 'exactly one value';
  return least === most ? 'exactly two values' : `1 to ${valuesMax} values`;
}

function valueSchema(field: ConditionField, op: ConditionOperator): z.ZodType<ConditionValue> {
  switch (field.kind) {
    case 'text':
      if (op === 'matches') return pattern;
      return op === 'lt' || op === 'gt' || op === 'between' ? number : text;
    case 'choice':
    case 'unique':
      return choice(field.choices ?? [], `must be one of ${field.choices?.join(', ')}`);
    case 'country':
      return country;
    case 'id':
      return recordId;
    case 'number':
      return field.geo === true && (op === 'is' || op === 'isNot')
        ? z.union([number, unknown], { error: `must be a number or ${unknownLocation}` })
        : number;
    case 'boolean':
      return z.boolean('must be true or false');
    case 'address':
      return op === 'in' ? addressRange : address;
    case 'version':
      return version;
    case 'weekday':
      return integer(1, 7, 'must be a weekday from 1 (Monday) to 7 (Sunday)');
    case 'hour':
      return integer(0, 23, 'must be an hour from 0 to 23');
    case 'date':
      return z.iso.date('must be a date such as 2026-12-31');
  }
}

function choice(choices: readonly string[], message: string): z.ZodType<string> {
  const bySpelling = new Map(choices.map((name) => [name.toLowerCase(), name]));
  return z
    .string(message)
    .trim()
    .transform((value) => bySpelling.get(value.toLowerCase()) ?? value)
    .pipe(z.enum(choices, message));
}

function integer(low: number, high: number, message: string): z.ZodType<number> {
  return z.int(message).min(low, message).max(high, message);
}

function isInOrder(field: ConditionField, [low = '', high = '']: ConditionValues): boolean {
  if (field.kind !== 'version') return low <= high;
  return compareVersions(parseVersion(String(low)) ?? [], parseVersion(String(high)) ?? []) <= 0;
}
