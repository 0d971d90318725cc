import type { UploadFailure, UploadLine, UploadState } from '@waypost/contract/conversions/file-uploads.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';
import { countList, readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';
import { always, contains } from '../records/record-filter.ts';

export type UploadRow = {
  id: string;
  kind: 'conversions' | 'costs';
  fileName: string;
  options: Record<string, unknown>;
  state: UploadState;
  bytes: string;
  lines: number;
  taken: number;
  counts: Record<string, number>;
  failure: UploadFailure | null;
  createdAt: Date;
  actorType: string;
  actorId: string | null;
  actorLabel: string;
  touchedAt: Date;
  endedAt: Date | null;
  undoneAt: Date | null;
};

const columns = sql`upload.id, upload.kind, upload.file_name AS "fileName", upload.options, upload.state, upload.bytes,
  upload.lines, upload.taken, upload.counts, upload.failure, upload.created_at AS "createdAt",
  upload.actor_type AS "actorType", upload.actor_id AS "actorId", upload.actor_label AS "actorLabel",
  upload.touched_at AS "touchedAt", upload.ended_at AS "endedAt", upload.undone_at AS "undoneAt"`;

type NewUploadRow = Pick<
  UploadRow,
  'id' | 'kind' | 'fileName' | 'options' | 'createdAt' | 'actorType' | 'actorId' | 'actorLabel'
>;

export async function insertUpload(
  executor: Executor,
  workspaceId: string,
  row: NewUploadRow,
): Promise<void> {
  await sql`INSERT INTO uploads
      (id, workspace_id, kind, file_name, options, created_at, touched_at, actor_type, actor_id, actor_label)
    VALUES (${row.id}, ${workspaceId}, ${row.kind}, ${row.fileName}, ${JSON.stringify(row.options)},
      ${row.createdAt}, ${row.createdAt}, ${row.actorType}, ${row.actorId}, ${row.actorLabel})`.execute(
    executor,
  );
}

export async function findUpload(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    SELECT ${columns} FROM uploads AS upload
    WHERE upload.workspace_id = ${workspaceId} AND upload.id = ${id}`.execute(executor);
  return rows[0];
}

/** Maximum number of running uploads. An upload without progress since `stalledSince` does not count as running. */
type UploadLimit = { atOnceMax: number; stalledSince: Date };

/**
 * Claims the upload for reading, because a file can be read only once and a workspace can have at most `atOnceMax`
 * running uploads.
 */
export async function beginUpload(
  executor: Executor,
  workspaceId: string,
  id: string,
  { now, atOnceMax, stalledSince }: UploadLimit & { now: Date },
): Promise<'claimed' | 'came-already' | 'too-many'> {
  // Only one request at a time holds this lock, so that two requests cannot both take the last slot.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads ${workspaceId}`}, 0))`.execute(executor);
  const { rows } = await sql<{ isWaiting: boolean; running: number }>`
    SELECT upload.state = 'waiting' AS "isWaiting",
      (SELECT count(*) FROM uploads AS other WHERE other.workspace_id = ${workspaceId} AND other.state = 'reading'
        AND other.touched_at > ${stalledSince})::integer AS running
    FROM uploads AS upload WHERE upload.workspace_id = ${workspaceId} AND upload.id = ${id}`.execute(
    executor,
  );
  if (rows[0]?.isWaiting !== true) return 'came-already';
  if (rows[0].running >= atOnceMax) return 'too-many';
  await sql`UPDATE uploads SET state = 'reading', touched_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
  return 'claimed';
}

type UploadStep = { bytes: number; counts: Record<string, number>; lines: UploadLine[]; now: Date };

export async function saveUploadLines(
  executor: Executor,
  workspaceId: string,
  id: string,
  { bytes, counts, lines, now }: UploadStep,
): Promise<void> {
  await sql`INSERT INTO upload_lines (workspace_id, upload_id, line, fate, verdict, message, record_id, no_postback)
    SELECT ${workspaceId}, ${id}, line, fate, verdict, message, "recordId", "noPostback"
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS given
      (line integer, fate text, verdict text, message text, "recordId" uuid, "noPostback" text)
    ON CONFLICT DO NOTHING`.execute(executor);
  const taken = lines.filter(({ fate }) => fate === 'taken').length;
  await sql`UPDATE uploads SET bytes = ${bytes}, counts = ${JSON.stringify(counts)}, touched_at = ${now},
      lines = lines + ${lines.length}, taken = taken + ${taken}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
}

export async function endUpload(
  executor: Executor,
  workspaceId: string,
  id: string,
  { bytes, failure, now }: { bytes: number; failure: UploadFailure | null; now: Date },
): Promise<void> {
  await sql`UPDATE uploads SET state = ${failure === null ? 'done' : 'failed'}, bytes = ${bytes}, ended_at = ${now},
      touched_at = ${now}, failure = ${failure === null ? null : JSON.stringify(failure)}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
}

