import type { ClickedOffer } from '../../domain/conversions/index.ts';
import { columnsOfVisit } from '../../domain/traffic/columns.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import { readIdCell, readVisitCells } from '../../domain/traffic/visit-cells.ts';
import { isId, timeOfId } from '../../platform/ids.ts';
import type { VisitKey } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';

// Timeout of the query. It is short, because the caller may be holding a PostgreSQL transaction open.
const timeoutSeconds = 6;
const queryBytesMax = 16 * 1_024 * 1_024;
const selected = [...columnsOfVisit, 'cost'] as const;
const key = 'workspace_id, campaign_id, visit_time, visit_id';

/**
 * Finds all visits with one query. The visit ID contains the time of the visit, so the query can use the full sorting
 * key and reads few other rows.
 */
export async function findVisits(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
): Promise<Map<string, RecordedVisit>> {
  const lines = await queryLines(
    client,
    keys,
    (isListed) => `SELECT ${selected.join(', ')} FROM events WHERE type = 'visit' AND ${isListed}`,
  );
  return new Map(lines.map(readVisit).map((visit) => [visit.visitId, visit]));
}

export async function findClicks(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
): Promise<Map<string, ClickedOffer[]>> {
  const lines = await queryLines(
    client,
    keys,
    (isListed) => `
      SELECT visit_id, offer_id, affiliate_network_id, toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time))
      FROM events WHERE type = 'lpclick' AND outcome = 'offer' AND lp_clicks = 1 AND ${isListed}
      GROUP BY visit_id, offer_id, affiliate_network_id`,
  );
  const clicks = lines.map((line) => {
    const [visitId = '', offerId = '', affiliateNetworkId = '', firstMs, lastMs] = line.split('\t');
    return {
      visitId,
      offerId: readIdCell(offerId),
      affiliateNetworkId: readIdCell(affiliateNetworkId),
      firstMs: Number(firstMs),
      lastMs: Number(lastMs),
    };
  });
  return Map.groupBy(clicks, ({ visitId }) => visitId);
}

async function queryLines(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
  buildQuery: (isListed: string) => string,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const isListed = `(${key}) IN (SELECT ${key} FROM format(TSV,
    'workspace_id UUID, campaign_id UUID, visit_time DateTime64(3, \\'UTC\\'), visit_id UUID', '${listRows(keys)}'))`;
  const result = await client.query({
    query: buildQuery(isListed),
    clickhouse_settings: {
      max_execution_time: timeoutSeconds,
      max_query_size: String(queryBytesMax),
    },
    abort_signal: AbortSignal.timeout((timeoutSeconds + 1) * 1_000),
    format: 'TabSeparated',
  });
  return (await result.text()).split('\n').filter((line) => line !== '');
}

function readVisit(line: string): RecordedVisit {
  const cells = line.split('\t');
  return readVisitCells(Object.fromEntries(selected.map((name, at) => [name, cells[at] ?? ''])));
}

// Lists the keys as TSV inside the SQL text. The text may contain only validated IDs and times.
function listRows(keys: readonly VisitKey[]): string {
  return keys
    .map(({ workspaceId, campaignId, visitId }) => {
      if (!isId(workspaceId) || !isId(campaignId) || !isId(visitId)) throw new Error('invalid ID');
      return `${workspaceId}\\t${campaignId}\\t${timeCell(timeOfId(visitId))}\\t${visitId}`;
    })
    .join('\\n');
}
