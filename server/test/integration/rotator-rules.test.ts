import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { archiveLanding, restoreLandings, updateLanding } from '../../src/services/landings/landings.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator } from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  countRequests,
  makeLanding,
  makeOffer,
  makeRotator,
  setStatus,
  type MadeRotator,
} from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

const unknownId = '00000000-0000-7000-8000-000000000000';
const germans = { all: [{ field: 'country', op: 'is', values: ['DE'] }] };

async function save(
  rotator: MadeRotator,
  change: Partial<Record<keyof RotatorRules, unknown>>,
): Promise<RotatorRules> {
  return await saveRotatorRules(context, rotator.id, { ...rotator.rules, ...change });
}

async function readAgain({ id }: MadeRotator): Promise<MadeRotator> {
  return { id, rules: await getRotatorRules(context, id) };
}

async function auditOf(id: string): Promise<unknown[]> {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  return entries
    .filter((entry) => entry.subjectId === id)
    .map(({ action, version, changes }) => [action, version, changes.map(({ field }) => field)])
    .toReversed();
}

describe('saving rotator rules', () => {
  test('returns the same format as reading, with IDs for new rules and paths', async () => {
    const rotator = await makeRotator(context);
    const [landing, other, offer] = [
      await makeLanding(context),
      await makeLanding(context),
      await makeOffer(context),
    ];
    const caps = [
      { limit: 9, per: 'hour', counts: 'visits' },
      { limit: 5, per: 'total', counts: 'conversions' },
    ];
    const saved = await save(rotator, {
      defaultPathId: 'new-main',
      rules: [
        {
          name: 'Germans',
          conditions: germans,
          paths: [
            { pathId: 'new-main', weight: 3 },
            { pathId: rotator.rules.defaultPathId, weight: 1 },
          ],
        },
        { name: 'Off', enabled: false, conditions: null, paths: [{ pathId: 'new-main' }] },
      ],
      paths: [
        {
          id: 'new-main',
          name: 'Main',
          caps,
          landings: [
            { landingId: other, weight: 7 },
            { landingId: landing, enabled: false },
          ],
          offers: [{ offerId: offer }],
        },
        ...rotator.rules.paths,
        { name: 'Spare', enabled: false },
      ],
    });
    const [main, existing, spare] = saved.paths.map(({ id }) => id);
    expect(saved).toEqual({
      version: 2,
      defaultPathId: main,
      rules: [
        {
          id: expect.any(String),
          priority: 1,
          name: 'Germans',
          enabled: true,
          conditions: germans,
          paths: [
            { pathId: main, weight: 3 },
            { pathId: existing, weight: 1 },
          ],
        },
        {
          id: expect.any(String),
          priority: 2,
          name: 'Off',
          enabled: false,
          conditions: null,
          paths: [{ pathId: main, weight: 100 }],
        },
      ],
      paths: [
        {
          id: main,
          name: 'Main',
          enabled: true,
          blocks: false,
          caps,
          landings: [
            { landingId: other, weight: 7, enabled: true },
            { landingId: landing, weight: 100, enabled: false },
          ],
          offers: [{ offerId: offer, weight: 100, enabled: true }],
        },
        {
          id: rotator.rules.defaultPathId,
          name: 'Default',
          enabled: true,
          blocks: false,
          caps: [],
          landings: [],
          offers: [],
        },
        { id: spare, name: 'Spare', enabled: false, blocks: false, caps: [], landings: [], offers: [] },
      ],
    });
    expect(await getRotatorRules(context, rotator.id)).toEqual(saved);
  });

  test('keeps rule IDs when rules are read, changed, reordered and saved', async () => {
    const rotator = await makeRotator(context);
    const to = [{ pathId: rotator.rules.defaultPathId, weight: 1 }];
    const names = ['A', 'B', 'C'];
    const first = await save(rotator, {
      rules: names.map((name) => ({ name, conditions: null, paths: to })),
    });
    const [a, b, c] = first.rules;
    const second = await saveRotatorRules(context, rotator.id, {
      ...first,
      rules: [c, { ...a, name: 'A2', conditions: germans }],
    });
    expect(second.rules).toEqual([
      { ...c, priority: 1 },
      { ...a, name: 'A2', conditions: germans, priority: 2 },
    ]);
    const renamed = second.rules.map((rule) => ({ ...rule, name: `${rule.name}!` }));
    const third = await saveRotatorRules(context, rotator.id, { ...second, rules: renamed });
    expect(third.rules).toEqual(renamed);
    expect(await getRotatorRules(context, rotator.id)).toEqual(third);
    await expect(saveRotatorRules(context, rotator.id, { ...third, rules: [b] })).rejects.toMatchObject({
      details: { issues: [{ path: 'rules.0.id', message: 'is not a rule of this rotator' }] },
    });
  });

  test('accepts the maximum of 100 paths and rules and 200 items in a pool', async () => {
    const rotator = await makeRotator(context);
    const landings: string[] = [];
    while (landings.length < 200) landings.push(await makeLanding(context));
    const pathIds = Array.from({ length: 100 }, (_, index) => `new-${index}`);
    const saved = await save(rotator, {
      defaultPathId: 'new-0',
      rules: pathIds.map((name) => ({
        name,
        conditions: germans,
        paths: pathIds.slice(0, 50).map((pathId) => ({ pathId })),
      })),
      paths: pathIds.map((id, index) => ({
        id,
        name: id,
        landings: landings.slice(0, index < 3 ? 200 : 0).map((landingId) => ({ landingId })),
      })),
    });
    expect(await getRotatorRules(context, rotator.id)).toEqual(saved);
    expect(saved.rules[99]?.paths.map(({ pathId }) => pathId)).toEqual(
      saved.paths.slice(0, 50).map(({ id }) => id),
    );
    expect(saved.paths[2]?.landings.map(({ landingId }) => landingId)).toEqual(landings);
  });

  test('logs the change and increments the version only if something changed', async () => {
    const rotator = await makeRotator(context);
    const landing = await makeLanding(context);
    const paths = [
      { ...rotator.rules.paths[0], landings: [{ landingId: landing, weight: 5, enabled: true }] },
    ];
    const rules = [
      { name: 'Germans', conditions: germans, paths: [{ pathId: rotator.rules.defaultPathId }] },
    ];
    expect(await save(rotator, {})).toEqual(rotator.rules);
    const second = await save(rotator, { paths, rules });
    expect(second.version).toBe(2);
    expect(await saveRotatorRules(context, rotator.id, second)).toEqual(second);
    // The values are the same, but spelled differently.
    const respelled = {
      ...second,
      rules: second.rules.map((rule) => ({
        ...rule,
        priority: 99,
        name: ` ${rule.name} `,
        id: rule.id.toUpperCase(),
      })),
    };
    expect(await saveRotatorRules(context, rotator.id, respelled)).toEqual(second);
    expect((await saveRotatorRules(context, rotator.id, { ...second, rules: [] })).version).toBe(3);
    expect(await auditOf(rotator.id)).toEqual([
      ['rotator.create', 1, ['name', 'shared', 'country']],
      ['rotator.save-rules', 2, expect.arrayContaining([expect.stringMatching(/^rules\[/)])],
      ['rotator.save-rules', 3, [expect.stringMatching(/^rules\[/)]],
    ]);
  });

  test("requests publishing for the rotator's active campaigns and no others", async () => {
    const rotator = await makeRotator(context);
    const [live, archived, otherCampaign] = [
      await makeCampaign(context, { rotatorId: rotator.id }),
      await makeCampaign(context, { rotatorId: rotator.id }),
      await makeCampaign(context),
    ];
    await setStatus(context, 'campaigns', { id: archived.id, status: 'archived' });
    const ids = [live.id, archived.id, otherCampaign.id];
    const before = await countRequests(context, ids);
    await save(rotator, {});
    expect(await countRequests(context, ids)).toEqual(before);
    await save(rotator, { paths: [{ ...rotator.rules.paths[0], name: 'Renamed' }] });
    expect(await countRequests(context, ids)).toEqual(
      before.map((count, index) => count + (index === 0 ? 1 : 0)),
    );
  });

  test('is forbidden for API keys and not found in other workspaces', async () => {
    const rotator = await makeRotator(context);
    const key = { ...context, actor: { type: 'key', id: unknownId, label: 'k', scope: 'write' } as const };
    await expect(saveRotatorRules(key, rotator.id, rotator.rules)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const foreign = await makeWorkspace(database);
    for (const id of [rotator.id, unknownId, 'nonsense'])
      await expect(saveRotatorRules(foreign, id, rotator.rules)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Rotator not found',
      });
  });
});

describe('saving rotator rules is rejected', () => {
  test('if the input is invalid, and the error lists all issues', async () => {
    const [rotator, otherRotator] = [await makeRotator(context), await makeRotator(context)];
    const foreignPath = otherRotator.rules.paths[0];
    const invalid = save(rotator, {
      defaultPathId: unknownId,
      rules: [
        {
          name: 'x',
          conditions: { all: [{ field: 'country', op: 'is', values: ['??'] }] },
          paths: [{ pathId: 'new-1', weight: -1 }],
        },
      ],
      paths: [
        {
          ...rotator.rules.paths[0],
          landings: [{ landingId: unknownId }, { landingId: unknownId }],
          spare: 1,
        },
      ],
    });
    await expect(invalid).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        issues: [
          { path: 'rules.0.conditions.all.0.values.0' },
          { path: 'rules.0.paths.0.weight' },
          { path: 'paths.0.landings.1.landingId' },
          { path: 'paths.0.spare' },
          { path: 'defaultPathId' },
          { path: 'rules.0.paths.0.pathId' },
        ],
      },
    });
    const foreignIds = save(rotator, {
      rules: [{ id: unknownId, name: 'x', conditions: null, paths: [{ pathId: foreignPath?.id }] }],
      paths: [...rotator.rules.paths, foreignPath, { id: unknownId, name: 'y' }],
    });
    await expect(foreignIds).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        issues: [
          { path: 'rules.0.id', message: 'is not a rule of this rotator' },
          { path: 'paths.1.id', message: 'is not a path of this rotator' },
          { path: 'paths.2.id', message: 'is not a path of this rotator' },
        ],
      },
    });
    expect(await getRotatorRules(context, rotator.id)).toEqual(rotator.rules);
    expect(await getRotatorRules(context, otherRotator.id)).toEqual(otherRotator.rules);
  });

  test('if landing pages or offers are unknown in the workspace, and the error lists their IDs', async () => {
    const rotator = await makeRotator(context);
    const otherWorkspace = await makeWorkspace(database);
    const [foreignLanding, foreignOffer] = [
      await makeLanding(otherWorkspace),
      await makeOffer(otherWorkspace),
    ];
    const [landing, offer] = [await makeLanding(context), await makeOffer(context)];
    const paths = [
      { ...rotator.rules.paths[0], landings: [{ landingId: landing }, { landingId: foreignLanding }] },
      {
        name: 'B',
        landings: [{ landingId: unknownId }],
        offers: [{ offerId: foreignOffer }, { offerId: offer }, { offerId: landing }],
      },
    ];
    await expect(save(rotator, { paths })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { missing: [foreignLanding, unknownId, foreignOffer, landing] },
    });
  });

  test('if archived landing pages or offers are added or enabled', async () => {
    const rotator = await makeRotator(context, 'Pools');
    const [landing, offer] = [
      await makeLanding(context, 'Gone page'),
      await makeOffer(context, 'Gone offer'),
    ];
    const pools = (enabled: boolean) => [
      {
        ...rotator.rules.paths[0],
        landings: [{ landingId: landing, enabled }],
        offers: [{ offerId: offer, enabled }],
      },
    ];
    const by = [
      { type: 'landing', id: landing, name: 'Gone page' },
      { type: 'offer', id: offer, name: 'Gone offer' },
    ];
    const conflict = {
      code: 'CONFLICT',
      details: { blocked: [{ type: 'rotator', id: rotator.id, name: 'Pools', by }] },
    };
    const archive = async (status: 'active' | 'archived') => {
      await setStatus(context, 'landings', { id: landing, status });
      await setStatus(context, 'offers', { id: offer, status });
    };
    await archive('archived');
    await expect(save(rotator, { paths: pools(true) })).rejects.toMatchObject(conflict);
    await expect(save(rotator, { paths: pools(false) })).rejects.toMatchObject(conflict);
    await archive('active');
    await save(rotator, { paths: pools(false) });
    await archive('archived');
    const inPool = await readAgain(rotator);
    await expect(save(inPool, { paths: pools(true) })).rejects.toMatchObject(conflict);
    // An archived item that stays disabled does not block other changes.
    await save(inPool, { paths: [...pools(false), { name: 'Another' }] });
  });

  test('if the rules are based on an older version', async () => {
    const rotator = await makeRotator(context);
    const newer = await save(rotator, { paths: [...rotator.rules.paths, { name: 'Theirs' }] });
    await expect(
      save(rotator, { paths: [{ id: unknownId, name: 'Mine' }], defaultPathId: unknownId }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'stale', stale: [{ version: 2 }] },
    });
    await expect(saveRotatorRules(context, rotator.id, { ...newer, version: 3 })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await getRotatorRules(context, rotator.id)).toEqual(newer);
  });

  test('if the rotator is archived', async () => {
    const rotator = await makeRotator(context);
    await archiveRotator(context, rotator.id);
    await expect(save(rotator, { version: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The rotator is archived. Restore it first.',
    });
  });
});

