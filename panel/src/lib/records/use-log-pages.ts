import { keepPreviousData, useInfiniteQuery, type InfiniteData, type Query } from '@tanstack/react-query';
import { useWorkspace } from '../api/current-workspace.ts';

type LogPage<Row> = { items: Row[]; meta: { nextCursor: string | null } };
type PageRequest = { limit: number; cursor: string | undefined };
type LogQuery<Page> = Query<Page, Error, InfiniteData<Page, string | undefined>>;

const pageRows = 100;
const refreshMs = 30_000;

/**
 * Returns the refresh interval. The list is refreshed only until the second page is loaded, so that rows do not move
 * while someone is reading them.
 */
export function refreshFirstPage<Page>({ state }: LogQuery<Page>): number | false {
  return state.data?.pages.length === 1 ? refreshMs : false;
}

function joinPages<Row>({ pages }: { pages: readonly LogPage<Row>[] }): Row[] {
  return pages.flatMap(({ items }) => items);
}

export function useLogPages<Row>(
  key: readonly unknown[],
  fetchPage: (page: PageRequest, signal: AbortSignal) => Promise<LogPage<Row>>,
  options: { staleTime?: number; refetchInterval?: (query: LogQuery<LogPage<Row>>) => number | false } = {},
) {
  const { workspace } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [workspace.id, ...key],
    queryFn: ({ pageParam, signal }) => fetchPage({ limit: pageRows, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }: LogPage<Row>) => meta.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    select: joinPages<Row>,
    ...options,
  });
}
