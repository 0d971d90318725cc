import { inject } from 'vitest';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import type { WithTraffic } from '../../services/tools.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import { lightStore } from '../machine.ts';
import { openTraffic } from './open-traffic.ts';

export function trafficAddress(store: TrafficStoreName = lightStore): TrafficAddress {
  return { store, url: inject(store === 'clickhouse' ? 'clickhouseUrl' : 'postgresUrl') };
}

export function openTestTraffic(store: TrafficStoreName = lightStore): TrafficStore {
  return openTraffic(trafficAddress(store));
}

export function openUnreachableTraffic(store: TrafficStoreName = lightStore): TrafficStore {
  const url =
    store === 'clickhouse' ? 'http://127.0.0.1:9/waypost' : 'postgres://waypost@127.0.0.1:9/waypost';
  return openTraffic({ store, url });
}

/** Adds an unreachable traffic store to the context, for tests in which a service does not read traffic. */
export function withUnreachableTraffic<Context extends object>(context: Context): Context & WithTraffic {
  return { ...context, traffic: openUnreachableTraffic() };
}
