import type { RecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import { formatPathName } from '@waypost/contract/rotators/path-name.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type Label = { dimension: RecordDimension; id: string; name: string };

const tables: Readonly<Record<RecordDimension, string>> = {
  campaign: 'campaigns',
  trafficSource: 'traffic_sources',
  affiliateNetwork: 'affiliate_networks',
  rotator: 'rotators',
  path: 'rotator_paths',
  landing: 'landings',
  offer: 'offers',
};

export async function listLabels(
  executor: Executor,
  workspaceId: string,
  requests: readonly { dimension: RecordDimension; ids: readonly string[] }[],
): Promise<Label[]> {
  if (requests.length === 0) return [];
  const selects = requests.map(
    ({ dimension, ids }) => sql`
      SELECT ${dimension}::text AS dimension, id, name, ${blocksOf(dimension)} AS blocks FROM ${sql.table(tables[dimension])}
      WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::uuid[])`,
  );
  const { rows } = await sql<Label & { blocks: boolean }>`${sql.join(selects, sql` UNION ALL `)}`.execute(
    executor,
  );
  return rows.map(({ dimension, id, name, blocks }) => ({
    dimension,
    id,
    name: formatPathName({ name, blocks }),
  }));
}

function blocksOf(dimension: RecordDimension) {
  return dimension === 'path' ? sql.ref('blocks') : sql`false`;
}
