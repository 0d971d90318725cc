import { findContinent } from '../../../domain/find-continent.ts';
import { buildNetwork } from './network-kind.ts';
import { buildCityPart, type CityPart, type NetworkPart } from './location.ts';

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
    continent: typeof continent === 'string' && continent !== '' ? continent : findContinent(code),
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
