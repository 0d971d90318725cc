import { useQuery } from '@tanstack/react-query';
import { dayIn, readRange } from '../../../lib/date-range.ts';
import { useHere } from '../../../lib/me.ts';
import { sayShare } from '../../../lib/say-share.ts';
import { rotatorKey } from '../rotator-queries.ts';

/** What each path really got in the last seven days, in words; nothing where there was nobody, or it is not known. */
export function usePathVisits(rotatorId: string): ReadonlyMap<string, string> {
  const { workspace, api, may } = useHere();
  const today = dayIn(workspace.timezone, new Date());
  const { data } = useQuery({
    queryKey: rotatorKey(workspace.id, rotatorId, 'path-visits', today),
    queryFn: ({ signal }) =>
      api.getReport({
        query: {
          ...(readRange('last-7-days', today) ?? { from: today, to: today }),
          dimensions: ['path'],
          metrics: ['visits'],
          filter: [`rotator=${rotatorId}`],
          limit: 500,
        },
        signal,
      }),
    enabled: may('reports.read'),
    staleTime: 60_000,
  });
  return sayPathVisits(data?.rows ?? []);
}

export function sayPathVisits(
  rows: readonly Readonly<Record<string, string | number | null>>[],
): ReadonlyMap<string, string> {
  const counted = rows.map(({ path, visits }) => ({ path: String(path), visits: Number(visits) }));
  const total = counted.reduce((sum, { visits }) => sum + visits, 0);
  return new Map(
    counted
      .filter(({ visits }) => visits > 0)
      .map(({ path, visits }) => [
        path,
        `${visits.toLocaleString('en')} visits in 7 days, ${sayShare((visits / total) * 100)}`,
      ]),
  );
}
