import type { InboxChange } from '@waypost/contract/conversions/inbox.ts';
import { sql } from 'kysely';
import type { IncomingRequest } from '../../domain/conversions/inbox-row.ts';
import type { Executor } from '../database/database.ts';
import { readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';
import { always } from '../records/record-filter.ts';

export type NewInboxRow = IncomingRequest & { workspaceId: string; batchIndex: number };

/** Inserts either all rows or none. Ignores rows that already exist, because a batch can be sent again. */
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

export async function listInboxBatches(executor: Executor, batches: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ batch: string }>`
    SELECT batch FROM unnest(${[...batches]}::text[]) AS wanted (batch)
    WHERE EXISTS (SELECT FROM inbox WHERE inbox.batch = wanted.batch OFFSET 0)`.execute(executor);
  return rows.map(({ batch }) => batch);
}

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
  /** `waiting` includes requests without a verdict. */
  verdict?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  visitId?: string | undefined;
};

export async function listInboxPage(
  executor: Executor,
  workspaceId: string,
  { campaignId, verdict, from, to, visitId }: InboxFilter,
  page: PageRequest,
): Promise<RowPage<InboxRow>> {
  const hasVerdict =
    verdict === 'waiting' ? sql`(verdict IS NULL OR verdict = 'waiting')` : sql`verdict = ${verdict}`;
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    campaignId === undefined ? always : sql`campaign_id = ${campaignId}::uuid`,
    verdict === undefined ? always : hasVerdict,
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
  return await readListPage(executor, source, page);
}
