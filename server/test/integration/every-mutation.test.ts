import { Client } from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { operations } from '../../src/http/api-v1/routes.ts';
import { panelOperations } from '../../src/http/panel-api/routes.ts';
import { archiveAffiliateNetwork } from '../../src/services/affiliate-networks/archive-affiliate-network.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { archiveDomain } from '../../src/services/domains/archive-domain.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveLanding } from '../../src/services/landings/archive-landing.ts';
import { createLanding } from '../../src/services/landings/create-landing.ts';
import { archiveOffer } from '../../src/services/offers/archive-offer.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { archiveRotator } from '../../src/services/rotators/archive-rotator.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { getRotatorRules } from '../../src/services/rotators/get-rotator-rules.ts';
import { updateRotator } from '../../src/services/rotators/update-rotator.ts';
import { archiveTrafficSource } from '../../src/services/traffic-sources/archive-traffic-source.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/api-server.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/factories.ts';
import { makeDatabase } from '../../src/testing/fresh-database.ts';
import { makeDataDirectory, removeDataDirectory } from '../../src/testing/product.ts';
import { makeSession } from '../../src/testing/sessions.ts';

let database: Database;
let superuser: Client;
let api: ApiServer;
const directory = makeDataDirectory();

// A database of its own, in which the audit log can be made to refuse its lines for one workspace.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(url).pathname;
  superuser = new Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  await superuser.query(`
    CREATE TABLE refused (workspace_id uuid);
    CREATE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF EXISTS (SELECT FROM refused WHERE workspace_id = NEW.workspace_id) THEN RAISE 'no line today'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_line BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_line();`);
  database = new Database(url, { connectionsMax: 6 });
  const resolveCname = async () => await Promise.resolve({ outcome: 'nothing' as const });
  api = await makeApiServer(database, directory, {
    domainChecks: { target: 'track.example.com', resolveCname },
  });
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  await superuser.end();
  removeDataDirectory(directory);
});

/** A workspace with two of everything: one in use or free, the other archived. */
async function makeFixture() {
  const context = await makeWorkspace(database);
  const page = { name: 'X', url: 'https://example.com/' };
  const pair = async (
    make: () => Promise<{ id: string }>,
    archive: (context: WorkspaceContext, id: string) => Promise<unknown>,
  ) => {
    const [live, archived] = [(await make()).id, (await make()).id];
    await archive(context, archived);
    return { live, archived };
  };
  let hosts = 0;
  const campaign = await makeCampaign(context);
  await updateCampaign(context, campaign.id, { name: 'Second version' });
  const old = await makeCampaign(context);
  await archiveCampaign(context, old.id);
  const network = await pair(() => createAffiliateNetwork(context, { name: 'N' }), archiveAffiliateNetwork);
  await issueNetworkToken(context, network.live);
  const rotator = await pair(() => createRotator(context, { name: 'R' }), archiveRotator);
  await updateRotator(context, rotator.live, { name: 'Second version' });
  return {
    context,
    token: (await makeKey(context)).token,
    session: await makeSession(context, 'owner'),
    campaign,
    archivedCampaign: old.id,
    source: await pair(() => createTrafficSource(context, { name: 'S' }), archiveTrafficSource),
    landing: await pair(() => createLanding(context, page), archiveLanding),
    offer: await pair(() => createOffer(context, page), archiveOffer),
    domain: await pair(
      () => createDomain(context, { host: `${(hosts += 1)}.${context.workspaceId}.example.com` }),
      archiveDomain,
    ),
    network,
    rotator,
    rules: await getRotatorRules(context, rotator.live),
    key: (await makeKey(context)).id,
    member: await makeMember(context),
  };
}
/** Without a password: hashing one takes its time. */
async function makeMember(context: WorkspaceContext): Promise<string> {
  await makeSession(context, 'member');
  const { rows } = await superuser.query(
    `SELECT user_id AS id FROM memberships WHERE workspace_id = $1 AND role = 'member'`,
    [context.workspaceId],
  );
  return (rows[0] as { id: string }).id;
}

type Fixture = Awaited<ReturnType<typeof makeFixture>>;
type Request = { path: string; body?: unknown };

const newCampaign = ({ campaign }: Fixture) => ({
  name: 'New',
  trafficSourceId: campaign.trafficSourceId,
  destination: { mode: 'use_rotator', rotatorId: campaign.rotatorId },
});
const page = { name: 'New', url: 'https://example.com/new' };
const rename = { name: 'Renamed' };

