import { countOfferClicks } from '../events/count-offer-clicks.ts';
import { OfferCaps } from '../jobs/offer-caps.ts';
import { Publisher } from '../jobs/publisher.ts';
import { purgeExpiredSessionsJob } from '../jobs/purge-expired-sessions.ts';
import { startQueue } from '../jobs/queue.ts';
import { openClickHouse } from '../platform/clickhouse-client.ts';
import { Health } from '../platform/health.ts';
import type { Logger } from '../platform/logger.ts';
import { createRegistry } from '../platform/metrics.ts';
import { Database } from '../store/database.ts';
import type { EngineAddresses } from './engine-addresses.ts';
import { logHealth } from './log-health.ts';
import type { RunningRole } from './role.ts';

const finishJobsMs = 5_000;

/** Jobs. Any number of workers may run beside each other: the queue gives each job to one of them. */
export async function startWorker(engines: EngineAddresses, logger: Logger): Promise<RunningRole> {
  const database = new Database(engines.postgres, { connectionsMax: 5 });
  const health = new Health(
    [{ name: 'postgres', essential: true, probe: () => database.check() }],
    logHealth(logger),
  );
  await health.start();
  const registry = createRegistry('worker');
  const context = { database, actor: { type: 'system', label: 'worker' } as const, now: () => new Date() };
  const queue = await startQueue(engines.postgres, [purgeExpiredSessionsJob(context)], logger);
  const publisher = new Publisher(context, engines.postgres, logger);
  const clickhouse = openClickHouse(engines.clickhouse);
  const offerCaps = new OfferCaps(context, (offers) => countOfferClicks(clickhouse, offers), logger);
  return {
    readiness: () => health.readiness(),
    metrics: async () => await registry.getMetricsAsJSON(),
    stop: async () => {
      const stopQueue = queue.stop({ graceful: true, timeout: finishJobsMs, close: true });
      await Promise.all([offerCaps.stop(), publisher.stop(), stopQueue]);
      health.stop();
      await clickhouse.close();
      await database.close();
    },
  };
}
