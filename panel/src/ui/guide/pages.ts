import type { Block } from '../../lib/guide/page-tree.ts';

type PageModule = { page: { title: string; blocks: Block[] }; pictures: string[] };

/** Pages by path relative to docs/, loaded on demand. panel/build/guide-plugin.ts fills this list at build time. */
export const pages: Record<string, () => Promise<PageModule>> = {};
