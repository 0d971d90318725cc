import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { systemCode } from '../../platform/errors.ts';
import type { ServedChange, Snapshot, TrackingHost } from './snapshot.ts';

/** One line of the file: what changed, the hosts as they are now, or how far the changes before it go. */
export type SnapshotLine = { change: ServedChange } | { hosts: readonly TrackingHost[] } | { upTo: string };

type StoredPosition = { upTo: string; damagedLines: number };

// A file of twice what it holds, and of more than this, is written anew.
const rewriteFloorBytes = 4 * 1024 * 1024;

/**
 * The copy of the snapshot on disk: an edge that starts while everything else is away serves from it. Changes are put
 * behind each other, each line with its checksum; a line that is torn or damaged is left out, and asked for again.
 */
export class SnapshotFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #bytes = 0;
  #liveBytes = 0;

  constructor(directory: string) {
    this.#path = join(directory, 'snapshot.log');
  }

  /** Fills the snapshot; `upTo` is where to go on, the beginning where the copy has a hole, or is of an earlier version. */
  async load(snapshot: Snapshot): Promise<StoredPosition> {
    const text = await readIfThere(this.#path);
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
    if (this.#file === undefined || this.#bytes > Math.max(rewriteFloorBytes, this.#liveBytes * 2))
      await this.#rewrite(snapshot);
    const text = lines.map(writeLine).join('');
    try {
      await this.#file?.appendFile(text);
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      // What it holds now nobody knows: the next change writes all of it anew.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Beside its place and moved there whole, so that a crash leaves the old or the new one. */
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

const linesAtOnce = 200;

function* snapshotTexts(snapshot: Snapshot): Generator<string> {
  const hosts = [...snapshot.hosts].map(([host, workspaceId]) => ({ host, workspaceId }));
  let text = writeLine({ hosts });
  let lines = 0;
  for (const change of snapshot.changes()) {
    text += writeLine({ change });
    lines += 1;
    if (lines % linesAtOnce !== 0) continue;
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

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
