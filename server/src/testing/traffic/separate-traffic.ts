import type { TrafficStoreName } from '../../engines/data-directory.ts';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../../start/migrate.ts';
import { freshClickHouseUrl, makeDatabase } from '../workspaces/fresh-database.ts';
import { createTables } from './clickhouse-target.ts';

/** Creates a separate traffic store on the suite's engines, for tests that affect all rows in a store. */
export async function makeSeparateTraffic(store: TrafficStoreName): Promise<TrafficAddress> {
  if (store === 'clickhouse') {
    const url = freshClickHouseUrl();
    await createTables(url);
    return { store, url };
  }
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  const address = { store, url };
  await migrateTrafficSchema({ postgres: url, traffic: address }, undefined);
  return address;
}
