import type { eventColumns } from '../server/src/domain/traffic/columns.ts';
import { insertColumnName } from '../server/src/traffic/clickhouse/insert-column-names.ts';

/**
 * Realistic traffic that ClickHouse generates from visit numbers, so that each run gets the same visits. A campaign has
 * one traffic source and targets a few countries. Sources send the IDs of their campaign, ad group, creative and site,
 * a keyword, a price and visitor attributes. Of 20 sources, 8 send a numeric click ID, 8 send a UUID and 4 send no
 * click ID; 4 send a second unique ID as the last token.
 */
export const campaignsWanted = 1_000;
export const daysWanted = 30;
/** Midnight (UTC) on 1 October 2026. */
export const firstMs = 1_790_812_800_000;
const sources = 20;
const rotators = 50;

type Cells = Partial<Record<(typeof eventColumns)[number], string>>;

/** Returns an expression for a UUID that is a hash of the kind and the number. */
function entityId(kind: string, number: string): string {
  return `reinterpretAsUUID(sipHash128('${kind}', toUInt32(${number})))`;
}

/** Expression for a uniform value in [0, 1). Each use has a different name, so that the values are independent. */
const draw = (name: string) => `(cityHash64(n, '${name}') / 18446744073709551616)`;
const below = (name: string, limit: string | number) => `toUInt32(floor(${draw(name)} * ${limit}))`;
/** Expression for a skewed number: a few values receive most of the traffic. */
const skewed = (name: string, limit: string | number) => `toUInt32(floor(pow(${draw(name)}, 3) * ${limit}))`;
const pick = (list: readonly string[], at: string) =>
  `[${list.map((word) => `'${word}'`).join(', ')}][1 + (${at}) % ${list.length}]`;
/**
 * Expression for an event ID in Waypost's format: time, sequence number within the millisecond, and random bits per
 * process. The generated IDs look as if each process restarted every day.
 */
const eventId = (ms: string, maker: string) =>
  `reinterpretAsUUID(bitOr(bitShiftLeft(toUInt128(bitOr(bitAnd(cityHash64(${maker}, intDiv(${ms}, 86400000)), 0x3fffffffffffffff), 0x8000000000000000)), 64), toUInt128(bitOr(bitOr(bitShiftLeft(toUInt64(${ms}), 16), 0x7000), if(${draw('again')} < 0.02, 1 + n % 3, 0)))))`;
const worker = `'worker'`;
const twoEdges = `concat('edge', toString(n % 2))`;
/** Expression for a random UUID in text form. */
const randomUuid = (name: string) =>
  `lower(toString(reinterpretAsUUID(bitOr(bitShiftLeft(toUInt128(cityHash64(n, '${name}b')), 64), toUInt128(cityHash64(n, '${name}a'))))))`;

const countries =
  'US GB DE FR IT ES BR MX IN ID TH VN PH MY JP KR CA AU PL NL SE NO TR ZA EG NG KE CO AR CL'.split(' ');
const words =
  'cheap best online free fast home credit loan car insurance travel hotel phone games dating crypto health diet shoes jobs'.split(
    ' ',
  );
const brands = 'Samsung Xiaomi Oppo Vivo Realme Huawei Motorola Tecno Infinix Honor'.split(' ');

/** Attributes of visit n. Each expression may use the attributes on the lines above it. */
const facts: readonly (readonly [string, string])[] = [
  ['c', `toUInt32(floor(pow(${draw('campaign')}, 2) * ${campaignsWanted}))`],
  ['s', `c % ${sources}`],
  ['ms', `toUInt64(${firstMs} + floor((n - {base:UInt64} + ${draw('jitter')} * 5000) * {step:Float64}))`],
  ['country_at', `(c * 7 + ${skewed('country', 5)}) % ${countries.length}`],
  ['country_code', pick(countries, 'country_at')],
  ['city_at', skewed('city', 150)],
  ['isp_at', skewed('isp', 25)],
  ['is_mobile', `${draw('mobile')} < 0.75`],
  ['is_ios', `is_mobile AND ${draw('ios')} < 0.3`],
  ['model_at', skewed('model', 300)],
  ['version_at', skewed('version', 14)],
  ['patch_at', skewed('patch', 6)],
  ['has_landing', `(c % 10) < 7`],
  ['path_at', skewed('path', 3)],
  ['landing_at', `if(has_landing, 1 + ${below('landing', 4)}, 0)`],
  ['offer_at', `1 + ${below('offer', 4)}`],
  ['ad_group', skewed('group', 6)],
  ['creative', skewed('creative', 20)],
  ['site', skewed('site', 3000)],
  ['keyword', skewed('keyword', 400)],
  ['price', `toDecimal128(1 + c % 40 + ${skewed('price', 30)}, 12) / 1000`],
  ['bot', `${draw('bot')} < 0.04`],
  ['fresh', `${draw('unique')} < 0.7`],
  ['visitor', below('visitor', '({visits:Float64} * 0.8)')],
];

