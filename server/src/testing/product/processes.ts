import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { readServerPid } from '../../engines/postgres/leftovers.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../../platform/process-identity.ts';
import { pollUntil } from '../poll-until.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { readTrafficAddress } from './product-traffic.ts';
import type { Product } from './product.ts';

export type Part = 'postgres' | 'clickhouse' | 'api' | 'edge' | 'edge-2' | 'worker';

export function findProcess(product: Pick<Product, 'dataDirectory'>, part: Part): ProcessIdentity {
  const identity =
    part === 'postgres'
      ? identifyProcess(readServerPid(join(product.dataDirectory, 'postgres')) ?? 0)
      : (JSON.parse(
          readFileSync(join(product.dataDirectory, 'run', `${part}.json`), 'utf8'),
        ) as ProcessIdentity);
  if (identity === undefined || !isRunning(identity)) throw new Error(`${part} is not running`);
  return identity;
}

export function listParts(product: Pick<Product, 'dataDirectory'>): Part[] {
  return partsWith(readTrafficAddress(product).store);
}

export function partsWith(store: TrafficStoreName): Part[] {
  return ['postgres', ...(store === 'clickhouse' ? (['clickhouse'] as const) : []), 'api', 'edge', 'worker'];
}

export function findAllProcesses(product: Pick<Product, 'dataDirectory'>): ProcessIdentity[] {
  return listParts(product).map((part) => findProcess(product, part));
}

export async function waitUntilAllReady(product: Product): Promise<void> {
  const ready = await pollUntil(
    async () => {
      const response = await fetch(`${product.urls.status}/readyz`).catch(() => undefined);
      const body = (await response?.json().catch(() => undefined)) as { status: string } | undefined;
      return body?.status === 'ready' ? true : undefined;
    },
    // Each answer contains a report of every process.
    { timeoutMs: hangLimitMs, intervalMs: 100 },
  );
  if (ready === undefined) throw new Error(`timed out waiting until ready:\n${product.output()}`);
}

/** Returns the parent's pid. Reads /proc on Linux, because minimal systems have no `ps`. */
export function readParentPid(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

export function hasLoggedStopping(product: Pick<Product, 'output'>, role: string): boolean {
  return product
    .output()
    .split('\n')
    .some((line) => line.includes(`"role":"${role}"`) && line.includes('"msg":"stopping"'));
}
