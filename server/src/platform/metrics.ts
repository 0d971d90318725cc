import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

export type MetricSnapshot = MetricObjectWithValues<MetricValue<string>>[];

export function createRegistry(role: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry, prefix: 'waypost_' });
  return registry;
}

/** Merges metrics from several processes. Values are not summed across roles, because each role has its own label. */
export async function mergeMetrics(snapshots: MetricSnapshot[]): Promise<string> {
  return await AggregatorRegistry.aggregate(snapshots).metrics();
}
