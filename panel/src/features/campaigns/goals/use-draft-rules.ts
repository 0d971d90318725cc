import type { EventTrial } from '../../../lib/api.ts';
import { useDeferredValue, useMemo } from 'react';
import { goalsFormSchema, type GoalsValues } from './goals-form-schema.ts';

/** Returns the rules in the editor as an API body, or undefined while they are invalid. */
export function useDraftRules(values: GoalsValues): NonNullable<EventTrial['draft']>['rules'] | undefined {
  const deferred = useDeferredValue(values);
  return useMemo(() => {
    const written = goalsFormSchema.write(deferred);
    const { data } = goalsFormSchema.schema.safeParse(written);
    return data === undefined ? undefined : (written.rules as NonNullable<EventTrial['draft']>['rules']);
  }, [deferred]);
}
