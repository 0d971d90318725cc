import { sql } from 'kysely';
import type { Conversion, CreditedOffer } from '../../domain/conversions/index.ts';
import type { Executor } from '../database/database.ts';
import { isOwn, isSame } from '../database/lookup.ts';

type VisitToLock = { workspaceId: string; visitId: string };

export type StoredConversion = {
  id: string;
  workspaceId: string;
  campaignId: string;
  visitId: string;
  position: number;
  receivedMs: number;
  /** Expiry date of all rows of this conversion. If the retention is extended later, this date does not change. */
  expires: string;
  /** Offer that the conversion is credited to, or null if it is the offer chosen for the visit. */
  offer: CreditedOffer | null;
  isTest: boolean;
  state: Conversion;
};

/**
 * Locks visits until the transaction ends so that no other worker applies events to them. Locks rows in ID order to
 * prevent deadlocks. The update with `WHERE false` locks existing rows without changing them.
 */
export async function lockVisits(executor: Executor, visits: readonly VisitToLock[]): Promise<void> {
  await sql`
    INSERT INTO attributed_visits (visit_id, workspace_id)
    SELECT visit_id, workspace_id FROM unnest(
      ${visits.map(({ visitId }) => visitId)}::uuid[], ${visits.map(({ workspaceId }) => workspaceId)}::uuid[]
    ) AS given (visit_id, workspace_id)
    ORDER BY visit_id
    ON CONFLICT (visit_id) DO UPDATE SET visit_id = excluded.visit_id WHERE false`.execute(executor);
}

type ConversionColumns = Omit<StoredConversion, 'state' | 'offer'> &
  CreditedOffer &
  Omit<Conversion, 'sent' | 'amounts'> &
  Omit<Conversion['amounts'], 'outside'> & {
    sentAmount: string | null;
    sentCurrency: string | null;
    outsideRevenue: string;
    outsideFlatCost: string;
    outsideShareCost: string;
  };

export async function listConversionsOfVisits(
  executor: Executor,
  visits: readonly VisitToLock[],
): Promise<StoredConversion[]> {
  const { rows } = await sql<ConversionColumns>`
    SELECT id, conversions.workspace_id AS "workspaceId", campaign_id AS "campaignId", conversions.visit_id AS "visitId",
      position, (extract(epoch FROM received_at) * 1000)::float8 AS "receivedMs", expires::text AS expires,
      offer_id AS "offerId", affiliate_network_id AS "affiliateNetworkId", is_test AS "isTest", idx,
      transaction_id AS "transactionId", ordinal, event, label, is_conversion AS "isConversion", status,
      has_earned AS "hasEarned", is_rejection_counted AS "isRejectionCounted", changed_ms::float8 AS "changedMs",
      is_from_page AS "isFromPage",
      sent_amount AS "sentAmount", sent_currency AS "sentCurrency", payout, currency, revenue, value,
      flat_cost AS "flatCost", share_cost AS "shareCost", outside_revenue AS "outsideRevenue",
      outside_flat_cost AS "outsideFlatCost", outside_share_cost AS "outsideShareCost"
    FROM unnest(
      ${visits.map(({ workspaceId }) => workspaceId)}::uuid[], ${visits.map(({ visitId }) => visitId)}::uuid[]
    ) AS given (workspace_id, visit_id)
    -- OFFSET 0 forces an index lookup per visit. Without it, the ORDER BY makes the planner scan all conversions by
    -- their index.
    CROSS JOIN LATERAL (
      SELECT * FROM conversions WHERE conversions.visit_id = given.visit_id AND ${isOwn('conversions')} OFFSET 0
    ) AS conversions
    ORDER BY conversions.visit_id, position`.execute(executor);
  return rows.map(fromColumns);
}

function fromColumns(row: ConversionColumns): StoredConversion {
  const { id, workspaceId, campaignId, visitId, position, receivedMs, expires, offerId, isTest } = row;
  const { idx, transactionId, ordinal, event, label, isConversion } = row;
  const { status, hasEarned, isRejectionCounted, changedMs, isFromPage } = row;
  const { sentAmount, sentCurrency, payout, currency, revenue, value, flatCost, shareCost } = row;
  const { outsideRevenue, outsideFlatCost, outsideShareCost } = row;
  const sent =
    sentAmount === null || sentCurrency === null ? null : { amount: sentAmount, currency: sentCurrency };
  const outside = { revenue: outsideRevenue, flatCost: outsideFlatCost, shareCost: outsideShareCost };
  const amounts = { payout, currency, revenue, value, flatCost, shareCost, outside };
  const identity = { idx, transactionId, ordinal, event, label, isConversion };
  const state = { ...identity, status, hasEarned, isRejectionCounted, changedMs, sent, amounts, isFromPage };
  const offer = offerId === null ? null : { offerId, affiliateNetworkId: row.affiliateNetworkId };
  return { id, workspaceId, campaignId, visitId, position, receivedMs, expires, offer, isTest, state };
}

