import { sql } from 'kysely';
import { pollUntil } from '../poll-until.ts';
import { createAffiliateNetwork } from '../../services/affiliate-networks/create-affiliate-network.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { createDomain } from '../../services/domains/create-domain.ts';
import { recordDomainCheck } from '../../services/domains/record-domain-check.ts';
import { createLanding } from '../../services/landings/landings.ts';
import { createOffer } from '../../services/offers/create-offer.ts';
import { publishWaiting } from '../../services/publishing/publish-campaigns.ts';
import { getRotatorRules } from '../../services/rotators/rotator-rules.ts';
import { createCustomMetric } from '../../services/custom-metrics/custom-metrics.ts';
import { createSavedReport } from '../../services/saved-reports/saved-reports.ts';
import { newId } from '../../platform/ids.ts';
import { insertAlertReceiver } from '../../store/alerts/alert-receivers.ts';
import type { Database } from '../../store/database/database.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { makeAlertDevice } from '../push/alert-devices.ts';
import { makeCampaign, makeKey, makeWorkspace } from './factories.ts';
import { makeReportLink } from './report-links.ts';
import { makeReportSchedule } from './report-schedules.ts';
import { makeSession } from './sessions.ts';

export type IdKind =
  | 'campaign'
  | 'source'
  | 'rotator'
  | 'path'
  | 'landing'
  | 'offer'
  | 'network'
  | 'domain'
  | 'key'
  | 'savedReport'
  | 'reportLink'
  | 'reportSchedule'
  | 'customMetric'
  | 'alertReceiver'
  | 'alertDevice'
  | 'workspace'
  | 'user'
  | 'session';

/** One of two isolated workspaces, with one record of each type, an API key and a signed-in person. */
export type IsolatedWorkspace = {
  context: WorkspaceContext;
  token: string;
  session: string;
  ids: Record<IdKind, string>;
};

export async function makeIsolatedWorkspace(database: Database): Promise<IsolatedWorkspace> {
  const context = await makeWorkspace(database);
  const { id, trafficSourceId, rotatorId } = await makeCampaign(context);
  const page = { name: 'P', url: 'https://example.com/' };
  const domain = await createDomain(context, { host: `${context.workspaceId}.example.com` });
  await recordDomainCheck(context, domain.id, { verified: true });
  const session = await makeSession(context, 'owner');
  const key = await makeKey(context);
  const person = await findPerson(context);
  const actor = { type: 'user', id: person.user, label: 'owner', role: 'owner' } as const;
  const margin = { name: 'Margin', formula: 'profit / revenue', format: 'percentage', decimals: 1 };
  const shared = { name: 'S', question: {}, isShared: true };
  const savedReport = (await createSavedReport({ ...context, actor }, shared)).id;
  const ids = {
    ...person,
    workspace: context.workspaceId,
    campaign: id,
    source: trafficSourceId,
    rotator: rotatorId,
    path: (await getRotatorRules(context, rotatorId)).defaultPathId,
    landing: (await createLanding(context, page)).id,
    offer: (await createOffer(context, page)).id,
    network: (await createAffiliateNetwork(context, { name: 'N' })).id,
    domain: domain.id,
    key: key.id,
    alertReceiver: await makeAlertReceiver(context, person.user),
    alertDevice: await makeAlertDevice(context, person.user),
    savedReport,
    reportSchedule: (
      await makeReportSchedule(context, { savedReportId: savedReport, creatorId: person.user })
    ).id,
    reportLink: await makeReportLink(context, { savedReportId: savedReport, creatorId: person.user }),
    customMetric: (await createCustomMetric(context, margin)).id,
  };
  await settlePublishing(context);
  return { context, token: key.token, session, ids };
}

async function makeAlertReceiver(context: WorkspaceContext, userId: string): Promise<string> {
  const id = newId();
  await context.database.asSystem((executor) =>
    insertAlertReceiver(executor, context.workspaceId, { id, userId, createdAt: context.now() }),
  );
  return id;
}

/** Publishes all changes in this workspace, so that concurrent tests have nothing left to publish. */
async function settlePublishing(context: WorkspaceContext): Promise<void> {
  const worker = { ...context, actor: { type: 'system', label: 'test' } as const };
  const isSettled = async () => {
    await publishWaiting(worker);
    const { rows } = await context.database.asSystem((executor) =>
      sql`
        SELECT FROM campaign_publications
        WHERE workspace_id = ${context.workspaceId} AND (compiled < requested OR NOT is_numbered)`.execute(
        executor,
      ),
    );
    return rows.length === 0 ? true : undefined;
  };
  const done = await pollUntil(isSettled, { timeoutMs: hangLimitMs, intervalMs: 20 });
  if (done === undefined) throw new Error('timed out waiting for publishing');
}

async function findPerson({ database, workspaceId }: WorkspaceContext) {
  const { rows } = await database.asSystem((executor) =>
    sql<{ user: string; session: string }>`
      SELECT user_id AS "user", id AS session FROM sessions WHERE workspace_id = ${workspaceId}`.execute(
      executor,
    ),
  );
  return rows[0] ?? { user: '', session: '' };
}

/** Returns all rows stored for a workspace as text, without the last-used times. */
export async function dumpWorkspace({ context }: IsolatedWorkspace): Promise<string> {
  return await context.database.asSystem(async (executor) => {
    const tables = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attname = 'workspace_id'
      ORDER BY 1`.execute(executor);
    // One query reads all tables, because this function runs hundreds of times.
    const parts = tables.rows.map(
      ({ name }) => sql`
        SELECT ${name}::text || ': ' || coalesce(string_agg(row, ',' ORDER BY row), '') AS part FROM (
          SELECT (to_jsonb(t) - ARRAY['last_used_at', 'last_seen_at'])::text AS row FROM ${sql.table(name)} AS t
          WHERE workspace_id = ${context.workspaceId}) AS own`,
    );
    const { rows } = await sql<{ part: string }>`${sql.join(parts, sql` UNION ALL `)} ORDER BY 1`.execute(
      executor,
    );
    return rows.map(({ part }) => part).join('\n');
  });
}
