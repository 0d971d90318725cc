import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';
import { always, contains, isOneOf } from '../records/record-filter.ts';
import type { RecordTable } from '../records/records.ts';
import { countList, readListPage, type RowPage, type PageRequest, type ListSource } from './list-page.ts';

/** The tables of records that people look through. */
export type ListedTable = RecordTable | 'rotator_paths';

export type RecordListFilter = {
  q?: string | undefined;
  archived?: '0' | '1' | 'all' | undefined;
  ids?: string[] | undefined;
  /** Every other one is a column of the table, by the name that the API has for it, and the value that it must have. */
  [field: string]: string | string[] | undefined;
};

/** Where text is looked for, the name first. */
const searched: Record<ListedTable, [name: string, ...others: string[]]> = {
  campaigns: ['name'],
  rotators: ['name'],
  rotator_paths: ['name'],
  offers: ['name', 'url'],
  landings: ['name', 'url'],
  // Name and host: the rest of a postback URL can be a secret, which nobody may find out by searching.
  traffic_sources: ['searched'],
  affiliate_networks: ['name'],
  domains: ['host'],
};

function describeList(table: ListedTable, workspaceId: string, filter: RecordListFilter): ListSource {
  const { q, archived, ids, ...own } = filter;
  const isArchived = table === 'rotator_paths' ? sql`deleted_at IS NOT NULL` : sql`status = 'archived'`;
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    ...(archived === 'all' ? [] : [archived === '1' ? isArchived : sql`NOT (${isArchived})`]),
    isOneOf(ids),
    hasText(searched[table], q),
    ...Object.entries(own).map(([field, value]) =>
      value === undefined ? always : sql`${sql.ref(columnOf(field))} = ${value}`,
    ),
  ];
  return {
    columns: sql`id`,
    from: sql.table(table),
    where: sql.join(conditions, sql` AND `),
    id: sql`id`,
    sorts: {
      // It begins with the name in small letters, and has an index. Paths, of which a rotator has few, do without.
      name: { by: table === 'rotator_paths' ? sql`lower(name)` : sql`searched`, type: 'text' },
      createdAt: { by: sql`created_at`, type: 'timestamptz' },
      updatedAt: { by: sql`updated_at`, type: 'timestamptz' },
      status: { by: sql`status`, type: 'text' },
      country: { by: sql`country`, type: 'text', isNullable: true },
      verification: { by: sql`verification`, type: 'text' },
    },
  };
}

function hasText(columns: readonly string[], given: string | undefined): RawBuilder<unknown> {
  const text = given?.trim() ?? '';
  if (text === '') return always;
  const places = columns.map((column) => contains(column, text));
  // Fewer characters than that are in the middle of half of all names, and at the beginning of too many ids.
  const isIdPart = /^[0-9a-f-]{8,36}$/i.test(text);
  const beginsSo = isIdPart ? [sql`starts_with(id::text, ${text.toLowerCase()})`] : [];
  return sql`(${sql.join([...places, ...beginsSo], sql` OR `)})`;
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The ids of one page. */
export async function listRecordIds(
  executor: Executor,
  table: ListedTable,
  scope: { workspaceId: string; filter: RecordListFilter },
  page: PageRequest,
): Promise<RowPage<{ id: string }>> {
  return await readListPage(executor, describeList(table, scope.workspaceId, scope.filter), page);
}

export async function countRecords(
  executor: Executor,
  table: ListedTable,
  { workspaceId, filter }: { workspaceId: string; filter: RecordListFilter },
): Promise<number> {
  return await countList(executor, describeList(table, workspaceId, filter));
}
