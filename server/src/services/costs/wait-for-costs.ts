import { setTimeout as sleep } from 'node:timers/promises';
import type { CostEntry } from '@waypost/contract/conversions/costs.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import type { WorkspaceContext } from '../context.ts';
import { getCostEntry } from './cost-entries.ts';
import { processCostEntry, type CostWork } from './process-cost-entry.ts';

const pauseMs = 250;
const failuresMax = 5;

/**
 * Waits until entries are distributed or reversed. Processes these entries and earlier entries of the campaign in this
 * process, so that no worker is needed. Reports the progress of each entry.
 */
export async function waitForCosts(
  context: WorkspaceContext & { traffic: TrafficStore },
  ids: readonly string[],
  onProgress: (entry: CostEntry) => void,
): Promise<void> {
  const { database, traffic, now } = context;
  const work: CostWork = { database, traffic, now, actor: { type: 'system', label: context.actor.label } };
  for (const id of ids) {
    let failures = 0;
    let partsDone = 0;
    const { campaignId } = await getCostEntry(context, id);
    for (;;) {
      const helped = await help(work, { id, campaignId }).catch((error: unknown) => {
        failures += 1;
        if (failures >= failuresMax) throw error;
        return undefined;
      });
      const entry = await getCostEntry(context, id);
      onProgress(entry);
      // Gives up only after several consecutive failures without progress.
      const done = entry.progress?.done ?? 0;
      if (done > partsDone) failures = 0;
      partsDone = done;
      if (entry.status !== 'pending' && entry.status !== 'withdrawing') break;
      if (helped === undefined) await sleep(pauseMs);
    }
  }
}

async function help(work: CostWork, entry: { id: string; campaignId: string }): Promise<string | undefined> {
  const { id, campaignId } = entry;
  return (await processCostEntry(work, { id })) ?? (await processCostEntry(work, { campaignId }));
}
