import { Counter, Gauge, type Registry } from 'prom-client';
import type { GeoReader } from '../../../edge/classify/location/open-geo.ts';
import type { EdgeCounters } from '../../../edge/counters.ts';
import type { Spool, SpoolStatus } from '../../../edge/spool/open-spool.ts';
import type { EdgeStreams } from './edge-streams.ts';

const dayMs = 86_400_000;

type Numbers = Readonly<Record<string, number>>;

/** A counter whose numbers are kept elsewhere: counting in a library's own way would cost every visitor a microsecond. */
function countFrom(
  registry: Registry,
  about: { name: string; help: string; label: string },
  read: () => Numbers,
): void {
  registry.registerMetric(
    new Counter({
      name: about.name,
      help: about.help,
      labelNames: [about.label],
      registers: [],
      collect() {
        this.reset();
        for (const [label, value] of Object.entries(read())) this.inc({ [about.label]: label }, value);
      },
    }),
  );
}

/** Of several processes the sum is told, or the most. */
type GaugeAbout = { name: string; help: string; aggregator?: 'max' };

function gaugeFrom(registry: Registry, about: GaugeAbout, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      ...about,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

/** The numbers of one edge process. */
export function registerEdgeMetrics(
  registry: Registry,
  given: {
    counters: EdgeCounters;
    streams: EdgeStreams;
    /** Streams of stopped processes that this one ships: their backlog is nobody else's to tell. */
    adopted: ReadonlySet<EdgeStreams>;
    geo: GeoReader;
  },
): void {
  const { counters, streams, adopted, geo } = given;
  const age = {
    name: 'waypost_edge_geo_age_days',
    help: 'How old the older of the files is that places are looked up in',
    aggregator: 'max' as const,
  };
  gaugeFrom(registry, age, () => geoAgeDays(geo));
  const visits = { name: 'waypost_edge_visits_total', help: 'Visits by outcome', label: 'outcome' };
  countFrom(registry, visits, () => counters.visits);
  const clicks = { name: 'waypost_edge_clicks_total', help: 'Landing clicks by outcome', label: 'outcome' };
  countFrom(registry, clicks, () => counters.clicks);
  const events = { name: 'waypost_edge_events_total', help: 'Incoming events by outcome', label: 'outcome' };
  countFrom(registry, events, () => counters.events);
  const answers = {
    name: 'waypost_edge_answers_total',
    help: 'Answers by what had become of their row: kept on disk, not yet kept, or lost',
    label: 'row',
  };
  countFrom(registry, answers, () => counters.fates);
  const oddities = {
    name: 'waypost_edge_oddities_total',
    help: 'Requests that were flagged or refused, and mistakes of our own',
    label: 'kind',
  };
  countFrom(registry, oddities, () => ({
    bot: counters.bots,
    prefetch: counters.prefetches,
    neutral_page: counters.neutralPages,
    forged_cookie: counters.forgedCookies,
    forged_click_id: counters.forgedClickIds,
    refused_cost: counters.refusedCosts,
    failure: counters.failures,
  }));
  for (const [stream, spool] of Object.entries(streams))
    registerStream(registry, stream as keyof EdgeStreams, {
      own: spool,
      all: () => [streams, ...adopted].map((one) => one[stream as keyof EdgeStreams].status()),
    });
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
  const counts = { name: `${name}_total`, help: `What happened in the spool of ${stream}`, label: 'what' };
  countFrom(registry, counts, () => flatten(own.counters));
  const backlog = {
    name: `${name}_backlog_bytes`,
    help: `Bytes of ${stream} that are not stored yet`,
  };
  gaugeFrom(registry, backlog, () => sum(({ backlogBytes }) => backlogBytes));
  const oldest = {
    name: `${name}_oldest_seconds`,
    aggregator: 'max' as const,
    help: `Age of the oldest of ${stream} that are not stored yet`,
  };
  gaugeFrom(
    registry,
    oldest,
    () => Math.max(...all().map(({ oldestUnshippedMs }) => oldestUnshippedMs)) / 1_000,
  );
  if (stream !== 'clicks') return;
  const held = { name: `${name}_held_segments`, help: `Segments of ${stream} that wait for their visits` };
  gaugeFrom(registry, held, () => sum(({ heldSegments }) => heldSegments));
}

function flatten({ rowsLost, ...numbers }: Spool['counters']): Numbers {
  const lost = Object.entries(rowsLost).map(([reason, count]) => [`rowsLost-${reason}`, count]);
  return { ...numbers, ...Object.fromEntries(lost) };
}
