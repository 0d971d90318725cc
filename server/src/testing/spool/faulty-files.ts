import { realFiles, type FileOperations } from '../../edge/spool/file-operations.ts';

type Call = { operation: keyof FileOperations; path: string };

/**
 * File operations on the real disk. `before` runs before each operation and can throw to make the operation fail, or
 * wait to delay the operation.
 */
export class FaultyFiles {
  before: (call: Call) => Promise<void> | void = () => undefined;
  writeBytesMax = Number.POSITIVE_INFINITY;
  readonly calls: Call[] = [];
  readonly #paths = new Map<number, string>();

  readonly files: FileOperations = {
    create: async (path, isSynced) => {
      await this.#call('create', path);
      const descriptor = await realFiles.create(path, isSynced);
      this.#paths.set(descriptor, path);
      return descriptor;
    },
    write: async (descriptor, bytes, position) => {
      await this.#call('write', this.#pathOf(descriptor));
      return await realFiles.write(descriptor, bytes.subarray(0, this.writeBytesMax), position);
    },
    sync: async (descriptor) => {
      await this.#call('sync', this.#pathOf(descriptor));
      await realFiles.sync(descriptor);
    },
    close: async (descriptor) => {
      await this.#call('close', this.#pathOf(descriptor));
      await realFiles.close(descriptor);
    },
    syncDirectory: (path) => this.#then('syncDirectory', path, () => realFiles.syncDirectory(path)),
    rename: (from, to) => this.#then('rename', from, () => realFiles.rename(from, to)),
    remove: (path) => this.#then('remove', path, () => realFiles.remove(path)),
    list: (path) => this.#then('list', path, () => realFiles.list(path)),
    read: (path, into) => this.#then('read', path, () => realFiles.read(path, into)),
    makeDirectory: (path) => this.#then('makeDirectory', path, () => realFiles.makeDirectory(path)),
    space: (path) => this.#then('space', path, () => realFiles.space(path)),
  };

  takeCalls(): string[] {
    return this.calls.splice(0).map(({ operation }) => operation);
  }

  #pathOf(descriptor: number): string {
    return this.#paths.get(descriptor) ?? '';
  }

  async #call(operation: keyof FileOperations, path: string): Promise<void> {
    this.calls.push({ operation, path });
    await this.before({ operation, path });
  }

  async #then<Value>(
    operation: keyof FileOperations,
    path: string,
    work: () => Promise<Value>,
  ): Promise<Value> {
    await this.#call(operation, path);
    return await work();
  }
}

export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