describe('a default path that cannot be served', () => {
  const disabled = ({ rules }: MadeRotator) => ({ paths: [{ ...rules.paths[0], enabled: false }] });

  test('can be saved while only archived campaigns use the rotator', async () => {
    const rotator = await makeRotator(context);
    const archived = await makeCampaign(context, { rotatorId: rotator.id });
    await setStatus(context, 'campaigns', { id: archived.id, status: 'archived' });
    expect((await save(rotator, disabled(rotator))).paths[0]?.enabled).toBe(false);
  });

  test('is rejected while an active or paused campaign uses the rotator, and the error names the campaign', async () => {
    const rotator = await makeRotator(context, 'In use');
    const first = await makeCampaign(context, { rotatorId: rotator.id, name: 'First' });
    const second = await makeCampaign(context, { rotatorId: rotator.id, name: 'Second' });
    await setStatus(context, 'campaigns', { id: second.id, status: 'paused' });
    const by = [
      { type: 'campaign', id: first.id, name: 'First' },
      { type: 'campaign', id: second.id, name: 'Second' },
    ];
    await expect(save(rotator, disabled(rotator))).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        blocked: [{ type: 'rotator', id: rotator.id, name: 'In use', by }],
        blockedCampaignIds: [first.id, second.id],
      },
    });
    // The previous default path may be disabled once a different path is the default.
    const saved = await save(rotator, {
      defaultPathId: 'new-1',
      paths: [
        { ...rotator.rules.paths[0], enabled: false },
        { id: 'new-1', name: 'On' },
      ],
    });
    expect(saved.version).toBe(2);
  });

  test('is rejected if its only landing page has been archived, unless that landing page is disabled', async () => {
    const rotator = await makeRotator(context);
    const landing = await makeLanding(context);
    await save(rotator, { paths: [{ ...rotator.rules.paths[0], landings: [{ landingId: landing }] }] });
    await makeCampaign(context, { rotatorId: rotator.id });
    await setStatus(context, 'landings', { id: landing, status: 'archived' });
    const filled = await readAgain(rotator);
    await expect(
      save(filled, {
        rules: [{ name: 'x', conditions: null, paths: [{ pathId: filled.rules.defaultPathId }] }],
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await save(filled, {
      paths: [{ ...filled.rules.paths[0], landings: [{ landingId: landing, enabled: false }] }],
    });
  });
});

describe('a landing page in a pool', () => {
  test('cannot be archived until it or its path is removed', async () => {
    const rotator = await makeRotator(context);
    const [inPool, inPath] = [await makeLanding(context), await makeLanding(context)];
    const filled = await save(rotator, {
      paths: [
        { ...rotator.rules.paths[0], landings: [{ landingId: inPool, enabled: false }] },
        { name: 'Extra', landings: [{ landingId: inPath }] },
      ],
    });
    for (const id of [inPool, inPath])
      await expect(archiveLanding(context, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await saveRotatorRules(context, rotator.id, { ...filled, paths: [{ ...filled.paths[0], landings: [] }] });
    for (const id of [inPool, inPath]) await archiveLanding(context, id);
  });

  test('requests publishing for its campaigns when it is changed or restored', async () => {
    const rotator = await makeRotator(context);
    const landing = await makeLanding(context);
    await save(rotator, { paths: [{ ...rotator.rules.paths[0], landings: [{ landingId: landing }] }] });
    const ids = [
      (await makeCampaign(context, { rotatorId: rotator.id })).id,
      (await makeCampaign(context)).id,
    ];
    expect(await countRequests(context, ids)).toEqual([1, 1]);
    await updateLanding(context, landing, { url: 'https://example.com/new' });
    expect(await countRequests(context, ids)).toEqual([2, 1]);
    await updateLanding(context, landing, {});
    await restoreLandings(context, { ids: [landing] });
    expect(await countRequests(context, ids)).toEqual([2, 1]);
    await setStatus(context, 'landings', { id: landing, status: 'archived' });
    await restoreLandings(context, { ids: [landing] });
    expect(await countRequests(context, ids)).toEqual([3, 1]);
    // Without the path, no campaign uses the landing page.
    await saveRotatorRules(context, rotator.id, {
      ...(await getRotatorRules(context, rotator.id)),
      defaultPathId: 'new-1',
      paths: [{ id: 'new-1', name: 'Without it' }],
    });
    expect(await countRequests(context, ids)).toEqual([4, 1]);
    await updateLanding(context, landing, { url: 'https://example.com/unseen' });
    expect(await countRequests(context, ids)).toEqual([4, 1]);
  });
});
