import { requireWorkspace } from '../request-errors.ts';
import type { QueryParameters } from './query-parameters.ts';

/** Test visits are excluded unless a report includes them explicitly. */
export const isNotTest = 'is_test = 0';

/**
 * The only way for a workspace query to read the table `events`; always filters by workspace. Conditions are trusted
 * SQL with values bound in the same `parameters`.
 */
export function fromWorkspaceRows(
  parameters: QueryParameters,
  workspaceId: string,
  conditions: readonly string[],
): string {
  requireWorkspace(workspaceId);
  const ownRows = `workspace_id = ${parameters.bind('UUID', workspaceId)}`;
  // Parenthesized so that an OR in one condition does not affect the others.
  return `FROM events WHERE ${[ownRows, ...conditions.map((condition) => `(${condition})`)].join(' AND ')}`;
}
