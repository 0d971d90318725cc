import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isPublishable } from '../../src/domain/publishing/default-stream.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import {
  archiveRotator,
  getRotator,
  restoreRotators,
  updateRotator,
} from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { readDefaultStreams } from '../../src/store/records/default-streams.ts';
import { countStatements } from '../../src/testing/workspaces/count-statements.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  countRequests,
  makeLanding,
  makeOffer,
  makeRotator,
  setStatus,
} from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

const unknownId = '00000000-0000-7000-8000-000000000000';
const verbs = {
  get: (actor: WorkspaceContext, id: string) => getRotator(actor, id),
  update: (actor: WorkspaceContext, id: string) => updateRotator(actor, id, { name: 'x' }),
  archive: (actor: WorkspaceContext, id: string) => archiveRotator(actor, id),
};

async function auditOf(id: string): Promise<unknown[]> {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  return entries
    .filter((entry) => entry.subjectId === id)
    .map(({ action, changes }) => [
      action,
      Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    ])
    .toReversed();
}

describe('a rotator', () => {
  test('is not shared and has no country by default', async () => {
    const { id } = await createRotator(context, { name: 'New' });
    expect(await getRotator(context, id)).toMatchObject({ shared: false, country: null, version: 1 });
  });

  test('updates and logs only fields that are given and differ', async () => {
    const { id } = await createRotator(context, { name: 'Before', shared: true, country: 'DE' });
    const created = await getRotator(context, id);
    const { version: _, ...read } = created;
    await updateRotator(context, id, { ...read, name: ' After ' });
    expect(await getRotator(context, id)).toEqual({ ...created, name: 'After', version: 2 });
    await updateRotator(context, id, { shared: null, country: null });
    expect(await getRotator(context, id)).toEqual({
      ...created,
      name: 'After',
      shared: false,
      country: null,
      version: 3,
    });
    await updateRotator(context, id, { shared: false, name: 'After' });
    await updateRotator(context, id, {});
    expect(await auditOf(id)).toEqual([
      ['rotator.create', { name: 'Before', shared: true, country: 'DE' }],
      ['rotator.update', { name: 'After' }],
      ['rotator.update', { shared: false, country: null }],
    ]);
  });

  test.each<[unknown, string]>([
    [{ name: '' }, 'name'],
    [{ shared: 'yes' }, 'shared'],
    [{ country: 'XX' }, 'country'],
    [{ status: 'archived' }, 'status'],
    [{ version: 'x' }, 'version'],
  ])('rejects the change %j', async (change, path) => {
    const { id } = await createRotator(context, { name: 'Same' });
    await expect(updateRotator(context, id, change)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path }] },
    });
  });

  test('cannot be archived while an active campaign uses it', async () => {
    const { id } = await makeRotator(context, 'Busy');
    const campaign = await makeCampaign(context, { rotatorId: id, name: 'User' });
    const by = [{ type: 'campaign', id: campaign.id, name: 'User' }];
    await expect(archiveRotator(context, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { blocked: [{ type: 'rotator', id, name: 'Busy', by }] },
    });
    expect((await getRotator(context, id)).status).toBe('active');
    await archiveCampaign(context, campaign.id);
    await archiveRotator(context, id);
    expect((await getRotator(context, id)).status).toBe('archived');
  });

  test('is archived and restored only once when requests are repeated', async () => {
    const { id } = await makeRotator(context);
    await archiveRotator(context, id);
    await archiveRotator(context, id);
    await expect(updateRotator(context, id, { name: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await restoreRotators(context, { ids: [id] })).toEqual({ restored: 1 });
    await restoreRotators(context, { ids: [id] });
    await updateRotator(context, id, { name: 'Back' });
    expect((await auditOf(id)).map((entry) => (entry as [string])[0])).toEqual([
      'rotator.create',
      'rotator.archive',
      'rotator.restore',
      'rotator.update',
    ]);
  });

  test('is not republished when only its name changes', async () => {
    const { id, rotatorId } = await makeCampaign(context);
    await updateRotator(context, rotatorId, { name: 'Other' });
    expect(await countRequests(context, [id])).toEqual([1]);
  });

  test.each(Object.keys(verbs) as (keyof typeof verbs)[])(
    'is not found in another workspace: %s',
    async (verb) => {
      const { id } = await makeRotator(await makeWorkspace(database));
      for (const rotatorId of [id, unknownId, 'nonsense', ''])
        await expect(verbs[verb](context, rotatorId)).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: 'Rotator not found',
        });
    },
  );

  test.each(['update', 'archive'] as const)('rejects API keys that try to %s it', async (verb) => {
    const { id } = await makeRotator(context);
    const key = { ...context, actor: { type: 'key', id: unknownId, label: 'k', scope: 'write' } as const };
    await expect(verbs[verb](key, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('the default paths of many rotators are read with two statements, and only those in the workspace', async () => {
  const foreign = await makeRotator(await makeWorkspace(database));
  const [empty, filled, unusable, off, archived] = (await Promise.all(
    ['Empty', 'Filled', 'Unusable', 'Off', 'Archived'].map((name) => makeRotator(context, name)),
  )) as [Awaited<ReturnType<typeof makeRotator>>, ...Awaited<ReturnType<typeof makeRotator>>[]];
  const [landing, archivedLanding, offer] = [
    await makeLanding(context),
    await makeLanding(context),
    await makeOffer(context),
  ];
  for (const [rotator, path] of [
    [
      filled,
      {
        landings: [{ landingId: landing }, { landingId: archivedLanding, enabled: false }],
        offers: [{ offerId: offer }],
      },
    ],
    [unusable, { landings: [{ landingId: archivedLanding }] }],
    [off, { enabled: false }],
  ] as const) {
    if (rotator === undefined) continue;
    // Only the default path decides whether a rotator is publishable. The archived landing page in another path does
    // not matter.
    const other = { name: 'Other', landings: [{ landingId: archivedLanding }] };
    const paths = [{ ...rotator.rules.paths[0], ...path }, other];
    await saveRotatorRules(context, rotator.id, { ...rotator.rules, paths });
  }
  await setStatus(context, 'landings', { id: archivedLanding, status: 'archived' });
  await archiveRotator(context, archived?.id ?? '');
  const rotators = [empty, filled, unusable, off, archived];
  const ids = [...rotators.map((rotator) => rotator?.id ?? ''), foreign.id, unknownId];
  const { result, statements } = await database.inWorkspace(context.workspaceId, (executor) =>
    countStatements(executor, (counted) => readDefaultStreams(counted, context.workspaceId, ids)),
  );
  expect(statements).toBe(2);
  expect(rotators.map((rotator) => result.get(rotator?.id ?? '')?.name)).toEqual([
    'Empty',
    'Filled',
    'Unusable',
    'Off',
    'Archived',
  ]);
  expect(result.size).toBe(5);
  const publishable = rotators.map((rotator) =>
    isPublishable(result.get(rotator?.id ?? '') ?? { rotatorStatus: 'active', path: undefined, items: [] }),
  );
  expect(publishable).toEqual([true, true, false, false, false]);
  expect(
    result.get(filled?.id ?? '')?.items.toSorted((one, two) => Number(two.enabled) - Number(one.enabled)),
  ).toEqual([
    { enabled: true, status: 'active' },
    { enabled: true, status: 'active' },
    { enabled: false, status: 'archived' },
  ]);
});
