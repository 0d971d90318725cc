import { EventStore } from '../events/connection.ts';
import { buildServer } from '../http/build-server.ts';
import { Health } from '../platform/health.ts';
import type { Logger } from '../platform/logger.ts';
import { createRegistry } from '../platform/metrics.ts';
import { authenticateKey } from '../services/keys/authenticate-key.ts';
import { Database } from '../store/database.ts';
import { explainListenFailure } from './listen.ts';
import { logHealth } from './log-health.ts';
import type { EngineAddresses } from './engine-addresses.ts';
import type { RunningRole } from './role.ts';
import { panelDirectory, type Settings } from './settings.ts';

/** Public API, panel and descriptions. Without PostgreSQL it cannot answer; without ClickHouse only reports are missing. */
export async function startApi(
  settings: Settings,
  engines: EngineAddresses,
  logger: Logger,
): Promise<RunningRole> {
  const database = new Database(engines.postgres, { connectionsMax: 10 });
  const events = new EventStore(engines.clickhouse);
  const health = new Health(
    [
      { name: 'postgres', essential: true, probe: () => database.check() },
      { name: 'clickhouse', essential: false, probe: () => events.check() },
    ],
    logHealth(logger),
  );
  await health.start();
  const registry = createRegistry('api');
  const server = await buildServer({
    authenticateKey: (token) => authenticateKey(database, token, new Date()),
    logger,
    readiness: () => health.readiness(),
    panelDirectory,
  });
  const { host, port } = settings;
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw explainListenFailure(error, { host, port, variable: 'WAYPOST_PORT' });
  }
  return {
    readiness: () => health.readiness(),
    metrics: async () => await registry.getMetricsAsJSON(),
    stop: async () => {
      await server.close();
      health.stop();
      await Promise.all([database.close(), events.close()]);
    },
  };
}
