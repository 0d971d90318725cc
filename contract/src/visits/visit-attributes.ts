import {
  countryField,
  equality,
  idField,
  ordering,
  parameterField,
  locationField,
  textField,
  unknownLocation,
  versionField,
  type ConditionField,
} from './field-kinds.ts';

/**
 * Description of a recorded attribute of a visit. Report dimensions, feed fields, conditions and macros are derived
 * from these descriptions. Landing-page clicks and conversions copy the attributes of their visit, and stored rows use
 * the same order.
 */
export type VisitAttributeDescription = {
  kind: AttributeKind;
  /** Origin of the value. Attributes with the same origin are adjacent in rows. */
  knownBy: 'campaign' | 'choice' | 'place' | 'device' | 'request' | 'source';
  isInFeed: boolean;
  /** True for personal data, which is hidden from roles that may see traffic but not identify visitors. */
  isPersonal?: true;
  condition?: { name: string; field: ConditionField };
  dimension?: { id: string; kind: AttributeDimensionKind; sentence: string; example: string };
  /**
   * Macro for URLs. `isKept` is set if the row stores the exact value that is inserted into the URL, so that the
   * recorded URL need not repeat the value. It is not set for IP addresses, which may be stored truncated.
   */
  macro?: { name: string; meaning: string; aliases?: readonly string[]; isKept?: true };
};

export type AttributeKind = 'id' | 'text' | 'number' | 'address' | 'list';
export type AttributeDimensionKind = 'record' | 'number' | 'choice' | 'country' | 'text' | 'tag';

const tokenIndexes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
export type TokenName = `token${(typeof tokenIndexes)[number]}`;
export const tokenNames = tokenIndexes.map((index) => `token${index}` as const);

const recordExample = '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21';
const record = <Id extends string>(id: Id, sentence: string) =>
  ({ id, kind: 'record', sentence, example: recordExample }) as const;
const text = <Id extends string>(id: Id, sentence: string, example: string) =>
  ({ id, kind: 'text', sentence, example }) as const;
const conditionOn = <Name extends string, Field extends ConditionField>(name: Name, field: Field) =>
  ({ name, field }) as const;

