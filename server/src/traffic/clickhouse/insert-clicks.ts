import { noId } from '../../domain/traffic/cells.ts';
import { randomBytes } from 'node:crypto';
import { noneMissing, type BatchTarget } from '../../domain/traffic/batch-target.ts';
import { groupedColumns, trafficColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { visitUnknown } from '../../domain/traffic/reasons.ts';
import { separateRefused } from '../../domain/traffic/separate-refused.ts';
import type { ClickHouseClient } from './client.ts';
import { hasRows } from './has-rows.ts';
import {
  batchSettings,
  createProbe,
  describeLine,
  findBatches,
  lineColumns,
  reportOutcome,
} from './insert-batch.ts';
import { insertColumnName } from './insert-column-names.ts';
import { describeRowError, sendLines } from './send-lines.ts';

// A click already contains its offer and network, so these columns are not copied from the visit. Only adjustments copy
// them.
const chosenColumns = ['offer_id', 'affiliate_network_id'] as const;

export const columnsFromVisit = groupedColumns.filter(
  (name) => !chosenColumns.some((column) => column === name),
);

export const visitKey = ['workspace_id', 'campaign_id', 'visit_time', 'visit_id'] as const;
const key = visitKey.join(', ');
const hasVisitId = `visit_id != toUUID('${noId}')`;
// ClickHouse matches the set of keys against the primary key, so only granules that may contain a visit are read.
export const visitsOfClicks = `FROM events WHERE type = 'visit' AND (${key}) IN (SELECT ${key} FROM clicks WHERE ${hasVisitId})`;

export function createClickTarget(client: ClickHouseClient): BatchTarget {
  // The structure is cached, because columns change only with a migration, which requires a restart.
  let structure: string | undefined;
  const send = async (query: string, lines: Buffer, settings: Record<string, string>): Promise<string> => {
    structure ??= await describeLine(client);
    const table = { clicks_structure: structure, clicks_format: 'TabSeparated' };
    return await sendLines(client, {
      query,
      ...asExternalTable(lines),
      settings: { ...batchSettings, ...settings, ...table },
    });
  };
  return {
    insert: (batch, lines) =>
      reportOutcome(() => send(insertQuery, lines, { insert_deduplication_token: batch })),
    findBatches: (batches, sinceMs) => findBatches(client, batches, sinceMs),
    hasRows: (lines) => hasRows(client, lineColumns, lines),
    separateRefused: async (lines) => {
      const probe = await createProbe(client);
      return await separateRefused(lines, probe);
    },
    findMissingVisits: async (lines) => {
      try {
        const [count = 0, newestMs = 0] = (await send(missingQuery, lines, {})).split('\t').map(Number);
        return { count, newestMs };
      } catch (error) {
        // A line that cannot be parsed is not reported here, because the insert will report it.
        if (describeRowError(error) !== undefined) return noneMissing;
        throw error;
      }
    },
  };
}

const isFound = 'visit.is_found = 1';
const isPromotion = `${isFound} AND has(click.reasons, 'prefetch-followed')`;
const visitColumns = [...groupedColumns, 'is_unique', 'outcome'] as const;

export const joinedVisits = `(SELECT ${key}, ${visitColumns.join(', ')}, 1 AS is_found ${visitsOfClicks}) AS visit
USING (${key})`;

const insertQuery = `INSERT INTO events (${['batch', ...trafficColumns].map(insertColumnName).join(', ')})
SELECT batch, ${trafficColumns.map(selectWithVisit).join(', ')}
FROM clicks AS click
LEFT ANY JOIN ${joinedVisits}`;

const missingQuery = `SELECT uniqExact(${key}), toUnixTimestamp64Milli(max(visit_time)) FROM clicks
WHERE ${hasVisitId} AND (${key}) NOT IN (SELECT ${key} ${visitsOfClicks}) FORMAT TabSeparated`;

export function selectWithVisit(name: EventColumn): string {
  const fromVisit = (when: string) => `if(${when}, visit.${name}, click.${name})`;
  // A row that adds tags keeps its own tags.
  if (name === 'tags') return fromVisit(`${isFound} AND NOT has(click.reasons, 'tag')`);
  if (name === 'reasons')
    return `if(${isFound}, click.reasons, arrayPushBack(click.reasons, '${visitUnknown}'))`;
  // Uniqueness was determined at the time of the visit, but the visit counts as unique only after the promotion.
  if (name === 'unique_visits') return `if(${isPromotion}, toInt8(visit.is_unique), click.unique_visits)`;
  // Landing-page views also come from the visit, because the click may have taken a different path.
  if (name === 'lp_views')
    return `if(${isPromotion}, toInt8(visit.outcome IN ('landing', 'direct')), click.lp_views)`;
  if (chosenColumns.some((column) => column === name))
    return fromVisit(`${isFound} AND click.type = 'adjustment'`);
  return columnsFromVisit.some((column) => column === name) ? fromVisit(isFound) : `click.${name}`;
}

// Sends the lines as an external table, which exists only during the query. Unlike the body of an insert, an external
// table can be read twice: for the keys and for the rows.
function asExternalTable(lines: Buffer): { lines: Buffer; headers: Record<string, string> } {
  const boundary = `lines-${randomBytes(16).toString('hex')}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="clicks"; filename="clicks"\r\n\r\n`;
  return {
    lines: Buffer.concat([Buffer.from(head), lines, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
