import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';
import { always, contains, isOneOf } from '../records/record-filter.ts';
import type { RecordTable } from '../records/records.ts';
import { countList, readListPage, type RowPage, type PageRequest, type ListSource } from './list-page.ts';

export type ListedTable = RecordTable | 'rotator_paths';

export type RecordListFilter = {
  q?: string | undefined;
  archived?: '0' | '1' | 'all' | undefined;
  ids?: string[] | undefined;
  tag?: string | undefined;
  /** Any other field filters by the column with the same name in snake case. */
  [field: string]: string | string[] | undefined;
};

const searchedColumns: Record<ListedTable, [name: string, ...others: string[]]> = {
  campaigns: ['name'],
  rotators: ['name'],
  rotator_paths: ['name'],
  offers: ['name', 'url'],
  landings: ['name', 'url'],
  // `searched` contains only the name and host, because the rest of a postback URL can contain secrets, which a search
  // must not reveal.
  traffic_sources: ['searched'],
  affiliate_networks: ['name'],
  domains: ['host'],
};

function describeList(table: ListedTable, workspaceId: string, filter: RecordListFilter): ListSource {
  const { q, archived, ids, tag, ...columnFilters } = filter;
  const isArchived = table === 'rotator_paths' ? sql`deleted_at IS NOT NULL` : sql`status = 'archived'`;
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    ...(archived === 'all' ? [] : [archived === '1' ? isArchived : sql`NOT (${isArchived})`]),
    isOneOf(ids),
    hasText(searchedColumns[table], q),
    tag === undefined
      ? always
      : sql`EXISTS (SELECT FROM unnest(tags) AS one WHERE lower(one) = lower(${tag}))`,
    ...Object.entries(columnFilters).map(([field, value]) =>
      value === undefined ? always : sql`${sql.ref(columnOf(field))} = ${value}`,
    ),
  ];
  return {
    columns: sql`id`,
    from: sql.table(table),
    where: sql.join(conditions, sql` AND `),
    id: sql`id`,
    sorts: {
      // `searched` starts with the name in lower case and is indexed. Paths need no index, because a rotator has only a
      // few.
      name: { by: table === 'rotator_paths' ? sql`lower(name)` : sql`searched`, type: 'text' },
      createdAt: { by: sql`created_at`, type: 'timestamptz' },
      updatedAt: { by: sql`updated_at`, type: 'timestamptz' },
      status: { by: sql`status`, type: 'text' },
      country: { by: sql`country`, type: 'text', isNullable: true },
      verification: { by: sql`verification`, type: 'text' },
    },
  };
}

function hasText(columns: readonly string[], query: string | undefined): RawBuilder<unknown> {
  const text = query?.trim() ?? '';
  if (text === '') return always;
  const matches = columns.map((column) => contains(column, text));
  // A prefix of fewer than 8 characters would match too many IDs.
  const isIdPrefix = /^[0-9a-f-]{8,36}$/i.test(text);
  const idMatches = isIdPrefix ? [sql`starts_with(id::text, ${text.toLowerCase()})`] : [];
  return sql`(${sql.join([...matches, ...idMatches], sql` OR `)})`;
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

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
