import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createMailer } from '../../src/platform/mail.ts';
import { changeRole, removeMember } from '../../src/services/accounts/members.ts';
import { listAttention } from '../../src/services/attention/list-attention.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { deliverReports } from '../../src/services/report-schedules/deliver-reports.ts';
import {
  getReportSchedule,
  listReportSchedules,
  purgeReportDeliveries,
  removeReportSchedule,
  sendReportNow,
} from '../../src/services/report-schedules/report-schedules.ts';
import {
  changeReportSchedule,
  createReportSchedule,
} from '../../src/services/report-schedules/save-report-schedule.ts';
import { createSavedReport, removeSavedReport } from '../../src/services/saved-reports/saved-reports.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { startMailServer, type MailServer } from '../../src/testing/mail-server.ts';
import { makeTestClient } from '../../src/testing/outbound/outbound.ts';
import { startTelegramServer, type TelegramServer } from '../../src/testing/telegram-server.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { makePerson } from '../../src/testing/workspaces/people.ts';
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
let mail: MailServer;
let telegram: TelegramServer;

// Uses a separate database, because a worker sends the reports of all workspaces.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 6, secret: 'test secret' });
  mail = await startMailServer();
  telegram = await startTelegramServer();
});
beforeEach(() => {
  mail.lines.length = telegram.requests.length = telegram.answers.length = 0;
  mail.refusals.clear();
});
afterEach(async () => {
  await database.asSystem((executor) => executor.deleteFrom('report_schedules').execute());
});
afterAll(async () => {
  await Promise.all([mail.close(), telegram.close()]);
  await database.close();
});

async function makeActor(workspace: WorkspaceContext, role: MemberRole) {
  const { id, email } = await makePerson(workspace, role);
  return { ...workspace, actor: { type: 'user', id, label: email, role } as const };
}
type Person = Awaited<ReturnType<typeof makeActor>>;

const question = { dimensions: ['token1'], metrics: ['visits', 'cost'], range: 'yesterday' };
const bot = { channel: 'telegram', botToken: '123456:AAbbCCddEEffGGhhIIjjKK', chatId: '-1001' };
const day = 86_400_000;

