import type { InboxChange } from '@waypost/contract/inbox.ts';
import { sql } from 'kysely';
import type { IncomingRequest } from '../../domain/inbox/inbox-row.ts';
import type { Executor } from '../database/database.ts';
import { readListPart, type FoundPart, type ListPart } from '../lists/list-part.ts';
import { always } from '../records/record-filter.ts';

/** A request that nobody has looked at yet, and its place in the batch it came with. */
export type NewInboxRow = IncomingRequest & { workspaceId: string; batchIndex: number };

/** All of them or none. Those that are there already, from a batch that is sent again, stay as they are. */
export async function insertInboxRows(
  executor: Executor,
  batch: string,
  rows: readonly NewInboxRow[],
): Promise<void> {
  const list = <Value>(pick: (row: NewInboxRow) => Value) => rows.map(pick);
  await sql`
    INSERT INTO inbox (id, workspace_id, campaign_id, received_at, batch, batch_index, method, query, content_type, body,
      address, user_agent, next_at)
    SELECT id, workspace_id, campaign_id, to_timestamp(received_ms / 1000.0), ${batch}, batch_index, method, query,
      content_type, decode(body, 'base64'), address, user_agent, least(to_timestamp(received_ms / 1000.0), now())
    FROM unnest(
      ${list((row) => row.id)}::uuid[], ${list((row) => row.workspaceId)}::uuid[], ${list((row) => row.campaignId)}::uuid[],
      ${list((row) => row.receivedMs)}::bigint[], ${list((row) => row.batchIndex)}::int[], ${list((row) => row.method)}::text[],
      ${list((row) => row.query)}::text[], ${list((row) => row.contentType)}::text[], ${list((row) => row.body)}::text[],
      ${list((row) => row.address)}::text[], ${list((row) => row.userAgent)}::text[]
    ) AS given (id, workspace_id, campaign_id, received_ms, batch_index, method, query, content_type, body, address, user_agent)
    ON CONFLICT DO NOTHING`.execute(executor);
}

/** Which of these batches have come. */
export async function listInboxBatches(executor: Executor, batches: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ batch: string }>`
    SELECT batch FROM unnest(${[...batches]}::text[]) AS wanted (batch)
    WHERE EXISTS (SELECT FROM inbox WHERE inbox.batch = wanted.batch OFFSET 0)`.execute(executor);
  return rows.map(({ batch }) => batch);
}

/** To whom campaigns belong; those that do not exist are left out. */
export async function listCampaignOwners(
  executor: Executor,
  campaignIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; workspaceId: string }>`
    SELECT id, workspace_id AS "workspaceId" FROM campaigns
    WHERE id IN (SELECT unnest(${[...campaignIds]}::uuid[]))`.execute(executor);
  return new Map(rows.map(({ id, workspaceId }) => [id, workspaceId]));
}

export type InboxRow = {
  id: string;
  campaignId: string;
  receivedAt: Date;
  method: IncomingRequest['method'];
  query: string;
  contentType: string;
  body: Buffer;
  address: string;
  userAgent: string;
  verdict: string | null;
  reason: string | null;
  changes: InboxChange[] | null;
  handledAt: Date | null;
  attempts: number;
  nextAt: Date;
};

type InboxFilter = {
  campaignId?: string | undefined;
  /** `waiting` stands also for what nobody has looked at yet. */
  verdict?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  visitId?: string | undefined;
};

export async function listInboxPart(
  executor: Executor,
  workspaceId: string,
  { campaignId, verdict, from, to, visitId }: InboxFilter,
  part: ListPart,
): Promise<FoundPart<InboxRow>> {
  const isJudgedSo =
    verdict === 'waiting' ? sql`(verdict IS NULL OR verdict = 'waiting')` : sql`verdict = ${verdict}`;
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    campaignId === undefined ? always : sql`campaign_id = ${campaignId}::uuid`,
    verdict === undefined ? always : isJudgedSo,
    from === undefined ? always : sql`received_at >= ${from}`,
    to === undefined ? always : sql`received_at <= ${to}`,
    visitId === undefined ? always : sql`visit_id = ${visitId}::uuid`,
  ];
  const source = {
    columns: sql`id, campaign_id AS "campaignId", received_at AS "receivedAt", method, query, content_type AS "contentType",
      body, address, user_agent AS "userAgent", verdict, reason, changes, handled_at AS "handledAt", attempts,
      next_at AS "nextAt"`,
    from: sql`inbox`,
    where: sql.join(conditions, sql` AND `),
    id: sql`id`,
    sorts: { receivedAt: { by: sql`received_at`, type: 'timestamptz' } },
  } as const;
  return await readListPart(executor, source, part);
}
