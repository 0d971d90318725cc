import { useDeferredValue, useMemo } from 'react';
import type { GoalsValues } from './goals-form-schema.ts';
import { draftRules, type DraftRules } from './incoming-postback-test.ts';

/** Returns the rules in the editor as an API body. Validation is deferred, so that typing stays responsive. */
export function useDraftRules(values: GoalsValues): DraftRules | undefined {
  const deferred = useDeferredValue(values);
  return useMemo(() => draftRules(deferred), [deferred]);
}
