import type { OfferCounts, OfferToCount } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { offerClicks, quarterMs } from './rollups.ts';

// A worker holds the right to count meanwhile; what takes longer is of no use to it.
const limits = { timeoutMs: 4_000 };

type Counted = { offerId: string; clicks: string; conversions: string };

/** What became of offers since a time of their own. One statement for all of them. */
export async function countOffers(
  connections: TrafficConnections,
  offers: readonly OfferToCount[],
): Promise<OfferCounts[]> {
  const counted = [
    ...(await ask(connections, offers.filter(isWhole), fromQuarters)),
    // The rollup knows quarters of an hour, and days of all timezones begin with one. Other moments are counted by rows.
    ...(await ask(
      connections,
      offers.filter((offer) => !isWhole(offer)),
      fromRows,
    )),
  ];
  return counted.map(({ offerId, clicks, conversions }) => ({
    offerId,
    clicks: Number(clicks),
    conversions: Number(conversions),
  }));
}

function isWhole({ sinceMs }: OfferToCount): boolean {
  return sinceMs % quarterMs === 0;
}

const wanted = 'unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS wanted (workspace_id, offer_id, since)';
const fromQuarters = `SELECT kept.offer_id AS "offerId", sum(kept.clicks) AS clicks, sum(kept.conversions) AS conversions
  FROM ${wanted} JOIN traffic.offer_quarters AS kept
  ON kept.workspace_id = wanted.workspace_id AND kept.offer_id = wanted.offer_id AND kept.start >= wanted.since
  GROUP BY kept.workspace_id, kept.offer_id`;
const fromRows = `SELECT events.offer_id AS "offerId", ${offerClicks} AS clicks, coalesce(sum(conversions), 0) AS conversions
  FROM ${wanted} JOIN traffic.events
  ON events.workspace_id = wanted.workspace_id AND events.offer_id = wanted.offer_id AND events.time >= wanted.since
  GROUP BY events.workspace_id, events.offer_id`;

async function ask(
  connections: TrafficConnections,
  offers: readonly OfferToCount[],
  text: string,
): Promise<Counted[]> {
  if (offers.length === 0) return [];
  const list = <Value>(pick: (offer: OfferToCount) => Value) => offers.map(pick);
  const values = [
    list(({ workspaceId }) => workspaceId),
    list(({ offerId }) => offerId),
    list(({ sinceMs }) => Math.floor(sinceMs)),
  ];
  const { rows } = await connections.asSystem(limits, (client) => client.query<Counted>(text, values));
  return rows;
}
