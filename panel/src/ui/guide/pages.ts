import type { Block } from '../../lib/page-tree.ts';

type PageModule = { page: { title: string; blocks: Block[] }; pictures: string[] };

/** Pages by their paths below docs, each fetched when it is read. The build puts the list here: panel/build/guide-plugin.ts. */
export const pages: Record<string, () => Promise<PageModule>> = {};
