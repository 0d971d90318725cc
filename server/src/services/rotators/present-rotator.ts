import type { Rotator } from '@waypost/contract/rotators.ts';
import type { RotatorRow } from '../../store/rotators.ts';

export function presentRotator(row: RotatorRow): Rotator {
  return {
    id: row.id,
    name: row.name,
    shared: row.shared,
    country: row.country,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}
