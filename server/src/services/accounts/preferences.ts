import {
  defaultPreferences,
  preferences as preferencesForm,
  savedPreferences,
  type SavedPreferences,
} from '@waypost/contract/accounts/preferences.ts';
import { WaypostError } from '../../platform/errors.ts';
import { findPreferences, savePreferences as saveRow } from '../../store/accounts/preferences.ts';
import type { Executor } from '../../store/database/database.ts';
import { asSystem } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import type { SignedInContext } from './account-context.ts';

export async function getPreferences(context: SignedInContext): Promise<SavedPreferences> {
  return await asSystem(context, (executor) => readPreferences(executor, context.actor.id));
}

/** Replaces all preferences. They are personal, so the change is not written to the audit log. */
export async function savePreferences(context: SignedInContext, input: unknown): Promise<SavedPreferences> {
  const { version, preferences } = parseInput(savedPreferences, input);
  return await asSystem(context, async (executor) => {
    if (await saveRow(executor, context.actor.id, version, preferences))
      return { version: version + 1, preferences };
    const current = await readPreferences(executor, context.actor.id);
    throw new WaypostError(
      'CONFLICT',
      'Your preferences were changed in another session. Reload and try again.',
      {
        details: { reason: 'stale', current },
      },
    );
  });
}

async function readPreferences(executor: Executor, userId: string): Promise<SavedPreferences> {
  const found = await findPreferences(executor, userId);
  if (found === undefined) return { version: 0, preferences: defaultPreferences };
  // A different version of Waypost may have saved preferences that this version does not know.
  const parsed = preferencesForm.safeParse(found.preferences);
  return { version: found.version, preferences: parsed.data ?? defaultPreferences };
}
