import { Counter, Gauge, type Registry } from 'prom-client';
import type { DueWork } from '../../jobs/due-work.ts';
import { PostbackSender } from '../../jobs/postbacks.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { provideOutbound } from '../provide-outbound.ts';
import type { Settings } from '../settings.ts';

export async function startPostbacks(
  context: ServiceContext,
  settings: Pick<Settings, 'outboundAllow'>,
  engines: EngineAddresses,
  { due, logger, registry }: { due: DueWork; logger: Logger; registry: Registry },
): Promise<PostbackSender> {
  const client = await provideOutbound(settings, engines);
  const sender = new PostbackSender({ context, client, due, logger });
  registerPostbackMetrics(registry, sender);
  return sender;
}

// Counters are per worker. Gauges describe the shared queue, so they are aggregated with `max`.
function registerPostbackMetrics(registry: Registry, sender: PostbackSender): void {
  registry.registerMetric(
    new Counter({
      name: 'waypost_postback_attempts_total',
      help: 'Postback attempts by result: delivered, to be retried, failed permanently, or lost to another worker',
      labelNames: ['result'],
      registers: [],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(sender.counts)) this.inc({ result }, count);
      },
    }),
  );
  const gauge = (name: string, help: string, read: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        aggregator: 'max',
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  gauge('waypost_postbacks_waiting', 'Postbacks waiting for an attempt', () => sender.numbers.waiting);
  gauge(
    'waypost_postbacks_oldest_due_seconds',
    'Delay of the most overdue postback whose receiver is not paused',
    () => sender.numbers.oldestDueMs / 1_000,
  );
  gauge(
    'waypost_postback_hosts_paused',
    'Paused receivers, counted per workspace',
    () => sender.numbers.pausedHosts,
  );
}
