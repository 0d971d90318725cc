import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { Database } from '../../../store/database/database.ts';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { openTraffic } from '../../../testing/traffic/open-traffic.ts';
import { claimSlot, FinishedSlots, releaseSlot } from './edge-slots.ts';
import { shipAbandoned } from './edge-streams.ts';

// Nothing listens on port 1, because an empty slot needs no database.
const url = 'postgres://waypost@127.0.0.1:1/waypost';

it('shipAbandoned opens an empty slot only once', async () => {
  const directory = makeTemporaryDirectory();
  const slot = claimSlot(directory);
  releaseSlot(slot);
  const database = new Database(url, { connectionsMax: 1 });
  const traffic = openTraffic({ store: 'postgres', url });
  const options = {
    settings: { directory, bytesMax: 1_000_000, diskPercentMax: 80, isSynced: false, waitMs: 250 },
    logger: createLogger({ role: 'test', level: 'silent', format: 'json' }),
    adopted: new Set<never>(),
    finished: new FinishedSlots(),
    database,
    traffic,
  };
  await shipAbandoned(directory, options, () => false);
  // A second claim would remove this file, and the release would create an empty one.
  const mark = join(slot.path, 'closed');
  writeFileSync(mark, 'unchanged');
  await shipAbandoned(directory, options, () => false);
  expect(readFileSync(mark, 'utf8')).toBe('unchanged');
  await Promise.all([database.close(), traffic.close()]);
});