const named = {
  trafficSourceId: {
    kind: 'id',
    knownBy: 'campaign',
    isInFeed: true,
    condition: conditionOn('trafficSource', idField),
    dimension: record('trafficSource', 'Traffic source of the campaign at the time of the visit'),
    macro: {
      name: 'sourceid',
      isKept: true,
      meaning: 'traffic source ID',
      aliases: ['trafficsourceid'],
    },
  },
  rotatorId: {
    kind: 'id',
    knownBy: 'campaign',
    isInFeed: true,
    dimension: record('rotator', 'Rotator that routed the visit'),
    macro: { name: 'rotatorid', isKept: true, meaning: 'rotator ID', aliases: ['flowid'] },
  },
  configVersion: {
    kind: 'number',
    knownBy: 'campaign',
    isInFeed: true,
    dimension: {
      id: 'configVersion',
      kind: 'number',
      sentence: 'Published campaign version that routed the visit',
      example: '12',
    },
  },
  ruleId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: false,
    macro: { name: 'ruleid', meaning: 'ID of the matching rule; empty for the default path' },
  },
  pathId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('path', 'Path chosen for the visit'),
    macro: { name: 'pathid', isKept: true, meaning: 'path ID' },
  },
  landingId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('landing', 'Landing page chosen for the visit'),
    macro: { name: 'landingid', isKept: true, meaning: 'landing page ID', aliases: ['landerid'] },
  },
  offerId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('offer', 'Offer chosen for the visit'),
    macro: { name: 'offerid', isKept: true, meaning: 'offer ID' },
  },
  affiliateNetworkId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('affiliateNetwork', 'Affiliate network of the offer'),
    macro: {
      name: 'networkid',
      isKept: true,
      meaning: 'affiliate network ID',
      aliases: ['affiliatenetworkid'],
    },
  },
  country: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: conditionOn('country', countryField),
    dimension: {
      id: 'country',
      kind: 'country',
      sentence: 'Visitor’s country',
      example: 'DE',
    },
    macro: {
      name: 'country',
      isKept: true,
      meaning: 'visitor’s country, such as `DE`',
      aliases: ['countrycode', 'geo'],
    },
  },
  region: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: conditionOn('region', locationField),
    dimension: text('region', 'Visitor’s region', 'Bavaria'),
    macro: { name: 'region', isKept: true, meaning: 'visitor’s region' },
  },
  city: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: conditionOn('city', locationField),
    dimension: text('city', 'Visitor’s city', 'Munich'),
    macro: { name: 'city', isKept: true, meaning: 'visitor’s city' },
  },
  isp: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: conditionOn('isp', locationField),
    dimension: text('isp', 'Visitor’s internet provider', 'Example Telecom'),
    macro: {
      name: 'isp',
      isKept: true,
      meaning: 'visitor’s internet provider',
      aliases: ['carrier'],
    },
  },
  asn: {
    kind: 'number',
    knownBy: 'place',
    isInFeed: false,
    condition: conditionOn('asn', {
      kind: 'number',
      operators: [...equality, ...ordering],
      geo: true,
    } as const),
    macro: { name: 'asn', meaning: 'autonomous system number (ASN) of the internet provider' },
  },
  connectionType: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: false,
    condition: conditionOn('connectionType', {
      kind: 'choice',
      operators: equality,
      geo: true,
      choices: ['broadband', 'cellular', 'hosting', 'other', unknownLocation],
    } as const),
    dimension: {
      id: 'connectionType',
      kind: 'choice',
      sentence: 'Connection type',
      example: 'cellular',
    },
    macro: {
      name: 'connection',
      meaning: 'connection type: `broadband`, `cellular`, `hosting` or `other`',
      aliases: ['connectiontype'],
    },
  },
  deviceType: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: true,
    condition: conditionOn('deviceType', {
      kind: 'choice',
      operators: equality,
      choices: ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'],
    } as const),
    dimension: { id: 'deviceType', kind: 'choice', sentence: 'Device type', example: 'mobile' },
    macro: {
      name: 'device',
      isKept: true,
      meaning: 'device type, such as `mobile`',
      aliases: ['devicetype'],
    },
  },
  deviceBrand: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: conditionOn('deviceBrand', textField),
    dimension: text('deviceBrand', 'Device brand', 'Samsung'),
    macro: { name: 'brand', meaning: 'device brand', aliases: ['devicebrand'] },
  },
  deviceModel: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: conditionOn('deviceModel', textField),
    dimension: text('deviceModel', 'Device model', 'SM-S911B'),
    macro: { name: 'model', meaning: 'device model', aliases: ['devicemodel'] },
  },
  os: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: true,
    condition: conditionOn('os', textField),
    dimension: text('os', 'Operating system', 'Android'),
    macro: { name: 'os', isKept: true, meaning: 'operating system' },
  },
  osVersion: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: conditionOn('osVersion', versionField),
    dimension: text('osVersion', 'Operating system version', '15'),
    macro: { name: 'osversion', meaning: 'operating system version' },
  },
  browser: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: true,
    condition: conditionOn('browser', textField),
    dimension: text('browser', 'Browser', 'Chrome'),
    macro: { name: 'browser', isKept: true, meaning: 'browser' },
  },
  browserVersion: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: conditionOn('browserVersion', versionField),
    dimension: text('browserVersion', 'Browser version', '142'),
    macro: { name: 'browserversion', meaning: 'browser version' },
  },
  language: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: true,
    condition: conditionOn('language', textField),
    dimension: text('language', 'Browser’s preferred language', 'de'),
    macro: {
      name: 'language',
      isKept: true,
      meaning: 'browser’s preferred language',
      aliases: ['lang'],
    },
  },
  referrer: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: true,
    isPersonal: true,
    condition: conditionOn('referrer', textField),
    macro: { name: 'referrer', meaning: 'URL of the referring page', aliases: ['referer'] },
  },
  referrerDomain: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: false,
    condition: conditionOn('referrerDomain', textField),
    dimension: text('referrerDomain', 'Domain of the referring page', 'news.example'),
    macro: { name: 'referrerdomain', meaning: 'domain of the referring page', aliases: ['refererdomain'] },
  },
  ip: {
    kind: 'address',
    knownBy: 'request',
    isInFeed: true,
    isPersonal: true,
    condition: conditionOn('ip', { kind: 'address', operators: [...equality, 'in'] } as const),
    macro: { name: 'ip', meaning: 'visitor’s IP address' },
  },
  userAgent: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: true,
    isPersonal: true,
    condition: conditionOn('userAgent', textField),
    macro: { name: 'useragent', meaning: 'browser’s user agent', aliases: ['ua'] },
  },
  externalId: {
    kind: 'text',
    knownBy: 'source',
    isInFeed: true,
    isPersonal: true,
    macro: {
      name: 'externalid',
      isKept: true,
      meaning: 'external click ID, set by the traffic source',
      aliases: ['extid', 'sourceclickid'],
    },
  },
} as const satisfies Record<string, VisitAttributeDescription>;

