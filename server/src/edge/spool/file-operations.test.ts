import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { realFiles } from './file-operations.ts';

it.each([
  ['more than enough', 20, true],
  ['one byte more than it has', 11, true],
  ['just enough, so that there might be more', 10, false],
  ['too little', 4, false],
  ['none', 0, false],
])('a file is read whole where the room is %s', async (_, bytes, isUsed) => {
  const path = join(makeTemporaryDirectory(), 'file');
  writeFileSync(path, '0123456789');
  const room = Buffer.alloc(bytes, 'x');
  const content = await realFiles.read(path, room);
  expect(content.toString()).toBe('0123456789');
  expect(content.buffer === room.buffer && content.length > 0).toBe(isUsed);
});

it('a file that is not there is an error, with and without room', async () => {
  const path = join(makeTemporaryDirectory(), 'none');
  await expect(realFiles.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(realFiles.read(path, Buffer.alloc(8))).rejects.toMatchObject({ code: 'ENOENT' });
});
