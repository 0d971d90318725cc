import type { CostEntryMode, CostStatus } from '@waypost/contract/conversions/costs.ts';
import { sql, type RawBuilder } from 'kysely';
import type { TimedVisits } from '../../domain/costs/allot-cost.ts';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { countList, readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';
import { always, isOneOf } from '../records/record-filter.ts';

/**
 * Part of a cost entry. Its time range, visits and amount are fixed before the part is written; `rows` and `takenOut`
 * (the cost that the part replaced) are added afterward.
 */
export type CostPart = TimedVisits & { amount: string; rows?: number; takenOut?: string };

export type CostEntryRow = {
  id: string;
  workspaceId: string;
  campaignId: string;
  campaignName: string;
  fromAt: Date;
  untilAt: Date;
  tokens: Record<string, string>;
  mode: CostEntryMode;
  amount: string;
  currency: string;
  originalAmount: string;
  originalCurrency: string;
  place: number;
  status: CostStatus;
  reason: string | null;
  visits: number | null;
  parts: CostPart[] | null;
  partsDone: number;
  replacedBy: string | null;
  actorType: Schema['cost_entries']['actor_type'];
  actorId: string | null;
  actorLabel: string;
  createdAt: Date;
  withdrawnAt: Date | null;
};

type NewCostEntry = Omit<
  CostEntryRow,
  | 'workspaceId'
  | 'campaignName'
  | 'place'
  | 'status'
  | 'reason'
  | 'visits'
  | 'parts'
  | 'partsDone'
  | 'replacedBy'
  | 'withdrawnAt'
>;

export async function insertCostEntry(
  executor: Executor,
  workspaceId: string,
  entry: NewCostEntry,
): Promise<void> {
  await executor
    .insertInto('cost_entries')
    .values({
      id: entry.id,
      workspace_id: workspaceId,
      campaign_id: entry.campaignId,
      from_at: entry.fromAt,
      until_at: entry.untilAt,
      tokens: JSON.stringify(entry.tokens),
      mode: entry.mode,
      amount: entry.amount,
      currency: entry.currency,
      original_amount: entry.originalAmount,
      original_currency: entry.originalCurrency,
      actor_type: entry.actorType,
      actor_id: entry.actorId,
      actor_label: entry.actorLabel,
      created_at: entry.createdAt,
    })
    .execute();
}

export const costColumns = sql`
  entry.id, entry.workspace_id AS "workspaceId", entry.campaign_id AS "campaignId", campaign.name AS "campaignName",
  entry.from_at AS "fromAt", entry.until_at AS "untilAt", entry.tokens, entry.mode,
  trim_scale(entry.amount)::text AS amount, entry.currency, trim_scale(entry.original_amount)::text AS "originalAmount",
  entry.original_currency AS "originalCurrency", entry.place::float8 AS place, entry.status, entry.reason, entry.visits::float8 AS visits, entry.parts,
  entry.parts_done AS "partsDone", entry.replaced_by AS "replacedBy", entry.actor_type AS "actorType",
  entry.actor_id AS "actorId", entry.actor_label AS "actorLabel", entry.created_at AS "createdAt",
  entry.withdrawn_at AS "withdrawnAt"`;

export const withCampaign = sql`
  JOIN campaigns AS campaign ON campaign.workspace_id = entry.workspace_id AND campaign.id = entry.campaign_id`;

/**
 * Lists entries that apply, or will apply, to the campaign's visits in this time range. The caller must have locked the
 * campaign; otherwise, a concurrent entry could be missed.
 */
export async function listActiveCostEntries(
  executor: Executor,
  workspaceId: string,
  scope: { campaignId: string; fromAt: Date; untilAt: Date },
): Promise<CostEntryRow[]> {
  const { rows } = await sql<CostEntryRow>`
    SELECT ${costColumns} FROM cost_entries AS entry ${withCampaign}
    WHERE entry.workspace_id = ${workspaceId} AND entry.campaign_id = ${scope.campaignId}::uuid
      AND entry.status IN ('pending', 'spread') AND entry.from_at < ${scope.untilAt} AND entry.until_at > ${scope.fromAt}
    ORDER BY entry.place`.execute(executor);
  return rows;
}

export async function findCostEntry(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<CostEntryRow | undefined> {
  const { rows } = await sql<CostEntryRow>`
    SELECT ${costColumns} FROM cost_entries AS entry ${withCampaign}
    WHERE entry.workspace_id = ${workspaceId} AND entry.id = ${id}::uuid`.execute(executor);
  return rows[0];
}

export async function findCostEntries(
  executor: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<CostEntryRow[]> {
  const { rows } = await sql<CostEntryRow>`
    SELECT ${costColumns} FROM cost_entries AS entry ${withCampaign}
    WHERE entry.workspace_id = ${workspaceId} AND entry.id IN (SELECT unnest(${[...ids]}::uuid[]))
    ORDER BY entry.place DESC`.execute(executor);
  return rows;
}

export async function listReplacementsAfter(
  executor: Executor,
  workspaceId: string,
  { campaignIds, place }: { campaignIds: string[]; place: number },
): Promise<CostEntryRow[]> {
  const { rows } = await sql<CostEntryRow>`
    SELECT ${costColumns} FROM cost_entries AS entry ${withCampaign}
    WHERE entry.workspace_id = ${workspaceId} AND ${isOneOf(campaignIds, 'entry.campaign_id')}
      AND entry.mode = 'replace' AND entry.status IN ('pending', 'spread') AND entry.place > ${place}
    ORDER BY entry.place`.execute(executor);
  return rows;
}

type CostFilter = {
  campaignId?: string | undefined;
  status?: CostStatus | undefined;
};

export async function listCostPage(
  executor: Executor,
  workspaceId: string,
  filter: CostFilter,
  page: PageRequest,
): Promise<RowPage<CostEntryRow>> {
  const source = {
    columns: costColumns,
    from: sql`cost_entries AS entry ${withCampaign}`,
    where: matchesFilter(workspaceId, filter),
    id: sql`entry.id`,
    sorts: {
      createdAt: { by: sql`entry.created_at`, type: 'timestamptz' },
      from: { by: sql`entry.from_at`, type: 'timestamptz' },
      status: { by: sql`entry.status`, type: 'text' },
    },
  } as const;
  return await readListPage(executor, source, page);
}

export async function countCostEntries(
  executor: Executor,
  workspaceId: string,
  filter: CostFilter,
): Promise<number> {
  return await countList(executor, {
    from: sql`cost_entries AS entry`,
    where: matchesFilter(workspaceId, filter),
  });
}

function matchesFilter(workspaceId: string, { campaignId, status }: CostFilter): RawBuilder<unknown> {
  return sql`entry.workspace_id = ${workspaceId}
    AND ${campaignId === undefined ? always : sql`entry.campaign_id = ${campaignId}::uuid`}
    AND ${status === undefined ? always : sql`entry.status = ${status}`}`;
}

/** Starts reversing the given entries. Returns the IDs of the entries that were still active. */
export async function beginCostWithdrawal(
  executor: Executor,
  workspaceId: string,
  ids: readonly string[],
  { now, replacedBy }: { now: Date; replacedBy: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE cost_entries SET status = 'withdrawing', withdrawn_at = ${now}, replaced_by = ${replacedBy}
    WHERE workspace_id = ${workspaceId} AND id IN (SELECT unnest(${[...ids]}::uuid[]))
      AND status IN ('pending', 'spread')
    RETURNING id`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Returns at most two campaigns, which is enough to detect that the name is ambiguous. */
export async function listCampaignsByName(
  executor: Executor,
  workspaceId: string,
  name: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM campaigns WHERE workspace_id = ${workspaceId} AND name = ${name}
    ORDER BY id LIMIT 2`.execute(executor);
  return rows.map(({ id }) => id);
}
