import type { RotatorPath } from '@waypost/contract/rotators.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { getRotatorRules, listRotatorPaths } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { Database } from '../../src/store/database/database.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeLanding, makeRotator } from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;
let context: WorkspaceContext;
let second = 1_000_000_000;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  context = await makeWorkspace(database, () => new Date(second * 1_000));
});

afterAll(() => database.close());

async function pathsOf(rotatorId: string, archived = true): Promise<Map<string, RotatorPath>> {
  const filter = archived ? { rotatorId, includeArchived: '1' } : { rotatorId };
  const paths = new Map<string, RotatorPath>();
  for await (const page of listRotatorPaths(context, filter))
    for (const path of page) paths.set(path.id, path);
  return paths;
}

describe('a path', () => {
  test('keeps its id and its first day when it is renamed, emptied, filled and switched', async () => {
    const rotator = await makeRotator(context);
    const [before] = (await pathsOf(rotator.id)).values();
    const landing = await makeLanding(context);
    let { rules } = rotator;
    for (const change of [
      { name: 'Renamed' },
      { landings: [{ landingId: landing, weight: 1, enabled: true }] },
      { landings: [{ landingId: landing, weight: 2, enabled: true }] },
      { landings: [] },
      { enabled: false },
    ]) {
      second += 10;
      rules = await saveRotatorRules(context, rotator.id, {
        ...rules,
        paths: [{ ...rules.paths[0], ...change }],
      });
      const paths = await pathsOf(rotator.id);
      expect([...paths.values()]).toEqual([{ ...before, name: 'Renamed', updatedAt: second }]);
    }
    expect(rules.version).toBe(6);
  });

  test('is not touched by changes of others, of rules, or of the order', async () => {
    const rotator = await makeRotator(context);
    second += 10;
    const two = await saveRotatorRules(context, rotator.id, {
      ...rotator.rules,
      paths: [...rotator.rules.paths, { name: 'Second' }],
    });
    const [first, other] = two.paths;
    const before = (await pathsOf(rotator.id)).get(two.defaultPathId);
    second += 10;
    const saved = await saveRotatorRules(context, rotator.id, {
      ...two,
      rules: [{ name: 'All', conditions: null, paths: [{ pathId: other?.id }] }],
      paths: [{ ...other, name: 'Renamed' }, first],
    });
    const paths = await pathsOf(rotator.id);
    expect(paths.get(two.defaultPathId)).toEqual(before);
    expect(paths.get(other?.id ?? '')?.updatedAt).toBe(second);
    expect((await getRotatorRules(context, rotator.id)).paths.map(({ id }) => id)).toEqual([
      other?.id,
      first?.id,
    ]);
    expect(saved.paths.map(({ id }) => id)).toEqual([other?.id, first?.id]);
  });

  test('that is left out is archived, not deleted, and comes back as itself with an empty pool', async () => {
    const rotator = await makeRotator(context);
    const landing = await makeLanding(context);
    const old = rotator.rules.paths[0];
    const born = (await pathsOf(rotator.id)).get(old?.id ?? '');
    const filled = await saveRotatorRules(context, rotator.id, {
      ...rotator.rules,
      paths: [{ ...old, landings: [{ landingId: landing }] }],
    });
    second += 10;
    const without = await saveRotatorRules(context, rotator.id, {
      ...filled,
      defaultPathId: 'new-1',
      paths: [{ id: 'new-1', name: 'Instead' }],
    });
    expect((await pathsOf(rotator.id)).get(old?.id ?? '')).toEqual({
      ...born,
      deletedAt: second,
      updatedAt: second,
    });
    expect([...(await pathsOf(rotator.id, false)).keys()]).toEqual([without.defaultPathId]);
    second += 10;
    const back = await saveRotatorRules(context, rotator.id, {
      ...without,
      paths: [...without.paths, { id: old?.id, name: 'Back' }],
    });
    expect(back.paths[1]).toEqual({
      id: old?.id,
      name: 'Back',
      enabled: true,
      caps: [],
      landings: [],
      offers: [],
    });
    expect((await pathsOf(rotator.id)).get(old?.id ?? '')).toEqual({
      ...born,
      name: 'Back',
      updatedAt: second,
    });
    expect(await getRotatorRules(context, rotator.id)).toEqual(back);
  });

  test('that was archived earlier keeps the moment it was', async () => {
    const rotator = await makeRotator(context);
    const two = await saveRotatorRules(context, rotator.id, {
      ...rotator.rules,
      paths: [...rotator.rules.paths, { name: 'Short-lived' }],
    });
    second += 10;
    const one = await saveRotatorRules(context, rotator.id, { ...two, paths: rotator.rules.paths });
    const archivedAt = second;
    second += 10;
    await saveRotatorRules(context, rotator.id, { ...one, paths: [{ ...one.paths[0], name: 'Renamed' }] });
    expect((await pathsOf(rotator.id)).get(two.paths[1]?.id ?? '')).toMatchObject({
      deletedAt: archivedAt,
      updatedAt: archivedAt,
    });
  });
});

