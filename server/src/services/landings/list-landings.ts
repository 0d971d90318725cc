import { landingFilter, type Landing } from '@waypost/contract/landings.ts';
import { listLandingRows } from '../../store/landings.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentLanding } from './present-landing.ts';

/** Oldest first, all that match. */
export async function* listLandings(context: WorkspaceContext, input: unknown): AsyncGenerator<Landing[]> {
  requirePermission(context.actor, 'landings.read');
  const { ids, country, includeArchived, ...text } = parseInput(landingFilter, input);
  const filter = { text: textFilter(text), ids, country, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listLandingRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentLanding);
}
