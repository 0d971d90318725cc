import { useQuery } from '@tanstack/react-query';
import type { Block } from '../../lib/page-tree.ts';
import { pages } from './pages.ts';

export type ReadPage = {
  title?: string;
  blocks?: readonly Block[];
  pictures: readonly string[];
  error?: unknown;
  retry: () => void;
};

/** A page by its path below docs. */
export function useGuidePage(path: string): ReadPage {
  const bring = pages[path];
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', path],
    queryFn: async () => {
      if (bring === undefined) throw new Error('There is no such page in the guide.');
      return await bring();
    },
    staleTime: Infinity,
    retry: false,
  });
  return {
    ...(data === undefined ? {} : { title: data.page.title, blocks: data.page.blocks }),
    ...(error === null ? {} : { error }),
    pictures: data?.pictures ?? [],
    retry: () => void refetch(),
  };
}
