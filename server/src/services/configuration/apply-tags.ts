import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import type { WorkspaceContext } from '../context.ts';
import { replaceRecordTags } from '../tags/tags.ts';
import type { Entry } from './entries.ts';
import type { Kind } from './kinds.ts';

const types = {
  affiliateNetworks: 'affiliate-network',
  trafficSources: 'traffic-source',
  landings: 'landing',
  offers: 'offer',
  rotators: 'rotator',
  campaigns: 'campaign',
  domains: undefined,
} as const satisfies Record<Kind, TaggedType | undefined>;

export async function applyTags(
  context: WorkspaceContext,
  { kind, id, entry }: { kind: Kind; id: string; entry: Entry },
): Promise<void> {
  const type = types[kind];
  if (type !== undefined && 'tags' in entry) await replaceRecordTags(context, { type, id, tags: entry.tags });
}
