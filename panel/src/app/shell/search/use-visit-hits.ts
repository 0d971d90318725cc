import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconListSearch, IconRoute } from '@tabler/icons-react';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { formatClock } from '../../../lib/format-clock.ts';
import type { Entry, EntryGroup } from './entries.ts';
import { mayBeId } from './match.ts';

const waitMs = 300;
const matches = { externalId: 'Source click ID', transactionId: 'Transaction ID' } as const;

/**
 * Visits that the server finds by the click id of their source or by a transaction id. Asked apart from records, which do
 * not wait for it: recorded traffic takes longer to search.
 */
export function useVisitHits(typed: string): { groups: EntryGroup[]; isLooking: boolean; error: unknown } {
  const { workspace, api, may } = useWorkspace();
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, waitMs);
  const isAsked = mayBeId(text) && may('events.read');
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'search visits', q],
    queryFn: ({ signal }) => api.searchVisits({ query: { q }, signal }),
    enabled: isAsked && q === text,
    staleTime: 15_000,
  });
  if (!isAsked) return { groups: [], isLooking: false, error: null };
  if (data === undefined || q !== text) return { groups: [], isLooking: error === null, error };
  const entries = data.items.map(({ clickId, time, campaign, match }): Entry => ({
    id: `${match} ${clickId}`,
    label: campaign === null ? 'Visit' : `Visit of ${campaign}`,
    detail: `${matches[match]} · ${formatClock(time, workspace.timezone)}`,
    icon: IconRoute,
    choose: () => void navigate({ to: '/visits/$visitId', params: { visitId: clickId } }),
  }));
  const by = may('personal-data.read') ? 'externalId' : 'transactionId';
  const more: Entry = {
    id: 'events by id',
    label: 'Continue in Events',
    detail: matches[by],
    icon: IconListSearch,
    choose: () => void navigate({ to: '/events', search: { by, q: text, range: 'last-30-days' } }),
  };
  const all = data.isComplete ? entries : [...entries, more];
  return {
    groups: all.length === 0 ? [] : [{ title: 'Visits found by ID', entries: all }],
    isLooking: false,
    error: null,
  };
}
