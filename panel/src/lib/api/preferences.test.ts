import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  WaypostApiError,
  type Preferences,
  type SavedPreferences,
} from '../../../../client/waypost-panel-client.ts';
import { personApi } from './api.ts';
import { changePreferences } from './preferences.ts';

const preferences: Preferences = {
  theme: 'system',
  density: 'comfortable',
  columns: {},
  reports: {},
  range: null,
  workspaceId: null,
};
const queryKey = ['preferences'];
const compact = (before: Preferences): Preferences => ({ ...before, density: 'compact' });

function refusal(details: Record<string, unknown>): WaypostApiError {
  const error = { code: 'CONFLICT' as const, message: 'changed', details };
  return new WaypostApiError(new Response(null, { status: 409 }), { ok: false, error, requestId: 'r' });
}

let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(queryKey, { version: 4, preferences });
});

afterEach(() => {
  vi.restoreAllMocks();
  queries.clear();
});

/** Answers the saves with the given responses in order, and records the bodies that were sent. */
function answerSaves(...answers: (SavedPreferences | Error)[]): SavedPreferences[] {
  const sent: SavedPreferences[] = [];
  vi.spyOn(personApi, 'savePreferences').mockImplementation((body) => {
    const answer = answers[sent.length] ?? new Error('unexpected save');
    sent.push(body);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return sent;
}

const shown = () => queries.getQueryData<SavedPreferences>(queryKey);
const isOutdated = () => queries.getQueryState(queryKey)?.isInvalidated;

describe('changePreferences', () => {
  it('sends the changed preferences with the version on which they are based', async () => {
    const sent = answerSaves({ version: 5, preferences: compact(preferences) });
    await changePreferences(queries, compact);
    expect(sent).toEqual([{ version: 4, preferences: compact(preferences) }]);
    expect(shown()).toEqual({ version: 5, preferences: compact(preferences) });
  });

  it('shows the change before the server has answered', async () => {
    let answer: (saved: SavedPreferences) => void = () => undefined;
    vi.spyOn(personApi, 'savePreferences').mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const change = changePreferences(queries, compact);
    await vi.waitFor(() => expect(shown()?.preferences.density).toBe('compact'));
    expect(shown()?.version).toBe(4);
    answer({ version: 5, preferences: compact(preferences) });
    await change;
    expect(shown()?.version).toBe(5);
  });

  it('applies the change to the preferences that another tab has saved first', async () => {
    const current = { version: 9, preferences: { ...preferences, theme: 'dark' as const } };
    const merged = { version: 10, preferences: compact(current.preferences) };
    const sent = answerSaves(refusal({ reason: 'stale', current }), merged);
    await changePreferences(queries, compact);
    expect(sent[1]).toEqual({ version: 9, preferences: { ...current.preferences, density: 'compact' } });
    expect(shown()).toEqual(merged);
  });

  it('gives up if another tab saves again, and marks the preferences for a refetch', async () => {
    const stale = refusal({ reason: 'stale', current: { version: 9, preferences } });
    const sent = answerSaves(stale, stale);
    await changePreferences(queries, compact);
    expect(sent).toHaveLength(2);
    expect(isOutdated()).toBe(true);
  });

  it.each([
    ['a different reason', refusal({ reason: 'invalid', current: { version: 9, preferences } })],
    ['no current preferences', refusal({ reason: 'stale' })],
    ['a lost connection', new TypeError('failed')],
  ])('does not repeat a save that failed with %s, and throws no error', async (_, error) => {
    const sent = answerSaves(error);
    await changePreferences(queries, compact);
    expect(sent).toHaveLength(1);
    expect(isOutdated()).toBe(true);
  });

  it('loads the preferences first if they are not loaded yet', async () => {
    queries.clear();
    const saved: SavedPreferences = { version: 2, preferences: { ...preferences, theme: 'light' } };
    vi.spyOn(personApi, 'getPreferences').mockResolvedValue(saved);
    const sent = answerSaves({ version: 3, preferences: compact(saved.preferences) });
    await changePreferences(queries, compact);
    expect(sent).toEqual([{ version: 2, preferences: compact(saved.preferences) }]);
  });
});
