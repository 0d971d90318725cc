import type { GeoReader } from '../../../edge/classify/index.ts';
import { summarizeReadiness, type CheckState, type Readiness } from '../../../platform/health.ts';
import type { TrafficStore } from '../../../traffic/traffic-store.ts';
import { receiverName, type EdgeStreams } from './edge-streams.ts';

/** Each check returns a problem or undefined. No check is essential, because the edge keeps serving visitors. */
type EdgeChecks = Record<string, () => string | undefined>;

/**
 * Returns a function that runs all checks. The edge calls this function every second, so `since` is accurate to the
 * second.
 */
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
  adopted: ReadonlySet<EdgeStreams>;
  traffic: Pick<TrafficStore, 'engine'>;
  geo: GeoReader;
  isFollowing: () => boolean;
}): EdgeChecks {
  const spools = Object.values(parts.streams);
  return {
    spool: () => {
      const problem = spools.map((spool) => spool.status().writerProblem).find((one) => one !== undefined);
      return problem === undefined ? undefined : `rows cannot be written to disk (${problem})`;
    },
    shipping: () => {
      const waiting = new Map<string, number>();
      const all = [parts.streams, ...parts.adopted].flatMap((streams) => Object.entries(streams));
      for (const [name, spool] of all) {
        const { isShippingFailing, heldSegments, oldestUnshippedMs, backlogBytes } = spool.status();
        if (!isShippingFailing && oldestUnshippedMs <= shippingLateMs) continue;
        const receiver = receiverName(name as keyof EdgeStreams, parts.traffic);
        const reason = !isShippingFailing && heldSegments > 0 ? 'late visits' : receiver;
        waiting.set(reason, (waiting.get(reason) ?? 0) + backlogBytes);
      }
      const messages = [...waiting].map(
        ([reason, bytes]) => `${(bytes / mebibyte).toFixed(1)} MiB waiting for ${reason}`,
      );
      return messages.length === 0 ? undefined : messages.join(', ');
    },
    configuration: () =>
      parts.isFollowing()
        ? undefined
        : 'PostgreSQL is not responding, serving the last published configuration',
    geo: () => {
      const { city, asn } = parts.geo.describe();
      const missing = [city === undefined ? 'city' : '', asn === undefined ? 'ASN' : ''].filter(Boolean);
      return missing.length === 0
        ? undefined
        : `the GeoIP database for ${missing.join(' and ')} cannot be read`;
    },
  };
}
