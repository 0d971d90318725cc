import { randomBytes } from 'node:crypto';
import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { changeRole, removeMember } from '../../src/services/accounts/members.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createCustomMetric, deleteCustomMetric } from '../../src/services/custom-metrics/custom-metrics.ts';
import {
  createReportLink,
  listReportLinks,
  purgeReportLinks,
  revokeReportLink,
} from '../../src/services/report-links/report-links.ts';
import {
  changeSavedReport,
  createSavedReport,
  removeSavedReport,
} from '../../src/services/saved-reports/saved-reports.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makePerson, TestAccounts } from '../../src/testing/workspaces/people.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

let database: Database;
const directory = makeDataDirectory();
const accounts = new TestAccounts().tools;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});
afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

async function makeActor(workspace: WorkspaceContext, role: MemberRole) {
  const { id, email } = await makePerson(workspace, role);
  return { ...workspace, accounts, actor: { type: 'user', id, label: email, role } as const };
}
type Person = Awaited<ReturnType<typeof makeActor>>;

const noon = Date.UTC(2026, 10, 16, 12);
const question = {
  from: '2026-11-16',
  to: '2026-11-16',
  dimensions: ['token1'],
  metrics: ['visits', 'cost'],
  chart: 'visits',
  compare: 'before',
};
const hostile = '=1+<script>alert("x")</script>';

async function shareReport(person: Person, input: object = {}, saved: object = {}) {
  const { id } = await createSavedReport(person, { name: hostile, question, isShared: true, ...saved });
  const link = await createReportLink(person, { savedReportId: id, lifetimeDays: 7, ...input });
  return { ...link, path: new URL(link.url).pathname };
}

