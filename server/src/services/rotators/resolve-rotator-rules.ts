import { isNewPath, type RotatorRules, type RotatorRulesInput } from '@waypost/contract/rotators/rotators.ts';
import type { InputIssue } from '../parse-input.ts';

type KnownIds = { ruleIds: ReadonlySet<string>; pathIds: ReadonlySet<string> };

export function findForeignIds({ rules, paths }: RotatorRulesInput, known: KnownIds): InputIssue[] {
  const issues: InputIssue[] = [];
  for (const [index, { id }] of rules.entries()) {
    if (typeof id === 'string' && !known.ruleIds.has(id))
      issues.push({ path: `rules.${index}.id`, message: 'is not a rule of this rotator' });
  }
  for (const [index, { id }] of paths.entries()) {
    if (typeof id === 'string' && !isNewPath(id) && !known.pathIds.has(id))
      issues.push({ path: `paths.${index}.id`, message: 'is not a path of this rotator' });
  }
  return issues;
}

/**
 * Assigns IDs to new items and priorities by list order, so that the result has the same form as rules read from the
 * database.
 */
export function resolveRotatorRules(given: RotatorRulesInput, makeId: () => string): RotatorRules {
  const realIds = new Map<string, string>();
  for (const { id } of given.paths)
    if (typeof id === 'string') realIds.set(id, isNewPath(id) ? makeId() : id);
  const resolve = (id: string) => realIds.get(id) ?? id;
  return {
    version: given.version,
    defaultPathId: resolve(given.defaultPathId),
    rules: given.rules.map(({ id, name, enabled, conditions, paths }, index) => ({
      id: id ?? makeId(),
      priority: index + 1,
      name,
      enabled,
      conditions,
      paths: paths.map(({ pathId, weight }) => ({ pathId: resolve(pathId), weight })),
    })),
    paths: given.paths.map(({ id, ...path }) => ({
      ...path,
      id: typeof id === 'string' ? resolve(id) : makeId(),
    })),
  };
}
