import type { IncomingRequest } from '../domain/conversions/inbox-row.ts';
import { newEventId } from '../platform/event-ids.ts';
import type { DemoEvent } from './make-demo-events.ts';

// The networks of these two campaigns send postbacks instead of files on the last day.
export const reportingCampaign = 'Smartphone draw, push';
const otherCampaign = 'VPN, search';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export function isRequested({ campaign, timeMs }: DemoEvent, toMs: number): boolean {
  return (campaign === reportingCampaign || campaign === otherCampaign) && timeMs >= toMs - dayMs;
}

type RequestOptions = {
  campaignIds: ReadonlyMap<string, string>;
  toMs: number;
  lostClickId: string;
};

export function makeDemoRequests(
  events: readonly DemoEvent[],
  { campaignIds, toMs, lostClickId }: RequestOptions,
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
  const findClickId = (campaign: string) =>
    events.find((event) => event.campaign === campaign)?.clickId ?? '';
  const clickId = findClickId(reportingCampaign);
  const invalid = [
    `cid=${clickId}&txid=Q-1&payout=2.10&status=maybe`,
    `cid=${clickId}&txid=Q-2&payout=1.2.3`,
    `cid=${clickId.slice(0, -2)}xx&txid=Q-3&payout=2.10`,
    `cid=${findClickId(otherCampaign)}&txid=Q-4&payout=2.10`,
    `cid=${lostClickId}&txid=Q-5&payout=2.10&status=approved`,
    'txid=Q-6&payout=2.10&status=approved',
  ].map((query, index) => request(reportingCampaign, toMs - (index + 1) * 7 * minuteMs, query));
  const broken = request(reportingCampaign, toMs - 55 * minuteMs, '');
  const body = Buffer.from('{"cid": "').toString('base64');
  return [
    ...reported,
    ...invalid,
    { ...broken, method: 'POST' as const, contentType: 'application/json', body },
  ].toSorted((a, b) => a.receivedMs - b.receivedMs);
}
