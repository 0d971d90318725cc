import { Counter, Gauge, type Registry } from 'prom-client';
import type { GeoReader } from '../../../edge/classify/location/open-geo.ts';
import type { EdgeCounters } from '../../../edge/counters.ts';
import type { Spool, SpoolStatus } from '../../../edge/spool/open-spool.ts';
import type { EdgeStreams } from './edge-streams.ts';

const dayMs = 86_400_000;

type Counts = Readonly<Record<string, number>>;

// Registers a counter whose value is read on demand, because counting with prom-client would add a microsecond to each
// visit.
export function registerCounter(
  registry: Registry,
  definition: { name: string; help: string; label: string },
  read: () => Counts,
): void {
  registry.registerMetric(
    new Counter({
      name: definition.name,
      help: definition.help,
      labelNames: [definition.label],
      registers: [],
      collect() {
        this.reset();
        for (const [label, value] of Object.entries(read())) this.inc({ [definition.label]: label }, value);
      },
    }),
  );
}

// Values of several processes are summed unless `aggregator` is set.
type GaugeDefinition = { name: string; help: string; aggregator?: 'max' };

export function registerGauge(registry: Registry, definition: GaugeDefinition, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      ...definition,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

export function registerEdgeMetrics(
  registry: Registry,
  sources: {
    counters: EdgeCounters;
    streams: EdgeStreams;
    adopted: ReadonlySet<EdgeStreams>;
    geo: GeoReader;
  },
): void {
  const { counters, streams, adopted, geo } = sources;
  const age = {
    name: 'waypost_edge_geo_age_days',
    help: 'Age of the older GeoIP database',
    aggregator: 'max' as const,
  };
  registerGauge(registry, age, () => geoAgeDays(geo));
  const visits = { name: 'waypost_edge_visits_total', help: 'Visits by outcome', label: 'outcome' };
  registerCounter(registry, visits, () => counters.visits);
  const clicks = {
    name: 'waypost_edge_clicks_total',
    help: 'Landing-page clicks by outcome',
    label: 'outcome',
  };
  registerCounter(registry, clicks, () => counters.clicks);
  const events = {
    name: 'waypost_edge_events_total',
    help: 'Incoming postbacks by outcome',
    label: 'outcome',
  };
  registerCounter(registry, events, () => counters.events);
  const answers = {
    name: 'waypost_edge_answers_total',
    help: 'Responses by the state of their row: written to disk, pending or lost',
    label: 'row',
  };
  registerCounter(registry, answers, () => counters.rowResults);
  registerFlags(registry, counters);
  for (const [stream, spool] of Object.entries(streams))
    registerStream(registry, stream as keyof EdgeStreams, {
      own: spool,
      all: () => [streams, ...adopted].map((one) => one[stream as keyof EdgeStreams].status()),
    });
}

function registerFlags(registry: Registry, counters: EdgeCounters): void {
  const oddities = {
    name: 'waypost_edge_oddities_total',
    help: 'Flagged or rejected requests, and internal errors',
    label: 'kind',
  };
  registerCounter(registry, oddities, () => ({
    bot: counters.bots,
    prefetch: counters.prefetches,
    neutral_page: counters.neutralPages,
    forged_cookie: counters.forgedCookies,
    forged_click_id: counters.forgedClickIds,
    refused_cost: counters.refusedCosts,
    failure: counters.failures,
  }));
}

function geoAgeDays(geo: GeoReader): number {
  const { city, asn } = geo.describe();
  const built = [city, asn].flatMap((facts) => (facts === undefined ? [] : [facts.builtAt.getTime()]));
  return built.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...built)) / dayMs);
}

function registerStream(
  registry: Registry,
  stream: keyof EdgeStreams,
  { own, all }: { own: Spool; all: () => SpoolStatus[] },
): void {
  const sum = (pick: (status: SpoolStatus) => number) =>
    all().reduce((total, status) => total + pick(status), 0);
  const name = `waypost_edge_spool_${stream}`;
  const counts = {
    name: `${name}_total`,
    help: `Counters of the ${stream} spool: rows, batches and errors`,
    label: 'what',
  };
  registerCounter(registry, counts, () => flatten(own.counters));
  const backlog = {
    name: `${name}_backlog_bytes`,
    help: `Unshipped bytes in the ${stream} spool`,
  };
  registerGauge(registry, backlog, () => sum(({ backlogBytes }) => backlogBytes));
  const oldest = {
    name: `${name}_oldest_seconds`,
    aggregator: 'max' as const,
    help: `Age of the oldest unshipped row in the ${stream} spool`,
  };
  registerGauge(
    registry,
    oldest,
    () => Math.max(...all().map(({ oldestUnshippedMs }) => oldestUnshippedMs)) / 1_000,
  );
  if (stream !== 'clicks') return;
  const held = {
    name: `${name}_held_segments`,
    help: `Segments in the ${stream} spool waiting for late visits`,
  };
  registerGauge(registry, held, () => sum(({ heldSegments }) => heldSegments));
}

function flatten({ rowsLost, ...numbers }: Spool['counters']): Counts {
  const lost = Object.entries(rowsLost).map(([reason, count]) => [`rowsLost-${reason}`, count]);
  return { ...numbers, ...Object.fromEntries(lost) };
}
