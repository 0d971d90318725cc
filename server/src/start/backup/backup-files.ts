import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// Files of a backup that is being written. Their checksums are computed from the content before it is written, so that
// comparing them with the disk later finds content that was damaged on the way.
export class BackupFiles {
  readonly folder: string;
  readonly checksums = new Map<string, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  write(name: string, content: Buffer): void {
    writeFileSync(this.#prepare(name), content, { mode: 0o600, flush: true });
    this.checksums.set(name, createHash('sha256').update(content).digest('hex'));
  }

  async copy(from: string, name: string): Promise<void> {
    const source = await open(from);
    await pipeline(source.createReadStream(), this.create(name));
  }

  create(name: string): Writable {
    const hash = createHash('sha256');
    const file = createWriteStream(this.#prepare(name), { mode: 0o600, flush: true });
    const target = new Writable({
      write: (chunk: Buffer, _, next) => {
        hash.update(chunk);
        file.write(chunk, next);
      },
      // The content is flushed when the file is closed.
      final: (next) => {
        file.once('close', () => {
          this.checksums.set(name, hash.digest('hex'));
          next();
        });
        file.end();
      },
      destroy: (error, next) => {
        file.destroy();
        next(error);
      },
    });
    file.once('error', (error) => target.destroy(error));
    return target;
  }

  #prepare(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }
}
