/**
 * Realistic traffic that PostgreSQL generates from visit numbers, so that each run gets the same visits. A campaign has
 * one traffic source and targets a few countries. Sources send the IDs of their campaign, ad group, creative and site,
 * as well as a keyword and a click ID.
 */
import { campaignsWanted, daysWanted, firstMs } from './reports-data.ts';

const sources = 20;
const rotators = 50;
let draws = 0;
/** Expression for a uniform value in [0, 1). Each call uses a different seed, so that the values are independent. */
const draw = () => `((hashint8extended(n, ${(draws += 1)}) & 1048575) / 1048576.0::float8)`;
const below = (limit: number) => `floor(${draw()} * ${limit})::int`;
/** Expression for a skewed number: a few values receive most of the traffic. */
const skewed = (limit: number) => `floor(power(${draw()}, 3) * ${limit})::int`;
const entityId = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`;
/** Expression for a time-ordered UUID, like the IDs that Waypost creates. */
const eventId = (ms: string, kind: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '7000' || '8' || substr(md5('${kind}' || n), 1, 15))::uuid`;

const countries = 'US GB DE FR IT ES BR MX IN ID TH VN PH MY JP KR CA AU PL NL SE NO TR ZA'.split(' ');
const countryList = `ARRAY['${countries.join("','")}']`;

const facts = `
  FROM generate_series($1::bigint, $2::bigint) AS n
  CROSS JOIN LATERAL (SELECT floor(power(${draw()}, 2) * ${campaignsWanted})::int AS c, ${firstMs}::bigint + floor((n - $3 + ${draw()}) * $4::float8)::bigint AS ms) AS one
  CROSS JOIN LATERAL (SELECT c % ${sources} AS s, (${countryList})[1 + (c * 7 + ${skewed(5)}) % ${countries.length}] AS country_code,
    ${draw()} < 0.75 AS is_mobile, ${skewed(300)} AS model_at, ${skewed(14)} AS version_at, c % 10 < 7 AS has_landing,
    ${skewed(3)} AS path_at, 1 + ${below(4)} AS landing_at, 1 + ${below(4)} AS offer_at, ${draw()} < 0.04 AS bot,
    ${draw()} < 0.7 AS fresh, 1 + c % 40 + ${skewed(30)} AS price, ${draw()} AS clicked, ${draw()} AS bought) AS two
  CROSS JOIN LATERAL (SELECT has_landing AND NOT bot AND clicked < 0.25 AS has_click, NOT bot AND bought < 0.015 AS has_goal) AS three`;

const ofVisit: Readonly<Record<string, string>> = {
  visit_time: 'ms',
  expires: `date '2030-01-01'`,
  workspace_id: '$5::uuid',
  campaign_id: '($6::uuid[])[1 + c]',
  visit_id: eventId('ms', 'visit'),
  traffic_source_id: entityId('source', 's'),
  rotator_id: entityId('rotator', `(c % ${rotators})`),
  config_version: '1 + c % 9',
  path_id: entityId('path', `(c % ${rotators} * 3 + path_at)`),
  landing_id: `CASE WHEN has_landing THEN ${entityId('landing', '(c % 200 * 4 + landing_at)')} END`,
  offer_id: entityId('offer', '(c % 100 * 4 + offer_at)'),
  affiliate_network_id: entityId('network', '(offer_at + c % 10)'),
  country: 'country_code',
  region: `'Region ' || country_code || ${skewed(12)}`,
  city: `'City ' || country_code || ${skewed(150)}`,
  isp: `'Telecom ' || country_code || ${skewed(25)}`,
  asn: `64000 + ${skewed(2000)}`,
  connection_type: `CASE WHEN is_mobile THEN 'cellular' ELSE 'broadband' END`,
  device_type: `CASE WHEN is_mobile THEN 'mobile' ELSE 'desktop' END`,
  device_brand: `CASE WHEN is_mobile THEN 'Brand ' || model_at % 10 END`,
  device_model: `CASE WHEN is_mobile THEN 'SM-' || model_at END`,
  os: `CASE WHEN is_mobile THEN 'Android' ELSE 'Windows' END`,
  os_version: 'version_at::text',
  browser: `'Chrome'`,
  browser_version: `(128 + version_at)::text`,
  language: `lower(country_code)`,
  referrer: `'https://news' || ${skewed(300)} || '.example/story/' || ${skewed(5000)}`,
  referrer_domain: `'news' || ${skewed(300)} || '.example'`,
  ip: `('198.' || ${below(255)} || '.' || ${below(255)} || '.0')::inet`,
  user_agent: `'Mozilla/5.0 (Linux; Android ' || version_at || '; SM-' || model_at || ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/' || (128 + version_at) || '.0.7204.' || ${skewed(6)} || ' Mobile Safari/537.36'`,
  external_id: `md5('click' || n)`,
  token1: `'campaign-' || c`,
  token2: `'group-' || c || '-' || ${skewed(6)}`,
  token3: `'creative-' || ${skewed(20)}`,
  token4: `'site-' || ${skewed(3000)}`,
  token5: `'keyword ' || ${skewed(400)}`,
  token6: 'price::text',
};

