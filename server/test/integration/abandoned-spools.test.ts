import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { newId } from '../../src/platform/ids.ts';
import { makeContext, systemActor } from '../../src/services/context.ts';
import { reportEdge, signOffEdge } from '../../src/services/publishing/publication.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { claimSlot, FinishedSlots, releaseSlot } from '../../src/start/roles/edge/edge-slots.ts';
import { shipAbandoned } from '../../src/start/roles/edge/edge-streams.ts';
import { nameSpool } from '../../src/start/roles/edge/shipping-progress.ts';
import { readAttributionBacklog } from '../../src/store/conversions/attribution-backlog.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;
let traffic: TrafficStore;

// Uses a separate database, because stopped spools are counted for the whole installation.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 2 });
  traffic = openTraffic({ store: 'postgres', url });
});

afterAll(async () => {
  await Promise.all([database.close(), traffic.close()]);
});

async function countStoppedSpools(): Promise<number> {
  return (await database.readAsSystem(readAttributionBacklog)).stoppedSpools;
}

// The slot contains no rows, like that of a standby edge that never served a visitor.
async function leaveEmptySlot() {
  const context = makeContext(database, systemActor('edge'));
  const directory = makeTemporaryDirectory();
  const slot = claimSlot(directory);
  const id = newId();
  await reportEdge(context, {
    id,
    name: 'standby',
    startedAt: new Date(),
    appliedSequence: '0',
    shipping: { spool: nameSpool(slot), until: new Date() },
  });
  releaseSlot(slot);
  const options = {
    settings: { directory, bytesMax: 1_000_000, diskPercentMax: 80, isSynced: false, waitMs: 250 },
    logger: createLogger({ role: 'test', level: 'silent', format: 'json' }),
    adopted: new Set<never>(),
    finished: new FinishedSlots(),
    database,
    traffic,
  };
  return {
    path: slot.path,
    ship: () => shipAbandoned(directory, options, () => false),
    endLease: () => signOffEdge(context, id, true),
  };
}

test('the spool of a killed edge without rows no longer counts as stopped once another edge has opened it', async () => {
  const { ship, endLease } = await leaveEmptySlot();
  await endLease();
  expect(await countStoppedSpools()).toBe(1);
  await ship();
  expect(await countStoppedSpools()).toBe(0);
});

test('a spool whose edge still has a lease is opened again, so that it does not count as stopped later', async () => {
  const { ship, endLease } = await leaveEmptySlot();
  await ship();
  await endLease();
  expect(await countStoppedSpools()).toBe(1);
  await ship();
  expect(await countStoppedSpools()).toBe(0);
});

test('an empty spool is not opened again within ten minutes', async () => {
  const { path, ship, endLease } = await leaveEmptySlot();
  await endLease();
  await ship();
  // A second claim would remove this file, and the release would create an empty one.
  const mark = join(path, 'closed');
  writeFileSync(mark, 'unchanged');
  await ship();
  expect(readFileSync(mark, 'utf8')).toBe('unchanged');
});