describeLightStores('a share link with traffic in %s', (store) => {
  let traffic: TrafficStore;
  let api: ApiServer;

  beforeAll(async () => {
    traffic = openTestTraffic(store);
    api = await makeApiServer(database, directory, { traffic, accounts });
  });
  afterAll(() => api.server.close());

  // An address of its own, because unknown links are limited by network.
  const remoteAddress = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  const get = (url: string) => api.server.inject({ url, remoteAddress });

  async function insertVisits(context: WorkspaceContext, token: string, count: number): Promise<void> {
    const { id: campaignId } = await makeCampaign(context);
    const row = { workspace_id: context.workspaceId, campaign_id: campaignId, type: 'visit', visits: 1 };
    const visits = Array.from({ length: count }, () => {
      const id = newId(noon);
      return { ...row, id, visit_id: id, time: noon, cost: '0.5', token1: token };
    });
    await insertEventRows(traffic, visits);
  }

  test('opens its report with totals and chart, without a session, and nothing else of the workspace', async () => {
    const [workspace, other] = [await makeWorkspace(database), await makeWorkspace(database)];
    await insertVisits(workspace, '<b>zone</b>', 2);
    await insertVisits(other, 'foreign', 7);
    const { path } = await shareReport(await makeActor(workspace, 'member'));
    // A viewer cannot change the report.
    const page = await get(`${path}?dimensions=campaign&from=2020-01-01&filters=1`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('=1+&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</h1>');
    expect(page.body).toContain('16 Nov 2026');
    expect(page.body).toContain('<td>&lt;b&gt;zone&lt;/b&gt;</td><td class="figure">2</td>');
    expect(page.body).toContain('<svg ');
    expect(page.body).toContain('Rows 1–1 of 1');
    expect(page.body).not.toMatch(/foreign|<script|report\.csv/);
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    expect(page.headers).not.toHaveProperty('set-cookie');
    expect((await get(`${path}/report.csv`)).statusCode).toBe(404);
  });

  test('offers a file without formulas if its creator allowed it, and the download is logged', async () => {
    const workspace = await makeWorkspace(database);
    await insertVisits(workspace, '=cmd|x', 1);
    const owner = await makeActor(workspace, 'owner');
    const { path, id } = await shareReport(owner, { allowsDownload: true, label: 'Client' });
    expect((await get(path)).body).toContain(`href="${path}/report.csv"`);
    const file = await get(`${path}/report.csv`);
    expect(file.headers['content-disposition']).toContain('attachment');
    expect(file.body).toContain(`'=cmd|x,1,0.5`);
    const { items } = await listAuditLog(owner, {});
    const logged = items.filter(({ action }) => action.startsWith('report'));
    expect(logged.map(({ action, actor }) => [action, actor.label])).toEqual([
      ['report.export', 'Share link “Client”'],
      ['report-link.create', owner.actor.label],
    ]);
    expect((await listReportLinks(owner, {})).items).toMatchObject([{ id, uses: 2, state: 'active' }]);
  });

  test('gets the same page as an unknown link when it was revoked, has expired or lost its report', async () => {
    const workspace = await makeWorkspace(database);
    const [admin, member] = [await makeActor(workspace, 'admin'), await makeActor(workspace, 'member')];
    const unknown = await get(`/shared/${'A'.repeat(43)}`);
    expect(unknown.statusCode).toBe(404);
    const ends: Record<string, (link: Awaited<ReturnType<typeof shareReport>>) => Promise<unknown>> = {
      revoked: ({ id }) => revokeReportLink(admin, id),
      deleted: ({ savedReportId }) => removeSavedReport(member, savedReportId),
      expired: ({ id }) =>
        database.asSystem((executor) =>
          executor.updateTable('report_links').set({ expires_at: new Date() }).where('id', '=', id).execute(),
        ),
    };
    for (const [name, end] of Object.entries(ends)) {
      const link = await shareReport(member);
      expect([name, (await get(link.path)).statusCode]).toEqual([name, 200]);
      await end(link);
      const after = await get(link.path);
      expect([name, after.statusCode, after.body]).toEqual([name, 404, unknown.body]);
    }
    expect((await get('/shared/x/report.csv')).body).toBe(unknown.body);
  });

  test('works only while its creator can open and share the report', async () => {
    const workspace = await makeWorkspace(database);
    const [owner, member] = [await makeActor(workspace, 'owner'), await makeActor(workspace, 'member')];
    const { id: savedReportId } = await createSavedReport(owner, { name: 'R', question, isShared: true });
    const { url, id } = await createReportLink(member, { savedReportId, lifetimeDays: 30 });
    const status = async () => (await get(new URL(url).pathname)).statusCode;
    const stateOf = async () =>
      (await listReportLinks(owner, {})).items.find((link) => link.id === id)?.state;
    await changeSavedReport(owner, savedReportId, { isShared: false });
    expect([await status(), await stateOf()]).toEqual([404, 'suspended']);
    await changeSavedReport(owner, savedReportId, { isShared: true });
    expect([await status(), await stateOf()]).toEqual([200, 'active']);
    await changeRole(owner, member.actor.id, { role: 'viewer' });
    expect([await status(), await stateOf()]).toEqual([404, 'suspended']);
    await removeMember(owner, member.actor.id);
    expect([await status(), await stateOf()]).toEqual([404, undefined]);
  });

  test('shows custom metrics with their names, and a message after one was deleted', async () => {
    const workspace = await makeWorkspace(database);
    await insertVisits(workspace, 'zone', 4);
    const person = await makeActor(workspace, 'admin');
    const { id } = await createCustomMetric(person, {
      name: 'Visits per 2 <b>',
      formula: 'visits / 2',
      format: 'number',
      decimals: 1,
    });
    const { path } = await shareReport(person, {}, { question: { ...question, metrics: ['custom1'] } });
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Visits per 2 &lt;b&gt;');
    expect(page.body).toContain('<td>zone</td><td class="figure">2.0</td>');
    await deleteCustomMetric(person, id);
    const refused = await get(path);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('Custom metric custom1 not found. It may have been deleted.');
  });

  test('is refused for a while after too many requests', async () => {
    const { path } = await shareReport(await makeActor(await makeWorkspace(database), 'owner'));
    const statuses = new Set<number>();
    // Downloads count as well, and are not allowed by this link.
    for (let at = 0; at < 40 && !statuses.has(429); at += 1)
      statuses.add((await get(`${path}/report.csv`)).statusCode);
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe('share links', () => {
  test('are listed for their creator, the owner of the report and admins, and only their creator sees the URL, once', async () => {
    const workspace = await makeWorkspace(database);
    const [member, colleague, admin] = [
      await makeActor(workspace, 'member'),
      await makeActor(workspace, 'member'),
      await makeActor(workspace, 'admin'),
    ];
    const link = await shareReport(member);
    const { items } = await listReportLinks(member, {});
    expect(items).toMatchObject([{ id: link.id, label: hostile, isMine: true, uses: 0, lastUsedAt: null }]);
    expect(JSON.stringify(items)).not.toContain(link.path.split('/').at(-1));
    expect((await listReportLinks(colleague, {})).items).toEqual([]);
    await expect(revokeReportLink(colleague, link.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await listReportLinks(admin, {})).items).toMatchObject([{ id: link.id, isMine: false }]);
    expect(await revokeReportLink(admin, link.id)).toMatchObject({ state: 'revoked' });
    await revokeReportLink(admin, link.id);
    const { items: log } = await listAuditLog(admin, { subjectId: link.id });
    expect(log.map(({ action, actor }) => [action, actor.label])).toEqual([
      ['report-link.revoke', admin.actor.label],
      ['report-link.create', member.actor.label],
    ]);
  });

  test.each([
    [{}, 'lifetimeDays'],
    [{ lifetimeDays: 8 }, 'lifetimeDays'],
    [{ lifetimeDays: 7, expiresOn: '2099-01-01' }, 'lifetimeDays'],
    [{ expiresOn: '2020-01-01' }, 'expiresOn'],
    [{ expiresOn: '2099-01-01' }, 'expiresOn'],
    [{ expiresOn: 'tomorrow' }, 'expiresOn'],
  ])('always have an end: %j is rejected', async (lifetime, path) => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id: savedReportId } = await createSavedReport(owner, { name: 'R', question });
    await expect(createReportLink(owner, { savedReportId, ...lifetime })).rejects.toMatchObject({
      details: { issues: [{ path }] },
    });
  });

  test('that end on a day work until its end in the time zone of the workspace', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const now = () => new Date('2026-11-19T12:00:00Z');
    const link = await shareReport({ ...owner, now }, { lifetimeDays: undefined, expiresOn: '2026-11-30' });
    expect(link.expiresAt).toBe('2026-11-30T22:59:59.999Z');
  });

  test('to a private report of someone else cannot be created', async () => {
    const workspace = await makeWorkspace(database);
    const [owner, member] = [await makeActor(workspace, 'owner'), await makeActor(workspace, 'member')];
    const { id: savedReportId } = await createSavedReport(owner, { name: 'R', question });
    const create = createReportLink(member, { savedReportId, lifetimeDays: 7 });
    await expect(create).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are deleted 90 days after their end', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id } = await revokeReportLink(owner, (await shareReport(owner)).id);
    const system = { database, actor: { type: 'system', label: 'test' } } as const;
    const purgeAfter = async (days: number) => {
      const revokedAt = new Date(Date.now() - days * 86_400_000);
      await database.asSystem((executor) =>
        executor.updateTable('report_links').set({ revoked_at: revokedAt }).where('id', '=', id).execute(),
      );
      await purgeReportLinks({ ...system, now: () => new Date() });
      return (await listReportLinks(owner, {})).items.map((link) => link.id);
    };
    expect(await purgeAfter(89)).toEqual([id]);
    expect(await purgeAfter(91)).toEqual([]);
    expect(await purgeAfter(91)).toEqual([]);
  });
});
