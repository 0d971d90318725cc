import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  archiveLanding,
  createLanding,
  getLanding,
  listLandings,
  restoreLandings,
  updateLanding,
} from '../../src/services/landings/landings.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { readAll } from '../../src/testing/workspaces/records.ts';
import { makeRotator } from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const page = { name: 'Page', url: 'https://example.com/' };

test("archiving a landing page in a rotator's pool is refused and the error names the rotator", async () => {
  const context = await makeWorkspace(database);
  const landing = await createLanding(context, page);
  const rotator = await makeRotator(context, 'Blocking rotator');
  const rules = await saveRotatorRules(context, rotator.id, {
    ...rotator.rules,
    paths: [{ ...rotator.rules.paths[0], landings: [{ landingId: landing.id }] }],
  });
  await expect(archiveLanding(context, landing.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: {
      blocked: [
        {
          type: 'landing',
          id: landing.id,
          name: 'Page',
          by: [{ type: 'rotator', id: rotator.id, name: 'Blocking rotator' }],
        },
      ],
    },
  });
  expect((await getLanding(context, landing.id)).status).toBe('active');
  await saveRotatorRules(context, rotator.id, {
    ...rules,
    defaultPathId: 'new-1',
    paths: [{ id: 'new-1', name: 'Empty' }],
  });
  await archiveLanding(context, landing.id);
  expect((await getLanding(context, landing.id)).status).toBe('archived');
});

test('archived landing pages are listed only on request', async () => {
  const context = await makeWorkspace(database);
  const archived = await createLanding(context, { ...page, name: 'Archived' });
  await archiveLanding(context, archived.id);
  await createLanding(context, page);
  const names = async (filter: object) =>
    (await readAll(listLandings(context, filter))).map(({ name }) => name);
  expect(await names({})).toEqual(['Page']);
  expect(await names({ includeArchived: '1' })).toEqual(['Archived', 'Page']);
});

test("a pool cannot contain another workspace's landing page", async () => {
  const [mine, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const landing = await createLanding(foreign, page);
  const { rules } = await makeRotator(mine);
  const added = database.inWorkspace(mine.workspaceId, (executor) =>
    sql`INSERT INTO rotator_path_landings (workspace_id, path_id, landing_id, position, weight, enabled)
        VALUES (${mine.workspaceId}, ${rules.defaultPathId}, ${landing.id}, 0, 100, true)`.execute(executor),
  );
  await expect(added).rejects.toThrow(/foreign key/);
});

test('each change is written to the audit log, and an operation without effect is not', async () => {
  const context = await makeWorkspace(database);
  const { id } = await createLanding(context, page);
  await updateLanding(context, id, { name: 'Other' });
  await updateLanding(context, id, {});
  await archiveLanding(context, id);
  await archiveLanding(context, id);
  await restoreLandings(context, { ids: [id] });
  await restoreLandings(context, { ids: [id] });
  const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  expect(
    entries
      .filter((entry) => entry.subjectId === id)
      .map((entry) => entry.action)
      .toReversed(),
  ).toEqual(['landing.create', 'landing.update', 'landing.archive', 'landing.restore']);
});

test('overlapping bulk restores in opposite order do not deadlock', async () => {
  const context = await makeWorkspace(database);
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await createLanding(context, page)).id),
  );
  const calls = Array.from({ length: 10 }, (_, n) =>
    restoreLandings(context, { ids: n % 2 === 0 ? ids : ids.toReversed() }),
  );
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ restored: 20 })));
});
