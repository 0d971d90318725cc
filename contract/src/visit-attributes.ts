import {
  countryField,
  equality,
  idField,
  ordering,
  parameterField,
  placeField,
  textField,
  unknownPlace,
  versionField,
  type ConditionField,
} from './field-kinds.ts';

/**
 * Everything that is recorded of a visit and that reports, the feed, conditions and macros speak of, once: their lists are
 * made of this table, and whoever has to read an attribute is told by the compiler. What belongs to a visit later, such as
 * a landing click or a conversion, has all of it from there. The order is that of the rows.
 */
export type VisitAttributeDescription = {
  /** How it is kept and read. */
  kind: AttributeKind;
  /** Who knows it: what one of them knows stands together in rows. */
  knownBy: 'campaign' | 'choice' | 'place' | 'device' | 'request' | 'source';
  /** Whether the feed of events shows it. */
  isInFeed: boolean;
  /** Whether it tells who somebody is, to us or to others: not everybody who may look at traffic may see it. */
  isPersonal?: true;
  /** What conditions of rotators can ask, and by which name. */
  condition?: { name: string; field: ConditionField };
  /** What reports can group and filter by. */
  dimension?: { id: string; kind: AttributeDimensionKind; sentence: string; example: string };
  /**
   * What stands for it in URLs. `isKept`: rows have it just as URLs get it, so that a recorded URL need not repeat it; an
   * address that is shortened is another one.
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
const asks = <Name extends string, Field extends ConditionField>(name: Name, field: Field) =>
  ({ name, field }) as const;

const named = {
  trafficSourceId: {
    kind: 'id',
    knownBy: 'campaign',
    isInFeed: true,
    condition: asks('trafficSource', idField),
    dimension: record('trafficSource', 'The traffic source of the campaign at the time of the visit'),
    macro: {
      name: 'sourceid',
      isKept: true,
      meaning: 'the id of the traffic source',
      aliases: ['trafficsourceid'],
    },
  },
  rotatorId: {
    kind: 'id',
    knownBy: 'campaign',
    isInFeed: true,
    dimension: record('rotator', 'The rotator that decided'),
    macro: { name: 'rotatorid', isKept: true, meaning: 'the id of the rotator', aliases: ['flowid'] },
  },
  configVersion: {
    kind: 'number',
    knownBy: 'campaign',
    isInFeed: true,
    dimension: {
      id: 'configVersion',
      kind: 'number',
      sentence: 'The version of the campaign that decided about the visit',
      example: '12',
    },
  },
  ruleId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: false,
    macro: { name: 'ruleid', meaning: 'the id of the rule that decided; empty for the default path' },
  },
  pathId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('path', 'The path that was chosen'),
    macro: { name: 'pathid', isKept: true, meaning: 'the id of the path' },
  },
  landingId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('landing', 'The landing that was chosen'),
    macro: { name: 'landingid', isKept: true, meaning: 'the id of the landing', aliases: ['landerid'] },
  },
  offerId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('offer', 'The offer that was chosen'),
    macro: { name: 'offerid', isKept: true, meaning: 'the id of the offer' },
  },
  affiliateNetworkId: {
    kind: 'id',
    knownBy: 'choice',
    isInFeed: true,
    dimension: record('affiliateNetwork', 'The affiliate network of the offer'),
    macro: {
      name: 'networkid',
      isKept: true,
      meaning: 'the id of the affiliate network',
      aliases: ['affiliatenetworkid'],
    },
  },
  country: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: asks('country', countryField),
    dimension: {
      id: 'country',
      kind: 'country',
      sentence: 'The country of the visitor’s address',
      example: 'DE',
    },
    macro: {
      name: 'country',
      isKept: true,
      meaning: 'the country of the visitor, such as `DE`',
      aliases: ['countrycode', 'geo'],
    },
  },
  region: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: asks('region', placeField),
    dimension: text('region', 'The region of the visitor’s address', 'Bavaria'),
    macro: { name: 'region', isKept: true, meaning: 'the region of the visitor' },
  },
  city: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: asks('city', placeField),
    dimension: text('city', 'The city of the visitor’s address', 'Munich'),
    macro: { name: 'city', isKept: true, meaning: 'the city of the visitor' },
  },
  isp: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: true,
    condition: asks('isp', placeField),
    dimension: text('isp', 'The owner of the visitor’s network', 'Example Telecom'),
    macro: {
      name: 'isp',
      isKept: true,
      meaning: 'the network owner of the visitor’s address',
      aliases: ['carrier'],
    },
  },
  asn: {
    kind: 'number',
    knownBy: 'place',
    isInFeed: false,
    condition: asks('asn', { kind: 'number', operators: [...equality, ...ordering], geo: true } as const),
    macro: { name: 'asn', meaning: 'the number of that network' },
  },
  connectionType: {
    kind: 'text',
    knownBy: 'place',
    isInFeed: false,
    condition: asks('connectionType', {
      kind: 'choice',
      operators: equality,
      geo: true,
      choices: ['broadband', 'cellular', 'hosting', 'other', unknownPlace],
    } as const),
    dimension: {
      id: 'connectionType',
      kind: 'choice',
      sentence: 'The kind of network',
      example: 'cellular',
    },
    macro: {
      name: 'connection',
      meaning: '`broadband`, `cellular`, `hosting` or `other`',
      aliases: ['connectiontype'],
    },
  },
  deviceType: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: true,
    condition: asks('deviceType', {
      kind: 'choice',
      operators: equality,
      choices: ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'],
    } as const),
    dimension: { id: 'deviceType', kind: 'choice', sentence: 'The kind of device', example: 'mobile' },
    macro: {
      name: 'device',
      isKept: true,
      meaning: 'the kind of device, such as `mobile`',
      aliases: ['devicetype'],
    },
  },
  deviceBrand: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: asks('deviceBrand', textField),
    dimension: text('deviceBrand', 'The maker of the device', 'Samsung'),
    macro: { name: 'brand', meaning: 'the maker of the device', aliases: ['devicebrand'] },
  },
  deviceModel: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: asks('deviceModel', textField),
    dimension: text('deviceModel', 'The model of the device', 'SM-S911B'),
    macro: { name: 'model', meaning: 'the model of the device', aliases: ['devicemodel'] },
  },
  os: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: true,
    condition: asks('os', textField),
    dimension: text('os', 'The operating system', 'Android'),
    macro: { name: 'os', isKept: true, meaning: 'the operating system' },
  },
  osVersion: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: asks('osVersion', versionField),
    dimension: text('osVersion', 'Its version', '15'),
    macro: { name: 'osversion', meaning: 'its version' },
  },
  browser: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: true,
    condition: asks('browser', textField),
    dimension: text('browser', 'The browser', 'Chrome'),
    macro: { name: 'browser', isKept: true, meaning: 'the browser' },
  },
  browserVersion: {
    kind: 'text',
    knownBy: 'device',
    isInFeed: false,
    condition: asks('browserVersion', versionField),
    dimension: text('browserVersion', 'Its version', '142'),
    macro: { name: 'browserversion', meaning: 'its version' },
  },
  language: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: true,
    condition: asks('language', textField),
    dimension: text('language', 'The first language of the browser', 'de'),
    macro: {
      name: 'language',
      isKept: true,
      meaning: 'the first language of the browser',
      aliases: ['lang'],
    },
  },
  referrer: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: true,
    isPersonal: true,
    condition: asks('referrer', textField),
    macro: { name: 'referrer', meaning: 'the page that the visitor came from', aliases: ['referer'] },
  },
  referrerDomain: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: false,
    condition: asks('referrerDomain', textField),
    dimension: text('referrerDomain', 'The domain of the page that the visitor came from', 'news.example'),
    macro: { name: 'referrerdomain', meaning: 'the domain of that page', aliases: ['refererdomain'] },
  },
  ip: {
    kind: 'address',
    knownBy: 'request',
    isInFeed: true,
    isPersonal: true,
    condition: asks('ip', { kind: 'address', operators: [...equality, 'in'] } as const),
    macro: { name: 'ip', meaning: 'the address of the visitor' },
  },
  userAgent: {
    kind: 'text',
    knownBy: 'request',
    isInFeed: true,
    isPersonal: true,
    condition: asks('userAgent', textField),
    macro: { name: 'useragent', meaning: 'the user agent of the browser', aliases: ['ua'] },
  },
  externalId: {
    kind: 'text',
    knownBy: 'source',
    isInFeed: true,
    isPersonal: true,
    macro: {
      name: 'externalid',
      isKept: true,
      meaning: 'the click id of the traffic source',
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
      condition: asks(`token${index}`, parameterField),
      dimension: text(
        `token${index}`,
        `The value that the traffic source sent as token ${index}`,
        'banner-7',
      ),
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
        'Each tag of the visit, from its link or set later by the page; a visit with several is in several rows',
      example: 'quiz-finished',
    },
  },
} as const satisfies Record<string, VisitAttributeDescription>;

export type AttributeTable = typeof visitAttributes;

export type VisitAttribute = keyof AttributeTable;
export const visitAttributeNames = Object.keys(visitAttributes) as VisitAttribute[];
/** The table as what every row of it is, for whoever looks at all of them. */
export const attributeDescriptions: Readonly<Record<VisitAttribute, VisitAttributeDescription>> =
  visitAttributes;

type ValueOfKind<Kind extends AttributeKind> = Kind extends 'list'
  ? readonly string[]
  : (Kind extends 'number' ? number : string) | null;

/** What is not known is null; a list is empty then. */
export type VisitAttributeValues = {
  [Name in VisitAttribute]: ValueOfKind<AttributeTable[Name]['kind']>;
};

export type FeedAttribute = {
  [Name in VisitAttribute]: AttributeTable[Name]['isInFeed'] extends true ? Name : never;
}[VisitAttribute];

export const feedAttributeNames = visitAttributeNames.filter(
  (name): name is FeedAttribute => visitAttributes[name].isInFeed,
);

/** Those that one of them knows, such as the device. */
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
