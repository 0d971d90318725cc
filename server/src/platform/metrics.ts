import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

export type MetricSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** The numbers of one process, each marked with its role. */
export function createRegistry(role: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry, prefix: 'waypost_' });
  return registry;
}

/** One page out of the numbers of several processes; roles keep them apart, so nothing is summed across roles. */
export async function mergeMetrics(snapshots: MetricSnapshot[]): Promise<string> {
  return await AggregatorRegistry.aggregate(snapshots).metrics();
}
