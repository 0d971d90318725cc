import type { EventLabels } from '@waypost/contract/events/panel-events.ts';
import type { RecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { FeedRow } from '../../domain/traffic/feed-row.ts';
import { listLabels } from '../../store/records/labels.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';

const fields = {
  campaign: 'campaignId',
  trafficSource: 'trafficSourceId',
  affiliateNetwork: 'affiliateNetworkId',
  rotator: 'rotatorId',
  path: 'pathId',
  landing: 'landingId',
  offer: 'offerId',
} as const satisfies Record<RecordDimension, keyof FeedRow>;
const all = Object.keys(fields) as RecordDimension[];

type Named<Dimension extends RecordDimension> = Pick<FeedRow, (typeof fields)[Dimension]>;

type FindLabels<Dimension extends RecordDimension> = (
  rows: readonly Named<Dimension>[],
) => Promise<(row: Named<Dimension>) => Pick<EventLabels, Dimension>>;

export function labelFinder<Dimension extends RecordDimension = RecordDimension>(
  context: WorkspaceContext,
  dimensions: readonly Dimension[] = all as Dimension[],
): FindLabels<Dimension> {
  const { workspaceId } = context;
  const names = new Map<string, string | null>();
  return async (rows) => {
    const wanted = dimensions
      .map((dimension) => ({ dimension, ids: listUnknown(rows, dimension, names) }))
      .filter(({ ids }) => ids.length > 0);
    if (wanted.length > 0) {
      for (const { dimension, ids } of wanted) for (const id of ids) names.set(keyOf(dimension, id), null);
      const found = await readInWorkspace(context, 'list', (executor) =>
        listLabels(executor, workspaceId, wanted),
      );
      for (const { dimension, id, name } of found) names.set(keyOf(dimension, id), name);
    }
    return (row) =>
      Object.fromEntries(
        dimensions.map((dimension) => {
          const id = row[fields[dimension]];
          return [dimension, id === null ? null : (names.get(keyOf(dimension, id)) ?? null)];
        }),
      ) as Pick<EventLabels, Dimension>;
  };
}

function listUnknown<Dimension extends RecordDimension>(
  rows: readonly Named<Dimension>[],
  dimension: Dimension,
  names: ReadonlyMap<string, unknown>,
): string[] {
  const ids = rows.map((row) => row[fields[dimension]]).filter((id) => id !== null);
  return [...new Set(ids)].filter((id) => !names.has(keyOf(dimension, id)));
}

function keyOf(dimension: RecordDimension, id: string): string {
  return `${dimension} ${id}`;
}
