import { findRuleWarnings } from '@waypost/contract/rotators/rule-warnings.ts';
import { rotatorRoutingInput } from '@waypost/contract/rotators/rules-input.ts';
import { useDeferredValue, useMemo } from 'react';
import type { RotatorRulesInput } from '../../../lib/api/api.ts';
import { routingFormSchema, type RoutingValues } from './routing-form-schema.ts';

type CheckedDraft = {
  /** Request body for the API. Undefined while the form has errors. */
  draft: RotatorRulesInput | undefined;
  /** Likely mistakes by rule index. Empty while the form has errors. */
  warnings: ReadonlyMap<number, string[]>;
};

/**
 * Validates the routing in the editor. Validation is deferred, so that typing stays responsive. `isCurrent` is false
 * while the draft lacks the last change.
 */
export function useDraft(values: RoutingValues, version: number): CheckedDraft & { isCurrent: boolean } {
  const settled = useDeferredValue(values);
  const checked = useMemo(() => checkDraft(settled, version), [settled, version]);
  return { ...checked, isCurrent: settled === values };
}

export function checkDraft(values: RoutingValues, version: number): CheckedDraft {
  const { data } = rotatorRoutingInput.safeParse(routingFormSchema.write(values));
  if (data === undefined) return { draft: undefined, warnings: new Map() };
  const enabled = new Set(
    data.paths.flatMap(({ id, enabled: isOn }) => (isOn && typeof id === 'string' ? [id] : [])),
  );
  const found = Map.groupBy(findRuleWarnings(data.rules, enabled), ({ path }) => Number(path.split('.')[1]));
  return {
    draft: { ...data, version } as RotatorRulesInput,
    warnings: new Map([...found].map(([at, list]) => [at, list.map(({ message }) => message)])),
  };
}
