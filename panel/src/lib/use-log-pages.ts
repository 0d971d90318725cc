import { keepPreviousData, useInfiniteQuery, type InfiniteData, type Query } from '@tanstack/react-query';
import { useHere } from './me.ts';

type LogPage<Row> = { items: Row[]; meta: { nextCursor: string | null } };
type Asked = { limit: number; cursor: string | undefined };
type LogQuery<Page> = Query<Page, Error, InfiniteData<Page, string | undefined>>;

const pageRows = 100;
const refreshMs = 30_000;

/** Of a list that somebody may have scrolled down: who did reads what is there. */
export function refreshFirstPage<Page>({ state }: LogQuery<Page>): number | false {
  return state.data?.pages.length === 1 ? refreshMs : false;
}

/** What happened, newest first, page by page as somebody reads down. */
export function useLogPages<Row, Page extends LogPage<Row>>(
  key: readonly unknown[],
  ask: (asked: Asked, signal: AbortSignal) => Promise<Page>,
  options: { staleTime?: number; refetchInterval?: (query: LogQuery<Page>) => number | false } = {},
) {
  const { workspace } = useHere();
  return useInfiniteQuery({
    queryKey: [workspace.id, ...key],
    queryFn: ({ pageParam, signal }) => ask({ limit: pageRows, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }: Page) => meta.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  });
}
