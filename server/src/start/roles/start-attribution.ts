import { Counter, Gauge, type Registry } from 'prom-client';
import { clickIdsOf } from '../../edge/click-ids.ts';
import { Attribution } from '../../jobs/attribution.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import { OutboxShipper } from '../../jobs/outbox-shipper.ts';
import type { HealthCheck } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import { Loop } from '../../platform/loop.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { readBacklog } from '../../services/attribution/read-backlog.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { AttributionBacklog } from '../../store/attribution/attribution-backlog.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import type { Settings } from '../settings.ts';

const backlogEveryMs = 2_000;

type RunningAttribution = { checks: HealthCheck[]; stop: () => Promise<void> };

/** From the inbox to conversions, and from the outbox to the recorded traffic, with their figures. */
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
  const looking = new Loop({
    everyMs: backlogEveryMs,
    startsLater: true,
    work: async () => void (backlog = await readBacklog(context).catch(() => undefined)),
  });
  registerMetrics(registry, { attribution, shipper, backlog: () => backlog });
  return {
    checks: [
      { name: 'attribution', essential: false, probe: async () => complain(attribution.failure) },
      { name: 'outbox', essential: false, probe: async () => complain(shipper.failure) },
    ],
    stop: async () => void (await Promise.all([looking.stop(), attribution.stop(), shipper.stop()])),
  };
}

function complain(failure: string | undefined): void {
  if (failure !== undefined) throw new Error(failure);
}

export function requireCookieSecret({ cookieSecret }: Pick<Settings, 'cookieSecret'>): string {
  if (cookieSecret !== undefined) return cookieSecret;
  throw new OperatorError(
    'configuration',
    'a worker by itself needs WAYPOST_COOKIE_SECRET, the same as the edges: it reads the click ids that they make.',
  );
}

function registerMetrics(
  registry: Registry,
  given: { attribution: Attribution; shipper: OutboxShipper; backlog: () => AttributionBacklog | undefined },
): void {
  const { attribution, shipper, backlog } = given;
  registry.registerMetric(
    new Counter({
      name: 'waypost_worker_events_total',
      help: 'Incoming events by verdict; those that are looked at again count each time',
      labelNames: ['verdict'],
      registers: [],
      collect() {
        this.reset();
        for (const [verdict, many] of attribution.verdicts) this.inc({ verdict }, many);
      },
    }),
  );
  registerGauges(registry, backlog);
  registry.registerMetric(
    new Counter({
      name: 'waypost_outbox_shipped_rows_total',
      help: 'Rows that this worker shipped',
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
        // Every worker sees the same tables.
        aggregator: 'max',
        registers: [],
        collect() {
          this.set(read() ?? 0);
        },
      }),
    );
  gauge('waypost_inbox_waiting_rows', 'Incoming events that wait', () => backlog()?.waiting);
  gauge('waypost_inbox_oldest_seconds', 'Age of the oldest that waits', () =>
    ageOf(backlog()?.oldestWaiting),
  );
  gauge('waypost_outbox_rows', 'Rows that are not in reports yet', () => backlog()?.outboxRows);
  gauge('waypost_outbox_oldest_seconds', 'Age of the oldest of them', () => ageOf(backlog()?.oldestOutbox));
  gauge('waypost_outbox_refused_rows', 'Rows that could not be read', () => backlog()?.refusedRows);
  gauge(
    'waypost_edge_stopped_spools',
    'Spools of stopped edges that may hold rows',
    () => backlog()?.stoppedSpools,
  );
  gauge('waypost_edge_stopped_spools_oldest_seconds', 'Age of the oldest row that may be in them', () =>
    ageOf(backlog()?.stoppedSince),
  );
}

function ageOf(moment: Date | null | undefined): number {
  return moment === null || moment === undefined ? 0 : Math.max(0, (Date.now() - moment.getTime()) / 1_000);
}
