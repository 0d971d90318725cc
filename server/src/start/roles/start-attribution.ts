import { Counter, Gauge, type Registry } from 'prom-client';
import { clickIdsOf } from '../../edge/click-ids.ts';
import { Attribution } from '../../jobs/attribution.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import { OutboxShipper } from '../../jobs/outbox-shipper.ts';
import type { HealthCheck } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import { Loop } from '../../platform/loop.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { readBacklog } from '../../services/conversions/read-backlog.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { AttributionBacklog } from '../../store/conversions/attribution-backlog.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import type { Settings } from '../settings.ts';

const backlogIntervalMs = 2_000;

type RunningAttribution = { checks: HealthCheck[]; stop: () => Promise<void> };

export function startAttribution(
  context: ServiceContext,
  settings: Pick<Settings, 'cookieSecret'>,
  traffic: TrafficStore,
  { due, logger, registry }: { due: DueWork; logger: Logger; registry: Registry },
): RunningAttribution {
  const clickIds = clickIdsOf(requireCookieSecret(settings));
  const attribution = new Attribution({ ...context, traffic, clickIds }, due, logger);
  const shipper = new OutboxShipper(context, traffic.targets.outbox, due, logger);
  let backlog: AttributionBacklog | undefined;
  const backlogLoop = new Loop({
    everyMs: backlogIntervalMs,
    startsLater: true,
    work: async () => void (backlog = await readBacklog(context).catch(() => undefined)),
  });
  registerMetrics(registry, { attribution, shipper, backlog: () => backlog });
  return {
    checks: [
      { name: 'attribution', essential: false, probe: async () => throwIfFailing(attribution.failure) },
      { name: 'outbox', essential: false, probe: async () => throwIfFailing(shipper.failure) },
    ],
    stop: async () => void (await Promise.all([backlogLoop.stop(), attribution.stop(), shipper.stop()])),
  };
}

function throwIfFailing(failure: string | undefined): void {
  if (failure !== undefined) throw new Error(failure);
}

export function requireCookieSecret({ cookieSecret }: Pick<Settings, 'cookieSecret'>): string {
  if (cookieSecret !== undefined) return cookieSecret;
  throw new OperatorError(
    'configuration',
    'A worker needs WAYPOST_COOKIE_SECRET to read click IDs. Set it to the same value as on the edges.',
  );
}

function registerMetrics(
  registry: Registry,
  sources: {
    attribution: Attribution;
    shipper: OutboxShipper;
    backlog: () => AttributionBacklog | undefined;
  },
): void {
  const { attribution, shipper, backlog } = sources;
  registry.registerMetric(
    new Counter({
      name: 'waypost_worker_events_total',
      help: 'Incoming postbacks by verdict; a postback is counted each time it is processed',
      labelNames: ['verdict'],
      registers: [],
      collect() {
        this.reset();
        for (const [verdict, count] of attribution.verdicts) this.inc({ verdict }, count);
      },
    }),
  );
  registerGauges(registry, backlog);
  registry.registerMetric(
    new Counter({
      name: 'waypost_outbox_shipped_rows_total',
      help: 'Outbox rows shipped by this worker',
      registers: [],
      collect() {
        this.reset();
        this.inc(shipper.rowsShipped);
      },
    }),
  );
}

function registerGauges(registry: Registry, backlog: () => AttributionBacklog | undefined): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        // Values must not be summed, because every worker reports the same tables.
        aggregator: 'max',
        registers: [],
        collect() {
          this.set(read() ?? 0);
        },
      }),
    );
  gauge('waypost_inbox_waiting_rows', 'Incoming postbacks waiting to be processed', () => backlog()?.waiting);
  gauge('waypost_inbox_oldest_seconds', 'Age of the oldest waiting incoming postback', () =>
    ageInSeconds(backlog()?.oldestWaiting),
  );
  gauge(
    'waypost_outbox_rows',
    'Rows waiting to be shipped to the traffic store',
    () => backlog()?.outboxRows,
  );
  gauge('waypost_outbox_oldest_seconds', 'Age of the oldest row in the outbox', () =>
    ageInSeconds(backlog()?.oldestOutbox),
  );
  gauge(
    'waypost_outbox_refused_rows',
    'Outbox rows that the traffic store rejected',
    () => backlog()?.refusedRows,
  );
  gauge(
    'waypost_edge_stopped_spools',
    'Spools of stopped edges that may contain unshipped rows',
    () => backlog()?.stoppedSpools,
  );
  gauge(
    'waypost_edge_stopped_spools_oldest_seconds',
    'Age of the oldest row that spools of stopped edges may contain',
    () => ageInSeconds(backlog()?.stoppedSince),
  );
}

function ageInSeconds(time: Date | null | undefined): number {
  return time === null || time === undefined ? 0 : Math.max(0, (Date.now() - time.getTime()) / 1_000);
}
