import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { realFiles } from './file-operations.ts';

it.each([
  ['more than large enough', 20, true],
  ['one byte larger than the file', 11, true],
  ['exactly the size of the file', 10, false],
  ['too small', 4, false],
  ['empty', 0, false],
])('realFiles.read returns the whole file if the buffer is %s', async (_, bytes, isUsed) => {
  const path = join(makeTemporaryDirectory(), 'file');
  writeFileSync(path, '0123456789');
  const buffer = Buffer.alloc(bytes, 'x');
  const content = await realFiles.read(path, buffer);
  expect(content.toString()).toBe('0123456789');
  expect(content.buffer === buffer.buffer && content.length > 0).toBe(isUsed);
});

it('realFiles.read rejects if the file is missing, with and without a buffer', async () => {
  const path = join(makeTemporaryDirectory(), 'none');
  await expect(realFiles.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(realFiles.read(path, Buffer.alloc(8))).rejects.toMatchObject({ code: 'ENOENT' });
});
