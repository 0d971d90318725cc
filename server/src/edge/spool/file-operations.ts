import fs from 'node:fs';
import { dirname } from 'node:path';

export type DiskSpace = { totalBytes: number; usedBytes: number };

/**
 * All of the spool's disk access goes through these operations, so that tests can simulate a slow, full or failing
 * disk.
 */
export type FileOperations = {
  /** Creates a file that must not exist yet. `isSynced` is false for a file that will never be synced. */
  create(path: string, isSynced?: boolean): Promise<number>;
  // Opens an existing file without removing its content. Needs no disk space, unlike a new file.
  reopen?: (path: string) => Promise<number>;
  /** Returns the number of bytes written, which may be fewer than given. */
  write(descriptor: number, bytes: Uint8Array, position: number): Promise<number>;
  sync(descriptor: number): Promise<void>;
  close(descriptor: number): Promise<void>;
  syncDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  /** Reads the whole file, using the given buffer if it is larger than the file. */
  read(path: string, into?: Buffer): Promise<Buffer>;
  makeDirectory(path: string): Promise<void>;
  space(path: string): Promise<DiskSpace>;
};

// Wraps the callback API, because file operations run thousands of times per second and take twice as long with file
// handles from `fs/promises`.
function call<Value>(start: (done: (error: Error | null, value?: Value) => void) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value as Value)));
  });
}

const ownerOnly = 0o600;
const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = fs.constants;
const createFlags = O_WRONLY | O_CREAT | O_EXCL;
// On Linux, files are opened with O_DSYNC, so that a single call writes and syncs. On other systems, such a write may
// only reach the disk's cache, so a separate sync follows.
const writesAreSynced = process.platform === 'linux';

export const realFiles: FileOperations = {
  create: (path, isSynced = true) =>
    call((done) =>
      fs.open(path, isSynced && writesAreSynced ? createFlags | O_DSYNC : createFlags, ownerOnly, done),
    ),
  reopen: (path) => call((done) => fs.open(path, O_WRONLY, done)),
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
    // As in `df`, blocks reserved for root count as neither used nor available.
    const usedBytes = (blocks - bfree) * bsize;
    return { usedBytes, totalBytes: usedBytes + bavail * bsize };
  },
};

async function doNothing(): Promise<void> {}

/** Disables syncing. Writes are faster, but a power failure loses the rows of the last few seconds. */
export function withoutSyncs(files: FileOperations): FileOperations {
  return {
    ...files,
    create: (path) => files.create(path, false),
    sync: doNothing,
    syncDirectory: doNothing,
  };
}

export async function writeAll(
  files: FileOperations,
  descriptor: number,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const count = await files.write(descriptor, bytes.subarray(written), position + written);
    // A write to a full disk may return 0 bytes. Without this check, the loop would not end.
    if (count === 0) throw new Error('write returned 0 bytes; the disk may be full');
    written += count;
  }
}

/** Replaces a file atomically and durably. */
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

// Returns undefined if the file may be longer than the buffer.
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
