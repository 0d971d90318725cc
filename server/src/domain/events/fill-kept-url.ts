import { encodeValue, type KeptMacro } from '../macros/index.ts';
import { leastId } from './feed-cursor.ts';
import type { FeedRow } from './feed-row.ts';

type Token = Extract<KeptMacro, `token${number}`>;
type OfColumn = Exclude<KeptMacro, Token | 'clickid'>;

// In these zeros stand for none; elsewhere they are what a source sent.
const idColumns = {
  campaignid: 'campaignId',
  sourceid: 'trafficSourceId',
  rotatorid: 'rotatorId',
  pathid: 'pathId',
  landingid: 'landingId',
  offerid: 'offerId',
  networkid: 'affiliateNetworkId',
} as const satisfies Partial<Record<OfColumn, keyof FeedRow>>;
const textColumns: Record<Exclude<OfColumn, keyof typeof idColumns>, keyof FeedRow> = {
  externalid: 'externalId',
  country: 'country',
  region: 'region',
  city: 'city',
  isp: 'isp',
  device: 'deviceType',
  os: 'os',
  browser: 'browser',
  language: 'language',
};
const ids: ReadonlyMap<string, keyof FeedRow> = new Map(Object.entries(idColumns));
const texts: ReadonlyMap<string, keyof FeedRow> = new Map(Object.entries(textColumns));
const macro = /\{(?:token(\d+)|(\w+))\}/g;

/** The URL as the visitor got it: rows keep names of macros in place of the values that they have in other columns. */
export function fillKeptUrl(url: string, row: FeedRow, clickId: string): string {
  return url.replace(macro, (written, token: string | undefined, name: string | undefined) => {
    if (token !== undefined) return encodeValue(row.tokens[Number(token) - 1] ?? '');
    // Nobody knows it any more where the campaign is gone.
    if (name === 'clickid') return clickId === '' ? written : clickId;
    const id = ids.get(name ?? '');
    if (id !== undefined) return row[id] === leastId ? '' : encodeValue(String(row[id]));
    const text = texts.get(name ?? '');
    return text === undefined ? written : encodeValue(String(row[text]));
  });
}
