import { requireWorkspace } from '../refusals.ts';
import type { QueryParameters } from './query-parameters.ts';

/** Rows of test visits are in no figure that does not ask for them. */
export const isNoTest = 'is_test = 0';

/**
 * The one way from a workspace's question to the table `events`: whatever else is asked for, only rows of this workspace
 * are looked at. Conditions are texts of our own, with values bound by the same `parameters`.
 */
export function fromWorkspaceRows(
  parameters: QueryParameters,
  workspaceId: string,
  conditions: readonly string[],
): string {
  requireWorkspace(workspaceId);
  const ownRows = `workspace_id = ${parameters.bind('UUID', workspaceId)}`;
  // Each in brackets of its own: an OR in one of them must not open the others.
  return `FROM events WHERE ${[ownRows, ...conditions.map((condition) => `(${condition})`)].join(' AND ')}`;
}
