import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { groupScreens } from '../../screens.ts';
import type { EntryGroup } from './entries.ts';
import { stillMatches } from './match.ts';

const waitMs = 120;

/** What the server finds for a text. Until it has answered, what it said before stays as far as it still fits. */
export function useHits(typed: string): {
  groups: EntryGroup[];
  hasMore: boolean;
  isLooking: boolean;
  error: unknown;
} {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, waitMs);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [workspace.id, 'search', q],
    queryFn: ({ signal }) => api.search({ query: { q }, signal }),
    enabled: q !== '',
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
  if (text === '' || data === undefined)
    return {
      groups: [],
      hasMore: false,
      isLooking: text !== '' && error === null,
      error: text === '' ? null : error,
    };
  const isOld = isPlaceholderData || q !== text;
  const screens = groupScreens(workspace.permissions).flatMap((group) => group.screens);
  const groups = data.groups.flatMap(({ type, hits }): EntryGroup[] => {
    const screen = screens.find(({ records }) => records === type);
    const meant = isOld ? hits.filter((hit) => stillMatches(text, hit)) : hits;
    // Records without a page of their own are not offered.
    if (screen === undefined || meant.length === 0) return [];
    return [
      {
        title: screen.label,
        entries: meant.map(({ id, name, host, shortName, isArchived }) => ({
          id,
          label: name,
          detail: [shortName, host, isArchived ? 'archived' : null].filter(Boolean).join(' · '),
          icon: screen.icon,
          choose: () => void navigate({ to: `${screen.to}/${id}` }),
        })),
      },
    ];
  });
  return { groups, hasMore: data.hasMore && !isOld, isLooking: isOld || isFetching, error };
}