const osVersion = `if(is_ios, concat(toString(18 - intDiv(version_at, 4)), '.', toString(version_at % 4)), if(is_mobile, toString(15 - version_at % 7), '10'))`;
const browserVersion = `concat(toString(if(is_ios, 18, 141) - version_at % 12), '.0')`;
const model = `if(is_ios, 'iPhone', if(is_mobile, concat('SM-', char(65 + model_at % 7), toString(100 + model_at)), ''))`;
const agent = `multiIf(
  is_ios, concat('Mozilla/5.0 (iPhone; CPU iPhone OS ', replaceAll(${osVersion}, '.', '_'), ' like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/', ${osVersion}, ' Mobile/15E148 Safari/604.1'),
  is_mobile, concat('Mozilla/5.0 (Linux; Android ', ${osVersion}, '; ', ${model}, ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', ${browserVersion}, '.', toString(7200 + version_at * 17), '.', toString(patch_at), ' Mobile Safari/537.36'),
  concat('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', ${browserVersion}, '.0.0 Safari/537.36'))`;
const cityName = `concat('City ', country_code, toString(city_at))`;
const ispName = `concat('Telecom ', country_code, toString(isp_at))`;
const keywordText = `concat(${pick(words, 'keyword + c')}, ' ', ${pick(words, 'intDiv(keyword, 20)')})`;
const sourceSite = `toString(1000000 + (site * 7919 + s * 104729) % 9000000)`;

const none = "toUUID('00000000-0000-0000-0000-000000000000')";

const visitCells: Cells = {
  type: `'visit'`,
  workspace_id: '{workspace:UUID}',
  campaign_id: `{campaigns:Array(UUID)}[1 + c]`,
  visit_time: `fromUnixTimestamp64Milli(toInt64(ms), 'UTC')`,
  time: `fromUnixTimestamp64Milli(toInt64(ms), 'UTC')`,
  id: eventId('ms', twoEdges),
  visit_id: eventId('ms', twoEdges),
  expires: `toDate('2100-01-01')`,
  traffic_source_id: entityId('source', 's'),
  rotator_id: entityId('rotator', `c % ${rotators}`),
  config_version: `1 + c % 5`,
  rule_id: `if(path_at = 0, ${none}, ${entityId('rule', `c % ${rotators} * 10 + path_at`)})`,
  path_id: entityId('path', `c % ${rotators} * 10 + path_at`),
  landing_id: `if(has_landing, ${entityId('landing', `c % ${rotators} * 10 + landing_at`)}, ${none})`,
  offer_id: entityId('offer', `c % ${rotators} * 10 + offer_at`),
  affiliate_network_id: entityId('network', `(c + offer_at) % 8`),
  country: 'country_code',
  region: `concat('Region ', country_code, toString(city_at % 14))`,
  city: cityName,
  isp: ispName,
  asn: `1000 + country_at * 100 + isp_at`,
  connection_type: `if(is_mobile AND isp_at % 3 = 0, 'cellular', 'broadband')`,
  device_type: `if(is_mobile, 'mobile', 'desktop')`,
  device_brand: `if(is_ios, 'Apple', if(is_mobile, ${pick(brands, 'model_at')}, ''))`,
  device_model: model,
  os: `if(is_ios, 'iOS', if(is_mobile, 'Android', 'Windows'))`,
  os_version: osVersion,
  browser: `if(is_ios, 'Safari', 'Chrome')`,
  browser_version: browserVersion,
  language: `if(country_at % 3 = 0, 'en', lower(country_code))`,
  referrer: `if(s % 5 < 2, '', concat('https://site', ${sourceSite}, '.example/'))`,
  referrer_domain: `if(s % 5 < 2, '', concat('site', ${sourceSite}, '.example'))`,
  ip: `if(visitor % 5 = 0,
    toIPv6(concat('2a0', toString(country_at % 10), ':', lower(hex(toUInt16(isp_at * 97 + country_at))), ':', lower(hex(toUInt16(cityHash64(visitor)))), '::')),
    toIPv6(concat(toString(11 + country_at * 3 + isp_at % 3), '.', toString(isp_at * 10 + city_at % 10), '.', toString(cityHash64(visitor, 'net') % 256), '.0')))`,
  user_agent: agent,
  external_id: `multiIf(s < 8, toString(toUInt64(ms) * 100000 + cityHash64(n, 'click') % 100000), s < 16, ${randomUuid('click')}, '')`,
  token1: `toString(5000000 + c)`,
  token2: `toString(70000000 + c * 10 + ad_group)`,
  token3: `toString(900000000 + c * 100 + creative)`,
  token4: sourceSite,
  token5: keywordText,
  token6: `concat('publisher-', toString(site % 200))`,
  token7: `toString(price)`,
  token8: `if(is_ios, 'ios', if(is_mobile, 'android', 'windows'))`,
  token9: `if(is_ios, 'safari', 'chrome')`,
  token10: `lower(country_code)`,
  token11: `lower(${cityName})`,
  token12: `if(is_mobile, ${ispName}, 'wifi')`,
  token13: pick(['banner', 'native', 'push'], 'creative'),
  token14: `toString(toHour(fromUnixTimestamp64Milli(toInt64(ms))))`,
  token15: `if(s % 5 = 4, lower(hex(cityHash64(n, 'device'))), '')`,
  tags: `if(${draw('tag')} < 0.02, ['vip'], [])`,
  outcome: `if(has_landing, 'landing', 'offer')`,
  destination_url: `if(has_landing,
    concat('https://page', toString(landing_at), '.example/lp/', toString(c % 30), '?cid={clickid}&geo={country}&site={token4}&k={token5}'),
    concat('https://offer', toString(offer_at), '.example/buy?sub1={clickid}&sub2={token4}'))`,
  is_bot: 'bot',
  is_unique: 'fresh',
  reasons: `if(bot, ['bot-agent'], [])`,
  cost: 'if(bot, toDecimal128(0, 12), price)',
  visits: 'NOT bot',
  unique_visits: 'NOT bot AND fresh',
  bot_visits: 'bot',
  lp_views: 'has_landing AND NOT bot',
};

