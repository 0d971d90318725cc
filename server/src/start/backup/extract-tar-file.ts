import { mkdirSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';

const blockBytes = 512;
const fileType = '0';
const partBytesMax = 1024 * 1024;

type Entry = { name: string; start: number; size: number };

// Copies one file of a tar archive. Other files are skipped without being read. Throws if the file is missing.
export async function extractTarFile(archive: string, name: string, target: string): Promise<void> {
  const file = await open(archive);
  try {
    for await (const entry of listFiles(file))
      if (entry.name === name) return await copy(file, entry, { target, isSynced: true });
    throw new Error(`The archive has no file ${name}.`);
  } finally {
    await file.close();
  }
}

// Copies all files of a tar archive to a temporary folder. They are not synced, because an interrupted restore starts over.
export async function extractTar(archive: string, folder: string): Promise<void> {
  const file = await open(archive);
  try {
    for await (const entry of listFiles(file)) {
      const name = normalize(entry.name);
      if (isAbsolute(name) || name.startsWith('..'))
        throw new Error(`The archive has a file outside of it: ${entry.name}.`);
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
      await copy(file, entry, { target: join(folder, name), isSynced: false });
    }
  } finally {
    await file.close();
  }
}

// A stream per file would leave a listener on the archive for each of them.
async function copy(
  archive: FileHandle,
  { start, size }: Entry,
  { target, isSynced }: { target: string; isSynced: boolean },
): Promise<void> {
  const output = await open(target, 'w', 0o600);
  try {
    for (let copied = 0; copied < size;) {
      const part = await read(archive, start + copied, Math.min(size - copied, partBytesMax));
      await output.writeFile(part);
      copied += part.length;
    }
    if (isSynced) await output.sync();
  } finally {
    await output.close();
  }
}

async function* listFiles(file: FileHandle): AsyncGenerator<Entry> {
  let position = 0;
  // Name and size of the next file, if they are too long for the usual header.
  let extended: { name?: string | undefined; size?: number | undefined } = {};
  for (;;) {
    const header = await read(file, position, blockBytes);
    const shortName = textOf(header, 0, 100);
    if (shortName === '') return;
    const type = textOf(header, 156, 1);
    const isExtension = ['x', 'g', 'L', 'K'].includes(type);
    const size = isExtension ? sizeOf(header) : (extended.size ?? sizeOf(header));
    const start = position + blockBytes;
    if (type === 'x') extended = readExtension(await read(file, start, size));
    else if (type === 'L') extended = { name: textOf(await read(file, start, size), 0, size) };
    else if (!isExtension) {
      const prefix = textOf(header, 257, 5) === 'ustar' ? textOf(header, 345, 155) : '';
      const name = extended.name ?? (prefix === '' ? shortName : `${prefix}/${shortName}`);
      if (type === fileType || type === '') yield { name, start, size };
      extended = {};
    }
    position = start + Math.ceil(size / blockBytes) * blockBytes;
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('The archive ends unexpectedly.');
  return buffer;
}

function textOf(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/\0[^]*/, '');
}

// Octal digits or, if the first bit is set, a binary number.
function sizeOf(header: Buffer): number {
  if ((header[124] ?? 0) < 128) return Number.parseInt(textOf(header, 124, 12).trim() || '0', 8);
  return Number(header.readBigUInt64BE(128));
}

function readExtension(records: Buffer): { name: string | undefined; size: number | undefined } {
  const values = new Map<string, string>();
  for (let at = 0; at < records.length;) {
    const length = Number.parseInt(records.toString('latin1', at, at + 20), 10);
    if (!(length > 0)) break;
    const [, key = '', value = ''] =
      /^\d+ ([^=]+)=([^]*)\n$/.exec(records.toString('utf8', at, at + length)) ?? [];
    values.set(key, value);
    at += length;
  }
  const size = values.get('size');
  return { name: values.get('path'), size: size === undefined ? undefined : Number(size) };
}
