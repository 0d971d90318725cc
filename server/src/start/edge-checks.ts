import type { GeoReader } from '../edge/classify/index.ts';
import type { EdgeChecks } from './edge-health.ts';
import type { EdgeStreams } from './edge-streams.ts';

const mebibyte = 1024 ** 2;
const shippingLateMs = 30_000;

export function edgeChecks(parts: {
  streams: EdgeStreams;
  geo: GeoReader;
  /** Whether the last question for new configuration was answered. */
  isFollowing: () => boolean;
}): EdgeChecks {
  const spools = Object.values(parts.streams);
  return {
    spool: () => {
      const problem = spools.map((spool) => spool.status().writerProblem).find((one) => one !== undefined);
      return problem === undefined ? undefined : `visits are not kept on disk right now (${problem})`;
    },
    shipping: () => {
      const states = spools.map((spool) => spool.status());
      const isLate = states.some(
        ({ isShippingFailing, oldestUnshippedMs }) => isShippingFailing || oldestUnshippedMs > shippingLateMs,
      );
      const bytes = states.reduce((sum, { backlogBytes }) => sum + backlogBytes, 0);
      return isLate ? `${(bytes / mebibyte).toFixed(1)} MiB wait for ClickHouse` : undefined;
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
