import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconTag } from '@tabler/icons-react';
import { tokenSearchDays } from '@waypost/contract/campaigns/search.ts';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { formatClock } from '../../../lib/time/format-clock.ts';
import type { Entry, EntryGroup } from './entries.ts';

// Longer than for other searches, because most typed text is not a token value.
const waitMs = 500;
const lengthMin = 2;

// Returns the tokens of recent visits that have the typed value. Each opens a report of these visits.
export function useTokenHits(typed: string): { groups: EntryGroup[]; isLoading: boolean; error: unknown } {
  const { workspace, api, may } = useWorkspace();
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, waitMs);
  const isEnabled = text.length >= lengthMin && may('reports.read');
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'search tokens', q],
    queryFn: ({ signal }) => api.searchTokens({ query: { q }, signal }),
    enabled: isEnabled && q === text,
    staleTime: 15_000,
  });
  if (!isEnabled) return { groups: [], isLoading: false, error: null };
  if (data === undefined || q !== text) return { groups: [], isLoading: error === null, error };
  const entries = data.items.map(({ token, name, campaign, trafficSource, visits, lastVisitAt }): Entry => ({
    id: `token ${token} ${campaign.id} ${trafficSource.id}`,
    label: `${name ?? `Token ${token}`} in ${campaign.name}`,
    detail: [
      trafficSource.name,
      `${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'}`,
      `last ${formatClock(lastVisitAt, workspace.timezone)}`,
    ].join(' · '),
    icon: IconTag,
    choose: () =>
      void navigate({
        to: '/reports',
        search: {
          range: 'last-7-days',
          by: `token${token},day`,
          filters: [
            { field: 'campaign', op: 'is', values: [campaign.id] },
            { field: `token${token}` as DimensionId, op: 'is', values: [q] },
          ],
        },
      }),
  }));
  const title = `Token values, last ${tokenSearchDays} days`;
  return {
    groups: entries.length === 0 ? [] : [{ title, entries }],
    isLoading: false,
    error: null,
  };
}
