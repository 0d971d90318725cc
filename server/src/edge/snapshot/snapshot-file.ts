import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { systemCode } from '../../platform/errors.ts';
import { readLines } from './read-lines.ts';
import type { ServedChange, Snapshot, TrackingHost } from './snapshot.ts';

/** A campaign change, the current hosts, or the position reached by the preceding changes. */
export type SnapshotLine = { change: ServedChange } | { hosts: readonly TrackingHost[] } | { upTo: string };

type StoredPosition = { upTo: string; damagedLines: number };

const fileName = 'snapshot.log';
const checksumLength = 8;
const space = 0x20;
// Far longer than any document. A longer line is damaged and does not need to be read completely.
const lineBytesMax = 16 * 1024 * 1024;

// The file is rewritten when it is larger than this and twice as large as its live content.
const rewriteMinBytes = 4 * 1024 * 1024;

/**
 * Copy of the snapshot on disk, so that an edge can start while the database is unavailable. Changes are appended as
 * lines with a checksum. Truncated or damaged lines are skipped, and the whole snapshot is then read from the source
 * again.
 */
export class SnapshotFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #bytes = 0;
  #liveBytes = 0;
  #otherPaths: readonly string[] = [];

  constructor(directory: string) {
    this.#path = join(directory, fileName);
  }

  /**
   * Fills the snapshot and returns the position to continue from, which is '0' if the copy is damaged. If another edge
   * has a newer copy, that copy is loaded, because each start of an edge may use a different directory.
   */
  async load(snapshot: Snapshot, otherDirectories: readonly string[] = []): Promise<StoredPosition> {
    this.#otherPaths = otherDirectories.map((directory) => join(directory, fileName));
    let upTo = '0';
    let damagedLines = 0;
    const onLine = (line: Buffer) => {
      if (line.length === 0) return;
      const read = readLine(line);
      if (read === undefined) damagedLines += 1;
      else if ('change' in read) snapshot.apply(read.change);
      else if ('hosts' in read) snapshot.setHosts(read.hosts);
      else upTo = read.upTo;
    };
    this.#bytes = await readLinesIfExists(await this.#findNewest(), onLine);
    return { upTo: damagedLines === 0 ? upTo : '0', damagedLines };
  }

  async append(lines: readonly SnapshotLine[], snapshot: Snapshot): Promise<void> {
    const text = lines.map(writeLine).join('');
    if (this.#file === undefined || this.#bytes > Math.max(rewriteMinBytes, this.#liveBytes * 2))
      return await this.#rewrite(snapshot, text);
    try {
      await this.#file.appendFile(text);
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      // The content of the file is now unknown, so the next change rewrites the file.
      await this.close();
      throw error;
    }
  }

  /**
   * Makes the next append rewrite the copy, because the database was replaced. Also deletes the copies of other edges,
   * whose positions would seem to be newer. Edges that are running write new copies.
   */
  async discard(): Promise<void> {
    await this.close();
    for (const path of this.#otherPaths) await rm(path, { force: true });
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #findNewest(): Promise<string> {
    let newest = { path: this.#path, ...(await readPosition(this.#path)) };
    for (const path of this.#otherPaths) {
      const { upTo, changedMs } = await readPosition(path);
      // Tracking domains have no position, so the time decides between equal positions.
      const isNewer = upTo > newest.upTo || (upTo === newest.upTo && changedMs > newest.changedMs);
      if (upTo > 0n && isNewer) newest = { path, upTo, changedMs };
    }
    return newest.path;
  }

  // Writes a temporary file and renames it, so that a crash leaves either the old or the new file.
  async #rewrite(snapshot: Snapshot, lastLines: string): Promise<void> {
    await this.close();
    const temporary = `${this.#path}.new`;
    await rm(temporary, { force: true });
    const file = await open(temporary, 'a', 0o600);
    try {
      let bytes = 0;
      for (const text of snapshotTexts(snapshot, lastLines)) {
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

// Returns true if an edge that uses this directory has something to serve without PostgreSQL.
export async function hasSnapshot(directory: string): Promise<boolean> {
  return (await readPosition(join(directory, fileName))).upTo > 0n;
}

// Positions are short lines, and each append ends with one. A crash or a full disk can leave many lines behind the last
// one.
const tailsBytes = [64 * 1024, 4 * 1024 * 1024, 256 * 1024 * 1024];

type Position = { upTo: bigint; changedMs: number };

/** Returns the last position in a copy, or 0 if the copy cannot be read or its end contains no position. */
async function readPosition(path: string): Promise<Position> {
  const file = await open(path).catch(() => undefined);
  try {
    const { size = 0, mtimeMs = 0 } = (await file?.stat()) ?? {};
    for (const tailBytes of tailsBytes) {
      const length = Math.min(size, tailBytes);
      const tail = await file?.read(Buffer.alloc(length), 0, length, size - length);
      const upTo = findLastPosition(tail?.buffer.toString() ?? '');
      if (upTo !== undefined) return { upTo: BigInt(upTo), changedMs: mtimeMs };
      if (length === size) break;
    }
    return { upTo: 0n, changedMs: mtimeMs };
  } catch {
    return { upTo: 0n, changedMs: 0 };
  } finally {
    await file?.close();
  }
}

function findLastPosition(text: string): string | undefined {
  const lines = text.split('\n').map((line) => readLine(Buffer.from(line)));
  return lines.findLast((line) => line !== undefined && 'upTo' in line)?.upTo;
}

const linesPerWrite = 200;

function* snapshotTexts(snapshot: Snapshot, lastLines: string): Generator<string> {
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
  yield text + lastLines;
}

function writeLine(line: SnapshotLine): string {
  const content = 'change' in line ? writeChange(line.change) : JSON.stringify(line);
  return `${checksum(content)} ${content}\n`;
}

// The document is written behind a tab, so that the text does not have to be escaped, which would take most of the time
// to load a large snapshot. JSON contains no tabs except as white space.
function writeChange({ document, ...campaign }: ServedChange): string {
  const text = document === null ? '' : `\t${document.replaceAll(/[\t\n]/g, ' ')}`;
  return JSON.stringify({ campaign }) + text;
}

type StoredLine = { campaign: Omit<ServedChange, 'document'> } | Exclude<SnapshotLine, { change: unknown }>;

function readLine(line: Buffer): SnapshotLine | undefined {
  const content = line.subarray(checksumLength + 1);
  const isIntact =
    line[checksumLength] === space && line.toString('latin1', 0, checksumLength) === checksum(content);
  if (!isIntact) return undefined;
  const tab = content.indexOf(0x09);
  const stored = JSON.parse(content.toString('utf8', 0, tab === -1 ? undefined : tab)) as StoredLine;
  if (!('campaign' in stored)) return 'hosts' in stored || 'upTo' in stored ? stored : undefined;
  return { change: { ...stored.campaign, document: tab === -1 ? null : content.toString('utf8', tab + 1) } };
}

function checksum(content: string | Buffer): string {
  return crc32(content).toString(16).padStart(checksumLength, '0');
}

async function readLinesIfExists(path: string, onLine: (line: Buffer) => void): Promise<number> {
  try {
    return await readLines(path, lineBytesMax, onLine);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
