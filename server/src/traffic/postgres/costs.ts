import { tokenNames } from '@waypost/contract/visits/visit-attributes.ts';
import type { TimedVisits } from '../../domain/costs/allot-cost.ts';
import { toUnits } from '../../domain/money/decimal.ts';
import { columnsOfVisit } from '../../domain/traffic/columns.ts';
import type { CostBatch, CostCharge, CostMatch, CostRows } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { Parameters } from './parameters.ts';
import { isNotTest } from './rollups.ts';
import { incoming, createTempTables, recordBatch, storeIncoming } from './store-rows.ts';

// A write is one transaction. With this many rows, it takes a second or two, during which other writers wait for the
// rollups.
export const costVisitsMax = 20_000;
const limits = { timeoutMs: 20_000 };
// By this time, a transaction whose result is unknown has been committed or rolled back.
export const costWriteMsMax = limits.timeoutMs + 5_000;

// Columns that a cost row copies from its visit, so that the cost row is included in the same reports and expires on
// the same day.
const copiedColumns = [...columnsOfVisit, 'expires'].join(', ');

// Calculates the same shares as allotCost in domain/costs/allot-cost.ts, in units of 10^-12.
const allotted = `
  SELECT *, CASE WHEN row_index = matching THEN amount - share * (matching - 1) ELSE share END AS units FROM (
    SELECT *, CASE WHEN abs(rounded) * (matching - 1) > abs(amount) THEN quotient ELSE rounded END AS share FROM (
      SELECT *, div(amount, matching) AS quotient, traffic.divide_half_even(amount, matching) AS rounded FROM matched
    ) AS divided
  ) AS rounded_off`;
const charged = `SELECT units / 1000000000000 AS cost, ${copiedColumns} FROM allotted`;

export async function distributeCost(
  connections: TrafficConnections,
  match: CostMatch,
  { amount, replaces }: CostCharge,
  batch: CostBatch,
): Promise<void> {
  const parameters = new Parameters();
  const units = parameters.bind('numeric', String(toUnits(amount)));
  const text = `
    WITH matched AS (
      SELECT ${copiedColumns}, ${units} AS amount, row_number() OVER (ORDER BY visit_time, visit_id)::numeric AS row_index,
        (count(*) OVER ())::numeric AS matching
      FROM traffic.events WHERE ${matchingVisits(parameters, match)}
    ), allotted AS (${allotted})
    INSERT INTO ${incoming} (${ownColumns}, cost, ${copiedColumns})
    SELECT ${ownValues(parameters, batch)}, nullif(cost, 0), ${copiedColumns}
    FROM (${replaces ? replacingCost(parameters, match) : charged}) AS costs`;
  await store(connections, batch, { text, values: parameters.values });
}

// Subtracts the earlier cost of the visits from the rows in which that cost was recorded, because a conversion may
// belong to a different offer than its visit, or expire on a different day. Rows are grouped by all copied columns, so
// that repeated replacement does not double their number each time.
function replacingCost(parameters: Parameters, match: CostMatch): string {
  return `SELECT sum(cost) AS cost, ${copiedColumns} FROM (
    ${charged}
    UNION ALL
    SELECT -cost, ${copiedColumns} FROM traffic.events WHERE ${rowsOfMatch(parameters, match)} AND cost <> 0
  ) AS changes GROUP BY ${copiedColumns}`;
}

export async function reverseCost(
  connections: TrafficConnections,
  match: CostMatch,
  distributed: CostBatch,
  reversal: CostBatch,
): Promise<void> {
  const parameters = new Parameters();
  const text = `
    INSERT INTO ${incoming} (${ownColumns}, cost, ${copiedColumns})
    SELECT ${ownValues(parameters, reversal)}, -cost, ${copiedColumns}
    FROM traffic.events WHERE ${rowsOfBatch(parameters, match, distributed)}`;
  await store(connections, reversal, { text, values: parameters.values });
}

export async function readCostRows(
  connections: TrafficConnections,
  match: CostMatch,
  batch: CostBatch,
): Promise<CostRows> {
  const parameters = new Parameters();
  const text = `SELECT count(DISTINCT visit_id)::integer AS visits, coalesce(sum(cost), 0)::text AS cost
    FROM traffic.events WHERE ${rowsOfBatch(parameters, match, batch)}`;
  const { rows } = await connections.asSystem(limits, (client) =>
    client.query<CostRows>(text, parameters.values),
  );
  return rows[0] ?? { visits: 0, cost: '0' };
}

