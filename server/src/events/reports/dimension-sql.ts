import {
  isTimeDimension,
  reportDimensions,
  tokenIndexes,
  type DimensionId,
  type TimeDimension,
  type TokenDimension,
} from '@waypost/contract/report-dimensions.ts';
import { hourKeyFactor, hourKeyShift } from '../../domain/reports/dimension-keys.ts';

export const noId = '00000000-0000-0000-0000-000000000000';

const tokens = Object.fromEntries(tokenIndexes.map((index) => [`token${index}`, `token${index}`])) as Record<
  TokenDimension,
  string
>;

/** The columns of `events` that dimensions are. */
export const dimensionColumns: Readonly<Record<Exclude<DimensionId, TimeDimension>, string>> = {
  campaign: 'campaign_id',
  trafficSource: 'traffic_source_id',
  affiliateNetwork: 'affiliate_network_id',
  rotator: 'rotator_id',
  path: 'path_id',
  landing: 'landing_id',
  offer: 'offer_id',
  country: 'country',
  region: 'region',
  city: 'city',
  isp: 'isp',
  connectionType: 'connection_type',
  deviceType: 'device_type',
  deviceBrand: 'device_brand',
  deviceModel: 'device_model',
  os: 'os',
  osVersion: 'os_version',
  browser: 'browser',
  browserVersion: 'browser_version',
  language: 'language',
  referrerDomain: 'referrer_domain',
  ...tokens,
  // Not the column of the row: see tag-rows.ts.
  tag: 'tag',
  configVersion: 'config_version',
};

/** What rows are grouped and compared by. `localSeconds` is what clocks showed at the visit, as seconds since 1970. */
export function keyOf(dimension: DimensionId, localSeconds: string, offsetSeconds: string): string {
  if (!isTimeDimension(dimension)) return dimensionColumns[dimension];
  const days = `intDiv(${localSeconds}, 86400)`;
  switch (dimension) {
    case 'day':
      return days;
    // 1970 began on a Thursday: days before a Monday are 4 more than a multiple of 7.
    case 'week':
      return `intDiv(${days} + 3, 7) * 7 - 3`;
    case 'month':
      return `toInt64(toYYYYMM(toDate32(toInt32(${days}))))`;
    case 'weekday':
      return `(${days} + 3) % 7 + 1`;
    case 'hourOfDay':
      return `intDiv(${localSeconds} % 86400, 3600)`;
    case 'hour':
      return `(intDiv(${localSeconds}, 3600) * 3600 - ${offsetSeconds}) * ${hourKeyFactor} + ${hourKeyShift} - ${offsetSeconds}`;
  }
}

/** The key with NULL in place of what stands for unknown; ids become texts, whose order people can follow. */
export function valueOf(dimension: DimensionId, key: string): string {
  const { kind } = reportDimensions[dimension];
  if (kind === 'time') return key;
  if (kind === 'record') return `if(${key} = toUUID('${noId}'), NULL, toString(${key}))`;
  if (kind === 'number') return `nullIf(${key}, 0)`;
  return `nullIf(toString(${key}), '')`;
}