type TokenDescription<Name extends TokenName> = {
  kind: 'text';
  knownBy: 'source';
  isInFeed: true;
  condition: { name: Name; field: typeof parameterField };
  dimension: { id: Name; kind: 'text'; sentence: string; example: string };
  macro: { name: Name; meaning: string; aliases: readonly string[]; isKept: true };
};

const tokens = Object.fromEntries(
  tokenIndexes.map((index): [TokenName, TokenDescription<TokenName>] => [
    `token${index}`,
    {
      kind: 'text',
      knownBy: 'source',
      isInFeed: true,
      condition: conditionOn(`token${index}`, parameterField),
      dimension: text(`token${index}`, `Token ${index} of the traffic source`, 'banner-7'),
      macro: {
        name: `token${index}`,
        meaning: `token ${index} of the visit`,
        aliases: [`t${index}`, `subid${index}`, `var${index}`],
        isKept: true,
      },
    },
  ]),
) as { [Name in TokenName]: TokenDescription<Name> };

export const visitAttributes = {
  ...named,
  ...tokens,
  tags: {
    kind: 'list',
    knownBy: 'source',
    isInFeed: true,
    dimension: {
      id: 'tag',
      kind: 'tag',
      sentence:
        'Tag of the visit, from the campaign link or set by the page; a visit with several tags is in several rows',
      example: 'quiz-finished',
    },
  },
} as const satisfies Record<string, VisitAttributeDescription>;

export type AttributeTable = typeof visitAttributes;

export type VisitAttribute = keyof AttributeTable;
export const visitAttributeNames = Object.keys(visitAttributes) as VisitAttribute[];
export const attributeDescriptions: Readonly<Record<VisitAttribute, VisitAttributeDescription>> =
  visitAttributes;

type ValueOfKind<Kind extends AttributeKind> = Kind extends 'list'
  ? readonly string[]
  : (Kind extends 'number' ? number : string) | null;

/** Values of all attributes. Unknown values are null, and unknown lists are empty. */
export type VisitAttributeValues = {
  [Name in VisitAttribute]: ValueOfKind<AttributeTable[Name]['kind']>;
};

export type FeedAttribute = {
  [Name in VisitAttribute]: AttributeTable[Name]['isInFeed'] extends true ? Name : never;
}[VisitAttribute];

export const feedAttributeNames = visitAttributeNames.filter(
  (name): name is FeedAttribute => visitAttributes[name].isInFeed,
);

export type AttributesKnownBy<Source extends VisitAttributeDescription['knownBy']> = {
  [Name in VisitAttribute]: AttributeTable[Name]['knownBy'] extends Source ? Name : never;
}[VisitAttribute];

export function attributesKnownBy<Source extends VisitAttributeDescription['knownBy']>(
  source: Source,
): AttributesKnownBy<Source>[] {
  return visitAttributeNames.filter(
    (name): name is AttributesKnownBy<Source> & VisitAttribute => visitAttributes[name].knownBy === source,
  );
}
