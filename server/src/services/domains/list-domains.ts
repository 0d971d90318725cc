import { domainFilter, type Domain } from '@waypost/contract/domains.ts';
import { listDomainRows } from '../../store/domains.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentDomain } from './present-domain.ts';

/** Oldest first, all that match. */
export async function* listDomains(context: WorkspaceContext, input: unknown): AsyncGenerator<Domain[]> {
  requirePermission(context.actor, 'domains.read');
  const { ids, includeArchived, ...text } = parseInput(domainFilter, input);
  const filter = { text: textFilter(text), ids, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listDomainRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentDomain);
}
