import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotFile } from '../server/src/edge/snapshot/snapshot-file.ts';
import { Snapshot, type ServedChange } from '../server/src/edge/snapshot/snapshot.ts';
import { newId } from '../server/src/platform/ids.ts';
import { makeCampaignDocument } from '../server/src/testing/edge/campaign-document.ts';
import { printTable, progress } from './report.ts';

const sizesByDefault = [10_000, 100_000, 1_000_000];
const rulesEach = 5;
const changesAtOnce = 1_000;
// Enough memory for the largest snapshot, so that the heap limit does not affect the measurement.
const heapMegabytes = 12_000;

/**
 * Measures the memory and the start-up time that an edge needs for many campaigns. A separate process loads each copy,
 * so that its memory contains nothing else.
 */
export async function benchSnapshot({ campaigns }: { campaigns: number }): Promise<void> {
  const rows: string[][] = [];
  for (const size of campaigns === 0 ? sizesByDefault : [campaigns]) {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
    try {
      progress(`writing ${size} campaigns`);
      run('write', directory, size);
      const megabytes = statSync(join(directory, 'snapshot.log')).size / 1e6;
      const loaded = JSON.parse(run('load', directory, size)) as Record<string, number>;
      const { cpuMs = 0, heapMegabytes: heap = 0, residentMegabytes = 0 } = loaded;
      rows.push([
        String(size),
        megabytes.toFixed(0),
        cpuMs.toFixed(0),
        ((cpuMs * 1_000) / size).toFixed(1),
        heap.toFixed(0),
        residentMegabytes.toFixed(0),
      ]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  }
  printTable(['campaigns', 'file MB', 'load CPU ms', 'µs per campaign', 'heap MB', 'resident MB'], rows);
}

function run(step: 'write' | 'load', directory: string, size: number): string {
  const flags = ['--expose-gc', `--max-old-space-size=${heapMegabytes}`];
  return execFileSync(process.execPath, [...flags, import.meta.filename, step, directory, String(size)], {
    encoding: 'utf8',
  });
}

async function write(directory: string, size: number): Promise<void> {
  const snapshot = new Snapshot(() => undefined);
  const file = new SnapshotFile(directory);
  await file.append([{ upTo: '0' }], snapshot);
  for (let written = 0; written < size; written += changesAtOnce) {
    const changes = Array.from({ length: Math.min(changesAtOnce, size - written) }, makeChange);
    for (const change of changes) snapshot.apply(change);
    const lines = changes.map((change) => ({ change }));
    await file.append([...lines, { upTo: String(written + 1) }], snapshot);
  }
  await file.close();
}

function makeChange(): ServedChange {
  const rules = Array.from({ length: rulesEach }, (_, at) => ({
    id: newId(),
    conditions: {
      all: [
        { field: 'country' as const, op: 'is' as const, values: ['DE', 'AT', 'CH'] },
        { field: 'token1' as const, op: 'contains' as const, values: [`key${at}`] },
      ],
    },
    paths: { total: 1, items: [{ pathId: newId(), weight: 1 }] },
  }));
  const document = makeCampaignDocument({ rules });
  const { id, number } = document.campaign;
  const incomingKeys = [{ key: newId(), untilMs: null }];
  return { campaignId: id, number, version: 1, document: JSON.stringify(document), incomingKeys };
}

async function load(directory: string): Promise<void> {
  const snapshot = new Snapshot(() => undefined);
  const before = process.cpuUsage();
  await new SnapshotFile(directory).load(snapshot);
  const { user, system } = process.cpuUsage(before);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const result = {
    cpuMs: (user + system) / 1_000,
    heapMegabytes: heapUsed / 1e6,
    residentMegabytes: rss / 1e6,
    campaigns: snapshot.size,
  };
  process.stdout.write(JSON.stringify(result));
}

const [, file, step, directory = '', size] = process.argv;
if (file === import.meta.filename)
  await (step === 'write' ? write(directory, Number(size)) : load(directory));
