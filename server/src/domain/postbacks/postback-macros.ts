import type { MacroName } from '@waypost/contract/macros.ts';
import { zonedClock } from '../conditions/zoned-clock.ts';
import type { trafficColumns } from '../events/columns.ts';
import { readCell } from '../events/read-cell.ts';
import type { VisitCells } from '../events/visit-cells.ts';
import type { Conversion } from '../goals/conversion.ts';
import type { IncomingEvent } from '../goals/read-incoming.ts';
import type { MacroValue, MacroValues } from '../macros/index.ts';

export type PostbackForMacros = {
  postbackId: string;
  conversion: Conversion;
  visit: VisitCells;
  incoming: IncomingEvent;
  campaign: { name: string };
  source: { name: string } | null;
  workspace: { timezone: string; currency: string };
  names?: { rotator?: string; path?: string; landing?: string; offer?: string };
};

type TrafficColumn = (typeof trafficColumns)[number];
type Reader = (given: PostbackForMacros) => MacroValue;

// Whatever is not here is a column of the visit.
const ownReaders = {
  postbackid: ({ postbackId }) => postbackId,
  clickid: ({ incoming }) => incoming.clickId,
  cost: ({ visit }) => shortest(visit['cost']),
  // In the workspace's currency like the cost, so that one macro says what both are in.
  payout: ({ conversion }) => shortest(conversion.amounts.revenue),
  currency: ({ workspace }) => workspace.currency,
  campaignname: ({ campaign }) => campaign.name,
  sourcename: ({ source }) => source?.name,
  rotatorname: ({ names }) => names?.rotator,
  pathname: ({ names }) => names?.path,
  landingname: ({ names }) => names?.landing,
  offername: ({ names }) => names?.offer,
  // Rows of visits do not have it.
  continent: () => undefined,
  asn: ({ visit }) => (visit['asn'] === '0' ? undefined : visit['asn']),
  ip: ({ visit }) => readAddress(visit['ip']),
  timestamp: (given) => Math.floor(visitTimeMs(given) / 1_000),
  date: (given) => zonedClock(given.workspace.timezone)(visitTimeMs(given)).date,
  event: ({ incoming, conversion }) => incoming.event || conversion.event,
  status: ({ conversion }) => conversion.status,
  txid: ({ conversion }) => conversion.transactionId,
} satisfies Partial<Record<MacroName, Reader>>;

const columns = {
  externalid: 'external_id',
  campaignid: 'campaign_id',
  sourceid: 'traffic_source_id',
  rotatorid: 'rotator_id',
  ruleid: 'rule_id',
  pathid: 'path_id',
  landingid: 'landing_id',
  offerid: 'offer_id',
  networkid: 'affiliate_network_id',
  connection: 'connection_type',
  device: 'device_type',
  brand: 'device_brand',
  model: 'device_model',
  osversion: 'os_version',
  browserversion: 'browser_version',
  referrerdomain: 'referrer_domain',
  useragent: 'user_agent',
} as const satisfies Partial<Record<MacroName, TrafficColumn>>;

type ColumnMacro = Exclude<MacroName, keyof typeof ownReaders>;

/**
 * What macros are replaced by in a postback: what the row of the visit says, what the event brought, and for
 * `{param.NAME}` what the event came with, since the parameters of the visit's link are not kept.
 */
export function postbackMacros(given: PostbackForMacros): MacroValues {
  const own: Partial<Record<MacroName, Reader>> = ownReaders;
  return {
    value: (name) => {
      const read = own[name];
      return read === undefined ? readColumn(given.visit, columnOf(name as ColumnMacro)) : read(given);
    },
    param: (name) => given.incoming.params.get(name),
  };
}

function columnOf(name: ColumnMacro): TrafficColumn {
  return name in columns
    ? columns[name as keyof typeof columns]
    : (name as Exclude<ColumnMacro, keyof typeof columns>);
}

/** What is unknown stands in a row as the zero id. */
function readColumn(visit: VisitCells, column: TrafficColumn): string | undefined {
  const text = readCell(visit[column]);
  return text === '' || text === '00000000-0000-0000-0000-000000000000' ? undefined : text;
}

/** The column holds every address in the long form. */
function readAddress(text = ''): string | undefined {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '');
  return address === '' || address === '::' || address === '0.0.0.0' ? undefined : address;
}

/** From the id: its first 48 bits are the milliseconds. */
function visitTimeMs({ visit }: PostbackForMacros): number {
  return Number.parseInt((visit['visit_id'] ?? '').replace('-', '').slice(0, 12), 16);
}

function shortest(amount: string | undefined): string | undefined {
  return amount?.includes('.') === true ? amount.replace(/\.?0+$/, '') : amount;
}
