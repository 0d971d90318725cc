import { findRuleWarnings } from '@waypost/contract/rotators/rule-warnings.ts';
import { rotatorRoutingInput } from '@waypost/contract/rotators/rules-input.ts';
import { useDeferredValue, useMemo } from 'react';
import type { RotatorRulesInput } from '../../../lib/api.ts';
import { routingFormSchema, type RoutingValues } from './routing-form-schema.ts';

type Draft = {
  /** As the API would take it; undefined while it has mistakes. */
  draft: RotatorRulesInput | undefined;
  /** What is probably not meant, by the place of the rule. What cannot be saved yet is not judged. */
  warnings: ReadonlyMap<number, string[]>;
};

/** The routing as it stands in the editor, judged while somebody types, who does not wait for it. */
export function useDraft(values: RoutingValues, version: number): Draft {
  const settled = useDeferredValue(values);
  return useMemo(() => {
    const { data } = rotatorRoutingInput.safeParse(routingFormSchema.write(settled));
    if (data === undefined) return { draft: undefined, warnings: new Map() };
    const enabled = new Set(
      data.paths.flatMap(({ id, enabled: isOn }) => (isOn && typeof id === 'string' ? [id] : [])),
    );
    const found = Map.groupBy(findRuleWarnings(data.rules, enabled), ({ path }) =>
      Number(path.split('.')[1]),
    );
    return {
      draft: { ...data, version } as RotatorRulesInput,
      warnings: new Map([...found].map(([at, list]) => [at, list.map(({ message }) => message)])),
    };
  }, [settled, version]);
}
