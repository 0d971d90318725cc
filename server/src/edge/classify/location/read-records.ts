import { findContinent } from '../../../domain/find-continent.ts';
import { buildNetwork } from './network-kind.ts';
import { buildCityPart, type CityPart, type NetworkPart } from './location.ts';

type Fields = Readonly<Record<string, unknown>>;

const countryCode = /^[A-Z]{2}$/;
const nameLengthMax = 120;

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
 * Reads flat records (the bundled DB-IP files) and nested records with names in several languages (downloads from DB-IP
 * and MaxMind).
 */
export function readCity(record: unknown): CityPart | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields = record as Fields;
  const code = fields['country_code'] ?? getField(fields['country'], 'iso_code');
  if (typeof code !== 'string' || !countryCode.test(code)) return undefined;
  const isFlat = typeof fields['country_code'] === 'string';
  const state = Array.isArray(fields['subdivisions']) ? (fields['subdivisions'][0] as unknown) : undefined;
  const continent = getField(fields['continent'], 'code');
  return buildCityPart({
    country: sharedCode(code),
    continent: typeof continent === 'string' && continent !== '' ? continent : findContinent(code),
    region: cleanName(isFlat ? fields['state1'] : englishName(state)),
    city: withoutDistrict(cleanName(isFlat ? fields['city'] : englishName(fields['city']))),
  });
}

const codes = new Map<string, string>();

/**
 * Returns the same string object for equal country codes. This improves memory locality, which matters because every
 * visit reads the code.
 */
export function sharedCode(code: string): string {
  const known = codes.get(code);
  if (known !== undefined) return known;
  codes.set(code, code);
  return code;
}

export function readOwner(record: unknown): NetworkPart | undefined {
  const asn = getField(record, 'autonomous_system_number');
  const owner = getField(record, 'autonomous_system_organization');
  if (typeof asn !== 'number' || asn <= 0) return undefined;
  return buildNetwork(asn, typeof owner === 'string' ? owner : '');
}

function getField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[key] : undefined;
}

function englishName(value: unknown): unknown {
  return getField(getField(value, 'names'), 'en');
}

function cleanName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed.slice(0, nameLengthMax);
}

// Shortens `Berlin (Mitte)` to `Berlin`, because rules and reports refer to the whole city.
function withoutDistrict(city: string | undefined): string | undefined {
  const at = city?.indexOf(' (') ?? -1;
  return at > 0 ? city?.slice(0, at) : city;
}