/** A request that succeeds and changes something, for every operation that both APIs have or the panel alone. */
const shared: Record<string, (fixture: Fixture) => Request> = {
  createCampaign: (fixture) => ({ path: '/campaigns', body: newCampaign(fixture) }),
  updateCampaign: ({ campaign }) => ({ path: `/campaigns/${campaign.id}`, body: rename }),
  archiveCampaigns: ({ campaign }) => ({ path: '/campaigns/archive', body: { ids: [campaign.id] } }),
  restoreCampaigns: ({ archivedCampaign }) => ({
    path: '/campaigns/restore',
    body: { ids: [archivedCampaign] },
  }),
  createLanding: () => ({ path: '/landings', body: page }),
  updateLanding: ({ landing }) => ({ path: `/landings/${landing.live}`, body: rename }),
  restoreLandings: ({ landing }) => ({ path: '/landings/restore', body: { ids: [landing.archived] } }),
  createRotator: () => ({ path: '/rotators', body: rename }),
  restoreRotators: ({ rotator }) => ({ path: '/rotators/restore', body: { ids: [rotator.archived] } }),
  createTrafficSource: () => ({ path: '/traffic-sources', body: rename }),
  restoreTrafficSources: ({ source }) => ({
    path: '/traffic-sources/restore',
    body: { ids: [source.archived] },
  }),
};

const inPublic: typeof shared = {
  ...shared,
  archiveCampaign: ({ campaign }) => ({ path: `/campaigns/${campaign.id}` }),
  archiveLanding: ({ landing }) => ({ path: `/landings/${landing.live}` }),
  archiveTrafficSource: ({ source }) => ({ path: `/traffic-sources/${source.live}` }),
};

const goal = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };

