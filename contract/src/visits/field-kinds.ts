export const conditionOperators = [
  'is',
  'isNot',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'lt',
  'gt',
  'between',
  'in',
  'isEmpty',
  'isSet',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

export type FieldKind =
  | 'text'
  | 'choice'
  | 'country'
  | 'id'
  | 'number'
  | 'boolean'
  | 'address'
  | 'version'
  | 'weekday'
  | 'hour'
  | 'date'
  | 'unique';

export type ConditionField = {
  kind: FieldKind;
  operators: readonly ConditionOperator[];
  choices?: readonly string[];
  /** Set for fields from the IP lookup. The value is `unknown` if the lookup finds nothing. */
  geo?: true;
};

export const unknownLocation = 'unknown';

export const equality = ['is', 'isNot'] as const;
const wording = ['contains', 'startsWith', 'endsWith', 'matches'] as const;
export const ordering = ['lt', 'gt', 'between'] as const;
export const presence = ['isEmpty', 'isSet'] as const;

export const textField = { kind: 'text', operators: [...equality, ...wording, ...presence] } as const;
export const locationField = { kind: 'text', operators: [...equality, ...wording], geo: true } as const;
export const countryField = { kind: 'country', operators: equality, geo: true } as const;
// Parameters are text, but operators such as "greater than" are allowed, because parameters often contain bids and
// numeric IDs.
export const parameterField = {
  kind: 'text',
  operators: [...equality, ...wording, ...ordering, ...presence],
} as const;
export const versionField = {
  kind: 'version',
  operators: [...equality, 'startsWith', ...ordering, ...presence],
} as const;
export const booleanField = { kind: 'boolean', operators: equality } as const;
export const idField = { kind: 'id', operators: equality } as const;
