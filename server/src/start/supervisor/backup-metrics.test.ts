import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { recordBackupFailure, recordBackupSuccess } from '../backup/backup-state.ts';
import { registerBackupMetrics } from './backup-metrics.ts';

it('the metrics of backups show the age and size of the last one, and whether it failed', async () => {
  const directory = makeTemporaryDirectory();
  const registry = new Registry();
  await registerBackupMetrics(registry, directory);
  const read = async () =>
    Object.fromEntries(
      (await registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith('waypost_'))
        .map((line) => line.split(' ')),
    ) as Record<string, string>;
  expect(await read()).toEqual({ waypost_backup_failed: '0' });
  recordBackupFailure(directory, 'The disk is full.');
  expect(await read()).toEqual({ waypost_backup_failed: '1' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  recordBackupSuccess(directory, { durationMs: 1, bytes: 34, folder: '/backup/waypost-1' });
  const metrics = await read();
  expect(metrics).toMatchObject({ waypost_backup_bytes: '34', waypost_backup_failed: '0' });
  expect(Number(metrics['waypost_backup_age_seconds'])).toBeGreaterThanOrEqual(0);
});
