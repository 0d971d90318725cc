import { findRuleWarnings } from '@waypost/contract/rotators/rule-warnings.ts';
import { rotatorRoutingInput } from '@waypost/contract/rotators/rules-input.ts';
import { useDeferredValue, useMemo } from 'react';
import { routingSheet, type RoutingValues } from './routing-sheet.ts';

/** What is probably not meant, by the place of the rule. What cannot be saved yet is not judged. */
export function useRuleWarnings(values: RoutingValues): ReadonlyMap<number, string[]> {
  // Typing does not wait for it.
  const settled = useDeferredValue(values);
  return useMemo(() => {
    const { data } = rotatorRoutingInput.safeParse(routingSheet.write(settled));
    if (data === undefined) return new Map();
    const enabled = new Set(
      data.paths.flatMap(({ id, enabled: isOn }) => (isOn && typeof id === 'string' ? [id] : [])),
    );
    const found = findRuleWarnings(data.rules, enabled);
    return new Map(
      [...Map.groupBy(found, ({ path }) => Number(path.split('.')[1]))].map(([at, list]) => [
        at,
        list.map(({ message }) => message),
      ]),
    );
  }, [settled]);
}
