import { useQuery } from '@tanstack/react-query';
import type { Block } from '../../lib/guide/page-tree.ts';
import { pages } from './pages.ts';

export type ReadPage = {
  title?: string;
  blocks?: readonly Block[];
  pictures: readonly string[];
  error?: unknown;
  retry: () => void;
};

export function useGuidePage(path: string): ReadPage {
  const load = pages[path];
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', path],
    queryFn: async () => {
      if (load === undefined) throw new Error('Guide page not found.');
      return await load();
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
