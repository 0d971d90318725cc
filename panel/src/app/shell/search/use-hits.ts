import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SearchedType, SearchResult } from '@waypost/contract/campaigns/search.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { allowedScreens, type AllowedScreen } from '../allowed-screens.ts';
import type { EntryGroup } from './entries.ts';
import { stillMatches } from './match.ts';
import { readVerb } from './record-actions.ts';
import { useRecordActions } from './use-record-actions.ts';

const waitMs = 120;

/**
 * Returns records that match the typed text, and actions on them: on the best match, or those that begin with the typed
 * verb, as in “pause spring”. Until the server responds, shows earlier hits that still match.
 */
export function useHits(typed: string): {
  groups: EntryGroup[];
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
} {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const actionsOf = useRecordActions();
  const { verb, rest: text } = readVerb(typed);
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
  const found = data.groups.flatMap(({ type, hits }) =>
    hits.filter((hit) => !isOld || stillMatches(text, hit)).map((hit) => ({ ...hit, type })),
  );
  const actions = (verb === undefined ? found.slice(0, 1) : found)
    .flatMap(actionsOf)
    .filter((action) => verb === undefined || action.verb === verb)
    .map(({ entry }) => entry);
  const records = groupByScreen(found, screens, (to) => void navigate({ to }));
  const ofActions = actions.length === 0 ? [] : [{ title: 'Actions', entries: actions }];
  const groups = verb === undefined ? [...records, ...ofActions] : [...ofActions, ...records];
  return { groups, hasMore: data.hasMore && !isOld, isLoading: isOld || isFetching, error };
}

function groupByScreen(
  found: readonly (SearchResult['groups'][number]['hits'][number] & { type: SearchedType })[],
  screens: readonly AllowedScreen[],
  open: (path: string) => void,
): EntryGroup[] {
  return [...Map.groupBy(found, ({ type }) => type)].flatMap(([type, hits]) => {
    const screen = screens.find(({ records }) => records === type);
    // Records without a page cannot be opened.
    if (screen === undefined) return [];
    return [
      {
        title: screen.navigation.label,
        entries: hits.map(({ id, name, host, shortName, isArchived }) => ({
          id,
          label: name,
          detail: [shortName, host, isArchived ? 'archived' : null].filter(Boolean).join(' · '),
          icon: screen.navigation.icon,
          choose: () => open(`${screen.path}/${id}`),
        })),
      },
    ];
  });
}