export async function markUndone(
  executor: Executor,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`UPDATE uploads SET undone_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
}

type UploadFilter = {
  kind?: 'conversions' | 'costs' | undefined;
  state?: UploadState | undefined;
  q?: string | undefined;
  /** An upload that is still being read but has made no progress since this time counts as failed. */
  stalledSince: Date;
};

function hasState({ state, stalledSince }: UploadFilter): RawBuilder<unknown> {
  if (state === undefined) return always;
  const isStalled = sql`upload.state = 'reading' AND upload.touched_at < ${stalledSince}`;
  if (state === 'failed') return sql`(upload.state = 'failed' OR ${isStalled})`;
  return sql`(upload.state = ${state} AND NOT (${isStalled}))`;
}

export async function listUploadPage(
  executor: Executor,
  workspaceId: string,
  filter: UploadFilter,
  page: PageRequest,
): Promise<RowPage<UploadRow> & { total: number }> {
  const from = sql`uploads AS upload`;
  const where = sql`upload.workspace_id = ${workspaceId}
    AND ${filter.kind === undefined ? always : sql`upload.kind = ${filter.kind}`} AND ${hasState(filter)}
    AND ${filter.q === undefined ? always : contains('file_name', filter.q)}`;
  const sorts = { createdAt: { by: sql`upload.created_at`, type: 'timestamptz' } } as const;
  const found = await readListPage<UploadRow>(
    executor,
    { columns, from, where, id: sql`upload.id`, sorts },
    page,
  );
  return { ...found, total: await countList(executor, { from, where }) };
}

type LineFilter = { fate?: 'taken' | 'refused' | undefined };

function matchesLines(workspaceId: string, id: string, { fate }: LineFilter): RawBuilder<unknown> {
  return sql`line.workspace_id = ${workspaceId} AND line.upload_id = ${id}
    AND ${fate === undefined ? always : sql`line.fate = ${fate}`}`;
}

/**
 * Lists lines without a total, because a file may have millions of lines and the upload already contains the counts.
 */
export async function listUploadLinePage(
  executor: Executor,
  upload: { workspaceId: string; id: string },
  filter: LineFilter,
  page: PageRequest,
): Promise<RowPage<UploadLine>> {
  const source = {
    columns: sql`line.line, line.fate, line.verdict, line.message, line.record_id AS "recordId",
      line.no_postback AS "noPostback"`,
    from: sql`upload_lines AS line`,
    where: matchesLines(upload.workspaceId, upload.id, filter),
    // All lines of a file have the same ID, but the order is unambiguous, because line numbers are unique.
    id: sql`line.upload_id`,
    sorts: { line: { by: sql`line.line`, type: 'integer' } },
  } as const;
  return await readListPage<UploadLine>(executor, source, page);
}

export async function listUploadRecords(
  executor: Executor,
  { workspaceId, id }: { workspaceId: string; id: string },
  { before, limit }: { before: number; limit: number },
): Promise<{ line: number; recordId: string }[]> {
  const { rows } = await sql<{ line: number; recordId: string }>`
    SELECT line, record_id AS "recordId" FROM upload_lines
    WHERE workspace_id = ${workspaceId} AND upload_id = ${id} AND line < ${before} AND record_id IS NOT NULL
    ORDER BY line DESC LIMIT ${limit}`.execute(executor);
  return rows;
}

export async function deleteOldUploadLines(
  executor: Executor,
  before: Date,
  atOnce: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM upload_lines WHERE (upload_id, line) IN (
      SELECT line.upload_id, line.line FROM uploads AS upload JOIN upload_lines AS line ON line.upload_id = upload.id
      WHERE upload.created_at < ${before} LIMIT ${atOnce})`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes uploads. Call `deleteOldUploadLines` first to delete their lines, of which there may be millions. */
export async function deleteOldUploads(executor: Executor, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM uploads WHERE created_at < ${before}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}
