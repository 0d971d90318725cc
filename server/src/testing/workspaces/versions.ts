import { sql } from 'kysely';
import type { PanelOperation } from '../../http/panel-api/operation.ts';
import type { Database } from '../../store/database/database.ts';

const tables: [table: string, id: string][] = [
  ...['campaigns', 'rotators', 'landings', 'offers', 'traffic_sources', 'affiliate_networks', 'domains'].map(
    (table): [string, string] => [table, 'id'],
  ),
  ['api_keys', 'id'],
  ['saved_reports', 'id'],
  ['report_schedules', 'id'],
  ['custom_metrics', 'id'],
  ['workspaces', 'id'],
  ['memberships', 'user_id'],
];

const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Looks up current versions by record ID. The version of an unknown record is 1. */
async function findVersions(database: Database, ids: string[]): Promise<(id: string) => number> {
  const parts = tables.map(
    ([table, id]) =>
      sql`SELECT ${sql.ref(id)} AS id, version FROM ${sql.table(table)} WHERE ${sql.ref(id)} = ANY(${ids}::uuid[])`,
  );
  const { rows } = await database.asSystem((executor) =>
    sql<{ id: string; version: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(executor),
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return (id) => versions.get(id) ?? 1;
}

export function requiredVersions({
  body,
}: {
  body?: PanelOperation['body'] | undefined;
}): 'one' | 'many' | undefined {
  const fields = (body as { shape?: object } | undefined)?.shape ?? {};
  if ('records' in fields) return 'many';
  return 'version' in fields && !isIgnored(fields.version) ? 'one' : undefined;
}

function isIgnored(field: unknown): boolean {
  return (field as { safeParse: (value: unknown) => { success: boolean } }).safeParse(undefined).success;
}

/** Adds current versions to a request if the operation requires versions and the request does not include them. */
export async function addVersions<Request extends { path: string; body?: unknown }>(
  database: Database,
  operation: { body?: PanelOperation['body'] | undefined },
  request: Request,
  workspaceId: string,
): Promise<Request> {
  const named = requiredVersions(operation);
  if (named === undefined) return request;
  const { ids = [], ...body } = { ...(request.body as { ids?: string[] } | undefined) };
  const [id = workspaceId] = request.path.match(anyId) ?? [];
  const versionOf = await findVersions(database, [id, ...ids]);
  if (named === 'one') return { ...request, body: { version: versionOf(id), ...body } };
  return { ...request, body: { ...body, records: ids.map((one) => ({ id: one, version: versionOf(one) })) } };
}
