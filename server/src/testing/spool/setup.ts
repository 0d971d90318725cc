import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { openSpool, type Spool, type SpoolOptions } from '../../edge/spool/open-spool.ts';
import type { Fate } from '../../edge/spool/waiting-row.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { makeTemporaryDirectory } from '../temporary-directory.ts';
import { waitUntil } from '../wait-until.ts';
import { FaultyFiles, systemError } from './faulty-files.ts';
import { MemoryTarget } from './memory-target.ts';

export const november = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
export const december = november + 1;

class SpoolSetup {
  directory = '';
  disk = new FaultyFiles();

  // By default, uses timeouts that no test reaches, because shorter timeouts could expire on a busy machine.
  open(options: Partial<SpoolOptions> = {}): Promise<Spool> {
    return openSpool({
      directory: this.directory,
      files: this.disk.files,
      diskPercentMax: 100,
      failOpenMs: hangLimitMs,
      failClosedMs: hangLimitMs,
      segmentMs: hangLimitMs,
      ...options,
    });
  }

  async shipAll(target = new MemoryTarget()): Promise<string[]> {
    const spool = await openSpool({ directory: this.directory, diskPercentMax: 100 });
    spool.startShipping(target, { firstPauseMs: 1 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    return target.rows();
  }

  files(state: string): string[] {
    return readdirSync(this.directory).filter((name) => name.endsWith(`.${state}`));
  }

  failOnce(operation: string, code: string): void {
    let hasFailed = false;
    this.disk.before = (call) => {
      if (hasFailed || call.operation !== operation) return;
      hasFailed = true;
      throw systemError(code);
    };
  }

  holdSyncs(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.disk.before = ({ operation }) => (operation === 'sync' ? promise : undefined);
    return () => {
      this.disk.before = () => undefined;
      resolve();
    };
  }
}

export function useSpoolSetup(): SpoolSetup {
  const setup = new SpoolSetup();
  beforeEach(() => {
    setup.directory = join(makeTemporaryDirectory(), 'spool');
    setup.disk = new FaultyFiles();
  });
  return setup;
}

export function append(spool: Spool, row: string, timeMs = november): Promise<Fate> {
  return new Promise((resolve) => spool.append(row, timeMs, resolve));
}

export function appendOrFail(spool: Spool, row: string): Promise<Fate> {
  return new Promise((resolve) => spool.appendOrFail(row, november, resolve));
}
