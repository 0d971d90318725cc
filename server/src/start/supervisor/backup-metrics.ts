import type { Registry } from 'prom-client';
import { readBackupState } from '../backup/backup-state.ts';

// Registers the metrics of backups on this machine. Without a backup, only `waypost_backup_failed` has a value.
export async function registerBackupMetrics(registry: Registry, dataDirectory: string): Promise<void> {
  const { Gauge } = await import('prom-client');
  const measure = (
    name: string,
    help: string,
    read: (state: ReturnType<typeof readBackupState>) => number | undefined,
  ) => {
    const gauge = new Gauge({
      name,
      help,
      collect() {
        const value = read(readBackupState(dataDirectory));
        if (value !== undefined) this.set(value);
      },
      registers: [],
    });
    // Without labels, a gauge starts with 0, which would look like a backup that was just made.
    gauge.remove();
    registry.registerMetric(gauge);
  };
  measure('waypost_backup_age_seconds', 'Time since the last successful backup', ({ last }) =>
    last === undefined ? undefined : (Date.now() - last.at.getTime()) / 1_000,
  );
  measure('waypost_backup_bytes', 'Size of the last successful backup', ({ last }) => last?.bytes);
  measure('waypost_backup_failed', '1 if the last backup failed', ({ last, failure }) =>
    failure !== undefined && (last === undefined || failure.at > last.at) ? 1 : 0,
  );
}
