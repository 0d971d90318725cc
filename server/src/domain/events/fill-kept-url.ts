import { encodeValue, type KeptMacro } from '../macros/index.ts';
import { leastId } from './feed-cursor.ts';
import type { FeedRow } from './feed-row.ts';

type Token = Extract<KeptMacro, `token${number}`>;

const ofRow: Readonly<Record<Exclude<KeptMacro, Token | 'clickid'>, keyof FeedRow>> = {
  externalid: 'externalId',
  campaignid: 'campaignId',
  sourceid: 'trafficSourceId',
  rotatorid: 'rotatorId',
  pathid: 'pathId',
  landingid: 'landingId',
  offerid: 'offerId',
  networkid: 'affiliateNetworkId',
  country: 'country',
  region: 'region',
  city: 'city',
  isp: 'isp',
  device: 'deviceType',
  os: 'os',
  browser: 'browser',
  language: 'language',
};
const columns: ReadonlyMap<string, keyof FeedRow> = new Map(Object.entries(ofRow));
// In these zeros stand for none; elsewhere they are what a source sent.
const idColumns: ReadonlySet<string> = new Set<keyof FeedRow>([
  'campaignId',
  'trafficSourceId',
  'rotatorId',
  'pathId',
  'landingId',
  'offerId',
  'affiliateNetworkId',
]);
const macro = /\{(?:token(\d+)|(\w+))\}/g;

/** The URL as the visitor got it: rows keep names of macros in place of the values that they have in other columns. */
export function fillKeptUrl(url: string, row: FeedRow, clickId: string): string {
  return url.replace(macro, (written, token: string | undefined, name: string | undefined) => {
    if (token !== undefined) return encodeValue(row.tokens[Number(token) - 1] ?? '');
    // Nobody knows it any more where the campaign is gone.
    if (name === 'clickid') return clickId === '' ? written : clickId;
    const column = columns.get(name ?? '');
    if (column === undefined) return written;
    const value = String(row[column]);
    return value === leastId && idColumns.has(column) ? '' : encodeValue(value);
  });
}
