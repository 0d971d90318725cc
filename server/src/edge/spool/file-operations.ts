import fs from 'node:fs';
import { dirname } from 'node:path';

export type DiskSpace = { totalBytes: number; usedBytes: number };

/** Every touch of the disk, so that tests can make it slow, short or failing. */
export type FileOperations = {
  /** For writing; the file must not exist yet. `isSynced` unless it is false: whether it will ever be synced. */
  create(path: string, isSynced?: boolean): Promise<number>;
  /** May write less than it was given, as the system may. Resolves to the number of bytes. */
  write(descriptor: number, bytes: Uint8Array, position: number): Promise<number>;
  sync(descriptor: number): Promise<void>;
  close(descriptor: number): Promise<void>;
  syncDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  /** All of it, in the memory that is given where that has room for more. */
  read(path: string, into?: Buffer): Promise<Buffer>;
  makeDirectory(path: string): Promise<void>;
  space(path: string): Promise<DiskSpace>;
};

// Callbacks wrapped by hand: they run several thousand times a second, and file handles of `fs/promises` cost twice as much.
function call<Value>(start: (done: (error: Error | null, value?: Value) => void) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value as Value)));
  });
}

const ownerOnly = 0o600;
const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = fs.constants;
const asNew = O_WRONLY | O_CREAT | O_EXCL;
// Linux writes and syncs in one call, which is half the work for us. Elsewhere such a write may end in the disk's own
// memory, which a sync does not.
const writesAreSynced = process.platform === 'linux';

export const realFiles: FileOperations = {
  create: (path, isSynced = true) =>
    call((done) => fs.open(path, isSynced && writesAreSynced ? asNew | O_DSYNC : asNew, ownerOnly, done)),
  write: (descriptor, bytes, position) =>
    call((done) => fs.write(descriptor, bytes, 0, bytes.length, position, done)),
  sync: writesAreSynced ? doNothing : (descriptor) => call((done) => fs.fdatasync(descriptor, done)),
  close: (descriptor) => call((done) => fs.close(descriptor, done)),
  async syncDirectory(path) {
    const descriptor = await call<number>((done) => fs.open(path, 'r', done));
    try {
      await call((done) => fs.fsync(descriptor, done));
    } finally {
      await call((done) => fs.close(descriptor, done));
    }
  },
  rename: (from, to) => call((done) => fs.rename(from, to, done)),
  remove: (path) => call((done) => fs.unlink(path, done)),
  list: (path) => call((done) => fs.readdir(path, done)),
  async read(path, into) {
    const content = into === undefined ? undefined : await readInto(path, into);
    return content ?? (await call((done) => fs.readFile(path, done)));
  },
  makeDirectory: async (path) => {
    await fs.promises.mkdir(path, { recursive: true, mode: 0o700 });
  },
  async space(path) {
    const { bsize, blocks, bfree, bavail } = await fs.promises.statfs(path);
    // As `df` counts: what is reserved for root is neither used nor to be had.
    const usedBytes = (blocks - bfree) * bsize;
    return { usedBytes, totalBytes: usedBytes + bavail * bsize };
  },
};

async function doNothing(): Promise<void> {}

/** For those who would rather lose the last second in a power cut than wait for the disk. */
export function withoutSyncs(files: FileOperations): FileOperations {
  return {
    ...files,
    create: (path) => files.create(path, false),
    sync: doNothing,
    syncDirectory: doNothing,
  };
}

/** Writes the whole of it, however little the system takes at a time. */
export async function writeAll(
  files: FileOperations,
  descriptor: number,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const count = await files.write(descriptor, bytes.subarray(written), position + written);
    // A write of nothing is a full disk by another name; without this the loop would not end.
    if (count === 0) throw new Error('the system wrote nothing');
    written += count;
  }
}

/** A crash leaves the old file or the new one, and after this returned the new one. */
export async function writeWholeFile(
  files: FileOperations,
  path: string,
  content: string | Buffer,
): Promise<void> {
  const temporary = `${path}.new`;
  await files.remove(temporary).catch(() => undefined);
  const descriptor = await files.create(temporary);
  try {
    await writeAll(files, descriptor, typeof content === 'string' ? Buffer.from(content) : content, 0);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  await files.rename(temporary, path);
  await files.syncDirectory(dirname(path));
}

/** Undefined where the file may be longer than what there is room for. */
async function readInto(path: string, into: Buffer): Promise<Buffer | undefined> {
  const descriptor = await call<number>((done) => fs.open(path, 'r', done));
  try {
    for (let end = 0; end < into.length;) {
      const [from, length] = [end, into.length - end];
      const bytes = await call<number>((done) => fs.read(descriptor, into, from, length, from, done));
      if (bytes === 0) return into.subarray(0, end);
      end += bytes;
    }
    return undefined;
  } finally {
    await call((done) => fs.close(descriptor, done));
  }
}
