import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clickIdPurpose, makeClickIds } from '../../domain/click-id/index.ts';
import { writeInboxRow } from '../../domain/inbox/inbox-row.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { newId } from '../../platform/ids.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { makeIncomingRequest } from '../../testing/traffic/inbox-rows.ts';
import { eraseRejected, listRejected } from './erase-rejected.ts';
import { realFiles } from './file-operations.ts';
import { namesVisit } from './names-visit.ts';

const clickIds = makeClickIds(deriveKey('secret', clickIdPurpose));
const [visitId, otherId] = [newId(), newId()];
const [clickId, otherClickId] = [clickIds.encode(visitId, 7), clickIds.encode(otherId, 7)];
const erased = { visitIds: new Set([visitId]), clickIds: new Set([clickId]) };
const refused = (row: string) =>
  JSON.stringify({ line: `0badc0de0000000099\tbatch\t${row}`, reason: 'Übel' });
const inboxRow = (query: string, body = '') =>
  writeInboxRow(makeIncomingRequest({ query, body: Buffer.from(body).toString('base64') }));

describe('a row that was set aside', () => {
  test.each([
    ['has the id of the visit', `visit\t${visitId}\tDE`],
    ['has its click id in a query', inboxRow(`sub=x${clickId}y&payout=1`)],
    ['has its click id in a body', inboxRow('', `{"cid":"${clickId}"}`)],
  ])('is one of the visit when it %s', (_, row) => {
    expect(namesVisit(refused(row), erased)).toBe(true);
    expect(namesVisit(row, erased)).toBe(true);
  });

  test('is none of it otherwise', () => {
    for (const row of [
      `visit\t${otherId}`,
      inboxRow(`cid=${otherClickId}`),
      inboxRow('', otherClickId),
      '',
      '{',
    ])
      expect([namesVisit(row, erased), namesVisit(refused(row), erased)]).toEqual([false, false]);
  });
});

test('its rows go from all files that can be read, and everything else stays as it was, byte by byte', async () => {
  const directory = makeTemporaryDirectory();
  const folder = join(directory, 'rejected');
  expect(await listRejected(directory, realFiles)).toEqual([]);
  mkdirSync(join(folder, 'damaged'), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  const kept = refused(`visit\t${otherId}\tKöln`);
  write('a.jsonl', `${refused(`visit\t${visitId}`)}\n${kept}\n${refused(inboxRow('', clickId))}\n`);
  write('b.jsonl', `${refused(`visit\t${visitId}`)}\n`);
  const odd = Buffer.from([0xff, 0xfe, 0x0a, 0x80]);
  write('c.sealed', Buffer.concat([Buffer.from(`head\tbatch\t${visitId}\n`), odd]));
  write('d.jsonl', `${kept}\n`);
  const paths = await listRejected(directory, realFiles);
  const result = await eraseRejected(paths, realFiles, erased);
  expect(result).toEqual({ rows: 4, unreadable: [join(folder, 'damaged')] });
  expect(readdirSync(folder).toSorted()).toEqual(['a.jsonl', 'c.sealed', 'd.jsonl', 'damaged']);
  expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe(`${kept}\n`);
  expect(readFileSync(join(folder, 'c.sealed'))).toEqual(odd);
  expect(await eraseRejected(paths, realFiles, erased)).toMatchObject({ rows: 0 });
});
