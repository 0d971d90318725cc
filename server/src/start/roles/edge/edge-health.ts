import type { GeoReader } from '../../../edge/classify/index.ts';
import { summarizeReadiness, type CheckState, type Readiness } from '../../../platform/health.ts';
import type { TrafficStore } from '../../../traffic/traffic-store.ts';
import { receiverOf, type EdgeStreams } from './edge-streams.ts';

/** What an edge is asked about itself; undefined is well, a sentence is not. None of it keeps visitors from being served. */
type EdgeChecks = Record<string, () => string | undefined>;

/** Judged when somebody asks; since when is known because somebody asks every second. */
export function edgeReadiness(
  checks: EdgeChecks,
  onChange: (name: string, message: string | undefined) => void,
): () => Readiness {
  const states = new Map<string, CheckState>();
  return () => {
    for (const [name, check] of Object.entries(checks)) {
      const message = check();
      const ok = message === undefined;
      const before = states.get(name);
      if (before === undefined ? !ok : before.ok !== ok) onChange(name, message);
      const since = before?.ok === ok ? before.since : new Date().toISOString();
      states.set(name, { name, ok, essential: false, since, ...(ok ? {} : { message }) });
    }
    return summarizeReadiness([...states.values()]);
  };
}

const mebibyte = 1024 ** 2;
const shippingLateMs = 30_000;

export function edgeChecks(parts: {
  streams: EdgeStreams;
  /** Streams of stopped processes that this one ships. */
  adopted: ReadonlySet<EdgeStreams>;
  traffic: Pick<TrafficStore, 'engine'>;
  geo: GeoReader;
  /** Whether the last question for new configuration was answered. */
  isFollowing: () => boolean;
}): EdgeChecks {
  const spools = Object.values(parts.streams);
  return {
    spool: () => {
      const problem = spools.map((spool) => spool.status().writerProblem).find((one) => one !== undefined);
      return problem === undefined ? undefined : `not everything is kept on disk right now (${problem})`;
    },
    shipping: () => {
      const waiting = new Map<string, number>();
      const all = [parts.streams, ...parts.adopted].flatMap((streams) => Object.entries(streams));
      for (const [name, spool] of all) {
        const { isShippingFailing, heldSegments, oldestUnshippedMs, backlogBytes } = spool.status();
        if (!isShippingFailing && oldestUnshippedMs <= shippingLateMs) continue;
        const receiver = receiverOf(name as keyof EdgeStreams, parts.traffic);
        const whatFor = !isShippingFailing && heldSegments > 0 ? 'the visits of their rows' : receiver;
        waiting.set(whatFor, (waiting.get(whatFor) ?? 0) + backlogBytes);
      }
      const sentences = [...waiting].map(
        ([whatFor, bytes]) => `${(bytes / mebibyte).toFixed(1)} MiB wait for ${whatFor}`,
      );
      return sentences.length === 0 ? undefined : sentences.join(', ');
    },
    configuration: () =>
      parts.isFollowing() ? undefined : 'serves what it last knew: PostgreSQL does not answer',
    geo: () => {
      const { city, asn } = parts.geo.describe();
      const missing = [city === undefined ? 'city' : '', asn === undefined ? 'network-owner' : ''].filter(
        Boolean,
      );
      return missing.length === 0 ? undefined : `the ${missing.join(' and the ')} database cannot be read`;
    },
  };
}
