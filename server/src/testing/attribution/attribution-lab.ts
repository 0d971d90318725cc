import type { InboxEntry } from '@waypost/contract/conversions/inbox.ts';
import { sql } from 'kysely';
import { clickIdPurpose, makeClickIds } from '../../domain/click-id/index.ts';
import type { IncomingRequest } from '../../domain/conversions/inbox-row.ts';
import { addDecimals } from '../../domain/money/decimal.ts';
import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { newId, timeOfId } from '../../platform/ids.ts';
import { applyInbox } from '../../services/conversions/apply-inbox.ts';
import type { AttributionContext } from '../../services/conversions/event-to-apply.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../../services/conversions/ship-outbox.ts';
import { listInbox } from '../../services/conversions/list-inbox.ts';
import { migratePostgresSchema } from '../../start/migrate.ts';
import { insertInboxRows } from '../../store/conversions/inbox.ts';
import { Database } from '../../store/database/database.ts';
import { testSecrets } from '../http/api-server.ts';
import { lightStore } from '../machine.ts';
import { buildRow, type RowCells } from '../spool/rows.ts';
import { makeIncomingRequest } from '../traffic/inbox-rows.ts';
import { openTraffic } from '../traffic/open-traffic.ts';
import { readRecordedRows } from '../traffic/recorded-rows.ts';
import { trafficAddress } from '../traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../workspaces/factories.ts';
import { makeDatabase } from '../workspaces/fresh-database.ts';

/**
 * Opens a lab with a clock that only tests advance. It uses a separate database, because a worker processes due rows
 * from all workspaces.
 */
export async function openAttributionLab(store: TrafficStoreName = lightStore) {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  const database = new Database(url, { connectionsMax: 8, secret: testSecrets.sessionSecret });
  const address = trafficAddress(store);
  const traffic = openTraffic(address);
  const clickIds = makeClickIds(deriveKey('a secret of the tests', clickIdPurpose));
  const clock = { ms: Date.now() };
  const worker: AttributionContext = {
    database,
    actor: { type: 'system', label: 'worker' },
    now: () => new Date(clock.ms),
    traffic,
    clickIds,
  };
  const target = traffic.targets.outbox;
  return {
    url,
    database,
    address,
    traffic,
    clickIds,
    clock,
    worker,
    work: async (limit = 100) => {
      const verdicts: string[] = [];
      for (;;) {
        const batch = await applyInbox(worker, limit);
        if (batch.length === 0) return verdicts;
        verdicts.push(...batch);
      }
    },
    ship: async (to = target) => {
      while ((await freezeOutboxRows(worker)) > 0);
      for (;;) if ((await shipOutboxBatch(worker, to)) === undefined) return;
    },
    close: async () => {
      await traffic.close();
      await database.close();
    },
  };
}
export type AttributionLab = Awaited<ReturnType<typeof openAttributionLab>>;

/** Sends one request, processes it and returns its inbox entry. */
export async function sendAndProcess(
  lab: AttributionLab,
  mine: AttributionCampaign,
  request: Parameters<AttributionCampaign['send']>[0],
): Promise<InboxEntry | undefined> {
  const id = await mine.send(request);
  await lab.work();
  return await mine.entry(id);
}

export async function makeAttributionCampaign(lab: AttributionLab) {
  const context = await makeWorkspace(lab.database);
  const { workspaceId } = context;
  const campaign = await makeCampaign(context);
  const number = await readCampaignNumber(lab, campaign.id);
  return {
    context,
    workspaceId,
    campaign,
    number,
    /** Creates a visit. With `isStored: false`, the row is stored only when the returned `store` is called. */
    visit: async (cells: RowCells = {}, options: { ageMs?: number; isStored?: boolean } = {}) => {
      const timeMs = lab.clock.ms - (options.ageMs ?? 60_000);
      const visitId = newId(timeMs);
      const own = { workspace_id: workspaceId, campaign_id: campaign.id };
      const store = () =>
        storeRow(lab.traffic.targets.visits, { ...visitCells(visitId, timeMs), ...own, ...cells });
      if (options.isStored !== false) await store();
      return { visitId, clickId: lab.clickIds.encode(visitId, number), store };
    },
    click: async (visitId: string, cells: RowCells, ageMs = 30_000) => {
      const own = { workspace_id: workspaceId, campaign_id: campaign.id };
      const click = clickCells(visitId, lab.clock.ms - ageMs);
      await storeRow(lab.traffic.targets.clicks, { ...click, ...own, ...cells });
    },
    send: async (request: Partial<IncomingRequest> | string) => {
      const fields = typeof request === 'string' ? { query: request } : request;
      const incoming = makeIncomingRequest({ campaignId: campaign.id, receivedMs: lab.clock.ms, ...fields });
      await lab.database.asSystem((executor) =>
        insertInboxRows(executor, newId(), [{ ...incoming, workspaceId, batchIndex: 0 }]),
      );
      return incoming.id;
    },
    entry: async (id: string): Promise<InboxEntry | undefined> =>
      (await listInbox(context, { limit: '200' })).items.find((entry) => entry.id === id),
    sums: async () => {
      const all = await readRecordedRows(lab.address, workspaceId);
      const rows = all.filter(({ type }) => type !== 'visit');
      const count = (name: 'conversions' | 'events') =>
        rows.filter(({ idx }) => Number(idx) > 0).reduce((sum, row) => sum + Number(row[name]), 0);
      return {
        revenue: sumDecimals(rows.map(({ revenue }) => String(revenue))),
        cost: sumDecimals(rows.map(({ cost }) => String(cost))),
        conversions: count('conversions'),
        events: count('events'),
        shown: rows.filter(({ type }) => type === 'event').length,
      };
    },
  };
}
export type AttributionCampaign = Awaited<ReturnType<typeof makeAttributionCampaign>>;

function visitCells(visitId: string, timeMs: number): RowCells {
  const time = timeCell(timeMs);
  return { type: 'visit', id: visitId, visit_id: visitId, visit_time: time, time, visits: '1' };
}

function clickCells(visitId: string, timeMs: number): RowCells {
  const times = { visit_time: timeCell(timeOfId(visitId)), time: timeCell(timeMs) };
  return { type: 'lpclick', id: newId(), visit_id: visitId, ...times, outcome: 'offer', lp_clicks: '1' };
}

async function storeRow(target: BatchTarget, cells: RowCells): Promise<void> {
  const batch = newId();
  const outcome = await target.insert(batch, Buffer.from(`line\t${batch}\t${buildRow(cells)}\n`));
  if (outcome.kind !== 'inserted') throw new Error(outcome.reason);
}

async function readCampaignNumber(
  lab: Pick<AttributionLab, 'database'>,
  campaignId: string,
): Promise<number> {
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ number: number }>`SELECT number FROM campaigns WHERE id = ${campaignId}`.execute(executor),
  );
  return rows[0]?.number ?? 0;
}

function sumDecimals(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => addDecimals(sum, amount), '0');
}
