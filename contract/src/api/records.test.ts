import { describe, expect, it } from 'vitest';
import { bulkIds, idList, recordId, switchedOn } from './records.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('recordId', () => {
  it.each([
    id,
    id.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])('accepts %s and lowercases it', (given) => {
    expect(recordId.parse(given)).toBe(given.toLowerCase());
  });

  it.each([
    '',
    'nonsense',
    id.slice(1),
    `${id}0`,
    ` ${id}`,
    id.replaceAll('-', ''),
    `{${id}}`,
    id.replace('0', 'g'),
    `${id}\n`,
  ])('rejects %j', (given) => {
    expect(recordId.safeParse(given).success).toBe(false);
  });
});

describe('idList', () => {
  it('parses comma-separated IDs with or without spaces', () => {
    expect(idList.parse(`${id}, ${id.toUpperCase()}`)).toEqual([id, id]);
  });

  it.each(['', ',', `${id},`, `${id},,${id}`, `${id};${id}`])('rejects the malformed list %j', (given) => {
    expect(idList.safeParse(given).success).toBe(false);
  });
});

describe('bulkIds', () => {
  it.each([1, 200])('accepts %i IDs, even if all of them are equal', (count) => {
    expect(bulkIds.parse({ ids: Array.from({ length: count }, () => id) }).ids).toHaveLength(count);
  });

  it.each([0, 201])('rejects %i IDs', (count) => {
    expect(bulkIds.safeParse({ ids: Array.from({ length: count }, () => id) }).success).toBe(false);
  });

  it('rejects unknown fields', () => {
    expect(bulkIds.safeParse({ ids: [id], force: true }).success).toBe(false);
  });
});

it.each(['0', 'true', '', 'yes', '1 '])('switchedOn rejects %j', (given) => {
  expect(switchedOn.safeParse(given).success).toBe(false);
  expect(switchedOn.parse('1')).toBe('1');
});
