import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { savedReportsMax } from '@waypost/contract/reports/saved-reports.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import {
  changeSavedReport,
  createSavedReport,
  getSavedReport,
  listSavedReports,
  removeSavedReport,
} from '../../src/services/saved-reports/saved-reports.ts';
import { writeOnVersion } from '../../src/services/versions/write-on-version.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makePerson } from '../../src/testing/workspaces/people.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});
afterAll(() => database.close());

async function makeActor(workspace: WorkspaceContext, role: MemberRole) {
  const { id, email } = await makePerson(workspace, role);
  return { ...workspace, actor: { type: 'user', id, label: email, role } as const };
}
type Person = Awaited<ReturnType<typeof makeActor>>;

async function saveOnVersion(
  actor: Person,
  id: string,
  { version, ...content }: { version: number; [name: string]: unknown },
) {
  const write = (within: Person) => changeSavedReport(within, id, content);
  return await writeOnVersion(actor, { id, version }, { read: getSavedReport, write });
}

const question = { dimensions: ['country'], metrics: ['visits', 'profit'], sortBy: 'profit' };
const missing = { code: 'NOT_FOUND' };
const notOwner = { code: 'FORBIDDEN', details: { reason: 'not-yours' } };

test('sharing a report logs only its shared name', async () => {
  const owner = await makeActor(await makeWorkspace(database), 'owner');
  const { id } = await createSavedReport(owner, { name: 'Before', question });
  await changeSavedReport(owner, id, { name: 'Shared', isShared: true });
  await changeSavedReport(owner, id, { name: 'After', isShared: false });
  const { items } = await listAuditLog(owner, { subjectId: id });
  expect(items.toReversed()).toMatchObject([
    { subjectName: null, version: 1, changes: [] },
    { subjectName: 'Shared', version: 2, changes: [{ field: 'isShared', before: false, after: true }] },
    { subjectName: 'Shared', version: 3, changes: [{ field: 'isShared', before: true, after: false }] },
  ]);
});

test('a private report is visible only to its owner, and the audit log hides its content', async () => {
  const workspace = await makeWorkspace(database);
  const [viewer, owner] = [await makeActor(workspace, 'viewer'), await makeActor(workspace, 'owner')];
  const { id } = await createSavedReport(viewer, { name: ' Countries ', question });
  expect(await getSavedReport(viewer, id)).toMatchObject({
    name: 'Countries',
    question,
    version: 1,
    isShared: false,
    isMine: true,
    ownerId: viewer.actor.id,
  });
  await saveOnVersion(viewer, id, { version: 1, name: 'Renamed' });
  await expect(getSavedReport(owner, id)).rejects.toMatchObject(missing);
  await expect(saveOnVersion(owner, id, { version: 2, name: 'X' })).rejects.toMatchObject(missing);
  await expect(removeSavedReport(owner, id)).rejects.toMatchObject(missing);
  expect((await listSavedReports(owner, {})).items).toEqual([]);
  await removeSavedReport(viewer, id);
  await expect(getSavedReport(viewer, id)).rejects.toMatchObject(missing);
  const log = JSON.stringify(await listAuditLog(owner, { subjectId: id }));
  expect(log.match(/saved-report\.\w+/g)).toEqual([
    'saved-report.delete',
    'saved-report.update',
    'saved-report.create',
  ]);
  expect(log).not.toMatch(/Countries|Renamed|profit/);
});

test('a shared report is readable in its workspace and can be changed by its owner and admins', async () => {
  const workspace = await makeWorkspace(database);
  const [viewer, member] = [await makeActor(workspace, 'viewer'), await makeActor(workspace, 'member')];
  const [other, admin] = [await makeActor(workspace, 'member'), await makeActor(workspace, 'admin')];
  const foreign = await makeActor(await makeWorkspace(database), 'owner');
  const shared = { name: 'Shared', question, isShared: true };
  await expect(createSavedReport(viewer, shared)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { id } = await createSavedReport(member, shared);
  expect(await getSavedReport(viewer, id)).toMatchObject({ isMine: false, isShared: true, question });
  await expect(getSavedReport(foreign, id)).rejects.toMatchObject(missing);
  await expect(saveOnVersion(other, id, { version: 1, name: 'Y' })).rejects.toMatchObject(notOwner);
  await expect(removeSavedReport(viewer, id)).rejects.toMatchObject(notOwner);
  expect(await saveOnVersion(admin, id, { version: 1, name: 'By an admin' })).toMatchObject({
    version: 2,
    question,
  });
  await expect(saveOnVersion(admin, id, { version: 2, isShared: false })).rejects.toMatchObject(notOwner);
  await expect(saveOnVersion(member, id, { version: 1, name: 'Late' })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: {
      reason: 'stale',
      version: 2,
      current: { name: 'By an admin' },
      changedBy: { label: admin.actor.label },
      differences: [expect.stringContaining('By an admin')],
    },
  });
  // An update without a change creates no version.
  expect(await saveOnVersion(member, id, { version: 2, question: { ...question } })).toMatchObject({
    version: 2,
  });
  expect(await saveOnVersion(member, id, { version: 2, isShared: false })).toMatchObject({ version: 3 });
  await expect(getSavedReport(admin, id)).rejects.toMatchObject(missing);
});

