import type { PanelCampaign, Publication } from '../../lib/api/api.ts';

type DescribedPublication = {
  state: 'live' | 'publishing' | 'archived' | 'failed' | 'offline';
  text: string;
};

export function describePublication(
  { version, status }: Pick<PanelCampaign, 'version' | 'status'>,
  { waiting, version: published, failure, edges }: Publication,
): DescribedPublication {
  const { live, serving } = edges;
  if (failure !== null)
    return { state: 'failed', text: `v${version} not published: ${failure}. ${formatFallback(published)}` };
  if (status === 'archived' && !waiting) return { state: 'archived', text: 'Not live' };
  const isBehind = waiting || published === null || published < version;
  if (isBehind) return { state: 'publishing', text: `Publishing v${version}…` };
  if (live === 0)
    return { state: 'offline', text: 'No edge is running. Campaign links don’t work until one starts.' };
  if (serving < live)
    return { state: 'publishing', text: `v${published} is live on ${serving} of ${live} edges` };
  const edgeCount = live === 1 ? '' : ` on ${live} edges`;
  return {
    state: 'live',
    text:
      status === 'paused'
        ? `v${published} published${edgeCount}. Visitors go to the fallback URL.`
        : `Live (v${published})${edgeCount}`,
  };
}

function formatFallback(published: number | null): string {
  return published === null ? 'Not live yet.' : `v${published} remains live.`;
}