const inPanel: typeof shared = {
  ...shared,
  archiveCampaign: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/archive` }),
  saveCampaignGoals: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/goals`, body: { rules: [goal] } }),
  updateCampaignSettings: ({ campaign }) => ({
    path: `/campaigns/${campaign.id}/settings`,
    body: { attributionDays: 3 },
  }),
  putBackCampaignVersion: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/versions/1/put-back` }),
  archiveLanding: ({ landing }) => ({ path: `/landings/${landing.live}/archive` }),
  createOffer: () => ({ path: '/offers', body: page }),
  updateOffer: ({ offer }) => ({ path: `/offers/${offer.live}`, body: rename }),
  archiveOffer: ({ offer }) => ({ path: `/offers/${offer.live}/archive` }),
  restoreOffers: ({ offer }) => ({ path: '/offers/restore', body: { ids: [offer.archived] } }),
  createAffiliateNetwork: () => ({ path: '/affiliate-networks', body: rename }),
  updateAffiliateNetwork: ({ network }) => ({ path: `/affiliate-networks/${network.live}`, body: rename }),
  archiveAffiliateNetwork: ({ network }) => ({ path: `/affiliate-networks/${network.live}/archive` }),
  restoreAffiliateNetworks: ({ network }) => ({
    path: '/affiliate-networks/restore',
    body: { ids: [network.archived] },
  }),
  issueAffiliateNetworkToken: ({ network }) => ({ path: `/affiliate-networks/${network.live}/token` }),
  removeAffiliateNetworkToken: ({ network }) => ({ path: `/affiliate-networks/${network.live}/token` }),
  updateTrafficSource: ({ source }) => ({ path: `/traffic-sources/${source.live}`, body: rename }),
  archiveTrafficSource: ({ source }) => ({ path: `/traffic-sources/${source.live}/archive` }),
  updateRotator: ({ rotator }) => ({ path: `/rotators/${rotator.live}`, body: rename }),
  updateRotatorSettings: ({ rotator }) => ({
    path: `/rotators/${rotator.live}/settings`,
    body: { sticky: true },
  }),
  archiveRotator: ({ rotator }) => ({ path: `/rotators/${rotator.live}/archive` }),
  saveRotatorRules: ({ rotator, rules }) => ({
    path: `/rotators/${rotator.live}/rules`,
    body: { ...rules, paths: [{ ...rules.paths[0], name: 'Renamed' }] },
  }),
  putBackRotatorVersion: ({ rotator }) => ({ path: `/rotators/${rotator.live}/versions/1/put-back` }),
  createDomain: () => ({ path: '/domains', body: { host: 'new.example.com' } }),
  checkDomain: ({ domain }) => ({ path: `/domains/${domain.live}/check` }),
  archiveDomain: ({ domain }) => ({ path: `/domains/${domain.live}/archive` }),
  restoreDomains: ({ domain }) => ({ path: '/domains/restore', body: { ids: [domain.archived] } }),
  createKey: () => ({ path: '/keys', body: { label: 'K', scope: 'read', lifetimeDays: 30 } }),
  rotateKey: ({ key }) => ({ path: `/keys/${key}/rotate` }),
  revokeKey: ({ key }) => ({ path: `/keys/${key}` }),
  updateWorkspaceSettings: () => ({ path: '/settings', body: { addressPrivacy: 'none' } }),
  changeRole: ({ member }) => ({ path: `/people/${member}`, body: { role: 'viewer' } }),
  removeMember: ({ member }) => ({ path: `/people/${member}` }),
  sendInvitation: () => ({ path: '/invitations', body: { email: 'new@example.com', role: 'viewer' } }),
};

/** What changes nothing of a workspace, or only a person's own sessions and secrets, which have tests of their own. */
const elsewhere = new Set([
  'evaluateRotator',
  'revokeInvitation',
  ...panelOperations
    .filter(
      ({ access, operationId }) => ['anyone', 'signed-in'].includes(access) && operationId !== 'removeMember',
    )
    .map(({ operationId }) => operationId),
]);

const isWrite = ({ method }: { method: string }) => method !== 'GET';

type Case = { name: string; send: (fixture: Fixture) => Promise<{ status: number }> };

const cases: Case[] = [
  ...operations.filter(isWrite).map(({ operationId, method }) => ({
    name: `${operationId} of the public API`,
    send: (fixture: Fixture) => {
      const request = inPublic[operationId]?.(fixture);
      if (request === undefined) throw new Error(`there is no request for ${operationId}`);
      return api.send({ token: fixture.token, method, ...request });
    },
  })),
  ...panelOperations
    .filter((operation) => isWrite(operation) && !elsewhere.has(operation.operationId))
    .map(({ operationId, method }) => ({
      name: `${operationId} of the panel`,
      send: (fixture: Fixture) => {
        const request = inPanel[operationId]?.(fixture);
        if (request === undefined) throw new Error(`there is no request for ${operationId}`);
        return api.ask({ session: fixture.session, method, ...request });
      },
    })),
];

const tables = [
  'workspaces',
  'memberships',
  'api_keys',
  'invitations',
  'landings',
  'affiliate_networks',
  'offers',
  'rotators',
  'rotator_paths',
  'rotator_path_landings',
  'rotator_path_offers',
  'rotator_rules',
  'rotator_rule_paths',
  'traffic_sources',
  'domains',
  'campaigns',
  'goal_rules',
  'goal_actions',
  'campaign_publications',
  'campaign_versions',
  'record_versions',
  'currency_rates',
];

async function dump({ context }: Fixture): Promise<string> {
  const parts: string[] = [];
  for (const table of tables) {
    const column = table === 'workspaces' ? 'id' : 'workspace_id';
    const { rows } = await superuser.query(
      `SELECT coalesce(jsonb_agg(to_jsonb(t) - 'last_used_at' ORDER BY to_jsonb(t)::text), '[]')::text AS all FROM ${table} AS t WHERE ${column} = $1`,
      [context.workspaceId],
    );
    parts.push(`${table}: ${(rows[0] as { all: string }).all}`);
  }
  return parts.join('\n');
}

async function countLines({ context }: Fixture): Promise<number> {
  const { rows } = await database.asSystem((executor) =>
    sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM audit_log WHERE workspace_id = ${context.workspaceId}`.execute(
      executor,
    ),
  );
  return rows[0]?.n ?? 0;
}

test.each(cases.map((one) => [one.name, one] as const))(
  '%s happens together with its line in the audit log, or not at all',
  async (_, { send }) => {
    const fixture = await makeFixture();
    const [before, lines] = [await dump(fixture), await countLines(fixture)];
    await superuser.query('INSERT INTO refused VALUES ($1)', [fixture.context.workspaceId]);
    expect((await send(fixture)).status).toBe(500);
    expect(await dump(fixture)).toBe(before);
    await superuser.query('DELETE FROM refused');
    const { status } = await send(fixture);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(300);
    expect(await dump(fixture)).not.toBe(before);
    expect(await countLines(fixture)).toBeGreaterThan(lines);
  },
);
