import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';

type ListPage<Row> = { items: Row[]; meta: { total: number | null; nextCursor: string | null } };

/** What is asked of a list of the API, besides the filters that are its own. */
export type ListRequest = {
  limit: number;
  archived: '0' | '1';
  cursor?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
} & ListFilters;

/** Of lists that have them, by the names of the API. */
export type ListFilters = {
  affiliateNetworkId?: string | undefined;
  trafficSourceId?: string | undefined;
  status?: 'active' | 'paused' | undefined;
};

type RecordList<Row> = {
  /** Undefined where nothing is known yet. */
  rows: Row[] | undefined;
  /** How many the list has, those that did not come yet too. */
  total: number | undefined;
  /** Whether order and search are the server's: there are too many to have all of them here. */
  isServers: boolean;
  /** What is shown is of the question before; the answer to this one is on its way. */
  isOld: boolean;
  error: unknown;
  retry: () => void;
  /** Called when the end comes near. */
  fetchMore: () => void;
};

const pageRows = 500;
/** Up to so many, all of a list are fetched: then typing and sorting never wait for anything. */
const wholeRowsMax = 5_000;

/** The records of a list: all of them where they are not too many, else page by page in the server's order. */
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
  /** For the server, where it has more than is here. */
  filters: ListFilters;
  ask: (asked: ListRequest, options: { signal: AbortSignal }) => Promise<ListPage<Row>>;
}): RecordList<Row> {
  const archived = isArchived ? '1' : '0';
  const all = usePages([...key, { archived }], (cursor, signal) =>
    ask({ limit: pageRows, archived, cursor }, { signal }),
  );
  const total = all.data?.pages[0]?.meta.total;
  const isServers = total === null || (total !== undefined && total > wholeRowsMax);
  const asked = usePages(
    [...key, { archived, q, sort, ...filters }],
    (cursor, signal) =>
      ask({ ...filters, limit: pageRows, archived, cursor, ...(q === '' ? {} : { q }), sort }, { signal }),
    isServers && (q !== '' || sort !== undefined || Object.values(filters).some((id) => id !== undefined)),
  );
  const shown = isServers && asked.data !== undefined ? asked : all;
  const { hasNextPage, isFetching, fetchNextPage } = all;
  const lacksRows = !isServers && hasNextPage && !isFetching && !all.isError;
  useEffect(() => {
    if (lacksRows) void fetchNextPage();
  }, [lacksRows, fetchNextPage]);
  return {
    rows: shown.data === undefined ? undefined : rowsOf(shown.data),
    total: shown.data?.pages[0]?.meta.total ?? undefined,
    isServers,
    isOld: shown.isPlaceholderData || (isServers && asked.isFetching && !asked.isFetchingNextPage),
    error: all.error ?? asked.error,
    retry: () => void shown.refetch(),
    fetchMore: () => {
      if (isServers && shown.hasNextPage && !shown.isFetching) void shown.fetchNextPage();
    },
  };
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

const known = new WeakMap<object, unknown[]>();

/** The same list for the same answer, so that tables know that nothing changed. */
function rowsOf<Row>(data: InfiniteData<ListPage<Row>>): Row[] {
  const before = known.get(data) as Row[] | undefined;
  if (before !== undefined) return before;
  const rows = data.pages.flatMap(({ items }) => items);
  known.set(data, rows);
  return rows;
}
