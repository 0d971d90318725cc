import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { archiveLanding, getLanding, updateLanding } from '../../src/services/landings/landings.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator, getRotator } from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { Database } from '../../src/store/database/database.ts';
import { inLockStep } from '../../src/testing/lock-step.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { countRequests, makeLanding, makeRotator } from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 24 });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

const count = 20;

/** A landing, and rules that put it into the pool of a new rotator. */
async function makeFilling() {
  const rotator = await makeRotator(context);
  const landingId = await makeLanding(context);
  return { rotator, landingId, paths: [{ ...rotator.rules.paths[0], landings: [{ landingId }] }] };
}

/** Both at once; the first, which is the quicker one, begins a little later every round. */
async function race<First, Second>(
  round: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const later = async () => {
    for (let pause = 0; pause < round; pause += 1) await database.check();
    return await first();
  };
  return await Promise.allSettled([later(), second()]);
}

function reasonOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'rejected' ? result.reason : undefined;
}

test('a landing that is archived while rules begin to use it is either free or refused, never both', async () => {
  for (let round = 0; round < count; round += 1) {
    const { rotator, landingId, paths } = await makeFilling();
    const [archived, saved] = await race(
      round,
      () => archiveLanding(context, landingId),
      () => saveRotatorRules(context, rotator.id, { ...rotator.rules, paths }),
    );
    const { status } = await getLanding(context, landingId);
    const pool = (await getRotatorRules(context, rotator.id)).paths[0]?.landings ?? [];
    expect([status, pool.length]).toEqual(archived.status === 'fulfilled' ? ['archived', 0] : ['active', 1]);
    const loser = archived.status === 'fulfilled' ? saved : archived;
    expect(reasonOf(loser)).toMatchObject({ code: 'CONFLICT', details: { blocked: [{}] } });
  }
});

describe('whoever comes second waits for the first, and sees what it did', () => {
  test('a landing is archived, then put into a pool', async () => {
    const { rotator, landingId, paths } = await makeFilling();
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) => archiveLanding(open, landingId),
      () => saveRotatorRules(context, rotator.id, { ...rotator.rules, paths }),
    );
    expect(hadToWait).toBe(true);
    const by = [{ type: 'landing', id: landingId, name: 'Page' }];
    expect(reasonOf(outcome)).toMatchObject({
      code: 'CONFLICT',
      details: { blocked: [{ id: rotator.id, by }] },
    });
  });

  test('a landing is put into a pool, then archived', async () => {
    const { rotator, landingId, paths } = await makeFilling();
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) => saveRotatorRules(open, rotator.id, { ...rotator.rules, paths }),
      () => archiveLanding(context, landingId),
    );
    expect(hadToWait).toBe(true);
    expect(reasonOf(outcome)).toMatchObject({ code: 'CONFLICT', details: { blocked: [{ id: landingId }] } });
  });

  test('a landing stays in a pool, and is archived', async () => {
    const { rotator, landingId, paths } = await makeFilling();
    const filled = await saveRotatorRules(context, rotator.id, { ...rotator.rules, paths });
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) =>
        saveRotatorRules(open, rotator.id, { ...filled, paths: [{ ...filled.paths[0], name: 'Other' }] }),
      () => archiveLanding(context, landingId),
    );
    expect(hadToWait).toBe(true);
    expect(reasonOf(outcome)).toMatchObject({ code: 'CONFLICT' });
  });

  test('rules are saved, and saved again on the same version', async () => {
    const { rotator, paths } = await makeFilling();
    const save = (who: WorkspaceContext) => saveRotatorRules(who, rotator.id, { ...rotator.rules, paths });
    const { hadToWait, outcome } = await inLockStep(context, save, () => save(context));
    expect(hadToWait).toBe(true);
    const { version } = await getRotatorRules(context, rotator.id);
    expect(reasonOf(outcome)).toMatchObject({ code: 'CONFLICT', details: { stale: [{ version }] } });
  });

  test('a campaign is made on a rotator that is archived', async () => {
    const rotator = await makeRotator(context);
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) => makeCampaign(open, { rotatorId: rotator.id }),
      () => archiveRotator(context, rotator.id),
    );
    expect(hadToWait).toBe(true);
    expect(reasonOf(outcome)).toMatchObject({ code: 'CONFLICT' });
  });
});