export async function insertConversions(
  executor: Executor,
  conversions: readonly StoredConversion[],
  now: Date,
): Promise<void> {
  if (conversions.length === 0) return;
  const list = <Value>(pick: (conversion: StoredConversion) => Value) => conversions.map(pick);
  await sql`
    INSERT INTO conversions (id, workspace_id, campaign_id, visit_id, position, received_at, expires, offer_id,
      affiliate_network_id, is_test, idx, ordinal, updated_at, ${stateNames})
    SELECT id, workspace_id, campaign_id, visit_id, position, to_timestamp(received_ms / 1000.0), expires,
      offer_id, affiliate_network_id, is_test, idx, ordinal, ${now}, ${stateNames}
    FROM unnest(
      ${list(({ id }) => id)}::uuid[], ${list(({ workspaceId }) => workspaceId)}::uuid[],
      ${list(({ campaignId }) => campaignId)}::uuid[], ${list(({ visitId }) => visitId)}::uuid[],
      ${list(({ position }) => position)}::int[], ${list(({ receivedMs }) => receivedMs)}::bigint[],
      ${list(({ expires }) => expires)}::date[], ${list(({ offer }) => offer?.offerId ?? null)}::uuid[],
      ${list(({ offer }) => offer?.affiliateNetworkId ?? null)}::uuid[],
      ${list(({ isTest }) => isTest)}::boolean[],
      ${list(({ state }) => state.idx)}::smallint[], ${list(({ state }) => state.ordinal)}::int[],
      ${stateLists(conversions)}
    ) AS given (id, workspace_id, campaign_id, visit_id, position, received_ms, expires, offer_id,
      affiliate_network_id, is_test, idx, ordinal, ${stateNames})`.execute(executor);
}

export async function updateConversions(
  executor: Executor,
  conversions: readonly StoredConversion[],
  now: Date,
): Promise<void> {
  if (conversions.length === 0) return;
  await sql`
    UPDATE conversions SET (updated_at, ${stateNames}) = (${now}, ${givenStateNames})
    FROM unnest(
      ${conversions.map(({ workspaceId }) => workspaceId)}::uuid[], ${conversions.map(({ id }) => id)}::uuid[],
      ${stateLists(conversions)}) AS given (workspace_id, id, ${stateNames})
    WHERE ${isSame('conversions.id', 'given.id')} AND ${isOwn('conversions')}`.execute(executor);
}

const stateColumns = [
  'transaction_id',
  'event',
  'label',
  'is_conversion',
  'status',
  'has_earned',
  'is_rejection_counted',
  'changed_ms',
  'sent_amount',
  'sent_currency',
  'payout',
  'currency',
  'revenue',
  'value',
  'flat_cost',
  'share_cost',
  'outside_revenue',
  'outside_flat_cost',
  'outside_share_cost',
  'is_from_page',
];
const stateNames = sql.raw(stateColumns.join(', '));
const givenStateNames = sql.raw(stateColumns.map((name) => `given.${name}`).join(', '));

// Lists the values in the same order as `stateColumns`.
function stateLists(conversions: readonly StoredConversion[]) {
  const list = <Value>(pick: (state: Conversion) => Value) => conversions.map(({ state }) => pick(state));
  return sql`
    ${list(({ transactionId }) => transactionId)}::text[], ${list(({ event }) => event)}::text[],
    ${list(({ label }) => label)}::text[], ${list(({ isConversion }) => isConversion)}::boolean[],
    ${list(({ status }) => status)}::text[], ${list(({ hasEarned }) => hasEarned)}::boolean[],
    ${list(({ isRejectionCounted }) => isRejectionCounted)}::boolean[],
    ${list(({ changedMs }) => changedMs)}::bigint[],
    ${list(({ sent }) => sent?.amount ?? null)}::numeric[], ${list(({ sent }) => sent?.currency ?? null)}::text[],
    ${list(({ amounts }) => amounts.payout)}::numeric[], ${list(({ amounts }) => amounts.currency)}::text[],
    ${list(({ amounts }) => amounts.revenue)}::numeric[], ${list(({ amounts }) => amounts.value)}::numeric[],
    ${list(({ amounts }) => amounts.flatCost)}::numeric[], ${list(({ amounts }) => amounts.shareCost)}::numeric[],
    ${list(({ amounts }) => amounts.outside.revenue)}::numeric[],
    ${list(({ amounts }) => amounts.outside.flatCost)}::numeric[],
    ${list(({ amounts }) => amounts.outside.shareCost)}::numeric[],
    ${list(({ isFromPage }) => isFromPage)}::boolean[]`;
}
