import type { PanelCampaign } from '../../lib/api/api.ts';

export type CampaignVerb = 'pause' | 'resume' | 'archive' | 'restore' | 'restoreActive' | 'restorePaused';

const verbs: Record<CampaignVerb, { done: string; undo: CampaignVerb }> = {
  pause: { done: 'paused', undo: 'resume' },
  resume: { done: 'resumed', undo: 'pause' },
  archive: { done: 'archived', undo: 'restore' },
  // Used for undo: restores the status that the campaign had before it was archived.
  restore: { done: 'restored', undo: 'archive' },
  restoreActive: { done: 'restored as active', undo: 'archive' },
  restorePaused: { done: 'restored as paused', undo: 'archive' },
};

export function offeredVerbs({
  status,
  archivedFrom,
}: Pick<PanelCampaign, 'status' | 'archivedFrom'>): CampaignVerb[] {
  if (status !== 'archived') return [status === 'active' ? 'pause' : 'resume', 'archive'];
  return archivedFrom === 'active' ? ['restoreActive', 'restorePaused'] : ['restorePaused', 'restoreActive'];
}

export function undoOf(verb: CampaignVerb): CampaignVerb {
  return verbs[verb].undo;
}

export function formatVerbDone(
  verb: CampaignVerb,
  { name, status }: Pick<PanelCampaign, 'name' | 'status'>,
): string {
  const isPausedAgain = verb === 'restore' && status === 'paused';
  return `${name} ${verbs[isPausedAgain ? 'restorePaused' : verb].done}.`;
}
