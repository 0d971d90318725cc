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
  /** The closed list that values are picked from. */
  choices?: readonly string[];
  /** Looked up by the visitor's address; where that finds nothing, the value is `unknown`. */
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
// What a link carries is text, yet people put bids and ids into it and ask for more than or less than.
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
