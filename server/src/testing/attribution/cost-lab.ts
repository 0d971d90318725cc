import type { CostEntry } from '@waypost/contract/conversions/costs.ts';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { addDecimals } from '../../domain/money/decimal.ts';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { createCostEntry } from '../../services/costs/enter-cost.ts';
import { processCostEntry, type CostWork } from '../../services/costs/process-cost-entry.ts';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { Database } from '../../store/database/database.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import { lightStore } from '../machine.ts';
import type { EventCells } from '../traffic/insert-event-rows.ts';
import { readRecordedRows, type RecordedRow } from '../traffic/recorded-rows.ts';
import { openTestTraffic, trafficAddress } from '../traffic/traffic.ts';
import { insertVisitRows } from '../traffic/visit-rows.ts';
import { makeCampaign, makeWorkspace } from '../workspaces/factories.ts';

export type CostOwner = WorkspaceContext & { campaignId: string; traffic: TrafficStore };
type CostSum = { rows: number; cost: string };

// Test workspaces use the Berlin time zone, which is two hours ahead of UTC on this day.
export const costDay = { from: '2026-06-15', to: '2026-06-15' };
export const costDayStart = Date.parse('2026-06-14T22:00:00Z');

export function openCostLab(store: TrafficStoreName = lightStore) {
  const database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  const traffic = openTestTraffic(store);
  const worker: CostWork = {
    database,
    traffic,
    actor: { type: 'system', label: 'worker' },
    now: () => new Date(),
  };
  return {
    database,
    traffic,
    worker,
    endLease: (id: string) => endLease(database, id),
    finish: (id: string, work: CostWork = worker) => finishCost(work, id),
    makeOwner: async (): Promise<CostOwner> => {
      const context = { ...(await makeWorkspace(database)), traffic };
      return { ...context, campaignId: (await makeCampaign(context)).id };
    },
    readCosts: ({ workspaceId }: WorkspaceContext, isIncluded?: (row: RecordedRow) => boolean) =>
      readCosts(trafficAddress(store), workspaceId, isIncluded),
    close: async () => {
      await traffic.close();
      await database.close();
    },
  };
}
export type CostLab = ReturnType<typeof openCostLab>;

/** Ends the lease on a cost entry, so that the next worker can take the entry immediately. */
async function endLease(database: Database, id: string): Promise<void> {
  await database.asSystem((executor) =>
    sql`UPDATE cost_entries SET leased_until = '-infinity', inserting_until = '-infinity' WHERE id = ${id}`.execute(
      executor,
    ),
  );
}

export async function finishCost(work: CostWork, id: string): Promise<void> {
  await endLease(work.database, id);
  while ((await processCostEntry(work, { id })) !== undefined) await endLease(work.database, id);
}

/** Inserts visits with the given cells, one second apart, starting at `costDayStart`. */
export async function addVisits(
  { workspaceId, campaignId, traffic }: CostOwner,
  rows: EventCells[],
): Promise<string[]> {
  return await insertVisitRows(
    traffic,
    rows.map((row, index) => ({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_time: costDayStart + index * 1_000,
      ...row,
    })),
  );
}

export async function enterCost(owner: CostOwner, change: Record<string, unknown> = {}): Promise<CostEntry> {
  return await createCostEntry(owner, { campaign: owner.campaignId, ...costDay, amount: '10', ...change });
}

export function times<Row>(count: number, row: Row): Row[] {
  return Array.from({ length: count }, () => row);
}

async function readCosts(
  address: TrafficAddress,
  workspaceId: string,
  isIncluded: (row: RecordedRow) => boolean = () => true,
): Promise<CostSum> {
  const all = await readRecordedRows(address, workspaceId);
  const rows = all.filter((row) => row.type === 'adjustment' && isIncluded(row));
  return { rows: rows.length, cost: rows.reduce((sum, { cost }) => addDecimals(sum, String(cost)), '0') };
}
