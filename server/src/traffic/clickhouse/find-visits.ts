import { columnsOfVisit } from '../../domain/traffic/columns.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import { readVisitCells } from '../../domain/traffic/visit-cells.ts';
import { isId, timeOfId } from '../../platform/ids.ts';
import type { VisitKey } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';

// A transaction of PostgreSQL may wait for the answer, and waits no longer than this.
const timeoutSeconds = 6;
const queryBytesMax = 16 * 1_024 * 1_024;
const selected = [...columnsOfVisit, 'cost'] as const;
const key = 'workspace_id, campaign_id, visit_time, visit_id';

/**
 * Visits by their ids, with one question however many they are; those that are not there are left out. An id has the
 * visit's time in it, so that the question goes by the table's whole order and reads next to nothing else.
 */
export async function findVisits(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
): Promise<Map<string, RecordedVisit>> {
  if (keys.length === 0) return new Map();
  const result = await client.query({
    query: `
      SELECT ${selected.join(', ')} FROM events
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
      .map((visit) => [visit.visitId, visit]),
  );
}

/** Texts are escaped in this format just as in rows of ours. */
function readVisit(line: string): RecordedVisit {
  const cells = line.split('\t');
  return readVisitCells(Object.fromEntries(selected.map((name, at) => [name, cells[at] ?? ''])));
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