describeLightStores('scheduled reports with traffic in %s', (store) => {
  let traffic: TrafficStore;

  beforeAll(() => {
    traffic = openTestTraffic(store);
  });
  afterAll(() => traffic.close());

  const tools = () => ({
    outbound: makeTestClient([telegram.port]),
    telegramUrl: telegram.url,
    mailer: createMailer({ url: mail.url, from: 'waypost@example.com' }),
    panelUrl: 'https://panel.example.com',
  });

  // Runs a worker at a time.
  const work = (at: Date) =>
    deliverReports({ database, traffic, now: () => at, actor: { type: 'system', label: 'worker' } }, tools());

  async function schedule(person: Person, input: object = {}, saved: object = {}) {
    const { id: savedReportId } = await createSavedReport(person, {
      name: 'Zones & <co>',
      question,
      ...saved,
    });
    const receivers = 'channel' in input ? {} : { channel: 'mail', memberIds: [person.actor.id] };
    const given = { savedReportId, frequency: 'daily', hour: 8, ...receivers, ...input };
    const { id } = await createReportSchedule(person, given);
    const { nextAt } = await getReportSchedule(person, id);
    return { id, savedReportId, dueAt: new Date(nextAt ?? '') };
  }

  async function insertVisits(context: WorkspaceContext, at: Date, tokens: string[]): Promise<void> {
    const { id: campaignId } = await makeCampaign(context);
    const row = { workspace_id: context.workspaceId, campaign_id: campaignId, type: 'visit', visits: 1 };
    const time = at.getTime();
    await insertEventRows(
      traffic,
      tokens.map((token1) => {
        const id = newId(time);
        return { ...row, id, visit_id: id, time, cost: '0.5', token1 };
      }),
    );
  }

  const mailText = () => mail.lines.join('\n').replaceAll('=\n', '');
  const recipients = () =>
    mail.lines.filter((line) => line.startsWith('RCPT TO')).map((line) => line.slice(8));

  test('an email has the totals with their change, the rows, the chart, the file and the link', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id, dueAt, savedReportId } = await schedule(owner, { attachesCsv: true });
    await insertVisits(owner, new Date(dueAt.getTime() - day), ['<b>', 'two', 'two']);
    await insertVisits(owner, new Date(dueAt.getTime() - 2 * day), ['two']);
    expect(await work(dueAt)).toBe(1);
    expect(recipients()).toEqual([`<${owner.actor.label}>`]);
    const text = mailText();
    expect(text).toContain('Subject: Zones & <co>: Yesterday');
    expect(text).toMatch(/^Visits: 3 \(\+200\.0%\)$/m);
    expect(text).toMatch(/^- Token 1: two, Visits: 2, Cost: /m);
    expect(text).toMatch(/&lt;b&gt;/);
    const link = `ws=(?:3D)?${owner.workspaceId}&(?:amp;)?saved=(?:3D)?${savedReportId}`;
    expect(text).toMatch(new RegExp(link));
    expect(text).toMatch(/Content-Type: image\/png/);
    expect(text).toMatch(/Content-Disposition: attachment; filename="?report-/);
    expect(await getReportSchedule(owner, id)).toMatchObject({
      state: 'active',
      nextAt: new Date(dueAt.getTime() + day).toISOString(),
      last: { state: 'delivered', dueAt: dueAt.toISOString(), attempts: 1, error: null },
    });
  });

  test('a report is sent once per due time by several workers, and only the latest one after downtime', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id, dueAt } = await schedule(owner);
    await Promise.all([work(dueAt), work(dueAt), work(dueAt)]);
    await work(dueAt);
    expect(recipients()).toHaveLength(1);
    const later = new Date(dueAt.getTime() + 5.5 * day);
    await Promise.all([work(later), work(later)]);
    expect(recipients()).toHaveLength(2);
    const { last, nextAt } = await getReportSchedule(owner, id);
    const [missed, next] = [dueAt.getTime() + 5 * day, dueAt.getTime() + 6 * day];
    expect([last?.dueAt, nextAt]).toEqual([new Date(missed).toISOString(), new Date(next).toISOString()]);
  });

  test('a Telegram chat gets the chart, the text and the file', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { dueAt } = await schedule(owner, { ...bot, attachesCsv: true });
    await insertVisits(
      owner,
      new Date(dueAt.getTime() - day),
      Array.from({ length: 30 }, (_, at) => `<${at}>`),
    );
    await work(dueAt);
    const [photo, text, file] = telegram.requests;
    expect(telegram.requests.map(({ method }) => method)).toEqual([
      'sendPhoto',
      'sendMessage',
      'sendDocument',
    ]);
    expect(new Set(telegram.requests.map(({ token }) => token))).toEqual(new Set([bot.botToken]));
    expect(photo?.files.get('photo')?.subarray(1, 4).toString()).toBe('PNG');
    const message = text?.fields.get('text') ?? '';
    expect(text?.fields.get('parse_mode')).toBe('HTML');
    expect(message).toContain('<b>Zones &amp; &lt;co&gt;</b>');
    expect(message).toMatch(/<pre>Visits +30 /);
    expect(message).toContain('First 10 of 30 rows.');
    expect(message.length).toBeLessThan(4_096);
    expect(file?.files.get('document')?.toString()).toMatch(/^token1,visits,cost\r?\n/);
  });

  test.each([
    [
      'a rate limit',
      { status: 429, description: 'Too Many Requests', parameters: { retry_after: 90 } },
      90_000,
    ],
    ['a server error', { status: 502, description: 'Bad Gateway' }, 4_000],
    ['a closed connection', 'reset', 4_000],
  ] as const)(
    'after %s, the rest is sent later without repeating what was sent',
    async (_, answer, waitMs) => {
      const owner = await makeActor(await makeWorkspace(database), 'owner');
      const { id, dueAt } = await schedule(owner, bot);
      const later = new Date(dueAt.getTime() + waitMs * 2);
      telegram.answers.push(answer);
      await work(dueAt);
      expect(await getReportSchedule(owner, id)).toMatchObject({
        state: 'active',
        last: { state: 'waiting' },
      });
      await work(new Date(dueAt.getTime() + waitMs - 1_000));
      expect(telegram.requests).toHaveLength(1);
      await work(later);
      expect(telegram.requests.map(({ method }) => method)).toEqual([
        'sendPhoto',
        'sendPhoto',
        'sendMessage',
      ]);
      const { last } = await getReportSchedule(owner, id);
      expect(last).toMatchObject({ state: 'delivered', attempts: 2, error: null });
    },
  );

  test.each([
    ['a blocked bot', { status: 403, description: 'Forbidden: bot was blocked by the user' }],
    ['a wrong token', { status: 401, description: 'Unauthorized' }],
    ['an unknown chat', { status: 400, description: 'Bad Request: chat not found' }],
  ])(
    '%s stops the schedule with the words of Telegram, and is listed once until it is resumed',
    async (_, answer) => {
      const owner = await makeActor(await makeWorkspace(database), 'owner');
      const { id, dueAt } = await schedule(owner, bot);
      telegram.answers.push(answer);
      await work(dueAt);
      await work(new Date(dueAt.getTime() + 3 * day));
      expect(telegram.requests).toHaveLength(1);
      const failure = `Telegram: ${answer.description}`;
      expect(await getReportSchedule(owner, id)).toMatchObject({
        state: 'failed',
        failure,
        nextAt: null,
        last: { state: 'failed', error: failure },
      });
      const attention = async () =>
        (await listAttention({ ...owner, traffic })).items.filter(({ kind }) => kind === 'failed-report');
      expect(await attention()).toMatchObject([
        { message: expect.stringContaining(answer.description), subject: { id } },
      ]);
      const resumedAt = new Date(dueAt.getTime() + 3 * day + 1);
      const later = { ...owner, now: () => resumedAt };
      await changeReportSchedule(later, id, { chatId: '@other' });
      expect(await getReportSchedule(owner, id)).toMatchObject({ state: 'active', failure: null });
      await sendReportNow(later, id);
      await work(resumedAt);
      expect(await attention()).toEqual([]);
    },
  );

  test('a group that became a supergroup gets the report under its new ID', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id, dueAt } = await schedule(owner, bot);
    telegram.answers.push({
      status: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -100_200_300 },
    });
    await work(dueAt);
    expect(telegram.requests.map(({ fields }) => fields.get('chat_id'))).toEqual([
      '-1001',
      '-100200300',
      '-100200300',
    ]);
    expect(await getReportSchedule(owner, id)).toMatchObject({
      chatId: '-100200300',
      last: { state: 'delivered' },
    });
  });

  test('a mail server decides for each recipient, and the schedule stops only if all are refused', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const memberIds = [owner.actor.id];
    const { id, dueAt } = await schedule(owner, {
      channel: 'mail',
      memberIds,
      addresses: ['a@x.example', 'b@x.example'],
    });
    mail.refusals.set('a@x.example', '550 5.1.1 No such user');
    mail.refusals.set('b@x.example', '451 Try later');
    await work(dueAt);
    const last = async () => (await getReportSchedule(owner, id)).last;
    expect(await last()).toMatchObject({ state: 'waiting', error: expect.stringContaining('550 5.1.1') });
    mail.refusals.delete('b@x.example');
    mail.lines.length = 0;
    await work(new Date(dueAt.getTime() + 10_000));
    expect(recipients()).toEqual(['<b@x.example>']);
    expect(await last()).toMatchObject({ state: 'delivered' });
    await changeReportSchedule(owner, id, { memberIds: [], addresses: ['a@x.example'] });
    await work(new Date(dueAt.getTime() + day));
    expect(await getReportSchedule(owner, id)).toMatchObject({
      state: 'failed',
      failure: 'a@x.example: 550 5.1.1 No such user',
    });
  });

  test('a schedule stops when its creator may no longer send it, and leaves out members who left', async () => {
    const workspace = await makeWorkspace(database);
    const [owner, member, colleague] = [
      await makeActor(workspace, 'owner'),
      await makeActor(workspace, 'member'),
      await makeActor(workspace, 'viewer'),
    ];
    const memberIds = [owner.actor.id, colleague.actor.id];
    const { id, dueAt } = await schedule(member, { channel: 'mail', memberIds }, { isShared: true });
    await removeMember(owner, colleague.actor.id);
    await work(dueAt);
    expect(recipients()).toEqual([`<${owner.actor.label}>`]);
    await changeRole(owner, member.actor.id, { role: 'viewer' });
    await work(new Date(dueAt.getTime() + day));
    expect(recipients()).toHaveLength(1);
    expect(await getReportSchedule(owner, id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(member.actor.label),
    });
  });

  test('paused schedules are not sent, and sending now does not change the schedule', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id, dueAt, savedReportId } = await schedule(owner);
    await changeReportSchedule(owner, id, { isPaused: true });
    await work(new Date(dueAt.getTime() + day));
    expect(recipients()).toEqual([]);
    await sendReportNow(owner, id);
    await sendReportNow(owner, id);
    await work(new Date());
    expect(recipients()).toHaveLength(1);
    expect(await getReportSchedule(owner, id)).toMatchObject({
      state: 'paused',
      last: { state: 'delivered' },
    });
    await removeSavedReport(owner, savedReportId);
    expect((await listReportSchedules(owner, {})).items).toEqual([]);
  });
});

