import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { SourceFollower, type SnapshotSource } from './follow-source.ts';
import { SnapshotFile } from './snapshot-file.ts';
import { Snapshot, type ServedChange, type TrackingHost } from './snapshot.ts';

class FakeSource implements SnapshotSource {
  sequence = 0;
  capsVersion = '0';
  isUnavailable = false;
  readonly changes: ServedChange[] = [];
  hosts: TrackingHost[] = [];
  // Called after each page of changes. Each page contains one change.
  afterPage: () => Promise<void> = async () => undefined;
  readonly calls: string[] = [];
  readonly reports: string[] = [];

  publish(version = 1): ServedChange {
    const document = makeCampaignDocument();
    const { id, number } = document.campaign;
    const change = { campaignId: id, number, version, document: JSON.stringify(document), incomingKeys: [] };
    this.changes.push(change);
    this.sequence = this.changes.length;
    return change;
  }

  readState = () => {
    if (this.isUnavailable) return Promise.reject(new Error('unavailable'));
    const { sequence, capsVersion } = this;
    return Promise.resolve({ sequence: String(sequence), hostsVersion: '0', capsVersion });
  };

  async *readChanges(after: string) {
    this.calls.push(`changes after ${after}`);
    for (const [index, change] of this.changes.slice(Number(after)).entries()) {
      yield { upTo: String(Number(after) + index + 1), changes: [change] };
      await this.afterPage();
    }
  }

  readHosts = () => Promise.resolve(this.hosts);
  readFullRecords = () => {
    this.calls.push('full offers');
    return Promise.resolve([]);
  };
  readCapCounts = () => Promise.resolve([]);
  report = (applied: string) => {
    this.reports.push(applied);
    return Promise.resolve();
  };
}

function follow(source: FakeSource, upTo = '0', directory = makeTemporaryDirectory()) {
  const snapshot = new Snapshot(() => undefined);
  const failures: unknown[] = [];
  const file = new SnapshotFile(directory);
  const follower = new SourceFollower({
    source,
    snapshot,
    file,
    upTo,
    onFailure: (error) => failures.push(error),
    onSuccess: () => undefined,
  });
  onTestFinished(async () => {
    await follower.stop();
    await file.close();
  });
  return { snapshot, follower, failures };
}

it('SourceFollower applies published changes and reports its position', async () => {
  const source = new FakeSource();
  const first = source.publish();
  const { snapshot, follower } = follow(source);
  await follower.firstPoll();
  expect(snapshot.find(first.campaignId)?.version).toBe(1);
  expect(source.reports).toEqual(['1']);
  const second = source.publish();
  follower.wake();
  await vi.waitFor(() => expect(snapshot.find(second.campaignId)).toBeDefined());
  await vi.waitFor(() => expect(source.reports).toEqual(['1', '2']));
});

it('SourceFollower reads only what has changed', async () => {
  const source = new FakeSource();
  source.publish();
  const { follower } = follow(source);
  await follower.firstPoll();
  source.capsVersion = '1';
  follower.wake();
  await vi.waitFor(() => expect(source.calls.filter((call) => call === 'full offers')).toHaveLength(2));
  expect(source.calls.filter((call) => call.startsWith('changes'))).toEqual(['changes after 0']);
});

it('SourceFollower keeps the snapshot while the source is unavailable and catches up afterward', async () => {
  const source = new FakeSource();
  const first = source.publish();
  const { snapshot, follower, failures } = follow(source);
  await follower.firstPoll();
  source.isUnavailable = true;
  const second = source.publish();
  follower.wake();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(snapshot.find(first.campaignId)).toBeDefined();
  source.isUnavailable = false;
  follower.wake();
  await vi.waitFor(() => expect(snapshot.find(second.campaignId)).toBeDefined());
});

