/**
 * A process that appends visits to a spool without end, ships them where a URL is given, and says on standard output
 * which are kept: made to be killed. Arguments: the directory, the workspace, `on` or `off` for syncs, the URL.
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
    // Written at once: what was said must not be lost in a buffer of this process.
    if (fate === 'kept') writeSync(standardOutput, `${id}\n`);
    setTimeout(appendNext, 1);
  });
}

for (let count = 0; count < inFlight; count += 1) appendNext();