const ownCells = [
  'outcome',
  'destination_url',
  'reasons',
  'cost',
  'visits',
  'unique_visits',
  'bot_visits',
  'lp_views',
  'is_unique',
] as const;
const belonging: Cells = Object.fromEntries(
  Object.entries(visitCells).filter(([name]) => !ownCells.some((own) => own === name)),
);

const clickMs = `ms + 3000 + ${below('reading', 60_000)}`;
const goalMs = `ms + 60000 + toUInt64(floor(pow(${draw('waiting')}, 4) * 259200000))`;
const at = (ms: string) => `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;
const amount = `toDecimal128(500 + c % 70 * 100 + ${skewed('payout', 20)} * 10, 12) / 100`;
const isGoal = `NOT bot AND ${draw('goal')} < 0.015`;
const goalCells: Cells = {
  idx: '1',
  label: `'Sale'`,
  status: `if(${draw('hold')} < 0.3, 'hold', 'approved')`,
  transaction_id: `concat('T', lower(hex(cityHash64(n, 'transaction'))))`,
  is_conversion: '1',
  payout: amount,
  currency: `'USD'`,
};

type RowKind = { name: string; where: string; cells: Cells };

/**
 * Rows to generate: 25% of landing-page views lead to a click, and 1.5% of visits lead to a sale with a postback. A
 * few sales are refunded.
 */
export const rowKinds: readonly RowKind[] = [
  { name: 'visits', where: '1', cells: visitCells },
  {
    name: 'landing clicks',
    where: `has_landing AND NOT bot AND ${draw('clicked')} < 0.25`,
    cells: {
      ...belonging,
      type: `'lpclick'`,
      time: at(clickMs),
      id: eventId(clickMs, twoEdges),
      outcome: `'offer'`,
      link: '1',
      lp_clicks: '1',
    },
  },
  {
    name: 'goals',
    where: isGoal,
    cells: {
      ...belonging,
      ...goalCells,
      type: `'event'`,
      time: at(goalMs),
      id: eventId(goalMs, worker),
      revenue: amount,
      events: '1',
      conversions: '1',
    },
  },
  {
    name: 'adjustments',
    where: `${isGoal} AND ${draw('refund')} < 0.05`,
    cells: {
      ...belonging,
      ...goalCells,
      type: `'adjustment'`,
      time: at(`${goalMs} + 86400000`),
      id: eventId(`${goalMs} + 86400000`, worker),
      revenue: `-${amount}`,
    },
  },
  {
    name: 'postbacks',
    where: isGoal,
    cells: {
      ...belonging,
      ...goalCells,
      type: `'postback'`,
      time: at(`${goalMs} + 900`),
      id: eventId(`${goalMs} + 900`, worker),
      is_conversion: '0',
      event_id: eventId(goalMs, worker),
      url: `concat('https://source', toString(s), '.example/postback?click={externalid}&payout=', toString(${amount}))`,
      method: `'GET'`,
      attempt: '1',
      response_status: '200',
      response: `'OK'`,
      is_success: '1',
      duration_ms: `80 + ${below('took', 300)}`,
    },
  },
];

/** Builds the statement that inserts the visits starting at `first`. */
export function insertQuery({ where, cells }: RowKind, table = 'events'): string {
  const named = Object.entries(cells);
  const known = facts.map(([name, expression]) => `${expression} AS ${name}`).join(',\n');
  return `INSERT INTO ${table} (batch, ${named.map(([name]) => insertColumnName(name)).join(', ')})
    WITH ${known}
    SELECT if(intDiv((n - {base:UInt64}) * {step:Float64}, 1000) != intDiv((n - {base:UInt64} - 1) * {step:Float64}, 1000), concat('0123456789abcdef-', toString(1000000000 + toUInt64(intDiv((n - {base:UInt64}) * {step:Float64}, 1000)))), ''), ${named.map(([, expression]) => expression).join(',\n')}
    FROM (SELECT number AS n FROM numbers({first:UInt64}, {many:UInt64}))
    WHERE ${where}`;
}
