import type { Block } from '../../lib/page-tree.ts';

type PageModule = { page: { title: string; blocks: Block[] }; pictures: string[] };

/** Pages by path below docs, loaded on demand. Filled at build time by panel/build/guide-plugin.ts. */
export const pages: Record<string, () => Promise<PageModule>> = {};
