import { appendFileSync, existsSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { constants } from 'node:buffer';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { SnapshotFile } from './snapshot-file.ts';
import { Snapshot, type ServedChange } from './snapshot.ts';

function makeSnapshot(): Snapshot {
  return new Snapshot((_, error) => {
    throw error;
  });
}

function makeChange(version = 1): ServedChange {
  const document = makeCampaignDocument();
  const { id, number } = document.campaign;
  const incomingKeys = [{ key: `key-of-${id}`, untilMs: null }];
  return { campaignId: id, number, version, document: JSON.stringify(document), incomingKeys };
}

async function loadFrom(directory: string) {
  const snapshot = makeSnapshot();
  return { snapshot, ...(await new SnapshotFile(directory).load(snapshot)) };
}

async function writeCopy() {
  const directory = makeTemporaryDirectory();
  const [one, two] = [makeChange(), makeChange(3)];
  const snapshot = makeSnapshot();
  const file = new SnapshotFile(directory);
  const hosts = [{ host: 'go.example.com', workspaceId: 'w' }];
  snapshot.setHosts(hosts);
  await file.append([{ hosts }], snapshot);
  for (const [at, change] of [one, two, { ...two, version: null }].entries()) {
    snapshot.apply(change);
    await file.append([{ change }, { upTo: String(at + 5) }], snapshot);
  }
  await file.close();
  return { directory, one, two, path: join(directory, 'snapshot.log') };
}

it('SnapshotFile restores campaigns, hosts and incoming keys after a restart', async () => {
  const { directory, one, two } = await writeCopy();
  const { snapshot, upTo, damagedLines } = await loadFrom(directory);
  expect({ upTo, damagedLines, size: snapshot.size }).toEqual({ upTo: '7', damagedLines: 0, size: 2 });
  expect(snapshot.find(one.campaignId)).toMatchObject({ version: 1, isArchived: false });
  expect(snapshot.findByNumber(two.number)).toMatchObject({ version: 3, isArchived: true });
  expect([...snapshot.hosts]).toEqual([['go.example.com', 'w']]);
  expect(snapshot.findByIncomingKey(`key-of-${two.campaignId}`, 0)).toBe(two.campaignId);
});

it('SnapshotFile loads the newest copy of all edges and continues in its own directory', async () => {
  const own = makeTemporaryDirectory();
  const [first, second, third] = [makeChange(), makeChange(2), makeChange(3)];
  const write = async (directory: string, change: ServedChange, upTo: string) => {
    const snapshot = makeSnapshot();
    snapshot.apply(change);
    const file = new SnapshotFile(directory);
    await file.append([{ change }, { upTo }], snapshot);
    await file.close();
    return directory;
  };
  await write(own, first, '9');
  const others = [
    await write(makeTemporaryDirectory(), second, '10'),
    await write(makeTemporaryDirectory(), third, '8'),
    makeTemporaryDirectory(),
  ];
  const snapshot = makeSnapshot();
  const file = new SnapshotFile(own);
  expect(await file.load(snapshot, others)).toEqual({ upTo: '10', damagedLines: 0 });
  expect([...snapshot.changes()].map(({ campaignId }) => campaignId)).toEqual([second.campaignId]);
  await file.append([{ upTo: '11' }], snapshot);
  await file.close();
  const restarted = await loadFrom(own);
  expect(restarted.upTo).toBe('11');
  expect(restarted.snapshot.find(second.campaignId)).toBeDefined();
});

it('SnapshotFile loads the copy that was changed last if two copies have the same position', async () => {
  const write = async (host: string, changedAt: number) => {
    const directory = makeTemporaryDirectory();
    const snapshot = makeSnapshot();
    snapshot.setHosts([{ host, workspaceId: 'w' }]);
    const file = new SnapshotFile(directory);
    await file.append([{ upTo: '5' }], snapshot);
    await file.close();
    utimesSync(join(directory, 'snapshot.log'), changedAt, changedAt);
    return directory;
  };
  const [older, newer] = [await write('old.example.com', 1_000), await write('new.example.com', 2_000)];
  const load = async (own: string, other: string) => {
    const snapshot = makeSnapshot();
    await new SnapshotFile(own).load(snapshot, [other]);
    return [...snapshot.hosts.keys()];
  };
  expect(await load(older, newer)).toEqual(['new.example.com']);
  expect(await load(newer, older)).toEqual(['new.example.com']);
});

it.each([10, 1_000_000])(
  'SnapshotFile finds the position of a copy that ends with %i damaged bytes',
  async (bytes) => {
    const { directory } = await writeCopy();
    appendFileSync(join(directory, 'snapshot.log'), 'x'.repeat(bytes));
    const other = makeTemporaryDirectory();
    const file = new SnapshotFile(other);
    await file.append([{ upTo: '3' }], makeSnapshot());
    await file.close();
    const snapshot = makeSnapshot();
    await new SnapshotFile(directory).load(snapshot, [other]);
    expect(snapshot.size).toBe(2);
  },
);

it('discard deletes the copies of other edges and rewrites the own copy', async () => {
  const { directory } = await writeCopy();
  const { directory: other, path: otherPath } = await writeCopy();
  const snapshot = makeSnapshot();
  const file = new SnapshotFile(directory);
  await file.load(snapshot, [other]);
  snapshot.replaceAll([], []);
  await file.discard();
  expect(existsSync(otherPath)).toBe(false);
  await file.append([{ upTo: '1' }], snapshot);
  await file.close();
  const { snapshot: reloaded, upTo } = await loadFrom(directory);
  expect({ size: reloaded.size, upTo }).toEqual({ size: 0, upTo: '1' });
});

it('SnapshotFile loads its own copy if the copies of other edges have no position', async () => {
  const own = makeTemporaryDirectory();
  const file = new SnapshotFile(own);
  await file.append([{ upTo: '3' }], makeSnapshot());
  await file.close();
  const others = ['', 'damaged\n', 'x'.repeat(10_000)].map((content) => {
    const directory = makeTemporaryDirectory();
    writeFileSync(join(directory, 'snapshot.log'), content);
    return directory;
  });
  expect(await new SnapshotFile(own).load(makeSnapshot(), others)).toMatchObject({ upTo: '3' });
});

it('SnapshotFile loads an empty snapshot from an empty directory', async () => {
  const { snapshot, upTo } = await loadFrom(makeTemporaryDirectory());
  expect({ size: snapshot.size, upTo }).toEqual({ size: 0, upTo: '0' });
});

it('SnapshotFile skips a line truncated by a crash and restarts from the beginning', async () => {
  const { directory, one, path } = await writeCopy();
  truncateSync(path, readFileSync(path).length - 10);
  const { snapshot, upTo, damagedLines } = await loadFrom(directory);
  expect({ upTo, damagedLines }).toEqual({ upTo: '0', damagedLines: 1 });
  expect(snapshot.find(one.campaignId)).toBeDefined();
});

it('SnapshotFile detects every changed byte', async () => {
  const { directory, path } = await writeCopy();
  const original = readFileSync(path);
  for (let at = 0; at < original.length; at += 37) {
    const damaged = Buffer.from(original);
    damaged[at] = (damaged[at] ?? 0) ^ 0x01;
    writeFileSync(path, damaged);
    expect((await loadFrom(directory)).upTo, `byte ${at}`).toBe('0');
  }
});

it('SnapshotFile ignores garbage after the last line', async () => {
  const { directory, one, path } = await writeCopy();
  appendFileSync(path, '\0\0\0\0\nnonsense\n');
  expect((await loadFrom(directory)).snapshot.find(one.campaignId)).toBeDefined();
});

it('SnapshotFile loads a copy that is larger than the longest string', async () => {
  const { directory, one, path } = await writeCopy();
  // The rest of the file is a hole, which takes no disk space.
  truncateSync(path, constants.MAX_STRING_LENGTH + 1);
  const { snapshot, upTo, damagedLines } = await loadFrom(directory);
  expect({ upTo, damagedLines }).toEqual({ upTo: '0', damagedLines: 1 });
  expect(snapshot.find(one.campaignId)).toBeDefined();
});

it('SnapshotFile drops outdated lines when it is rewritten, so that it does not grow without limit', async () => {
  const directory = makeTemporaryDirectory();
  const snapshot = makeSnapshot();
  const file = new SnapshotFile(directory);
  const change = { ...makeChange(), document: JSON.stringify(makeCampaignDocument()).padEnd(500_000) };
  for (let version = 1; version <= 40; version += 1) {
    snapshot.apply({ ...change, version });
    await file.append([{ change: { ...change, version } }, { upTo: String(version) }], snapshot);
  }
  await file.close();
  expect(readFileSync(join(directory, 'snapshot.log')).length).toBeLessThan(6_000_000);
  const loaded = await loadFrom(directory);
  expect(loaded.upTo).toBe('40');
  expect(loaded.snapshot.find(change.campaignId)?.version).toBe(40);
});
