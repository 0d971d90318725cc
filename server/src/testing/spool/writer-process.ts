/**
 * Appends visits to a spool until the process is killed, ships the visits if a URL is given, and prints the IDs of the
 * visits that were kept. Arguments: directory, workspace ID, `on` or `off` for sync, URL of the traffic store.
 */
import { writeSync } from 'node:fs';
import { openSpool } from '../../edge/spool/open-spool.ts';
import { newId } from '../../platform/ids.ts';
import { openTraffic } from '../traffic/open-traffic.ts';
import { buildVisitRow } from './rows.ts';

const [directory = '', workspaceId = '', sync = 'on', url] = process.argv.slice(2);
const inFlight = 20;
const standardOutput = 1;

const spool = await openSpool({
  directory,
  sync: sync === 'off' ? 'off' : 'on',
  segmentMs: 50,
  segmentBytes: 64 * 1024,
  diskPercentMax: 100,
});
if (url !== undefined) {
  const traffic = openTraffic({ store: url.startsWith('http') ? 'clickhouse' : 'postgres', url });
  spool.startShipping(traffic.targets.visits, { firstPauseMs: 20 });
}

function appendNext(): void {
  const id = newId();
  const timeMs = Date.now();
  spool.append(buildVisitRow({ id, visit_id: id, workspace_id: workspaceId }, timeMs), timeMs, (fate) => {
    // Written synchronously, because a buffered ID would be lost when the process is killed.
    if (fate === 'kept') writeSync(standardOutput, `${id}\n`);
    setTimeout(appendNext, 1);
  });
}

for (let count = 0; count < inFlight; count += 1) appendNext();
