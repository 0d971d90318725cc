import { rotatorPathFilter, type RotatorPath } from '@waypost/contract/rotators.ts';
import { listRotatorPathRows } from '../../store/rotator-paths.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';

/** Oldest first, all that match. */
export async function* listRotatorPaths(
  context: WorkspaceContext,
  input: unknown,
): AsyncGenerator<RotatorPath[]> {
  requirePermission(context.actor, 'rotators.read');
  const { rotatorId, ids, includeArchived } = parseInput(rotatorPathFilter, input);
  const filter = { rotatorId, ids, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listRotatorPathRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) {
    yield rows.map(({ id, rotatorId: ownerId, name, deletedAt, createdAt, updatedAt }) => ({
      id,
      rotatorId: ownerId,
      name,
      deletedAt: deletedAt === null ? null : toSeconds(deletedAt),
      createdAt: toSeconds(createdAt),
      updatedAt: toSeconds(updatedAt),
    }));
  }
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
