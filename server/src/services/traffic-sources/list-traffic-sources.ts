import { trafficSourceFilter, type TrafficSource } from '@waypost/contract/traffic-sources.ts';
import { listTrafficSourceRows } from '../../store/traffic-sources.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentTrafficSource } from './present-traffic-source.ts';

/** Oldest first, all that match. */
export async function* listTrafficSources(
  context: WorkspaceContext,
  input: unknown,
): AsyncGenerator<TrafficSource[]> {
  requirePermission(context.actor, 'traffic-sources.read');
  const { ids, includeArchived, ...text } = parseInput(trafficSourceFilter, input);
  const filter = { text: textFilter(text), ids, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listTrafficSourceRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentTrafficSource);
}
