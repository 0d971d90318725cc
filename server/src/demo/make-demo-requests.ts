import type { IncomingRequest } from '../domain/inbox/inbox-row.ts';
import { newEventId } from '../platform/event-ids.ts';
import type { DemoEvent } from './make-demo-events.ts';

/** Whose networks report by themselves on the last day; the source of the first cannot be reached. */
export const reporting = 'Smartphone draw, push';
const other = 'VPN, search';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether a network reported it by a request of its own, and not in a file. */
export function isRequested({ campaign, timeMs }: DemoEvent, toMs: number): boolean {
  return (campaign === reporting || campaign === other) && timeMs >= toMs - dayMs;
}

type Given = {
  campaignIds: ReadonlyMap<string, string>;
  toMs: number;
  /** Of a visit of the first campaign that was never recorded. */
  lostClickId: string;
};

/** Requests of networks: those that report something, and some that nobody can make anything of. */
export function makeDemoRequests(
  events: readonly DemoEvent[],
  { campaignIds, toMs, lostClickId }: Given,
): IncomingRequest[] {
  const request = (campaign: string, receivedMs: number, query: string): IncomingRequest => ({
    id: newEventId(receivedMs),
    campaignId: campaignIds.get(campaign) ?? '',
    receivedMs,
    method: 'GET',
    query,
    contentType: '',
    body: '',
    address: '203.0.113.40',
    userAgent: 'network-postback/2.3',
  });
  const reported = events.map(({ campaign, source, timeMs, clickId, params }) => ({
    ...request(campaign, timeMs, String(new URLSearchParams({ cid: clickId, ...params }))),
    method: source === 'page' ? ('PAGE' as const) : ('GET' as const),
  }));
  const clickIdOf = (campaign: string) => events.find((event) => event.campaign === campaign)?.clickId ?? '';
  const own = clickIdOf(reporting);
  const odd = [
    `cid=${own}&txid=Q-1&payout=2.10&status=maybe`,
    `cid=${own}&txid=Q-2&payout=1.2.3`,
    `cid=${own.slice(0, -2)}xx&txid=Q-3&payout=2.10`,
    `cid=${clickIdOf(other)}&txid=Q-4&payout=2.10`,
    `cid=${lostClickId}&txid=Q-5&payout=2.10&status=approved`,
    'txid=Q-6&payout=2.10&status=approved',
  ].map((query, at) => request(reporting, toMs - (at + 1) * 7 * minuteMs, query));
  const broken = request(reporting, toMs - 55 * minuteMs, '');
  const body = Buffer.from('{"cid": "').toString('base64');
  return [
    ...reported,
    ...odd,
    { ...broken, method: 'POST' as const, contentType: 'application/json', body },
  ].toSorted((one, next) => one.receivedMs - next.receivedMs);
}
