import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  WaypostApiError,
  type Preferences,
  type SavedPreferences,
} from '../../../../client/waypost-panel-client.ts';
import { personApi } from './api.ts';

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => personApi.getPreferences({ signal }),
  staleTime: 60_000,
});

/**
 * Returns the preferences, which are saved in the account. Changes take effect immediately and are saved in the
 * background.
 */
export function usePreferences(): {
  /** Undefined while loading. */
  preferences: Preferences | undefined;
  isFailed: boolean;
  change: (change: PreferencesChange) => Promise<void>;
} {
  const queries = useQueryClient();
  const { data, isError } = useQuery(preferencesQuery);
  return {
    preferences: data?.preferences,
    isFailed: isError,
    change: (change) => changePreferences(queries, change),
  };
}

type PreferencesChange = (before: Preferences) => Preferences;

export async function changePreferences(queries: QueryClient, change: PreferencesChange): Promise<void> {
  const before = await queries.ensureQueryData(preferencesQuery);
  const show = (saved: SavedPreferences) => queries.setQueryData(preferencesQuery.queryKey, saved);
  show({ ...before, preferences: change(before.preferences) });
  try {
    show(await saveOver(before, change));
  } catch {
    // A failed save shows no error message, because the refetch shows the saved preferences.
    await queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
  }
}

/** Saves the change. If another tab has saved first, the change is applied to the values from that tab. */
async function saveOver(
  { version, preferences }: SavedPreferences,
  change: PreferencesChange,
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