it('SourceFollower starts over if its position is ahead of the source, because the database was replaced', async () => {
  const source = new FakeSource();
  const only = source.publish();
  const directory = makeTemporaryDirectory();
  const { snapshot, follower } = follow(source, '900', directory);
  snapshot.apply({ ...only, campaignId: 'from the old database', number: 77 });
  await follower.firstPoll();
  expect(snapshot.find(only.campaignId)).toBeDefined();
  expect(snapshot.size).toBe(1);
  const restarted = new Snapshot(() => undefined);
  await new SnapshotFile(directory).load(restarted);
  expect([...restarted.changes()].map(({ campaignId }) => campaignId)).toEqual([only.campaignId]);
});

it('SourceFollower serves the old snapshot until everything has been read from a replaced database', async () => {
  const source = new FakeSource();
  const first = source.publish();
  const { snapshot, follower, failures } = follow(source, '900');
  const old = { ...first, campaignId: 'from the old database', number: 77 };
  snapshot.apply(old);
  snapshot.setHosts([{ host: 'old.example', workspaceId: 'w' }]);
  source.hosts = [{ host: 'new.example', workspaceId: 'w' }];
  source.publish();
  const pages = [Promise.reject(new Error('unavailable')), Promise.resolve()];
  const served = () => [...snapshot.hosts.keys(), ...[...snapshot.changes()].map(({ number }) => number)];
  const servedMeanwhile: unknown[] = [];
  source.afterPage = async () => {
    servedMeanwhile.push(served());
    await pages.shift();
  };
  await follower.firstPoll();
  expect(failures).toHaveLength(1);
  expect(served()).toEqual(['old.example', 77]);
  follower.wake();
  await vi.waitFor(() => expect(snapshot.size).toBe(2));
  expect(servedMeanwhile).toEqual([1, 2, 3].map(() => ['old.example', 77]));
  expect(served()).toEqual(['new.example', ...source.changes.map(({ number }) => number)]);
  expect(source.reports).toEqual(['2']);
});

it('SourceFollower keeps the old snapshot while the new database is empty', async () => {
  const source = new FakeSource();
  const { snapshot, follower, failures } = follow(source, '900');
  const old = new FakeSource().publish();
  snapshot.apply(old);
  await follower.firstPoll();
  expect(failures).toHaveLength(1);
  expect(snapshot.find(old.campaignId)).toBeDefined();
  expect(source.reports).toEqual([]);
  const { campaignId } = source.publish();
  follower.wake();
  await vi.waitFor(() => expect(snapshot.find(campaignId)).toBeDefined());
  expect(snapshot.find(old.campaignId)).toBeUndefined();
});

it('SourceFollower completes a replacement even if the new database has passed its position meanwhile', async () => {
  const source = new FakeSource();
  const first = source.publish();
  const { snapshot, follower } = follow(source, '2');
  snapshot.apply({ ...first, campaignId: 'from the old database', number: 77 });
  source.afterPage = () => Promise.reject(new Error('unavailable'));
  await follower.firstPoll();
  source.afterPage = async () => undefined;
  for (let count = 0; count < 3; count += 1) source.publish();
  follower.wake();
  await vi.waitFor(() => expect(source.reports).toEqual(['4']));
  expect([...snapshot.changes()].map(({ campaignId }) => campaignId)).toEqual(
    source.changes.map(({ campaignId }) => campaignId),
  );
});

it('SourceFollower stores the copy later if it could not be written', async () => {
  const source = new FakeSource();
  const { campaignId } = source.publish();
  const directory = join(makeTemporaryDirectory(), 'missing');
  const { failures } = follow(source, '0', directory);
  await vi.waitFor(() => expect(failures).not.toEqual([]));
  mkdirSync(directory);
  const load = async () => {
    const snapshot = new Snapshot(() => undefined);
    return { snapshot, ...(await new SnapshotFile(directory).load(snapshot)) };
  };
  await vi.waitFor(async () => expect(await load()).toMatchObject({ upTo: '1', damagedLines: 0 }), 10_000);
  expect((await load()).snapshot.find(campaignId)).toBeDefined();
});
