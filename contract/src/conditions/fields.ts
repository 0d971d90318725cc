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

export const unknownPlace = 'unknown';
export const uniqueScopes = ['campaign', 'path', 'workspace'] as const;
export type UniqueScope = (typeof uniqueScopes)[number];

const equality = ['is', 'isNot'] as const;
const wording = ['contains', 'startsWith', 'endsWith', 'matches'] as const;
const ordering = ['lt', 'gt', 'between'] as const;
const presence = ['isEmpty', 'isSet'] as const;

const text = { kind: 'text', operators: [...equality, ...wording, ...presence] } as const;
const place = { kind: 'text', operators: [...equality, ...wording], geo: true } as const;
const country = { kind: 'country', operators: equality, geo: true } as const;
// What a link carries is text, yet people put bids and ids into it and ask for more than or less than.
const parameter = { kind: 'text', operators: [...equality, ...wording, ...ordering, ...presence] } as const;
const version = {
  kind: 'version',
  operators: [...equality, 'startsWith', ...ordering, ...presence],
} as const;
const boolean = { kind: 'boolean', operators: equality } as const;
const id = { kind: 'id', operators: equality } as const;

export const rotatorFields = {
  country,
  region: place,
  city: place,
  continent: {
    kind: 'choice',
    operators: equality,
    geo: true,
    choices: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA', unknownPlace],
  },
  isp: place,
  asn: { kind: 'number', operators: [...equality, ...ordering], geo: true },
  connectionType: {
    kind: 'choice',
    operators: equality,
    geo: true,
    choices: ['broadband', 'cellular', 'hosting', 'other', unknownPlace],
  },
  ip: { kind: 'address', operators: [...equality, 'in'] },
  deviceType: {
    kind: 'choice',
    operators: equality,
    choices: ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'],
  },
  deviceBrand: text,
  deviceModel: text,
  os: text,
  osVersion: version,
  browser: text,
  browserVersion: version,
  language: text,
  referrer: text,
  referrerDomain: text,
  userAgent: text,
  token1: parameter,
  token2: parameter,
  token3: parameter,
  token4: parameter,
  token5: parameter,
  token6: parameter,
  token7: parameter,
  token8: parameter,
  token9: parameter,
  token10: parameter,
  token11: parameter,
  token12: parameter,
  token13: parameter,
  token14: parameter,
  token15: parameter,
  'param.NAME': parameter,
  trafficSource: id,
  campaign: id,
  weekday: { kind: 'weekday', operators: [...equality, 'between'] },
  hourOfDay: { kind: 'hour', operators: [...equality, ...ordering] },
  date: { kind: 'date', operators: [...equality, ...ordering] },
  unique: { kind: 'unique', operators: equality, choices: uniqueScopes },
  bot: boolean,
  datacenter: boolean,
  prefetch: boolean,
} as const satisfies Record<string, ConditionField>;

export const goalFields = {
  event: text,
  status: { kind: 'choice', operators: equality, choices: ['hold', 'approved', 'rejected', 'refunded'] },
  payout: { kind: 'number', operators: [...equality, ...ordering, ...presence] },
  currency: { kind: 'text', operators: [...equality, ...presence] },
  txid: text,
  'param.NAME': parameter,
  campaign: id,
  offer: { kind: 'id', operators: [...equality, ...presence] },
  country,
  secondsSinceVisit: { kind: 'number', operators: [...equality, ...ordering] },
  isFirst: boolean,
} as const satisfies Record<string, ConditionField>;

export type ConditionFields = Readonly<Record<string, ConditionField>>;

const parameterName = /^param\.([^\s\p{C}=&#]{1,64})$/u;

/** The query parameter that a field such as `param.utm_term` stands for; its case counts, as in every link. */
export function parameterOf(field: string): string | undefined {
  return parameterName.exec(field)?.[1];
}

export function findField(fields: ConditionFields, name: string): ConditionField | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return parameterOf(name) === undefined ? undefined : fields['param.NAME'];
}
