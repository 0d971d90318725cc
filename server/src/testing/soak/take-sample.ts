import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataDirectory, type TrafficStoreName } from '../../engines/data-directory.ts';
import { readInstance } from '../../start/instance.ts';
import { findProcess, partsWith, readParentPid, type Part } from '../product/processes.ts';
import type { Product } from '../product/product.ts';

const megabyte = 1024 * 1024;
const blockBytes = 512;

// Measures memory and open descriptors of all processes. Memory that processes of PostgreSQL share counts once.
export async function sampleProcesses(
  product: Pick<Product, 'dataDirectory'>,
  store: TrafficStoreName,
): Promise<Record<string, number>> {
  const parts: Part[] = [...partsWith(store), 'edge-2'];
  const children = await listChildren();
  const values: Record<string, number> = {};
  for (const name of ['supervisor', ...parts]) {
    const pid = findPid(product, name);
    if (pid === undefined) continue;
    const pids = name === 'postgres' ? [pid, ...(children.get(pid) ?? [])] : [pid];
    const measured = await Promise.all(pids.map(measureProcess));
    values[`memory_${name}`] = measured.reduce((sum, { bytes }) => sum + bytes, 0) / megabyte;
    values[`descriptors_${name}`] = measured.reduce((sum, { descriptors }) => sum + descriptors, 0);
  }
  return values;
}

function findPid(product: Pick<Product, 'dataDirectory'>, name: string): number | undefined {
  try {
    return name === 'supervisor'
      ? readInstance(openDataDirectory(product.dataDirectory))?.process.pid
      : findProcess(product, name as Part).pid;
  } catch {
    return undefined;
  }
}

async function listChildren(): Promise<Map<number, number[]>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = new Map<number, number[]>();
  for (const pid of pids) {
    const parent = parentOf(pid);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

function parentOf(pid: number): number {
  try {
    return readParentPid(pid);
  } catch {
    return 0;
  }
}

// A process of PostgreSQL can end while it is measured.
async function measureProcess(pid: number): Promise<{ bytes: number; descriptors: number }> {
  try {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = Number(/^Pss: +(\d+) kB$/m.exec(text)?.[1] ?? 0);
    return { bytes: kilobytes * 1024, descriptors: (await readdir(`/proc/${pid}/fd`)).length };
  } catch {
    return { bytes: 0, descriptors: 0 };
  }
}

// Measures the folders of the data directory, in megabytes on disk.
export async function sampleDisk({
  dataDirectory,
}: Pick<Product, 'dataDirectory'>): Promise<Record<string, number>> {
  const all = await measureFolder(dataDirectory);
  const spool = await measureFolder(join(dataDirectory, 'spool'));
  const postgres = await measureFolder(join(dataDirectory, 'postgres'));
  const wal = await measureFolder(join(dataDirectory, 'postgres', 'pg_wal'));
  const logs = await measureFolder(join(dataDirectory, 'postgres', 'log'));
  const clickhouse = await measureFolder(join(dataDirectory, 'clickhouse'));
  return {
    disk_spool: spool / megabyte,
    disk_postgres: (postgres - wal - logs) / megabyte,
    disk_wal: wal / megabyte,
    disk_logs: logs / megabyte,
    disk_clickhouse: clickhouse / megabyte,
    disk_other: Math.max(0, all - spool - postgres - clickhouse) / megabyte,
  };
}

// Engines and edges delete files meanwhile.
async function measureFolder(path: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) bytes += await measureFolder(inner);
    else
      bytes += await lstat(inner).then(
        ({ blocks }) => blocks * blockBytes,
        () => 0,
      );
  }
  return bytes;
}

// Reads the queues from the metrics of the installation. The clock may have jumped since the oldest row was written.
export async function sampleQueues(
  { urls }: Pick<Product, 'urls'>,
  jumpMs: number,
): Promise<Record<string, number>> {
  const text = await (await fetch(`${urls.status}/metrics`)).text();
  const read = (pattern: string) =>
    [...text.matchAll(new RegExp(`^${pattern}(?:\\{.*\\})? ([0-9.e+-]+)$`, 'gm'))].map(([, value]) =>
      Number(value),
    );
  const sum = (pattern: string) => read(pattern).reduce((total, value) => total + value, 0);
  const ages = read(String.raw`waypost_edge_spool_\w+_oldest_seconds`);
  return {
    oldest_unsent: Math.max(0, ...ages.map((seconds) => seconds % (jumpMs / 1000))),
    unsent_kilobytes: sum(String.raw`waypost_edge_spool_\w+_backlog_bytes`) / 1024,
    queue_inbox: sum('waypost_inbox_waiting_rows'),
    queue_outbox: sum('waypost_outbox_rows'),
    queue_postbacks: sum('waypost_postbacks_waiting'),
    restarts: sum('waypost_process_restarts(?:_total)?'),
  };
}
