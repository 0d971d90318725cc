import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';

export type ListPage<Row> = { items: Row[]; meta: { total: number | null; nextCursor: string | null } };

export type ListRequest = {
  limit: number;
  archived: '0' | '1';
  cursor?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  metrics?: MetricId[];
  from?: string;
  to?: string;
  compare?: 'previous';
} & ListFilters;

export type ListFilters = {
  affiliateNetworkId?: string | undefined;
  trafficSourceId?: string | undefined;
  status?: 'active' | 'paused' | undefined;
  tag?: string | undefined;
};

type Narrowing = { q: string; sort: string | undefined; filters: ListFilters };

type RecordList<Row> = {
  /** Undefined while loading. */
  rows: Row[] | undefined;
  total: number | undefined;
  isServers: boolean;
  isOld: boolean;
  error: unknown;
  retry: () => void;
  fetchMore: () => void;
};

const pageRows = 500;
/** Lists up to this size are loaded completely, so that searching and sorting are instant. */
const wholeRowsMax = 5_000;

/** Loads the complete list or, if the list is too large, page by page in the server's order. */
export function useRecordList<Row>({
  key,
  isArchived,
  q,
  sort,
  filters,
  ask,
}: {
  key: readonly unknown[];
  isArchived: boolean;
  q: string;
  sort: string | undefined;
  filters: ListFilters;
  ask: (request: ListRequest, options: { signal: AbortSignal }) => Promise<ListPage<Row>>;
}): RecordList<Row> {
  const archived = isArchived ? '1' : '0';
  const all = usePages([...key, { archived }], (cursor, signal) =>
    ask({ limit: pageRows, archived, cursor }, { signal }),
  );
  const isServers = isTooLarge(all.data?.pages[0]?.meta.total);
  const isAsked = isServers && isNarrowed({ q, sort, filters });
  const filtered = usePages(
    [...key, { archived, q, sort, ...filters }],
    (cursor, signal) => ask(buildListRequest({ archived, q, sort, filters }, cursor), { signal }),
    isAsked,
  );
  const shown = chooseShown(all, filtered, isAsked);
  const { hasNextPage, isFetching, fetchNextPage } = all;
  const lacksRows = !isServers && hasNextPage && !isFetching && !all.isError;
  useEffect(() => {
    if (lacksRows) void fetchNextPage();
  }, [lacksRows, fetchNextPage]);
  return {
    rows: shown.data === undefined ? undefined : rowsOf(shown.data),
    total: shown.data?.pages[0]?.meta.total ?? undefined,
    isServers,
    isOld: shown.isPlaceholderData || (isServers && filtered.isFetching && !filtered.isFetchingNextPage),
    error: all.error ?? filtered.error,
    retry: () => void shown.refetch(),
    fetchMore: () => {
      if (isServers && shown.hasNextPage && !shown.isFetching) void shown.fetchNextPage();
    },
  };
}

/** Returns true if the list is too large to load completely. The total of a very large list is null. */
export function isTooLarge(total: number | null | undefined): boolean {
  return total === null || (total !== undefined && total > wholeRowsMax);
}

export function isNarrowed({ q, sort, filters }: Narrowing): boolean {
  return q !== '' || sort !== undefined || Object.values(filters).some((id) => id !== undefined);
}

export function buildListRequest(
  { archived, q, sort, filters }: Narrowing & Pick<ListRequest, 'archived'>,
  cursor: string | undefined,
): ListRequest {
  return { ...filters, limit: pageRows, archived, cursor, ...(q === '' ? {} : { q }), sort };
}

/**
 * Returns the query whose rows are shown. All rows are shown until the server has answered the first filtered query.
 * They are also shown whenever no filter is set, because the disabled filtered query still returns its previous rows as
 * placeholder data.
 */
export function chooseShown<Pages extends { data: unknown }>(
  all: Pages,
  filtered: Pages,
  isAsked: boolean,
): Pages {
  return isAsked && filtered.data !== undefined ? filtered : all;
}

function usePages<Row>(
  queryKey: readonly unknown[],
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
  enabled = true,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  });
}

const rowsByData = new WeakMap<object, unknown[]>();

/** Returns all rows. Returns the same array for the same data, so that tables don't rerender. */
export function rowsOf<Row>(data: InfiniteData<ListPage<Row>>): Row[] {
  const before = rowsByData.get(data) as Row[] | undefined;
  if (before !== undefined) return before;
  const rows = data.pages.flatMap(({ items }) => items);
  rowsByData.set(data, rows);
  return rows;
}
