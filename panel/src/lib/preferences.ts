import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  WaypostApiError,
  type Preferences,
  type SavedPreferences,
} from '../../../client/waypost-panel-client.ts';
import { personApi } from './api.ts';

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => personApi.getPreferences({ signal }),
  staleTime: 60_000,
});

/** What a person chose, whichever browser they use. A change is seen at once and saved behind it. */
export function usePreferences(): {
  /** Undefined until they are known. */
  preferences: Preferences | undefined;
  change: (change: (before: Preferences) => Preferences) => Promise<void>;
} {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  return {
    preferences: data?.preferences,
    change: async (change) => {
      const before = await queries.ensureQueryData(preferencesQuery);
      const show = (saved: SavedPreferences) => queries.setQueryData(preferencesQuery.queryKey, saved);
      show({ ...before, preferences: change(before.preferences) });
      try {
        show(await saveOver(before, change));
      } catch {
        // A column that comes back is no accident worth a message; the next look shows what is kept.
        await queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
      }
    },
  };
}

/** Another tab may have saved something else meanwhile: the change is made on that then. */
async function saveOver(
  { version, preferences }: SavedPreferences,
  change: (before: Preferences) => Preferences,
): Promise<SavedPreferences> {
  try {
    return await personApi.savePreferences({ version, preferences: change(preferences) });
  } catch (error) {
    const { reason, current } = (error instanceof WaypostApiError ? error.details : {}) as {
      reason?: unknown;
      current?: SavedPreferences;
    };
    if (reason !== 'stale' || current === undefined) throw error;
    return await personApi.savePreferences({ ...current, preferences: change(current.preferences) });
  }
}
