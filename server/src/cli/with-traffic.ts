import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import type { ServiceContext } from '../services/context.ts';
import { loadSettings } from '../start/settings.ts';
import { operatorActor } from './with-services.ts';

/** Runs a verb that needs recorded traffic, as the operator of this installation. */
export async function withTraffic<Result>(
  work: (context: ServiceContext & { clickhouse: ClickHouseClient }) => Promise<Result>,
): Promise<Result> {
  const { openInstallation } = await import('../start/open-installation.ts');
  const { openClickHouse } = await import('../platform/clickhouse-client.ts');
  const installation = await openInstallation(loadSettings(), { clickhouse: true });
  const clickhouse = openClickHouse(installation.clickhouseUrl ?? '');
  try {
    const { database } = installation;
    return await work({ database, clickhouse, actor: operatorActor(), now: () => new Date() });
  } finally {
    await clickhouse.close();
    await installation.close();
  }
}
