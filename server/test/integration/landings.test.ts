import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { archiveLanding } from '../../src/services/landings/archive-landing.ts';
import { createLanding } from '../../src/services/landings/create-landing.ts';
import { getLanding } from '../../src/services/landings/get-landing.ts';
import { restoreLandings } from '../../src/services/landings/restore-landings.ts';
import { updateLanding } from '../../src/services/landings/update-landing.ts';
import { getRotatorRules } from '../../src/services/rotators/get-rotator-rules.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { listAuditEntries } from '../../src/store/audit-log.ts';
import { Database } from '../../src/store/database.ts';
import { makeWorkspace } from '../../src/testing/factories.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const page = { name: 'Page', url: 'https://example.com/' };

/** Puts a landing into the pool of a rotator's default path. */
async function addToPool(context: WorkspaceContext, rotatorId: string, landingId: string): Promise<void> {
  await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql`INSERT INTO rotator_path_landings (workspace_id, path_id, landing_id, position, weight, enabled)
        SELECT workspace_id, default_path_id, ${landingId}, 0, 100, true FROM rotators WHERE id = ${rotatorId}`.execute(
      executor,
    ),
  );
}

test('a landing in a rotator’s pool is not archived, and the refusal names the rotator', async () => {
  const context = await makeWorkspace(database);
  const landing = await createLanding(context, page);
  const rotator = await createRotator(context, { name: 'In the way' });
  await addToPool(context, rotator.id, landing.id);
  const { paths } = await getRotatorRules(context, rotator.id);
  expect(paths.map((path) => path.landings)).toEqual([
    [{ landingId: landing.id, weight: 100, enabled: true }],
  ]);
  await expect(archiveLanding(context, landing.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: {
      blocked: [
        {
          type: 'landing',
          id: landing.id,
          name: 'Page',
          by: [{ type: 'rotator', id: rotator.id, name: 'In the way' }],
        },
      ],
    },
  });
  expect((await getLanding(context, landing.id)).status).toBe('active');
  await database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE rotator_paths SET deleted_at = now() WHERE rotator_id = ${rotator.id}`.execute(executor),
  );
  await archiveLanding(context, landing.id);
  expect((await getLanding(context, landing.id)).status).toBe('archived');
});

test('a pool cannot hold a landing of another workspace', async () => {
  const [mine, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const landing = await createLanding(foreign, page);
  const rotator = await createRotator(mine, { name: 'Mine' });
  await expect(addToPool(mine, rotator.id, landing.id)).rejects.toThrow(/foreign key/);
});

test('every change writes its line, and one that changes nothing writes none', async () => {
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

test('bulk restores that overlap in opposite order do not wait for each other for ever', async () => {
  const context = await makeWorkspace(database);
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await createLanding(context, page)).id),
  );
  const calls = Array.from({ length: 10 }, (_, n) =>
    restoreLandings(context, { ids: n % 2 === 0 ? ids : ids.toReversed() }),
  );
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ restored: 20 })));
});