export async function countVisits(
  connections: TrafficConnections,
  match: CostMatch,
  intervals: number,
): Promise<TimedVisits[]> {
  const { fromMs, untilMs } = match;
  const widthMs = Math.max(1, Math.ceil((untilMs - fromMs) / intervals));
  const parameters = new Parameters();
  const bucket = `(visit_time - ${parameters.bind('bigint', fromMs)}) / ${parameters.bind('bigint', widthMs)}`;
  const text = `SELECT (${bucket})::integer AS bucket, count(*)::integer AS visits
    FROM traffic.events WHERE ${matchingVisits(parameters, match)} GROUP BY 1 ORDER BY 1`;
  const { rows } = await connections.asSystem({ timeoutMs: 25_000 }, (client) =>
    client.query<{ bucket: number; visits: number }>(text, parameters.values),
  );
  return rows.map(({ bucket: at, visits }) => ({
    fromMs: fromMs + at * widthMs,
    untilMs: Math.min(untilMs, fromMs + (at + 1) * widthMs),
    visits,
  }));
}

// Stores either all rows of the batch or none. Does nothing if the batch is already stored.
async function store(
  connections: TrafficConnections,
  { batch }: CostBatch,
  statement: { text: string; values: unknown[] },
): Promise<void> {
  await connections.asSystem(limits, async (client) => {
    await createTempTables(client);
    if (!(await recordBatch(client, batch))) return;
    const { rowCount } = await client.query(statement);
    // An empty batch is not recorded, so that it can be retried once matching visits exist.
    if (rowCount === 0) await client.query('DELETE FROM traffic.batches WHERE name = $1', [batch]);
    else await storeIncoming(client);
  });
}

const ownColumns = 'type, time, id, event_id, reasons';

function ownValues(parameters: Parameters, { entryId, kind, timeMs }: CostBatch): string {
  return [
    "'adjustment'::traffic.row_type",
    parameters.bind('bigint', timeMs),
    'gen_random_uuid()',
    parameters.bind('uuid', entryId),
    parameters.bind('text[]', [kind]),
  ].join(', ');
}

const tokens: ReadonlySet<string> = new Set(tokenNames);

// Selects matching visits. Includes bots and prefetches but not tests, because these are the visits that edges charge
// for.
function matchingVisits(parameters: Parameters, match: CostMatch): string {
  return `${rowsOfMatch(parameters, match)} AND type = 'visit'`;
}

// Selects all rows of matching visits. Every row contains the tokens of its visit.
function rowsOfMatch(parameters: Parameters, match: CostMatch): string {
  const values = Object.entries(match.tokens).map(([name, value]) => {
    // The name must be a known token, because it becomes part of the SQL text.
    if (!tokens.has(name)) throw new Error(`unknown token ${name}`);
    return value === '' ? `${name} IS NULL` : `${name} = ${parameters.bind('text', value)}`;
  });
  return [rowsOfCampaign(parameters, match), isNotTest, ...values].join(' AND ');
}

function rowsOfBatch(parameters: Parameters, match: CostMatch, { entryId, kind, timeMs }: CostBatch): string {
  return [
    rowsOfCampaign(parameters, match),
    "type = 'adjustment'",
    `time = ${parameters.bind('bigint', timeMs)}`,
    `event_id = ${parameters.bind('uuid', entryId)}`,
    `${parameters.bind('text', kind)} = ANY(reasons)`,
  ].join(' AND ');
}

function rowsOfCampaign(
  parameters: Parameters,
  { workspaceId, campaignId, fromMs, untilMs }: CostMatch,
): string {
  return [
    `workspace_id = ${parameters.bind('uuid', workspaceId)}`,
    `campaign_id = ${parameters.bind('uuid', campaignId)}`,
    `visit_time >= ${parameters.bind('bigint', fromMs)}`,
    `visit_time < ${parameters.bind('bigint', untilMs)}`,
  ].join(' AND ');
}
