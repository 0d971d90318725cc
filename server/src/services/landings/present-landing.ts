import type { Landing } from '@waypost/contract/landings.ts';
import type { LandingRow } from '../../store/landings.ts';

export function presentLanding(row: LandingRow): Landing {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    country: row.country,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}
