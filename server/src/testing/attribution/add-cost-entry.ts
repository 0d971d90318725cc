import type { CostEntry } from '@waypost/contract/conversions/costs.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { createCostEntry } from '../../services/costs/enter-cost.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';

const countVisits: TrafficStore['countVisits'] = async ({ fromMs, untilMs }) =>
  await Promise.resolve([{ fromMs, untilMs, visits: 1 }]);

/** Creates a cost entry for a campaign without visits. Normally, the services reject such an entry. */
export async function addCostEntry(context: WorkspaceContext, input: unknown): Promise<CostEntry> {
  return await createCostEntry({ ...context, traffic: { countVisits } as TrafficStore }, input);
}