type RowKind = { where: string; cells: Readonly<Record<string, string>> };

const goalMs = `(ms + 60000 + ${below(86_400_000)})`;
const goal = {
  idx: '1',
  label: `'sale'`,
  status: `CASE WHEN c % 10 < 3 THEN 'hold' ELSE 'approved' END`,
  transaction_id: `md5('transaction' || n)`,
  is_conversion: 'true',
  payout: '10 + c % 20',
  currency: `'USD'`,
  value: '10 + c % 20',
};

/** Rows to generate: 25% of landing-page views lead to a click, and 1.5% of visits lead to a sale with a postback. */
const kinds: readonly RowKind[] = [
  {
    where: 'true',
    cells: {
      ...ofVisit,
      type: `'visit'`,
      time: 'ms',
      id: eventId('ms', 'visit'),
      outcome: `CASE WHEN has_landing THEN 'landing' ELSE 'offer' END`,
      destination_url: `'https://page' || landing_at || '.example/lp?cid={clickid}&c={country}&k={token1}'`,
      is_bot: 'nullif(bot, false)',
      is_unique: 'nullif(fresh, false)',
      cost: 'price / 1000.0',
      visits: 'CASE WHEN NOT bot THEN 1 END',
      unique_visits: 'CASE WHEN NOT bot AND fresh THEN 1 END',
      bot_visits: 'CASE WHEN bot THEN 1 END',
      lp_views: 'CASE WHEN has_landing AND NOT bot THEN 1 END',
    },
  },
  {
    where: 'has_click',
    cells: {
      ...ofVisit,
      type: `'lpclick'`,
      time: 'ms + 9000',
      id: eventId('ms + 9000', 'click'),
      outcome: `'offer'`,
      link: '1',
      lp_clicks: '1',
    },
  },
  {
    where: 'has_goal',
    cells: {
      ...ofVisit,
      ...goal,
      type: `'event'`,
      time: goalMs,
      id: eventId(goalMs, 'goal'),
      revenue: '10 + c % 20',
      events: '1',
      conversions: '1',
    },
  },
  {
    where: 'has_goal',
    cells: {
      ...ofVisit,
      ...goal,
      type: `'postback'`,
      time: `${goalMs} + 900`,
      id: eventId(`${goalMs} + 900`, 'postback'),
      url: `'https://source' || s || '.example/postback?click=' || md5('click' || n)`,
      method: `'GET'`,
      attempt: '1',
      response_status: '200',
      response: `'OK'`,
      is_success: 'true',
      duration_ms: '120',
    },
  },
];

/**
 * Returns the statements that insert the visits from `$1` to `$2`. `$3` is the time of the first visit, `$4` the
 * milliseconds between visits, `$5` the workspace and `$6` the campaigns.
 */
export function insertStatements(table: string): string[] {
  return kinds.map(({ where, cells }) => {
    const names = Object.keys(cells);
    const values = names.map((name) => (name === 'type' ? `${cells[name]}::traffic.row_type` : cells[name]));
    return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} ${facts} WHERE ${where}`;
  });
}

/** Returns the milliseconds between visits. */
export function stepMs(visits: number): number {
  return (daysWanted * 86_400_000) / visits;
}
