import type { ListPage } from '@waypost/contract/api/paging.ts';
import type { z } from 'zod';
import { pageItems } from '../../domain/lists/page-items.ts';
import type { WorkspaceContext } from '../context.ts';
import { openList, type ListRequest } from './open-list.ts';

type ItemListQuery = z.ZodType<ListRequest & { q?: string | undefined }>;

type ItemList<Item, Query> = {
  name: string;
  query: Query;
  idOf: (item: Item) => string;
  sorts: Readonly<Record<string, (item: Item) => string | number | null>>;
  searched?: (item: Item) => string[];
};

export async function listItems<Item, Query extends ItemListQuery>(
  context: WorkspaceContext,
  { name, query, idOf, sorts, searched }: ItemList<Item, Query>,
  input: unknown,
  readAll: (filter: z.output<Query>) => Promise<readonly Item[]>,
): Promise<ListPage<Item>> {
  const { filter, part, answer } = await openList(context, { name, query }, input);
  const all = await readAll(filter as z.output<Query>);
  const text = filter.q?.trim().toLowerCase() ?? '';
  const items =
    text === '' || searched === undefined
      ? all
      : all.filter((item) => searched(item).some((value) => value.toLowerCase().includes(text)));
  const valueOf = sorts[part.order.by] ?? (() => null);
  const { rows, next } = pageItems(items, { valueOf, idOf, direction: part.order.direction }, part);
  return answer(rows, { next, total: items.length });
}