describe('report schedules', () => {
  const daily = { frequency: 'daily', hour: 8 };
  const makeReport = async (person: Person) =>
    (await createSavedReport(person, { name: 'R', question, isShared: true })).id;

  test('only admins add addresses of people who are not members', async () => {
    const workspace = await makeWorkspace(database);
    const [admin, member] = [await makeActor(workspace, 'admin'), await makeActor(workspace, 'member')];
    const savedReportId = await makeReport(member);
    const input = { savedReportId, ...daily, channel: 'mail', addresses: ['client@x.example'] };
    await expect(createReportSchedule(member, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { id } = await createReportSchedule(admin, input);
    // Addresses that an admin entered stay.
    await changeReportSchedule(member, id, { hour: 9 });
    await changeReportSchedule(member, id, { addresses: ['client@x.example'], memberIds: [member.actor.id] });
    await expect(changeReportSchedule(member, id, { addresses: ['eve@x.example'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test.each([
    [{ frequency: 'weekly' }, 'weekday'],
    [{ frequency: 'monthly', weekday: 1 }, 'monthDay'],
    [{ frequency: 'monthly', monthDay: 32 }, 'monthDay'],
    [{ hour: 24 }, 'hour'],
    [{ memberIds: [] }, 'memberIds'],
    [{ memberIds: ['00000000-0000-7000-8000-000000000000'] }, 'memberIds.0'],
    [{ chatId: '@x1234' }, 'chatId'],
    [{ channel: 'telegram', memberIds: [] }, 'botToken'],
    [{ ...bot, chatId: 'x y', memberIds: [] }, 'chatId'],
    [{ ...bot, botToken: 'secret', memberIds: [] }, 'botToken'],
    [bot, 'memberIds'],
  ])('reject %j', async (input, path) => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const savedReportId = await makeReport(owner);
    const base = { savedReportId, ...daily, channel: 'mail', memberIds: [owner.actor.id] };
    await expect(createReportSchedule(owner, { ...base, ...input })).rejects.toMatchObject({
      details: { issues: [{ path }] },
    });
  });

  test('are moved when the time zone of the workspace changes', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const now = () => new Date('2026-11-19T12:00:00Z');
    const savedReportId = await makeReport(owner);
    const input = { savedReportId, ...daily, channel: 'mail', memberIds: [owner.actor.id] };
    const { id } = await createReportSchedule({ ...owner, now }, input);
    const nextAt = async () => (await getReportSchedule(owner, id)).nextAt;
    expect(await nextAt()).toBe('2026-11-20T07:00:00.000Z');
    await updateWorkspaceSettings({ ...owner, now }, { timezone: 'America/New_York' });
    expect(await nextAt()).toBe('2026-11-19T13:00:00.000Z');
  });

  test('keep the bot token encrypted, and log changes without it', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const { id } = await createReportSchedule(owner, {
      savedReportId: await makeReport(owner),
      ...daily,
      ...bot,
    });
    await changeReportSchedule(owner, id, { botToken: '654321:ZZyyXXwwVVuuTTssRRqqPP' });
    await removeReportSchedule(owner, id);
    const { items } = await listAuditLog(owner, { subjectId: id });
    expect(items.map(({ action }) => action)).toEqual([
      'report-schedule.delete',
      'report-schedule.update',
      'report-schedule.create',
    ]);
    expect(JSON.stringify(items)).not.toMatch(/AAbbCC|ZZyyXX/);
  });

  test('of other people are hidden from members', async () => {
    const workspace = await makeWorkspace(database);
    const [owner, member] = [await makeActor(workspace, 'owner'), await makeActor(workspace, 'member')];
    const memberIds = [owner.actor.id];
    const savedReportId = await makeReport(owner);
    const { id } = await createReportSchedule(owner, { savedReportId, ...daily, channel: 'mail', memberIds });
    expect((await listReportSchedules(member, {})).items).toEqual([]);
    for (const call of [
      () => getReportSchedule(member, id),
      () => changeReportSchedule(member, id, { hour: 9 }),
      () => sendReportNow(member, id),
      () => removeReportSchedule(member, id),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('lose their results after 90 days', async () => {
    const owner = await makeActor(await makeWorkspace(database), 'owner');
    const memberIds = [owner.actor.id];
    const input = { savedReportId: await makeReport(owner), ...daily, channel: 'mail', memberIds };
    const { id } = await createReportSchedule(owner, input);
    await sendReportNow(owner, id);
    const now = () => new Date(Date.now() + 91 * day);
    const system = { database, now, actor: { type: 'system', label: 'test' } } as const;
    await purgeReportDeliveries(system);
    await purgeReportDeliveries(system);
    expect((await getReportSchedule(owner, id)).last).toBeNull();
  });
});
