import { tokenNames } from '@waypost/contract/visit-attributes.ts';
import type { TimedVisits } from '../../domain/costs/allot-cost.ts';
import { toUnits } from '../../domain/money/decimal.ts';
import { columnsOfVisit } from '../../domain/traffic/columns.ts';
import type { CostBatch, CostCharge, CostMatch, CostRows } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { Parameters } from './parameters.ts';
import { isNoTest } from './rollups.ts';
import { incoming, makeRoom, noteBatch, storeIncoming } from './store-rows.ts';

/** A write is one transaction: so many rows take a second or two, and others wait for its sums meanwhile. */
export const costVisitsMax = 20_000;
const limits = { timeoutMs: 20_000 };
/** A transaction that nobody hears of any more has ended by then, one way or the other. */
export const costWriteMsMax = limits.timeoutMs + 5_000;

/** What a cost row has from its visit: it adds to every report that the visit is in, and goes on the day its visit goes. */
const copied = [...columnsOfVisit, 'expires'].join(', ');

// The same decision as allotCost in domain/costs/allot-cost.ts, in units of the twelfth decimal.
const allotted = `
  SELECT *, CASE WHEN place = matching THEN amount - each * (matching - 1) ELSE each END AS units FROM (
    SELECT *, CASE WHEN abs(rounded) * (matching - 1) > abs(amount) THEN quotient ELSE rounded END AS each FROM (
      SELECT *, div(amount, matching) AS quotient, traffic.divide_half_even(amount, matching) AS rounded FROM matched
    ) AS divided
  ) AS rounded_off`;
const charged = `SELECT units / 1000000000000 AS cost, ${copied} FROM allotted`;

export async function spreadCost(
  connections: TrafficConnections,
  match: CostMatch,
  { amount, replaces }: CostCharge,
  batch: CostBatch,
): Promise<void> {
  const parameters = new Parameters();
  const units = parameters.bind('numeric', String(toUnits(amount)));
  const text = `
    WITH matched AS (
      SELECT ${copied}, ${units} AS amount, row_number() OVER (ORDER BY visit_time, visit_id)::numeric AS place,
        (count(*) OVER ())::numeric AS matching
      FROM traffic.events WHERE ${matchingVisits(parameters, match)}
    ), allotted AS (${allotted})
    INSERT INTO ${incoming} (${ownColumns}, cost, ${copied})
    SELECT ${ownValues(parameters, batch)}, nullif(cost, 0), ${copied}
    FROM (${replaces ? withTakenOut(parameters, match) : charged}) AS costs`;
  await store(connections, batch, { text, values: parameters.values });
}

/**
 * The same less what the visits cost so far. That is taken out where it is: a conversion may count for another offer
 * than its visit, or expire on another day. Put together by all of this, so that replacing again and again does not
 * double the rows each time.
 */
function withTakenOut(parameters: Parameters, match: CostMatch): string {
  return `SELECT sum(cost) AS cost, ${copied} FROM (
    ${charged}
    UNION ALL
    SELECT -cost, ${copied} FROM traffic.events WHERE ${rowsOfMatch(parameters, match)} AND cost <> 0
  ) AS changes GROUP BY ${copied}`;
}

export async function withdrawCost(
  connections: TrafficConnections,
  match: CostMatch,
  spread: CostBatch,
  withdrawn: CostBatch,
): Promise<void> {
  const parameters = new Parameters();
  const text = `
    INSERT INTO ${incoming} (${ownColumns}, cost, ${copied})
    SELECT ${ownValues(parameters, withdrawn)}, -cost, ${copied}
    FROM traffic.events WHERE ${rowsOfBatch(parameters, match, spread)}`;
  await store(connections, withdrawn, { text, values: parameters.values });
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
  stretches: number,
): Promise<TimedVisits[]> {
  const { fromMs, untilMs } = match;
  const widthMs = Math.max(1, Math.ceil((untilMs - fromMs) / stretches));
  const parameters = new Parameters();
  const stretch = `(visit_time - ${parameters.bind('bigint', fromMs)}) / ${parameters.bind('bigint', widthMs)}`;
  const text = `SELECT (${stretch})::integer AS stretch, count(*)::integer AS visits
    FROM traffic.events WHERE ${matchingVisits(parameters, match)} GROUP BY 1 ORDER BY 1`;
  const { rows } = await connections.asSystem({ timeoutMs: 25_000 }, (client) =>
    client.query<{ stretch: number; visits: number }>(text, parameters.values),
  );
  return rows.map(({ stretch: at, visits }) => ({
    fromMs: fromMs + at * widthMs,
    untilMs: Math.min(untilMs, fromMs + (at + 1) * widthMs),
    visits,
  }));
}

/** All rows of the batch or none, and none where it is there already. */
async function store(
  connections: TrafficConnections,
  { batch }: CostBatch,
  statement: { text: string; values: unknown[] },
): Promise<void> {
  await connections.asSystem(limits, async (client) => {
    await makeRoom(client);
    if (!(await noteBatch(client, batch))) return;
    const { rowCount } = await client.query(statement);
    // A batch without rows is none: it may be tried again when there are some.
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

/** Every visit but tests, bots and prefetches too: the edge charges for these as well. */
function matchingVisits(parameters: Parameters, match: CostMatch): string {
  return `${rowsOfMatch(parameters, match)} AND type = 'visit'`;
}

/** Everything that belongs to matching visits: its rows repeat the tokens of their visit. */
function rowsOfMatch(parameters: Parameters, match: CostMatch): string {
  const values = Object.entries(match.tokens).map(([name, value]) => {
    // The name becomes part of the statement.
    if (!tokens.has(name)) throw new Error('there is no such token');
    return value === '' ? `${name} IS NULL` : `${name} = ${parameters.bind('text', value)}`;
  });
  return [rowsOfCampaign(parameters, match), isNoTest, ...values].join(' AND ');
}

/** By the entry that they name. */
function rowsOfBatch(parameters: Parameters, match: CostMatch, { entryId, kind, timeMs }: CostBatch): string {
  return [
    rowsOfCampaign(parameters, match),
    "type = 'adjustment'",
    `time = ${parameters.bind('bigint', timeMs)}`,
    `event_id = ${parameters.bind('uuid', entryId)}`,
    `${parameters.bind('text', kind)} = ANY(reasons)`,
  ].join(' AND ');
}

/** Rows of a campaign whose visit was in the stretch of time. */
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
