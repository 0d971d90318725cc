import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
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

it('SnapshotFile loads a copy from an earlier version, without incoming keys, and restarts from the beginning', async () => {
  const directory = makeTemporaryDirectory();
  const { incomingKeys: _, ...change } = makeChange();
  const file = new SnapshotFile(directory);
  await file.append([{ change }, { upTo: '9' }], makeSnapshot());
  await file.close();
  const { snapshot, upTo, damagedLines } = await loadFrom(directory);
  expect({ upTo, damagedLines }).toEqual({ upTo: '0', damagedLines: 0 });
  expect(snapshot.find(change.campaignId)).toBeDefined();
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
