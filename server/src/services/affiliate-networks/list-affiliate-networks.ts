import { affiliateNetworkFilter, type AffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import { listAffiliateNetworkRows } from '../../store/affiliate-networks.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentAffiliateNetwork } from './present-affiliate-network.ts';

/** Oldest first, all that match. */
export async function* listAffiliateNetworks(
  context: WorkspaceContext,
  input: unknown,
): AsyncGenerator<AffiliateNetwork[]> {
  requirePermission(context.actor, 'affiliate-networks.read');
  const { ids, includeArchived, ...text } = parseInput(affiliateNetworkFilter, input);
  const filter = { text: textFilter(text), ids, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listAffiliateNetworkRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentAffiliateNetwork);
}
