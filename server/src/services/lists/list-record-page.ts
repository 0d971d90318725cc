import { metricRecordsMax } from '@waypost/contract/reports/metric-lists.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import type { RecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { z } from 'zod';
import { pageItems } from '../../domain/lists/page-items.ts';
import type { Executor } from '../../store/database/database.ts';
import type { RowPage, PageRequest } from '../../store/lists/list-page.ts';
import {
  countRecords,
  listRecordIds,
  type ListedTable,
  type RecordListFilter,
} from '../../store/lists/record-list.ts';
import { readTags } from '../../store/records/record-tags.ts';
import { inSnapshot, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { invalidInput } from '../parse-input.ts';
import { openList, type ListRequest } from './open-list.ts';
import {
  readRecordMetrics,
  rejectUnusedMetrics,
  type RequestedMetrics,
  type MetricValues,
  type RecordMetrics,
} from './record-metrics.ts';

export type ListedKind<Row extends { id: string }, Item extends { id: string }> = {
  table: ListedTable;
  /** Report dimension of these records. Metrics are available only for records with a dimension. */
  dimension?: RecordDimension;
  readRows: (
    executor: Executor,
    workspaceId: string,
    filter: { ids: string[]; includeArchived: true },
    page: { limit: number },
  ) => Promise<Row[]>;
  present: (row: Row) => Item;
};

type Measured<Item> = Item & {
  tags?: string[];
  metrics?: MetricValues;
  previousMetrics?: MetricValues;
};
export type RecordPage<Item> = {
  items: Measured<Item>[];
  meta: ListPage<Item>['meta'] & { totals?: MetricValues; previousTotals?: MetricValues };
};

type RecordListQuery = z.ZodType<
  ListRequest & RequestedMetrics & Pick<RecordListFilter, 'q' | 'archived' | 'ids'>
>;

export async function listRecordPage<Row extends { id: string }, Item extends { id: string }>(
  context: WorkspaceContext & WithTraffic,
  kind: ListedKind<Row, Item>,
  query: RecordListQuery,
  input: unknown,
): Promise<RecordPage<Item>> {
  const { filter: given, part, answer } = await openList(context, { name: kind.table, query }, input);
  const { metrics, from, to, timezone, compare, ...filter } = given;
  const requested = { metrics, from, to, timezone, compare };
  const by = part.order.by;
  rejectUnusedMetrics(requested, isMetricId(by) ? by : undefined);
  const list = { kind, part, filter: filter as RecordListFilter };
  if (metrics === undefined || kind.dimension === undefined) {
    const { items, next, total } = await readPage(context, list);
    return answer(items, { next, total });
  }
  const ids = await readIds(context, list);
  const measured = await readRecordMetrics(context, { dimension: kind.dimension, ids }, requested);
  const page = isMetricId(by) ? pageByMetric(ids, part, by, measured) : undefined;
  const { items, next, total } = await readPage(context, list, { page, total: ids.length });
  return measure(answer(items, { next, total }), measured);
}

type OpenedList<Row extends { id: string }, Item extends { id: string }> = {
  kind: ListedKind<Row, Item>;
  part: PageRequest;
  filter: RecordListFilter;
};

/**
 * Reads a page of records. `known.page` contains the IDs on the page if the database cannot sort in the requested
 * order. `known.total` is set if the records have already been counted.
 */
async function readPage<Row extends { id: string }, Item extends { id: string }>(
  context: WorkspaceContext,
  { kind, part, filter }: OpenedList<Row, Item>,
  known: { page?: RowPage<{ id: string }> | undefined; total?: number } = {},
) {
  const { workspaceId } = context;
  const read = async (executor: Executor) => {
    const scope = { workspaceId, filter };
    const { rows: entries, next } = known.page ?? (await listRecordIds(executor, kind.table, scope, part));
    const total = known.total ?? (await countRecords(executor, kind.table, scope));
    const ids = entries.map(({ id }) => id);
    const filterById = { ids, includeArchived: true } as const;
    const rows = await kind.readRows(executor, workspaceId, filterById, { limit: ids.length });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const shown = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
    const tags = await readTagsFor(executor, kind, workspaceId, ids);
    return { items: shown.map((row) => ({ ...kind.present(row), ...tags(row.id) })), next, total };
  };
  return await inSnapshot(context, read, 'list');
}

type TagsOf = (id: string) => { tags?: string[] };

// Lists with metrics show tags. Other lists have none.
async function readTagsFor<Row extends { id: string }, Item extends { id: string }>(
  executor: Executor,
  { table, dimension }: ListedKind<Row, Item>,
  workspaceId: string,
  ids: readonly string[],
): Promise<TagsOf> {
  if (dimension === undefined || table === 'rotator_paths') return () => ({});
  const tags = await readTags(executor, table, workspaceId, ids);
  return (id) => ({ tags: tags.get(id) ?? [] });
}

/** Reads the IDs of all records in the list instead of one page, because metrics cover the whole list. */
async function readIds<Row extends { id: string }, Item extends { id: string }>(
  context: WorkspaceContext,
  { kind, filter }: OpenedList<Row, Item>,
): Promise<string[]> {
  const part = { order: { by: 'createdAt', direction: 'asc' }, limit: metricRecordsMax } as const;
  const { rows, next } = await readInWorkspace(context, 'list', (executor) =>
    listRecordIds(executor, kind.table, { workspaceId: context.workspaceId, filter }, part),
  );
  if (next === undefined) return rows.map(({ id }) => id);
  const message = `are available for up to ${metricRecordsMax} records; narrow the list or filter by ids`;
  throw invalidInput([{ path: 'metrics', message }]);
}

function pageByMetric(
  ids: readonly string[],
  part: PageRequest,
  metric: MetricId,
  { current }: RecordMetrics,
): RowPage<{ id: string }> {
  const { direction } = part.order;
  const valueOf = ({ id }: { id: string }) => current.microsOf(id, metric);
  const records = ids.map((id) => ({ id }));
  return pageItems(records, { valueOf, idOf: ({ id }) => id, direction }, part);
}

function measure<Item extends { id: string }>(
  page: ListPage<Item>,
  { current, previous }: RecordMetrics,
): RecordPage<Item> {
  const { totals } = current;
  return {
    items: page.items.map((item) => ({
      ...item,
      metrics: current.of(item.id),
      ...(previous === undefined ? {} : { previousMetrics: previous.of(item.id) }),
    })),
    meta: { ...page.meta, totals, ...(previous === undefined ? {} : { previousTotals: previous.totals }) },
  };
}
