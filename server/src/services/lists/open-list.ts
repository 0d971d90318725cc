import type { ListPage } from '@waypost/contract/api/paging.ts';
import { listLimits } from '@waypost/contract/api/paging.ts';
import type { z } from 'zod';
import type { ListPosition } from '../../domain/lists/list-cursor.ts';
import type { PageRequest } from '../../store/lists/list-page.ts';
import type { WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { getCursors } from './get-cursors.ts';

export type ListRequest = { limit?: number | undefined; cursor?: string | undefined; sort: string };

type OpenList<Filter> = {
  filter: Filter;
  part: PageRequest;
  answer: <Item>(
    items: Item[],
    found: { next: ListPosition | undefined; total: number | null },
  ) => ListPage<Item>;
};

/** Parses list parameters. A cursor is valid only for the list, sort order and filters that it was created with. */
export async function openList<Query extends z.ZodType<ListRequest>>(
  context: WorkspaceContext,
  { name, query }: { name: string; query: Query },
  input: unknown,
): Promise<OpenList<Omit<z.output<Query>, keyof ListRequest>>> {
  const { limit = listLimits.byDefault, cursor, sort, ...filter } = parseInput(query, input);
  const { lists: cursors } = await getCursors(context);
  const filters = Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const scope = JSON.stringify([context.workspaceId, name, sort, filters]);
  const after = cursor === undefined ? undefined : cursors.read(cursor, scope);
  if (cursor !== undefined && after === undefined)
    throw invalidInput([{ path: 'cursor', message: 'is not valid for this list, sort order and filters' }]);
  return {
    filter,
    part: { order: readOrder(sort), after, limit },
    answer: (items, { next, total }) => {
      const nextCursor = next === undefined ? null : cursors.write(next, scope);
      return { items, meta: { limit, count: items.length, total, nextCursor } };
    },
  };
}

function readOrder(sort: string): PageRequest['order'] {
  return sort.startsWith('-') ? { by: sort.slice(1), direction: 'desc' } : { by: sort, direction: 'asc' };
}
