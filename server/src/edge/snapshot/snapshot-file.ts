import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { systemCode } from '../../platform/errors.ts';
import type { ServedChange, Snapshot, TrackingHost } from './snapshot.ts';

/** A campaign change, the current hosts, or the position reached by the preceding changes. */
export type SnapshotLine = { change: ServedChange } | { hosts: readonly TrackingHost[] } | { upTo: string };

type StoredPosition = { upTo: string; damagedLines: number };

// The file is rewritten when it is larger than this and twice as large as its live content.
const rewriteMinBytes = 4 * 1024 * 1024;

/**
 * Copy of the snapshot on disk, so that an edge can start while the database is unavailable. Changes are appended as
 * lines with a checksum. A truncated or damaged line is skipped, and the snapshot is read from the source again.
 */
export class SnapshotFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #bytes = 0;
  #liveBytes = 0;

  constructor(directory: string) {
    this.#path = join(directory, 'snapshot.log');
  }

  /** Fills the snapshot and returns the position to continue from: '0' if the copy is damaged or outdated. */
  async load(snapshot: Snapshot): Promise<StoredPosition> {
    const text = await readIfExists(this.#path);
    let upTo = '0';
    let damagedLines = 0;
    let isOutdated = false;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const read = readLine(line);
      if (read === undefined) damagedLines += 1;
      else if ('change' in read) {
        snapshot.apply(read.change);
        isOutdated ||= read.change.incomingKeys === undefined;
      } else if ('hosts' in read) snapshot.setHosts(read.hosts);
      else upTo = read.upTo;
    }
    this.#bytes = Buffer.byteLength(text);
    return { upTo: damagedLines === 0 && !isOutdated ? upTo : '0', damagedLines };
  }

  async append(lines: readonly SnapshotLine[], snapshot: Snapshot): Promise<void> {
    if (this.#file === undefined || this.#bytes > Math.max(rewriteMinBytes, this.#liveBytes * 2))
      await this.#rewrite(snapshot);
    const text = lines.map(writeLine).join('');
    try {
      await this.#file?.appendFile(text);
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      // The content of the file is uncertain now, so the next change rewrites it.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  // Writes a temporary file and renames it, so that a crash leaves either the old or the new file.
  async #rewrite(snapshot: Snapshot): Promise<void> {
    await this.close();
    const temporary = `${this.#path}.new`;
    await rm(temporary, { force: true });
    const file = await open(temporary, 'a', 0o600);
    try {
      let bytes = 0;
      for (const text of snapshotTexts(snapshot)) {
        await file.appendFile(text);
        bytes += Buffer.byteLength(text);
      }
      await file.datasync();
      await rename(temporary, this.#path);
      this.#file = file;
      this.#bytes = bytes;
      this.#liveBytes = bytes;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

const linesPerWrite = 200;

function* snapshotTexts(snapshot: Snapshot): Generator<string> {
  const hosts = [...snapshot.hosts].map(([host, workspaceId]) => ({ host, workspaceId }));
  let text = writeLine({ hosts });
  let lines = 0;
  for (const change of snapshot.changes()) {
    text += writeLine({ change });
    lines += 1;
    if (lines % linesPerWrite !== 0) continue;
    yield text;
    text = '';
  }
  yield text;
}

function writeLine(line: SnapshotLine): string {
  const json = JSON.stringify(line);
  return `${checksum(json)} ${json}\n`;
}

function readLine(line: string): SnapshotLine | undefined {
  const json = line.slice(9);
  return line[8] === ' ' && line.slice(0, 8) === checksum(json)
    ? (JSON.parse(json) as SnapshotLine)
    : undefined;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