test("sharing one's own report requires permission to share", async () => {
  const viewer = await makeActor(await makeWorkspace(database), 'viewer');
  const { id } = await createSavedReport(viewer, { name: 'Mine', question: {} });
  await expect(saveOnVersion(viewer, id, { version: 1, isShared: true })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await getSavedReport(viewer, id)).toMatchObject({ version: 1, isShared: false, question: {} });
});

test('the list can be sorted, searched, filtered and paged', async () => {
  const workspace = await makeWorkspace(database);
  const [mine, other] = [await makeActor(workspace, 'member'), await makeActor(workspace, 'member')];
  for (const name of ['b', 'C', 'a']) await createSavedReport(mine, { name, question });
  await createSavedReport(other, { name: 'Shared', question, isShared: true });
  await createSavedReport(other, { name: 'Hidden', question });
  const names = async (input: object) => (await listSavedReports(mine, input)).items.map(({ name }) => name);
  expect(await names({})).toEqual(['a', 'b', 'C', 'Shared']);
  expect(await names({ sort: '-createdAt' })).toEqual(['Shared', 'a', 'C', 'b']);
  expect(await names({ q: 'SHA' })).toEqual(['Shared']);
  expect(await names({ shared: '0' })).toEqual(['a', 'b', 'C']);
  expect(await names({ shared: '1' })).toEqual(['Shared']);
  const first = await listSavedReports(mine, { limit: '3' });
  expect(first.meta).toMatchObject({ limit: 3, count: 3, total: 4, nextCursor: expect.any(String) });
  expect(first.items[0]).not.toHaveProperty('question');
  const rest = await listSavedReports(mine, { limit: '3', cursor: first.meta.nextCursor });
  expect(rest).toMatchObject({ items: [{ name: 'Shared', isMine: false }], meta: { nextCursor: null } });
  await expect(listSavedReports(mine, { cursor: 'x' })).rejects.toThrow('cursor: is not valid for this list');
});

test('a saved report accepts the same query as a report, with or without a time range', async () => {
  const mine = await makeActor(await makeWorkspace(database), 'member');
  const saveReport = (definition: object) => createSavedReport(mine, { name: 'Q', question: definition });
  const withRange = {
    from: '2026-11-01',
    to: '2026-11-30 10:00',
    filters: [{ field: 'country', op: 'is', values: ['DE', null] }],
  };
  expect((await getSavedReport(mine, (await saveReport(withRange)).id)).question).toEqual(withRange);
  await expect(saveReport({ dimensions: ['planet'] })).rejects.toThrow('question.dimensions');
  await expect(saveReport({ from: 'yesterday' })).rejects.toThrow('question.from');
  await expect(saveReport({ from: '2026-11-02', to: '2026-11-01' })).rejects.toThrow('question.to');
  await expect(saveReport({ dimensions: ['tag', 'country'] })).rejects.toThrow('question.filter');
  const withComparison = { compare: 'week', order: 'change' };
  expect((await getSavedReport(mine, (await saveReport(withComparison)).id)).question).toEqual(
    withComparison,
  );
  await expect(saveReport({ compare: 'never' })).rejects.toThrow('question.compare');
  await expect(saveReport({ limit: 5 })).rejects.toThrow('limit');
  await expect(saveReport({ sortBy: 'cost', metrics: ['visits'] })).rejects.toThrow('question.sortBy');
  await expect(
    saveReport({ filters: [{ field: 'country', op: 'is', values: ['a\u0000'] }] }),
  ).rejects.toThrow('question.filters.0');
});

test('the number of saved reports per person is limited', async () => {
  const workspace = await makeWorkspace(database);
  const mine = await makeActor(workspace, 'viewer');
  await database.asSystem((executor) =>
    sql`INSERT INTO saved_reports (id, workspace_id, owner_id, name, question, is_shared, created_at, updated_at)
        SELECT gen_random_uuid(), ${workspace.workspaceId}, ${mine.actor.id}, 'N', '{}', false, now(), now()
        FROM generate_series(1, ${savedReportsMax})`.execute(executor),
  );
  await expect(createSavedReport(mine, { name: 'One more', question })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'too-many' },
  });
  expect(
    await createSavedReport(await makeActor(workspace, 'viewer'), { name: 'Theirs', question }),
  ).toBeDefined();
});

test('the error for saving an outdated version of a shared report shows what has changed since that version', async () => {
  const owner = await makeActor(await makeWorkspace(database), 'owner');
  const { id } = await createSavedReport(owner, { name: 'First', question, isShared: true });
  await saveOnVersion(owner, id, { version: 1, name: 'Second' });
  await saveOnVersion(owner, id, { version: 2, name: 'Third' });
  const unsorted = { dimensions: question.dimensions, metrics: question.metrics };
  await saveOnVersion(owner, id, { version: 3, question: { ...unsorted, compare: 'week' } });
  await saveOnVersion(owner, id, { version: 4, question: { ...unsorted, compare: 'month' } });
  await expect(saveOnVersion(owner, id, { version: 1, name: 'Late' })).rejects.toMatchObject({
    details: {
      reason: 'stale',
      version: 5,
      differences: [
        'name changed from “First” to “Third”',
        'question sort by removed',
        'question compare added: “month”',
      ],
    },
  });
});