type Step = { keep: number[]; back: number[]; fresh: number; rename: number };

const step: fc.Arbitrary<Step> = fc.record({
  /** Which of the live paths stay, in which order. */
  keep: fc.uniqueArray(fc.nat(7), { maxLength: 4 }),
  /** Which of the archived ones come back. */
  back: fc.uniqueArray(fc.nat(7), { maxLength: 2 }),
  fresh: fc.integer({ min: 0, max: 2 }),
  rename: fc.nat(9),
});

test('whatever is saved, every path that ever was keeps its identity, and the live ones are those of the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const rotator = await makeRotator(context);
      let { rules } = rotator;
      const born = new Map([...(await pathsOf(rotator.id))].map(([id, path]) => [id, path.createdAt]));
      for (const { keep, back, fresh, rename } of steps) {
        second += 1;
        const live = rules.paths;
        const archived = [...born.keys()].filter((id) => !live.some((path) => path.id === id));
        const wanted = [
          ...keep
            .flatMap((index) => live[index] ?? [])
            .map((path, index) => (index === rename ? { ...path, name: `Name ${second}` } : path)),
          ...back.flatMap((index) => archived[index] ?? []).map((id) => ({ id, name: 'Back' })),
          ...Array.from({ length: fresh }, (_, index) => ({ id: `new-${index}`, name: `Fresh ${second}` })),
        ];
        if (wanted.length === 0) continue;
        const before = rules;
        rules = await saveRotatorRules(context, rotator.id, {
          ...before,
          defaultPathId: wanted[0]?.id,
          paths: wanted,
        });
        // What the list said is what there is: the same names in the same order, known ids where they were given.
        expect(rules.paths.map(({ name }) => name)).toEqual(wanted.map(({ name }) => name));
        expect(rules.defaultPathId).toBe(rules.paths[0]?.id);
        for (const [index, { id }] of wanted.entries()) {
          if (id.startsWith('new-')) expect(born.has(rules.paths[index]?.id ?? '')).toBe(false);
          else expect(rules.paths[index]?.id).toBe(id);
        }
        for (const { id } of rules.paths) if (!born.has(id)) born.set(id, second);
        const all = await pathsOf(rotator.id);
        expect(new Map([...all].map(([id, path]) => [id, path.createdAt]))).toEqual(born);
        const alive = [...all.values()].filter((path) => path.deletedAt === null).map(({ id }) => id);
        expect(new Set(alive)).toEqual(new Set(rules.paths.map(({ id }) => id)));
        expect(await getRotatorRules(context, rotator.id)).toEqual(rules);
        const isSame =
          JSON.stringify([before.defaultPathId, before.paths.map(({ id, name }) => [id, name])]) ===
          JSON.stringify([rules.defaultPathId, rules.paths.map(({ id, name }) => [id, name])]);
        expect(rules.version).toBe(before.version + (isSame ? 0 : 1));
      }
    }),
    { numRuns: rounds(12, 200) },
  );
});
