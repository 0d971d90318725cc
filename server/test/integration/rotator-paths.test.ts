import type { RotatorPath } from '@waypost/contract/rotators/rotators.ts';
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

describe('a rotator path', () => {
  test('keeps its ID and creation time when it is renamed, emptied, filled and disabled', async () => {
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

  test('is not affected by changes to other paths, rules or the order', async () => {
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

  test('is archived when a save leaves it out, and returns with the same ID and an empty pool when a save includes it again', async () => {
    const rotator = await makeRotator(context);
    const landing = await makeLanding(context);
    const originalPath = rotator.rules.paths[0];
    const created = (await pathsOf(rotator.id)).get(originalPath?.id ?? '');
    const filled = await saveRotatorRules(context, rotator.id, {
      ...rotator.rules,
      paths: [{ ...originalPath, landings: [{ landingId: landing }] }],
    });
    second += 10;
    const replaced = await saveRotatorRules(context, rotator.id, {
      ...filled,
      defaultPathId: 'new-1',
      paths: [{ id: 'new-1', name: 'Replacement' }],
    });
    expect((await pathsOf(rotator.id)).get(originalPath?.id ?? '')).toEqual({
      ...created,
      deletedAt: second,
      updatedAt: second,
    });
    expect([...(await pathsOf(rotator.id, false)).keys()]).toEqual([replaced.defaultPathId]);
    second += 10;
    const back = await saveRotatorRules(context, rotator.id, {
      ...replaced,
      paths: [...replaced.paths, { id: originalPath?.id, name: 'Back' }],
    });
    expect(back.paths[1]).toEqual({
      id: originalPath?.id,
      name: 'Back',
      enabled: true,
      blocks: false,
      caps: [],
      landings: [],
      offers: [],
    });
    expect((await pathsOf(rotator.id)).get(originalPath?.id ?? '')).toEqual({
      ...created,
      name: 'Back',
      updatedAt: second,
    });
    expect(await getRotatorRules(context, rotator.id)).toEqual(back);
  });

  test('keeps its archive time when other paths are saved later', async () => {
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

type RulesStep = { keep: number[]; restored: number[]; added: number; rename: number };

const step: fc.Arbitrary<RulesStep> = fc.record({
  /** Indexes of the live paths to keep, in the order in which they are saved. */
  keep: fc.uniqueArray(fc.nat(7), { maxLength: 4 }),
  restored: fc.uniqueArray(fc.nat(7), { maxLength: 2 }),
  added: fc.integer({ min: 0, max: 2 }),
  rename: fc.nat(9),
});

test('every path keeps its ID and creation time through any sequence of saves, and only saved paths remain live', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const rotator = await makeRotator(context);
      let { rules } = rotator;
      const created = new Map([...(await pathsOf(rotator.id))].map(([id, path]) => [id, path.createdAt]));
      for (const { keep, restored, added, rename } of steps) {
        second += 1;
        const live = rules.paths;
        const archived = [...created.keys()].filter((id) => !live.some((path) => path.id === id));
        const requested = [
          ...keep
            .flatMap((index) => live[index] ?? [])
            .map((path, index) => (index === rename ? { ...path, name: `Name ${second}` } : path)),
          ...restored.flatMap((index) => archived[index] ?? []).map((id) => ({ id, name: 'Back' })),
          ...Array.from({ length: added }, (_, index) => ({ id: `new-${index}`, name: `Fresh ${second}` })),
        ];
        if (requested.length === 0) continue;
        const before = rules;
        rules = await saveRotatorRules(context, rotator.id, {
          ...before,
          defaultPathId: requested[0]?.id,
          paths: requested,
        });
        // The saved list is returned with the same names in the same order, and with the given IDs.
        expect(rules.paths.map(({ name }) => name)).toEqual(requested.map(({ name }) => name));
        expect(rules.defaultPathId).toBe(rules.paths[0]?.id);
        for (const [index, { id }] of requested.entries()) {
          if (id.startsWith('new-')) expect(created.has(rules.paths[index]?.id ?? '')).toBe(false);
          else expect(rules.paths[index]?.id).toBe(id);
        }
        for (const { id } of rules.paths) if (!created.has(id)) created.set(id, second);
        const all = await pathsOf(rotator.id);
        expect(new Map([...all].map(([id, path]) => [id, path.createdAt]))).toEqual(created);
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
