import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { extractTar, extractTarFile } from './extract-tar-file.ts';

function makeArchive(format: 'gnu' | 'pax' | 'ustar'): string {
  const folder = makeTemporaryDirectory();
  const deep = join('data', 'x'.repeat(70), 'y'.repeat(70));
  mkdirSync(join(folder, deep), { recursive: true });
  writeFileSync(join(folder, deep, 'column.bin'), 'a'.repeat(1_000));
  writeFileSync(join(folder, 'large'), 'b'.repeat(700));
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, '.backup'), '<config></config>');
  const names = [join(deep, 'column.bin'), 'large', 'empty', '.backup'];
  execFileSync('tar', [`--format=${format}`, '-cf', 'a.tar', ...names], { cwd: folder });
  return join(folder, 'a.tar');
}

describe('extractTarFile', () => {
  it.each(['gnu', 'pax', 'ustar'] as const)(
    'copies a file after others, in the %s format',
    async (format) => {
      const archive = makeArchive(format);
      await extractTarFile(archive, '.backup', `${archive}.xml`);
      expect(readFileSync(`${archive}.xml`, 'utf8')).toBe('<config></config>');
    },
  );

  it('rejects an archive without the file, and one that was cut off', async () => {
    const archive = makeArchive('pax');
    await expect(extractTarFile(archive, 'other', `${archive}.xml`)).rejects.toThrow('has no file other');
    truncateSync(archive, 1_024);
    await expect(extractTarFile(archive, '.backup', `${archive}.xml`)).rejects.toThrow('ends unexpectedly');
  });

  it.each([
    ['in an extended header', '19 size=9000000000\n', undefined],
    ['as a binary number', undefined, 9_000_000_000],
  ])('skips a file of 9 GB whose size is %s', async (_, record, binarySize) => {
    const archive = join(makeTemporaryDirectory(), 'a.tar');
    const large = 9_000_000_000;
    const blocks: [number, Buffer][] = [];
    let at = 0;
    if (record !== undefined) {
      blocks.push([0, header('PaxHeader', 'x', record.length)], [512, Buffer.from(record)]);
      at = 1_024;
    }
    blocks.push([at, header('large', '0', 0, binarySize)]);
    const next = at + 512 + Math.ceil(large / 512) * 512;
    blocks.push([next, header('.backup', '0', 3)], [next + 512, Buffer.from('abc')]);
    writeSparse(archive, blocks);
    await extractTarFile(archive, '.backup', `${archive}.xml`);
    expect(readFileSync(`${archive}.xml`, 'utf8')).toBe('abc');
  });
});

describe('extractTar', () => {
  it.each(['gnu', 'pax', 'ustar'] as const)(
    'copies all files, even with long names, in the %s format',
    async (format) => {
      const archive = makeArchive(format);
      const folder = `${archive}-extracted`;
      await extractTar(archive, folder);
      const deep = join('data', 'x'.repeat(70), 'y'.repeat(70), 'column.bin');
      expect(readFileSync(join(folder, deep), 'utf8')).toBe('a'.repeat(1_000));
      expect(readFileSync(join(folder, 'large'), 'utf8')).toBe('b'.repeat(700));
      expect(readFileSync(join(folder, 'empty'), 'utf8')).toBe('');
      expect(readFileSync(join(folder, '.backup'), 'utf8')).toBe('<config></config>');
    },
  );

  it('copies many files without a warning', async () => {
    const folder = makeTemporaryDirectory();
    const names = Array.from({ length: 20 }, (_, at) => `file-${at}`);
    for (const name of names) writeFileSync(join(folder, name), name.repeat(300_000));
    execFileSync('tar', ['-cf', 'a.tar', ...names], { cwd: folder });
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    await extractTar(join(folder, 'a.tar'), join(folder, 'extracted'));
    for (const name of names)
      expect(readFileSync(join(folder, 'extracted', name), 'utf8')).toBe(name.repeat(300_000));
    expect(warnings).toEqual([]);
  });

  it('rejects a file outside of the folder', async () => {
    const archive = join(makeTemporaryDirectory(), 'a.tar');
    writeSparse(archive, [
      [0, header('../outside', '0', 3)],
      [512, Buffer.from('abc')],
      [2_047, Buffer.alloc(1)],
    ]);
    await expect(extractTar(archive, `${archive}-extracted`)).rejects.toThrow('outside of it: ../outside');
  });
});

function header(name: string, type: string, size: number, binarySize?: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(size.toString(8).padStart(11, '0'), 124);
  if (binarySize !== undefined) {
    block.writeUInt32BE(0x80000000, 124);
    block.writeBigUInt64BE(BigInt(binarySize), 128);
  }
  block.write(type, 156);
  return block;
}

function writeSparse(file: string, blocks: [number, Buffer][]): void {
  writeFileSync(file, '');
  const descriptor = openSync(file, 'r+');
  for (const [position, content] of blocks) writeSync(descriptor, content, 0, content.length, position);
  closeSync(descriptor);
}
