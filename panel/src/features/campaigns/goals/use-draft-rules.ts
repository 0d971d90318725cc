import type { EventTrial } from '../../../lib/api.ts';
import { useDeferredValue, useMemo } from 'react';
import { goalsFormSchema, type GoalsValues } from './goals-form-schema.ts';

/** The rules as they stand in the editor, for the API; undefined while they have a mistake. */
export function useDraftRules(values: GoalsValues): NonNullable<EventTrial['draft']>['rules'] | undefined {
  const settled = useDeferredValue(values);
  return useMemo(() => {
    const written = goalsFormSchema.write(settled);
    const { data } = goalsFormSchema.schema.safeParse(written);
    return data === undefined ? undefined : (written.rules as NonNullable<EventTrial['draft']>['rules']);
  }, [settled]);
}
