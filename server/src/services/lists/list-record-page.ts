import type { ListPage } from '@waypost/contract/paging.ts';
import type { z } from 'zod';
import type { Executor } from '../../store/database/database.ts';
import {
  countRecords,
  listRecordIds,
  type ListedTable,
  type RecordListFilter,
} from '../../store/lists/record-list.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { openList, type ListQuestion } from './open-list.ts';

/** What a list needs to know of one kind of records. */
export type ListedKind<Row extends { id: string }, Item> = {
  table: ListedTable;
  /** The rows with these ids, in any order. */
  readRows: (
    executor: Executor,
    workspaceId: string,
    filter: { ids: string[]; includeArchived: true },
    page: { limit: number },
  ) => Promise<Row[]>;
  present: (row: Row) => Item;
};

type RecordListQuery = z.ZodType<ListQuestion & Pick<RecordListFilter, 'q' | 'archived' | 'ids'>>;

/** A page of records; which there are, how many and what they are is of one moment. */
export async function listRecordPage<Row extends { id: string }, Item>(
  context: WorkspaceContext,
  kind: ListedKind<Row, Item>,
  query: RecordListQuery,
  input: unknown,
): Promise<ListPage<Item>> {
  const { filter: given, part, answer } = await openList(context, { name: kind.table, query }, input);
  const filter = given as RecordListFilter;
  const { workspaceId } = context;
  return await inSnapshot(
    context,
    async (executor) => {
      const { rows: places, next } = await listRecordIds(executor, kind.table, { workspaceId, filter }, part);
      const total = await countRecords(executor, kind.table, { workspaceId, filter });
      const ids = places.map(({ id }) => id);
      const wanted = { ids, includeArchived: true } as const;
      const rows = await kind.readRows(executor, workspaceId, wanted, { limit: ids.length });
      const byId = new Map(rows.map((row) => [row.id, row]));
      const found = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
      return answer(found.map(kind.present), { next, total });
    },
    'list',
  );
}
