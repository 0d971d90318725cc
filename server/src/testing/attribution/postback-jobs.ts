import { sql } from 'kysely';
import type { HostFailures } from '../../domain/postbacks/judge-host.ts';
import { eventColumns } from '../../domain/traffic/columns.ts';
import { readCell } from '../../domain/traffic/read-cell.ts';
import { readVisitCells } from '../../domain/traffic/visit-cells.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../store/database/database.ts';
import type { HostKey } from '../../store/postbacks/postback-hosts.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';

export function makePostbackJob(
  fields: Pick<NewPostbackJob, 'workspaceId' | 'campaignId' | 'url'> & Partial<NewPostbackJob>,
): NewPostbackJob {
  const createdMs = fields.createdMs ?? Date.now();
  const { workspaceId, campaignId } = fields;
  return {
    id: newId(createdMs),
    conversionId: newId(),
    eventId: newId(),
    idx: 1,
    occasion: 'first',
    method: 'GET',
    headers: [],
    body: null,
    successText: null,
    receiver: 'template',
    origin: new URL(fields.url).origin,
    visit: readVisitCells({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_time: '1794819600.000',
      visit_id: newId(1_794_819_600_000),
      country: 'DE',
    }),
    createdMs,
    ...fields,
  };
}

export function makePostbackHost({ workspaceId, origin, createdMs }: NewPostbackJob): HostKey & HostFailures {
  const [pausedAtMs, pausedUntilMs] = [createdMs, createdMs + 60_000];
  const failure = { failures: 10, failingSinceMs: createdMs, lastError: 'connect', pauses: 1 };
  return { workspaceId, origin, ...failure, pausedAtMs, pausedUntilMs };
}

type PostbackRow = Record<(typeof eventColumns)[number], string>;

export async function readPostbackRows(database: Database, workspaceId: string): Promise<PostbackRow[]> {
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ row: string }>`SELECT row FROM outbox WHERE workspace_id = ${workspaceId} ORDER BY id`.execute(
      executor,
    ),
  );
  return rows.map(({ row }) => {
    const cells = row.split('\t');
    return Object.fromEntries(
      eventColumns.map((name, index) => [name, readCell(cells[index])]),
    ) as PostbackRow;
  });
}

export type StoredJob = {
  id: string;
  state: string;
  attempts: number;
  step: number;
  lastStatus: number | null;
  lastError: string | null;
  waitMs: number;
  isClaimed: boolean;
};

export async function readPostbackJobs(database: Database, workspaceId: string): Promise<StoredJob[]> {
  const { rows } = await database.readAsSystem((executor) =>
    sql<StoredJob>`
      SELECT id, state, attempts, step, last_status AS "lastStatus", last_error AS "lastError",
        (extract(epoch FROM next_at - last_attempt_at) * 1000)::float8 AS "waitMs", claim IS NOT NULL AS "isClaimed"
      FROM postback_jobs WHERE workspace_id = ${workspaceId} ORDER BY id`.execute(executor),
  );
  return rows;
}
