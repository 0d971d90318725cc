import { attributeConditions } from '../visits/attribute-lists.ts';
import {
  booleanField,
  countryField,
  equality,
  idField,
  ordering,
  parameterField,
  presence,
  textField,
  unknownLocation,
  type ConditionField,
} from '../visits/field-kinds.ts';

export {
  conditionOperators,
  unknownLocation,
  type ConditionField,
  type ConditionOperator,
  type FieldKind,
} from '../visits/field-kinds.ts';

export const uniqueScopes = ['campaign', 'path', 'workspace'] as const;
export type UniqueScope = (typeof uniqueScopes)[number];

// The traffic source is added below, so that the most frequently used fields come first in every list.
const { trafficSource, ...ofVisitor } = attributeConditions;

export const rotatorFields = {
  ...ofVisitor,
  continent: {
    kind: 'choice',
    operators: equality,
    geo: true,
    choices: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA', unknownLocation],
  },
  'param.NAME': parameterField,
  trafficSource,
  campaign: idField,
  weekday: { kind: 'weekday', operators: [...equality, 'between'] },
  hourOfDay: { kind: 'hour', operators: [...equality, ...ordering] },
  date: { kind: 'date', operators: [...equality, ...ordering] },
  unique: { kind: 'unique', operators: equality, choices: uniqueScopes },
  bot: booleanField,
  datacenter: booleanField,
  prefetch: booleanField,
} as const satisfies Record<string, ConditionField>;

export const goalFields = {
  event: textField,
  status: { kind: 'choice', operators: equality, choices: ['hold', 'approved', 'rejected', 'refunded'] },
  payout: { kind: 'number', operators: [...equality, ...ordering, ...presence] },
  currency: { kind: 'text', operators: [...equality, ...presence] },
  txid: textField,
  'param.NAME': parameterField,
  campaign: idField,
  offer: { kind: 'id', operators: [...equality, ...presence] },
  country: countryField,
  secondsSinceVisit: { kind: 'number', operators: [...equality, ...ordering] },
  isFirst: booleanField,
} as const satisfies Record<string, ConditionField>;

export type ConditionFields = Readonly<Record<string, ConditionField>>;

const parameterName = /^param\.([^\s\p{C}=&#]{1,64})$/u;

/** Returns the case-sensitive query parameter of a field such as `param.utm_term`. */
export function parameterOf(field: string): string | undefined {
  return parameterName.exec(field)?.[1];
}

export function findField(fields: ConditionFields, name: string): ConditionField | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return parameterOf(name) === undefined ? undefined : fields['param.NAME'];
}
