import { buildNetwork } from './network-kind.ts';
import { buildCityPart, type CityPart, type NetworkPart } from './place.ts';

// The free city list has no continents. Countries by the continent under which traffic is sold; a transcontinental one
// is where its capital is.
const countriesOf: Readonly<Record<string, string>> = {
  AF: 'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  AN: 'AQ BV GS HM TF',
  AS: 'AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  EU: 'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  NA: 'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  OC: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  SA: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
};

const continents = new Map(
  Object.entries(countriesOf).flatMap(([continent, countries]) =>
    countries.split(' ').map((country) => [country, continent] as const),
  ),
);

function continentOf(country: string): string | undefined {
  return continents.get(country);
}

type Fields = Readonly<Record<string, unknown>>;

const countryCode = /^[A-Z]{2}$/;
const nameLengthMax = 120;

/** What is decoded of a record, at any depth. */
export const cityKeys: ReadonlySet<string> = new Set([
  'country_code',
  'state1',
  'city',
  'country',
  'iso_code',
  'continent',
  'code',
  'subdivisions',
  'names',
  'en',
]);
export const ownerKeys: ReadonlySet<string> = new Set([
  'autonomous_system_number',
  'autonomous_system_organization',
]);

/**
 * The place in a record: flat, as the packaged DB-IP files have it, or nested with names in several languages, as
 * DB-IP's and MaxMind's own downloads do.
 */
export function readCity(record: unknown): CityPart | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields = record as Fields;
  const code = fields['country_code'] ?? inside(fields['country'], 'iso_code');
  if (typeof code !== 'string' || !countryCode.test(code)) return undefined;
  const isFlat = typeof fields['country_code'] === 'string';
  const state = Array.isArray(fields['subdivisions']) ? (fields['subdivisions'][0] as unknown) : undefined;
  const continent = inside(fields['continent'], 'code');
  return buildCityPart({
    country: sharedCode(code),
    continent: typeof continent === 'string' && continent !== '' ? continent : continentOf(code),
    region: name(isFlat ? fields['state1'] : englishName(state)),
    city: withoutDistrict(name(isFlat ? fields['city'] : englishName(fields['city']))),
  });
}

const codes = new Map<string, string>();

/** One text for each country instead of one for each record: every visit reads it, and few texts are found sooner. */
export function sharedCode(code: string): string {
  const known = codes.get(code);
  if (known !== undefined) return known;
  codes.set(code, code);
  return code;
}

export function readOwner(record: unknown): NetworkPart | undefined {
  const asn = inside(record, 'autonomous_system_number');
  const owner = inside(record, 'autonomous_system_organization');
  if (typeof asn !== 'number' || asn <= 0) return undefined;
  return buildNetwork(asn, typeof owner === 'string' ? owner : '');
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[key] : undefined;
}

function englishName(value: unknown): unknown {
  return inside(inside(value, 'names'), 'en');
}

function name(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed.slice(0, nameLengthMax);
}

/** `Berlin (Mitte)` is Berlin: a rule or a report for a city means all of it. */
function withoutDistrict(city: string | undefined): string | undefined {
  const at = city?.indexOf(' (') ?? -1;
  return at > 0 ? city?.slice(0, at) : city;
}
