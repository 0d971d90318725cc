import { requireWorkspace } from '../request-errors.ts';
import type { QueryParameters } from './query-parameters.ts';

/** Excludes test visits, which are counted only if a report includes them explicitly. */
export const isNotTest = 'is_test = 0';

/**
 * Selects rows of one workspace. Every query for a workspace must use this function to read the table `events`.
 * Conditions are trusted SQL with values bound in the same `parameters`.
 */
export function fromWorkspaceRows(
  parameters: QueryParameters,
  workspaceId: string,
  conditions: readonly string[],
): string {
  requireWorkspace(workspaceId);
  const ownRows = `workspace_id = ${parameters.bind('UUID', workspaceId)}`;
  // Conditions are parenthesized, so that an OR in one condition does not affect other conditions.
  return `FROM events WHERE ${[ownRows, ...conditions.map((condition) => `(${condition})`)].join(' AND ')}`;
}
