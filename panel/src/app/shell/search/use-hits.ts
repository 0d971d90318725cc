import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { allowedScreens } from '../allowed-screens.ts';
import type { EntryGroup } from './entries.ts';
import { stillMatches } from './match.ts';

const waitMs = 120;

/** Returns records that match the typed text. Until the server responds, shows earlier hits that still match. */
export function useHits(typed: string): {
  groups: EntryGroup[];
  hasMore: boolean;
  isLoading: boolean;
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
      isLoading: text !== '' && error === null,
      error: text === '' ? null : error,
    };
  const isOld = isPlaceholderData || q !== text;
  const screens = allowedScreens(workspace.permissions);
  const groups = data.groups.flatMap(({ type, hits }): EntryGroup[] => {
    const screen = screens.find(({ records }) => records === type);
    const matchingHits = isOld ? hits.filter((hit) => stillMatches(text, hit)) : hits;
    // Records without a page cannot be opened.
    if (screen === undefined || matchingHits.length === 0) return [];
    return [
      {
        title: screen.navigation.label,
        entries: matchingHits.map(({ id, name, host, shortName, isArchived }) => ({
          id,
          label: name,
          detail: [shortName, host, isArchived ? 'archived' : null].filter(Boolean).join(' · '),
          icon: screen.navigation.icon,
          choose: () => void navigate({ to: `${screen.path}/${id}` }),
        })),
      },
    ];
  });
  return { groups, hasMore: data.hasMore && !isOld, isLoading: isOld || isFetching, error };
}
