import type { ListedOffer } from '../../lib/api/api.ts';

export function formatCap({ limit, per, counts }: ListedOffer['caps'][number]): string {
  return `${limit.toLocaleString('en')} ${counts} ${per === 'total' ? 'in total' : `per ${per}`}`;
}
