import type { Offer } from '@waypost/contract/campaigns/offers.ts';
import { sql, type Selectable } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { isOneOf, matchesFilter, type Page, type RecordFilter } from './record-filter.ts';
import { paginate, type RecordUse } from './records.ts';

export type OfferRow = Omit<Offer, 'createdAt'> & { createdAt: Date };

export async function insertOffer(
  executor: Executor,
  workspaceId: string,
  offer: Omit<OfferRow, 'version'>,
): Promise<void> {
  const { id, status, createdAt } = offer;
  const times = { created_at: createdAt, updated_at: createdAt };
  await executor
    .insertInto('offers')
    .values({ id, workspace_id: workspaceId, status, ...toColumns(offer), ...times })
    .execute();
}

export async function updateOfferRow(
  executor: Executor,
  workspaceId: string,
  offer: OfferRow,
  updatedAt: Date,
): Promise<void> {
  await executor
    .updateTable('offers')
    .set({ ...toColumns(offer), updated_at: updatedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', offer.id)
    .execute();
}

export async function findOffer(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<OfferRow | undefined> {
  const row = await executor
    .selectFrom('offers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : fromColumns(row);
}

type OfferFilter = RecordFilter & { affiliateNetworkId?: string | undefined };

export async function listOfferRows(
  executor: Executor,
  workspaceId: string,
  filter: OfferFilter,
  page: Page,
): Promise<OfferRow[]> {
  const { affiliateNetworkId } = filter;
  const query = executor
    .selectFrom('offers')
    .selectAll()
    .where(matchesFilter(filter))
    .$if(affiliateNetworkId !== undefined, (offers) =>
      offers.where('affiliate_network_id', '=', affiliateNetworkId ?? ''),
    );
  return (await paginate(query, workspaceId, filter, page).execute()).map(fromColumns);
}

/** Locks offers in the same order as every other function that locks several offers, to prevent deadlocks. */
export async function lockOffersAndOverflows(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<void> {
  await sql`
    SELECT id FROM offers WHERE workspace_id = ${workspaceId} AND (id IN (SELECT unnest(${ids}::uuid[])) OR id IN (
      SELECT overflow_offer_id FROM offers WHERE workspace_id = ${workspaceId} AND id IN (SELECT unnest(${ids}::uuid[]))))
    ORDER BY id FOR NO KEY UPDATE`.execute(executor);
}

export async function listOfferUses(
  executor: Executor,
  workspaceId: string,
  reference: 'affiliate_network_id' | 'overflow_offer_id',
  ids: string[],
): Promise<RecordUse[]> {
  return await executor
    .selectFrom('offers')
    .select(['id', 'name', sql<string>`${sql.ref(reference)}`.as('used')])
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf(ids, reference))
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
}

function toColumns(offer: Omit<OfferRow, 'version'>) {
  const { name, affiliateNetworkId, url, country, payout, caps, overflowOfferId, shortName } = offer;
  return {
    name,
    affiliate_network_id: affiliateNetworkId,
    url,
    country,
    payout_mode: payout.mode,
    payout_amount: payout.amount === null ? null : String(payout.amount),
    caps: JSON.stringify(caps),
    overflow_offer_id: overflowOfferId,
    short_name: shortName,
  };
}

function fromColumns(row: Selectable<Schema['offers']>): OfferRow {
  return {
    id: row.id,
    name: row.name,
    affiliateNetworkId: row.affiliate_network_id,
    url: row.url,
    country: row.country,
    payout: {
      mode: row.payout_mode,
      amount: row.payout_amount === null ? null : Number(row.payout_amount),
    },
    caps: row.caps,
    overflowOfferId: row.overflow_offer_id,
    shortName: row.short_name,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
  };
}
