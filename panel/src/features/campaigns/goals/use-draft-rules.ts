import type { EventTrial } from '../../../lib/api.ts';
import { useDeferredValue, useMemo } from 'react';
import { goalsSheet, type GoalsValues } from './goals-sheet.ts';

/** The rules as they stand in the editor, for the API; undefined while they have a mistake. */
export function useDraftRules(values: GoalsValues): NonNullable<EventTrial['draft']>['rules'] | undefined {
  const settled = useDeferredValue(values);
  return useMemo(() => {
    const written = goalsSheet.write(settled);
    const { data } = goalsSheet.schema.safeParse(written);
    return data === undefined ? undefined : (written.rules as NonNullable<EventTrial['draft']>['rules']);
  }, [settled]);
}
