import type { RecordTypeName } from './record-types.ts';

const recordPaths: Record<RecordTypeName, string> = {
  campaign: '/campaigns',
  trafficSource: '/traffic-sources',
  affiliateNetwork: '/affiliate-networks',
  landing: '/landings',
  offer: '/offers',
  rotator: '/rotators',
};

export function recordPath(type: RecordTypeName, id?: string): string {
  return id === undefined ? recordPaths[type] : `${recordPaths[type]}/${id}`;
}

/**
 * Returns a panel path with filters in the panel's format: strings are written unchanged, and all other values as JSON.
 */
export function pathWith(path: string, search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function isDay(text = ''): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Formats a range of whole days. Returns undefined for a range with times, because panel URLs do not support times. */
export function formatDayRange(range: {
  from?: string | undefined;
  to?: string | undefined;
}): string | undefined {
  return isDay(range.from) && isDay(range.to) ? `${range.from}..${range.to}` : undefined;
}
