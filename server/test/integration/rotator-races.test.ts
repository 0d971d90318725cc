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

async function makePoolChange() {
  const rotator = await makeRotator(context);
  const landingId = await makeLanding(context);
  return { rotator, landingId, paths: [{ ...rotator.rules.paths[0], landings: [{ landingId }] }] };
}

/** Runs both functions concurrently. The first function is faster, so it starts a little later in each round. */
async function race<First, Second>(
  round: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const delayed = async () => {
    for (let pause = 0; pause < round; pause += 1) await database.check();
    return await first();
  };
  return await Promise.allSettled([delayed(), second()]);
}

function reasonOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'rejected' ? result.reason : undefined;
}

test('archiving a landing page while rules start to use it makes exactly one of the two fail', async () => {
  for (let round = 0; round < count; round += 1) {
    const { rotator, landingId, paths } = await makePoolChange();
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

describe('the second of two conflicting changes waits for the first and sees its result', () => {
  test('archiving a landing page, then adding it to a pool', async () => {
    const { rotator, landingId, paths } = await makePoolChange();
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

  test('adding a landing page to a pool, then archiving it', async () => {
    const { rotator, landingId, paths } = await makePoolChange();
    const { hadToWait, outcome } = await inLockStep(
      context,
      (open) => saveRotatorRules(open, rotator.id, { ...rotator.rules, paths }),
      () => archiveLanding(context, landingId),
    );
    expect(hadToWait).toBe(true);
    expect(reasonOf(outcome)).toMatchObject({ code: 'CONFLICT', details: { blocked: [{ id: landingId }] } });
  });

  test('keeping a landing page in a pool, then archiving it', async () => {
    const { rotator, landingId, paths } = await makePoolChange();
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

  test('saving rules, then saving them again with the same version', async () => {
    const { rotator, paths } = await makePoolChange();
    const save = (actor: WorkspaceContext) =>
      saveRotatorRules(actor, rotator.id, { ...rotator.rules, paths });
    const { hadToWait, outcome } = await inLockStep(context, save, () => save(context));
    expect(hadToWait).toBe(true);
    const { version } = await getRotatorRules(context, rotator.id);
    expect(reasonOf(outcome)).toMatchObject({ code: 'CONFLICT', details: { stale: [{ version }] } });
  });

  test('creating a campaign with a rotator, then archiving the rotator', async () => {
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

test('one of two concurrent saves with the same version succeeds and the other gets a conflict', async () => {
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
    const [stored] = saves.filter((result) => result.status === 'fulfilled').map((result) => result.value);
    const rejected = saves.filter((result) => result.status === 'rejected');
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.reason).toMatchObject({ code: 'CONFLICT', details: { stale: [{ version: 2 }] } });
    expect(await getRotatorRules(context, rotator.id)).toEqual(stored);
  }
});

test('creating a campaign and archiving or disabling its rotator concurrently makes exactly one of them fail', async () => {
  for (let round = 0; round < count; round += 1) {
    const rotator = await makeRotator(context);
    const disable = async () => {
      if (round % 2 === 0) return await archiveRotator(context, rotator.id);
      const paths = [{ ...rotator.rules.paths[0], enabled: false }];
      await saveRotatorRules(context, rotator.id, { ...rotator.rules, paths });
    };
    const [disabled, created] = await race(round, disable, () =>
      makeCampaign(context, { rotatorId: rotator.id }),
    );
    expect([disabled.status, created.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(reasonOf(disabled) ?? reasonOf(created)).toMatchObject({ code: 'CONFLICT' });
    const isUsable =
      (await getRotator(context, rotator.id)).status === 'active' &&
      (await getRotatorRules(context, rotator.id)).paths[0]?.enabled === true;
    expect(isUsable).toBe(created.status === 'fulfilled');
  }
});

test('concurrent changes to rotators and landing pages in shared pools all succeed', async () => {
  const landings = await Promise.all(Array.from({ length: 6 }, () => makeLanding(context)));
  const rotators = await Promise.all(Array.from({ length: 4 }, () => makeRotator(context)));
  const campaigns = await Promise.all(rotators.map(({ id }) => makeCampaign(context, { rotatorId: id })));
  const work = rotators.map(async ({ id }, rotatorIndex) => {
    for (let round = 0; round < 10; round += 1) {
      const rules = await getRotatorRules(context, id);
      const pool = (round + rotatorIndex) % 2 === 0 ? landings : landings.toReversed();
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

test('a save waits only for its own rotator', async () => {
  const [locked, unlocked] = [await makeRotator(context), await makeRotator(context)];
  await database.inWorkspace(context.workspaceId, async (executor) => {
    await sql`SELECT id FROM rotators WHERE id = ${locked.id} FOR UPDATE`.execute(executor);
    const saved = await saveRotatorRules(context, unlocked.id, {
      ...unlocked.rules,
      paths: [...unlocked.rules.paths, { name: 'More' }],
    });
    expect(saved.version).toBe(2);
  });
});

test('rules read during a save belong to exactly one version', async () => {
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
