import { basename, dirname } from 'node:path';
import type { FileOperations } from '../../edge/spool/file-operations.ts';
import { systemError } from './faulty-files.ts';

type Inode = {
  content: Buffer;
  /** Content that survives a power failure. */
  durable: Buffer;
  /** Set after a failed write or sync: the kernel has dropped the dirty pages, and later syncs guarantee nothing. */
  isSpoiled: boolean;
};

/** A directory change in the file system's journal. */
type Change = { path: string; inode: Inode | undefined };

type Operation = keyof FileOperations;
export type DiskFault = { operation: Operation; code: string } | { operation: 'write'; bytes: number };
type Act = <Value>(operation: Operation, work: () => Value) => Promise<Value>;
type Random = (below: number) => number;

/**
 * A disk that guarantees only what POSIX guarantees: the synced bytes of files whose names are also synced. A power
 * failure may lose any other bytes and any unsynced directory changes. Processes that use the disk can also be killed.
 */
export class SimulatedDisk {
  /** Each fault applies to the next operation of its kind. */
  readonly faults: DiskFault[] = [];
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  #journal: Change[][] = [];
  #run = 0;

  /**
   * Returns the file operations for one process. After `kill` or `cutPower`, calls to these operations never complete.
   */
  files(): FileOperations {
    const run = this.#run;
    const opened: Inode[] = [];
    const act: Act = async (operation, work) => {
      await new Promise(setImmediate);
      if (run !== this.#run) return await new Promise<never>(() => undefined);
      const fault = this.#takeFault(operation);
      if (fault === undefined) return work();
      if (operation === 'sync' || operation === 'write') for (const inode of opened) inode.isSpoiled = true;
      throw systemError(fault.code);
    };
    return { ...this.#contentOperations(act, opened), ...this.#nameOperations(act) };
  }

  #contentOperations(act: Act, opened: Inode[]) {
    const inodeOf = (descriptor: number) => getOrThrow(opened[descriptor], 'EBADF');
    return {
      create: (path: string) =>
        act('create', () => {
          if (this.#names.has(path)) throw systemError('EEXIST');
          const inode = { content: Buffer.alloc(0), durable: Buffer.alloc(0), isSpoiled: false };
          this.#change([{ path, inode }]);
          return opened.push(inode) - 1;
        }),
      write: (descriptor: number, bytes: Uint8Array, position: number) => {
        const taken = bytes.subarray(0, this.#takeShortWrite());
        return act('write', () => write(inodeOf(descriptor), taken, position));
      },
      sync: (descriptor: number) =>
        act('sync', () => {
          const inode = inodeOf(descriptor);
          if (!inode.isSpoiled) inode.durable = Buffer.from(inode.content);
        }),
      close: () => act('close', () => undefined),
      read: (path: string) =>
        act('read', () => Buffer.from(getOrThrow(this.#names.get(path), 'ENOENT').content)),
      space: () => act('space', () => ({ totalBytes: 1e12, usedBytes: 0 })),
    };
  }

  #nameOperations(act: Act) {
    return {
      // The whole disk has one journal, as in ext4 and XFS.
      syncDirectory: () =>
        act('syncDirectory', () => {
          for (const changes of this.#journal.splice(0)) apply(this.#durableNames, changes);
        }),
      rename: (from: string, to: string) =>
        act('rename', () => {
          const inode = getOrThrow(this.#names.get(from), 'ENOENT');
          this.#change([
            { path: from, inode: undefined },
            { path: to, inode },
          ]);
        }),
      remove: (path: string) =>
        act('remove', () => {
          getOrThrow(this.#names.get(path), 'ENOENT');
          this.#change([{ path, inode: undefined }]);
        }),
      list: (path: string) =>
        act('list', () =>
          [...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => basename(name)),
        ),
      makeDirectory: () => act('makeDirectory', () => undefined),
    };
  }

  /** Simulates SIGKILL: everything that the process has written remains visible. */
  kill(): void {
    this.#run += 1;
  }

  cutPower(random: Random): void {
    this.#run += 1;
    const survived = this.#journal.filter(() => random(2) === 0);
    const names = new Map(this.#durableNames);
    for (const changes of survived) apply(names, changes);
    for (const inode of new Set(names.values())) loseUnsynced(inode, random);
    this.#names = names;
    this.#durableNames = new Map(names);
    this.#journal = [];
  }

  #takeFault(operation: Operation): { code: string } | undefined {
    const index = this.faults.findIndex((fault) => fault.operation === operation && 'code' in fault);
    const [fault] = index === -1 ? [] : this.faults.splice(index, 1);
    return fault !== undefined && 'code' in fault ? fault : undefined;
  }

  #takeShortWrite(): number | undefined {
    const index = this.faults.findIndex((fault) => 'bytes' in fault);
    const [fault] = index === -1 ? [] : this.faults.splice(index, 1);
    return fault !== undefined && 'bytes' in fault ? fault.bytes : undefined;
  }

  #change(changes: Change[]): void {
    apply(this.#names, changes);
    this.#journal.push(changes);
  }
}

function apply(names: Map<string, Inode>, changes: Change[]): void {
  for (const { path, inode } of changes) {
    if (inode === undefined) names.delete(path);
    else names.set(path, inode);
  }
}

function write(inode: Inode, bytes: Uint8Array, position: number): number {
  const content = Buffer.alloc(Math.max(inode.content.length, position + bytes.length));
  inode.content.copy(content);
  content.set(bytes, position);
  inode.content = content;
  return bytes.length;
}

/**
 * Simulates the loss of unsynced content. Content of any length may have reached the disk, with holes for missing
 * pages.
 */
function loseUnsynced(inode: Inode, random: Random): void {
  const safe = inode.durable.length;
  const length = safe + random(inode.content.length - safe + 1);
  const content = Buffer.from(inode.content.subarray(0, length));
  inode.durable.copy(content);
  if (length > safe && random(2) === 0) {
    const from = safe + random(length - safe);
    content.fill(0, from, from + random(length - from + 1));
  }
  inode.content = content;
  inode.durable = Buffer.from(content);
}

function getOrThrow<Value>(value: Value | undefined, code: string): Value {
  if (value === undefined) throw systemError(code);
  return value;
}
