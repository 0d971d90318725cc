import { rotatorPanelFilter, type Rotator } from '@waypost/contract/rotators.ts';
import { listRotatorRows } from '../../store/rotators.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentRotator } from './present-rotator.ts';

/** Oldest first, all that match; archived ones only where they are asked for. */
export async function* listRotators(context: WorkspaceContext, input: unknown): AsyncGenerator<Rotator[]> {
  requirePermission(context.actor, 'rotators.read');
  const { ids, country, includeArchived, ...text } = parseInput(rotatorPanelFilter, input);
  const filter = { text: textFilter(text), ids, country, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listRotatorRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentRotator);
}
