import { expect, it } from 'vitest';
import { LeafParts } from './leaf-parts.ts';

function makeParts() {
  let reads = 0;
  const file = { record: (leaf: number) => ((reads += 1), leaf) };
  const parts = new LeafParts(file, (leaf) => (Number(leaf) % 10 === 3 ? undefined : { leaf }));
  return { parts, countReads: () => reads };
}

it('LeafParts decodes a record only once, even if the record is empty', () => {
  const { parts, countReads } = makeParts();
  expect([parts.at(12), parts.at(13), parts.at(0)]).toEqual([{ leaf: 12 }, undefined, undefined]);
  expect([parts.at(12), parts.at(13), countReads()]).toEqual([{ leaf: 12 }, undefined, 2]);
});

it('LeafParts decodes records again after eviction and never mixes them up', () => {
  const { parts, countReads } = makeParts();
  const leaves = 150_000;
  let wrong = 0;
  for (let round = 0; round < 2; round += 1)
    for (let at = 1; at <= leaves; at += 1) {
      const leaf = at * 31;
      if (parts.at(leaf)?.leaf !== (leaf % 10 === 3 ? undefined : leaf)) wrong += 1;
    }
  expect(wrong).toBe(0);
  expect(countReads()).toBeGreaterThan(leaves);
});
