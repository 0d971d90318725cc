import { timeCell } from '../domain/events/time-cells.ts';
import { trafficColumns } from '../domain/events/columns.ts';
import type { VisitCells } from '../domain/events/visit-cells.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { isId, timeOfId } from '../platform/ids.ts';

export type VisitKey = { workspaceId: string; campaignId: string; visitId: string };

// A transaction of PostgreSQL may wait for the answer, and waits no longer than this.
const timeoutSeconds = 6;
const queryBytesMax = 16 * 1_024 * 1_024;
const key = 'workspace_id, campaign_id, visit_time, visit_id';

/**
 * Visits by their ids, with one question however many they are; those that are not there are left out. An id has the
 * visit's time in it, so that the question goes by the table's whole order and reads next to nothing else.
 */
export async function findVisits(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
): Promise<Map<string, VisitCells>> {
  if (keys.length === 0) return new Map();
  const result = await client.query({
    query: `
      SELECT ${trafficColumns.join(', ')} FROM events
      WHERE type = 'visit' AND (${key}) IN (
        SELECT ${key} FROM format(TSV,
          'workspace_id UUID, campaign_id UUID, visit_time DateTime64(3, \\'UTC\\'), visit_id UUID', '${listRows(keys)}'))`,
    clickhouse_settings: {
      max_execution_time: timeoutSeconds,
      max_query_size: String(queryBytesMax),
    },
    abort_signal: AbortSignal.timeout((timeoutSeconds + 1) * 1_000),
    format: 'TabSeparated',
  });
  const lines = (await result.text()).split('\n');
  return new Map(
    lines
      .filter((line) => line !== '')
      .map(readVisit)
      .map((visit) => [visit['visit_id'] ?? '', visit]),
  );
}

function readVisit(line: string): VisitCells {
  const cells = line.split('\t');
  const visit: Record<string, string> = {};
  for (const [at, name] of trafficColumns.entries()) visit[name] = cells[at] ?? '';
  return visit;
}

/** As a text that ClickHouse reads like a file, and part of the statement: so nothing may be in it but ids and times. */
function listRows(keys: readonly VisitKey[]): string {
  return keys
    .map(({ workspaceId, campaignId, visitId }) => {
      if (!isId(workspaceId) || !isId(campaignId) || !isId(visitId)) throw new Error('an id is not one');
      return `${workspaceId}\\t${campaignId}\\t${timeCell(timeOfId(visitId))}\\t${visitId}`;
    })
    .join('\\n');
}
