import type { EngineAddresses } from '../engine-addresses.ts';
import { migratePostgresSchema, migrateTrafficSchema, requireCurrentSchema } from '../migrate.ts';
import type { Settings } from '../settings.ts';
import type { StartAttempts } from './start-attempts.ts';

// Migrates embedded engines. External engines are migrated only by `waypost migrate`.
export async function prepareSchema(
  settings: Settings,
  addresses: EngineAddresses,
  attempts: StartAttempts,
): Promise<void> {
  const { postgres, traffic } = addresses;
  await attempts.attempt('PostgreSQL', async () => {
    if (settings.databaseUrl === undefined) await migratePostgresSchema(postgres);
    else await requireCurrentSchema({ postgres });
  });
  const trafficUrl = traffic.store === 'clickhouse' ? settings.clickhouseUrl : settings.databaseUrl;
  await attempts.attempt(traffic.store === 'clickhouse' ? 'ClickHouse' : 'PostgreSQL', async () => {
    if (trafficUrl === undefined) await migrateTrafficSchema(addresses, undefined);
    else await requireCurrentSchema({ traffic });
  });
}
