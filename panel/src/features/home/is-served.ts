import type { Publication } from '../../lib/api/api.ts';

/** Returns true if all live edges serve the current version of the campaign. */
export function isServed({ waiting, version, edges }: Omit<Publication, 'failure'>): boolean {
  return !waiting && version !== null && edges.serving > 0 && edges.serving === edges.live;
}
