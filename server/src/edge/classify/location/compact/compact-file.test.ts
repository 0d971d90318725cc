import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rounds } from '../../../../testing/rounds.ts';
import { makeTemporaryDirectory } from '../../../../testing/temporary-directory.ts';
import { readCompactFile, writeCompactFile } from './compact-file.ts';
import { Ipv4Ranges } from './ipv4-numbers.ts';
import { Ipv6Ranges } from './ipv6-numbers.ts';
import type { CompactFacts } from './make-tables.ts';
import { NumberedTexts } from './part-texts.ts';

function makeFacts(): CompactFacts {
  const texts = new NumberedTexts();
  const ipv4 = new Ipv4Ranges();
  ipv4.add(5, texts.numberOf('one'));
  ipv4.add(9, 0);
  const ipv6 = new Ipv6Ranges();
  ipv6.add(1, 2, texts.numberOf('zwölf'));
  const tables = { ipv4: ipv4.build(texts.count), ipv6: ipv6.build(), texts: texts.build() };
  return { builtAt: new Date('2026-11-01T00:00:00Z'), tables };
}

it('readCompactFile returns the written tables, and undefined for a different key', async () => {
  const path = join(makeTemporaryDirectory(), 'tables');
  const facts = makeFacts();
  await writeCompactFile(path, 'a file', facts);
  const { texts, ...rest } = (await readCompactFile(path, 'a file'))?.tables ?? {};
  expect(rest).toEqual({ ipv4: facts.tables.ipv4, ipv6: facts.tables.ipv6 });
  expect(Buffer.from(texts?.text ?? []).toString()).toBe('onezwölf');
  expect(await readCompactFile(path, 'another file')).toBeUndefined();
  expect(await readCompactFile(`${path}-missing`, 'a file')).toBeUndefined();
});

it('readCompactFile rejects tables with a changed or missing byte anywhere', async () => {
  const path = join(makeTemporaryDirectory(), 'tables');
  await writeCompactFile(path, 'a file', makeFacts());
  const whole = readFileSync(path);
  const positions = [
    ...Array(300).keys(),
    ...Array.from({ length: 60 }, (_, at) => whole.length - 1 - at * 9_000),
  ];
  for (const at of positions.filter((position, number) => position >= 0 && number % rounds(5, 1) === 0)) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x40;
    writeFileSync(path, changed);
    expect([at, await readCompactFile(path, 'a file')]).toEqual([at, undefined]);
  }
  writeFileSync(path, whole);
  for (const length of [whole.length - 1, whole.length >> 1, 9, 8, 3, 0]) {
    truncateSync(path, length);
    expect([length, await readCompactFile(path, 'a file')]).toEqual([length, undefined]);
  }
});
