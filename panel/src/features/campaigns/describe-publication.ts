import type { PanelCampaign, Publication } from '../../lib/api.ts';

type DescribedPublication = {
  state: 'served' | 'on-its-way' | 'archived' | 'failed' | 'nowhere';
  text: string;
};

/** From the save to the edges that serve it, in a sentence. */
export function describePublication(
  { version, status }: Pick<PanelCampaign, 'version' | 'status'>,
  { waiting, version: compiled, failure, edges }: Publication,
): DescribedPublication {
  const { live, serving } = edges;
  if (failure !== null)
    return { state: 'failed', text: `Saved, but not published: ${failure}. ${formatBefore(compiled)}` };
  if (status === 'archived' && !waiting) return { state: 'archived', text: 'Archived: it is not served.' };
  const isBehind = waiting || compiled === null || compiled < version;
  if (isBehind) return { state: 'on-its-way', text: `Saved as version ${version}. It is being published.` };
  if (live === 0)
    return { state: 'nowhere', text: 'No edge is running, so nothing is served at the moment.' };
  if (serving < live)
    return {
      state: 'on-its-way',
      text: `Version ${compiled} is published. ${serving} of ${formatEdges(live)} ${serving === 1 ? 'serves' : 'serve'} it so far.`,
    };
  const served = `Version ${compiled} is served by ${live === 1 ? 'the edge' : `all ${formatEdges(live)}`}.`;
  return {
    state: 'served',
    text: status === 'paused' ? `${served} It is paused: visitors go to the fallback.` : served,
  };
}

function formatBefore(compiled: number | null): string {
  return compiled === null ? 'It is not served yet.' : `Version ${compiled} goes on being served.`;
}

function formatEdges(count: number): string {
  return count === 1 ? '1 edge' : `${count} edges`;
}
