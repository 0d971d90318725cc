import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clickIdPurpose, makeClickIds } from '../../domain/click-id/index.ts';
import { writeInboxRow } from '../../domain/conversions/inbox-row.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { newId } from '../../platform/ids.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { makeIncomingRequest } from '../../testing/traffic/inbox-rows.ts';
import { eraseRejected, listRejected } from './erase-rejected.ts';
import { realFiles } from './file-operations.ts';
import { mentionsVisit } from './mentions-visit.ts';

const clickIds = makeClickIds(deriveKey('secret', clickIdPurpose));
const [visitId, otherId] = [newId(), newId()];
const [clickId, otherClickId] = [clickIds.encode(visitId, 7), clickIds.encode(otherId, 7)];
const erased = { visitIds: new Set([visitId]), clickIds: new Set([clickId]) };
const refused = (row: string) =>
  JSON.stringify({ line: `0badc0de0000000099\tbatch\t${row}`, reason: 'Übel' });
const inboxRow = (query: string, body = '') =>
  writeInboxRow(makeIncomingRequest({ query, body: Buffer.from(body).toString('base64') }));

describe('mentionsVisit', () => {
  test.each([
    ['visit ID', `visit\t${visitId}\tDE`],
    ['click ID in a query', inboxRow(`sub=x${clickId}y&payout=1`)],
    ['click ID in a body', inboxRow('', `{"cid":"${clickId}"}`)],
  ])('finds the %s', (_, row) => {
    expect(mentionsVisit(refused(row), erased)).toBe(true);
    expect(mentionsVisit(row, erased)).toBe(true);
  });

  test('returns false for rows from other visits', () => {
    for (const row of [
      `visit\t${otherId}`,
      inboxRow(`cid=${otherClickId}`),
      inboxRow('', otherClickId),
      '',
      '{',
    ])
      expect([mentionsVisit(row, erased), mentionsVisit(refused(row), erased)]).toEqual([false, false]);
  });
});

test("eraseRejected removes the visit's rows from all readable files and preserves every other byte", async () => {
  const directory = makeTemporaryDirectory();
  const folder = join(directory, 'rejected');
  expect(await listRejected(directory, realFiles)).toEqual([]);
  mkdirSync(join(folder, 'damaged'), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  const other = refused(`visit\t${otherId}\tKöln`);
  write('a.jsonl', `${refused(`visit\t${visitId}`)}\n${other}\n${refused(inboxRow('', clickId))}\n`);
  write('b.jsonl', `${refused(`visit\t${visitId}`)}\n`);
  const binary = Buffer.from([0xff, 0xfe, 0x0a, 0x80]);
  write('c.sealed', Buffer.concat([Buffer.from(`head\tbatch\t${visitId}\n`), binary]));
  write('d.jsonl', `${other}\n`);
  const paths = await listRejected(directory, realFiles);
  const result = await eraseRejected(paths, realFiles, erased);
  expect(result).toEqual({ rows: 4, unreadable: [join(folder, 'damaged')] });
  expect(readdirSync(folder).toSorted()).toEqual(['a.jsonl', 'c.sealed', 'd.jsonl', 'damaged']);
  expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe(`${other}\n`);
  expect(readFileSync(join(folder, 'c.sealed'))).toEqual(binary);
  expect(await eraseRejected(paths, realFiles, erased)).toMatchObject({ rows: 0 });
});
