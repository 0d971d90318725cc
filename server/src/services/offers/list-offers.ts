import { offerFilter, type Offer } from '@waypost/contract/offers.ts';
import { listOfferRows } from '../../store/offers.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-pages.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentOffer } from './present-offer.ts';

/** Oldest first, all that match. */
export async function* listOffers(context: WorkspaceContext, input: unknown): AsyncGenerator<Offer[]> {
  requirePermission(context.actor, 'offers.read');
  const { query, q, includeArchived, ...rest } = parseInput(offerFilter, input);
  const filter = { ...rest, text: textFilter({ query, q }), includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listOfferRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentOffer);
}
