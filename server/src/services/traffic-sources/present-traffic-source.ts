import type { TrafficSource } from '@waypost/contract/traffic-sources.ts';
import type { TrafficSourceRow } from '../../store/traffic-sources.ts';

export function presentTrafficSource(row: TrafficSourceRow): TrafficSource {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
