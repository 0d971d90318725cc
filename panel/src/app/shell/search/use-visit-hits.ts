import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconListSearch, IconRoute } from '@tabler/icons-react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { formatClock } from '../../../lib/time/format-clock.ts';
import type { Entry, EntryGroup } from './entries.ts';
import { mayBeId } from './match.ts';

const waitMs = 300;
const matches = { externalId: 'External click ID', transactionId: 'Transaction ID' } as const;

/**
 * Returns visits by external click ID or transaction ID. This search is separate from the record search, because
 * searching recorded traffic takes longer.
 */
export function useVisitHits(typed: string): { groups: EntryGroup[]; isLoading: boolean; error: unknown } {
  const { workspace, api, may } = useWorkspace();
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, waitMs);
  const isEnabled = mayBeId(text) && may('events.read');
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'search visits', q],
    queryFn: ({ signal }) => api.searchVisits({ query: { q }, signal }),
    enabled: isEnabled && q === text,
    staleTime: 15_000,
  });
  if (!isEnabled) return { groups: [], isLoading: false, error: null };
  if (data === undefined || q !== text) return { groups: [], isLoading: error === null, error };
  const entries = data.items.map(({ clickId, time, campaign, match }): Entry => ({
    id: `${match} ${clickId}`,
    label: campaign === null ? 'Visit' : `Visit to ${campaign}`,
    detail: `${matches[match]} · ${formatClock(time, workspace.timezone)}`,
    icon: IconRoute,
    choose: () => void navigate({ to: '/visits/$visitId', params: { visitId: clickId } }),
  }));
  const by = may('personal-data.read') ? 'externalId' : 'transactionId';
  const more: Entry = {
    id: 'events by id',
    label: 'Search in Events',
    detail: matches[by],
    icon: IconListSearch,
    choose: () => void navigate({ to: '/events', search: { by, q: text, range: 'last-30-days' } }),
  };
  const all = data.isComplete ? entries : [...entries, more];
  return {
    groups: all.length === 0 ? [] : [{ title: 'Visits by ID', entries: all }],
    isLoading: false,
    error: null,
  };
}
