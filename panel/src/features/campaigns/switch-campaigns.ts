import type { ListedCampaign, WaypostPanelClient } from '../../lib/api/api.ts';
import { sendInBatches, type VersionedId } from '../../lib/records/send-in-batches.ts';

export type SwitchVerb = 'pause' | 'resume';

const verbs = {
  pause: { from: 'active', done: 'paused', undo: 'resume' },
  resume: { from: 'paused', done: 'resumed', undo: 'pause' },
} as const;

type SwitchApi = Pick<WaypostPanelClient, 'pauseCampaigns' | 'resumeCampaigns'>;

/**
 * Returns the campaigns that change. Leaves out campaigns that already have the new status, so that undo does not
 * affect them.
 */
export function campaignsToSwitch<Campaign extends Pick<ListedCampaign, 'status'>>(
  verb: SwitchVerb,
  selected: readonly Campaign[],
): Campaign[] {
  return selected.filter(({ status }) => status === verbs[verb].from);
}

export async function switchCampaigns(api: SwitchApi, verb: SwitchVerb, records: readonly VersionedId[]) {
  return await sendInBatches(records, (body) =>
    verb === 'pause' ? api.pauseCampaigns(body) : api.resumeCampaigns(body),
  );
}

export function undoVerb(verb: SwitchVerb): SwitchVerb {
  return verbs[verb].undo;
}

export function formatSwitched(verb: SwitchVerb, records: readonly { name: string }[]): string {
  const subject = records.length === 1 ? (records[0]?.name ?? 'Campaign') : `${records.length} campaigns`;
  return `${subject} ${verbs[verb].done}.`;
}