test('of two saves on one version exactly one is kept, and the other is told of it', async () => {
  for (let round = 0; round < count; round += 1) {
    const rotator = await makeRotator(context);
    const saves = await Promise.allSettled(
      ['One', 'Two'].map((name) =>
        saveRotatorRules(context, rotator.id, {
          ...rotator.rules,
          paths: [{ ...rotator.rules.paths[0], name }, { name: `${name} more` }],
        }),
      ),
    );
    const [kept] = saves.filter((result) => result.status === 'fulfilled').map((result) => result.value);
    const refused = saves.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'CONFLICT', details: { stale: [{ version: 2 }] } });
    expect(await getRotatorRules(context, rotator.id)).toEqual(kept);
  }
});

test('a campaign that is made while its rotator is archived or switched off sees it, or is seen', async () => {
  for (let round = 0; round < count; round += 1) {
    const rotator = await makeRotator(context);
    const spoil = async () => {
      if (round % 2 === 0) return await archiveRotator(context, rotator.id);
      const paths = [{ ...rotator.rules.paths[0], enabled: false }];
      await saveRotatorRules(context, rotator.id, { ...rotator.rules, paths });
    };
    const [spoilt, made] = await race(round, spoil, () => makeCampaign(context, { rotatorId: rotator.id }));
    expect([spoilt.status, made.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(reasonOf(spoilt) ?? reasonOf(made)).toMatchObject({ code: 'CONFLICT' });
    const isUsable =
      (await getRotator(context, rotator.id)).status === 'active' &&
      (await getRotatorRules(context, rotator.id)).paths[0]?.enabled === true;
    expect(isUsable).toBe(made.status === 'fulfilled');
  }
});

test('changes of rotators and landings that meet in many pools all come through', async () => {
  const landings = await Promise.all(Array.from({ length: 6 }, () => makeLanding(context)));
  const rotators = await Promise.all(Array.from({ length: 4 }, () => makeRotator(context)));
  const campaigns = await Promise.all(rotators.map(({ id }) => makeCampaign(context, { rotatorId: id })));
  const work = rotators.map(async ({ id }, which) => {
    for (let round = 0; round < 10; round += 1) {
      const rules = await getRotatorRules(context, id);
      const pool = (round + which) % 2 === 0 ? landings : landings.toReversed();
      const items = pool.slice(round % 5).map((landingId) => ({ landingId, weight: round + 1 }));
      await saveRotatorRules(context, id, { ...rules, paths: [{ ...rules.paths[0], landings: items }] });
    }
  });
  const renames = landings.map(async (id) => {
    for (let round = 0; round < 10; round += 1) await updateLanding(context, id, { name: `Name ${round}` });
  });
  await Promise.all([...work, ...renames]);
  for (const { id } of rotators) expect((await getRotatorRules(context, id)).version).toBe(11);
  const ids = campaigns.map(({ id }) => id);
  for (const requested of await countRequests(context, ids)) expect(requested).toBeGreaterThanOrEqual(11);
});

test('a save waits for the rotator, not for the rest of the workspace', async () => {
  const [held, free] = [await makeRotator(context), await makeRotator(context)];
  await database.inWorkspace(context.workspaceId, async (executor) => {
    await sql`SELECT id FROM rotators WHERE id = ${held.id} FOR UPDATE`.execute(executor);
    const saved = await saveRotatorRules(context, free.id, {
      ...free.rules,
      paths: [...free.rules.paths, { name: 'More' }],
    });
    expect(saved.version).toBe(2);
  });
});

test('rules that are read while they are saved are those of one version, never a mixture', async () => {
  const rotator = await makeRotator(context);
  const saved = new AbortController();
  const saving = (async () => {
    let rules = await getRotatorRules(context, rotator.id);
    for (let n = 0; n < 60; n += 1) {
      const name = `Version ${rules.version + 1}`;
      rules = await saveRotatorRules(context, rotator.id, {
        ...rules,
        rules: [{ name, conditions: null, paths: [{ pathId: rules.defaultPathId }] }],
        paths: [{ ...rules.paths[0], name }],
      });
    }
    saved.abort();
  })();
  while (!saved.signal.aborted) {
    const { version, rules, paths } = await getRotatorRules(context, rotator.id);
    if (version > 1)
      expect([rules[0]?.name, paths[0]?.name]).toEqual([`Version ${version}`, `Version ${version}`]);
  }
  await saving;
});
