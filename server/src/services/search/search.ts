import {
  searchHitsMax,
  searchQuery,
  type SearchedType,
  type SearchResult,
} from '@waypost/contract/campaigns/search.ts';
import { searchRecords } from '../../store/records/search-records.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission, type Permission } from '../permissions.ts';

const permissions = {
  campaign: 'campaigns.read',
  'traffic-source': 'traffic-sources.read',
  offer: 'offers.read',
  landing: 'landings.read',
  rotator: 'rotators.read',
  'affiliate-network': 'affiliate-networks.read',
  domain: 'domains.read',
  key: 'keys.list',
} as const satisfies Record<SearchedType, Permission>;

const matches = ['exact', 'prefix', 'contains'] as const;

export async function search(context: WorkspaceContext, input: unknown): Promise<SearchResult> {
  requirePermission(context.actor, 'workspaces.read');
  const { q } = parseInput(searchQuery, input);
  const types = (Object.keys(permissions) as SearchedType[]).filter((type) =>
    isAllowed(context.actor, permissions[type]),
  );
  const found = await readInWorkspace(context, 'list', (executor) =>
    searchRecords(executor, context.workspaceId, { text: q, types, limit: searchHitsMax + 1 }),
  );
  const groups = Map.groupBy(found.slice(0, searchHitsMax), ({ type }) => type);
  return {
    groups: [...groups].map(([type, records]) => ({
      type,
      hits: records.map(({ id, name, isArchived, isPaused, host, shortName, rank }) => ({
        id,
        name,
        isArchived,
        isPaused,
        match: matches[rank],
        host,
        shortName,
      })),
    })),
    hasMore: found.length > searchHitsMax,
  };
}
