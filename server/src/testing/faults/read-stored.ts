import { sql } from 'kysely';
import { createWaypostClient } from '../../../../client/waypost-client.ts';
import type { Database } from '../../store/database/database.ts';
import { readRecordedColumns } from '../traffic/recorded-rows.ts';
import type { StoredRevisions } from './compare-changes.ts';
import type { FaultInstallation } from './fault-installation.ts';
import type { FaultLoad } from './fault-load.ts';
import { readRevision, type FaultWorkspace } from './fault-workspace.ts';
import type { StoredTraffic } from './stored-traffic.ts';

type Reading = { installation: FaultInstallation; workspace: FaultWorkspace; database: Database };

const columns = [
  'type',
  'visit_id',
  'external_id',
  'destination_url',
  'transaction_id',
  'revenue',
  'url',
  'attempt',
  'is_success',
  'is_conversion',
] as const;

export async function readStoredTraffic(
  { installation, workspace, database }: Reading,
  received: readonly string[],
): Promise<StoredTraffic> {
  const rows = await readRecordedColumns(installation.addresses().traffic, workspace.workspaceId, columns);
  const byType = Map.groupBy(rows, ({ type }) => type);
  const redirects = (type: string) =>
    (byType.get(type) ?? []).map(({ visit_id, external_id, destination_url }) => ({
      visitId: visit_id as string | null,
      externalId: external_id as string | null,
      destination: String(destination_url ?? ''),
    }));
  return {
    visits: redirects('visit'),
    clicks: redirects('lpclick'),
    conversions: (byType.get('event') ?? []).map(({ transaction_id, visit_id, revenue }) => ({
      transaction: String(transaction_id),
      visitId: String(visit_id),
      revenue: String(revenue),
    })),
    reports: await readReports(database),
    attempts: (byType.get('postback') ?? []).map(({ url, attempt, is_success }) => ({
      transaction: new URL(String(url)).searchParams.get('t') ?? '',
      number: Number(attempt),
      isSuccess: is_success === true,
    })),
    received: [...received],
    totals: await readTotals(installation, workspace),
  };
}

async function readReports(database: Database): Promise<StoredTraffic['reports']> {
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ id: string; verdict: string | null }>`
    SELECT coalesce(substring(query FROM 'rid=(r[0-9-]+)'), 'none') AS id, verdict FROM inbox`.execute(
      executor,
    ),
  );
  return rows;
}

async function readTotals(
  installation: FaultInstallation,
  workspace: FaultWorkspace,
): Promise<StoredTraffic['totals']> {
  const client = openClient(installation, workspace);
  const { rows } = await client.getReport({
    query: {
      from: '2020-01-01',
      to: '2099-12-31',
      timezone: 'UTC',
      metrics: ['visits', 'lpclicks', 'conversions', 'revenue'],
    },
  });
  const totals = rows[0] as Record<string, unknown> | undefined;
  const read = (name: string) => Number(totals?.[name] ?? 0);
  return {
    visits: read('visits'),
    lpclicks: read('lpclicks'),
    conversions: read('conversions'),
    revenue: read('revenue'),
  };
}

function openClient({ urls }: FaultInstallation, { token }: FaultWorkspace) {
  return createWaypostClient({ baseUrl: `${urls.panel}/api/v1`, token });
}

// Reads the revisions of each landing page, with a visit to see which one the edge serves.
export async function readStoredRevisions(
  { installation, workspace, database }: Reading,
  load: Pick<FaultLoad, 'visit'>,
): Promise<StoredRevisions[]> {
  const client = openClient(installation, workspace);
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ id: string; url: string }>`
    SELECT record_id AS id, content #>> '{landing,url}' AS url FROM record_versions
    WHERE record_type = 'landing' ORDER BY record_id, version`.execute(executor),
  );
  return await Promise.all(
    workspace.landings.map(async ({ id, link }) => ({
      history: rows.filter((row) => row.id === id).map(({ url }) => readRevision(url)),
      current: readRevision((await client.getLanding(id)).url),
      served: readRevision((await load.visit(link)) ?? 'http://none'),
    })),
  );
}
