import type { CapCount } from '../../domain/caps/count-caps.ts';
import { Loop } from '../../platform/loop.ts';
import type { FullRecord, ServedChange, Snapshot, TrackingHost } from './snapshot.ts';
import type { SnapshotFile, SnapshotLine } from './snapshot-file.ts';

type SourceState = { sequence: string; hostsVersion: string; capsVersion: string };

/** Source of published campaigns. Any call may fail; the edge then serves its snapshot and retries. */
export type SnapshotSource = {
  readState: () => Promise<SourceState>;
  readChanges: (after: string) => AsyncIterable<{ upTo: string; changes: readonly ServedChange[] }>;
  readHosts: () => Promise<readonly TrackingHost[]>;
  readFullRecords: () => Promise<readonly FullRecord[]>;
  readCapCounts: (afterVersion: string) => Promise<readonly CapCount[]>;
  /** Reports this edge's position; must be called again before the lease expires. */
  report: (appliedSequence: string) => Promise<void>;
};

type FollowOptions = {
  source: SnapshotSource;
  snapshot: Snapshot;
  file: SnapshotFile;
  upTo: string;
  onFailure: (error: unknown) => void;
  onSuccess: () => void;
};

const pollMs = 250;
// The data freshness shown in reports is updated at this interval.
const reportMs = 1_000;
const retryMs = 1_000;
// A rewrite of a large copy takes seconds, so it is not repeated at every poll while the disk is full.
const storeRetryMs = 5_000;

/** Keeps the snapshot up to date. Polls the source at a fixed interval, and immediately after `wake` is called. */
export class SourceFollower {
  readonly #options: FollowOptions;
  #upTo: string;
  #hostsVersion: string | undefined;
  #capsVersion: string | undefined;
  #isReplacing = false;
  #reportedAt = 0;
  #storeFailedAt: number | undefined;
  readonly #loop: Loop;
  readonly #firstPoll = Promise.withResolvers<void>();

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#upTo = options.upTo;
    this.#loop = new Loop({ everyMs: pollMs, work: (signal) => this.#poll(signal) });
  }

  get upTo(): string {
    return this.#upTo;
  }

  /** Resolves after the first poll, even if the poll failed. */
  async firstPoll(): Promise<void> {
    await this.#firstPoll.promise;
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #poll(signal: AbortSignal): Promise<number> {
    try {
      await this.#update();
      this.#options.onSuccess();
      return pollMs;
    } catch (error) {
      // The error is handled here and not by the loop, so that `wake` takes effect immediately when the source is
      // available again.
      if (!signal.aborted) this.#options.onFailure(error);
      return retryMs;
    } finally {
      this.#firstPoll.resolve();
    }
  }

  async #update(): Promise<void> {
    const { source, snapshot } = this.#options;
    const state = await source.readState();
    // A smaller sequence number means that the database was replaced or restored from a backup, so the snapshot is
    // invalid.
    this.#isReplacing ||= BigInt(state.sequence) < BigInt(this.#upTo);
    const isReplaced = this.#isReplacing;
    if (this.#isReplacing) await this.#replace(state);
    if (state.hostsVersion !== this.#hostsVersion) {
      const hosts = await source.readHosts();
      snapshot.setHosts(hosts);
      await this.#store([{ hosts }, { upTo: this.#upTo }]);
      this.#hostsVersion = state.hostsVersion;
    }
    if (state.capsVersion !== this.#capsVersion) {
      snapshot.setFullRecords(await source.readFullRecords());
      // A smaller version means that the database was replaced or restored from a backup, so all counts are read again.
      const current = this.#capsVersion ?? '0';
      const isOlder = BigInt(state.capsVersion) < BigInt(current);
      snapshot.caps.setCounts(await source.readCapCounts(isOlder ? '0' : current));
      this.#capsVersion = state.capsVersion;
    }
    const isBehind = state.sequence !== this.#upTo;
    const hasChanged = (isBehind && (await this.#applyChanges())) || isReplaced;
    const now = performance.now();
    if (this.#storeFailedAt !== undefined && now - this.#storeFailedAt >= storeRetryMs)
      await this.#store([{ upTo: this.#upTo }]);
    if (!hasChanged && now - this.#reportedAt < reportMs) return;
    await source.report(this.#upTo);
    this.#reportedAt = now;
  }

  // Reads everything before anything is replaced, so that visitors are served from the old snapshot in the meantime.
  async #replace(state: SourceState): Promise<void> {
    const { source, snapshot, file } = this.#options;
    // A new database stays empty until it is restored.
    if (state.sequence === '0') throw new Error('the database was replaced and contains no campaigns yet');
    const hosts = await source.readHosts();
    const replacement: ServedChange[] = [];
    let position = '0';
    for await (const { upTo, changes } of source.readChanges(position)) {
      replacement.push(...changes);
      position = upTo;
    }
    snapshot.replaceAll(replacement, hosts);
    this.#upTo = position;
    this.#hostsVersion = state.hostsVersion;
    this.#capsVersion = undefined;
    this.#isReplacing = false;
    // Otherwise the old campaigns would be loaded on the next start.
    await file.discard();
    await this.#store([{ upTo: position }]);
  }

  async #applyChanges(): Promise<boolean> {
    const { source, snapshot } = this.#options;
    const before = this.#upTo;
    for await (const { upTo, changes } of source.readChanges(this.#upTo)) {
      for (const change of changes) snapshot.apply(change);
      await this.#store([...changes.map((change) => ({ change })), { upTo }]);
      this.#upTo = upTo;
    }
    return this.#upTo !== before;
  }

  // Reports a disk error without failing, so that new versions are served even if they cannot be stored.
  async #store(lines: readonly SnapshotLine[]): Promise<void> {
    const { file, snapshot, onFailure } = this.#options;
    try {
      await file.append(lines, snapshot);
      this.#storeFailedAt = undefined;
    } catch (error) {
      this.#storeFailedAt = performance.now();
      onFailure(error);
    }
  }
}
