import type { CapCount } from '../../domain/caps/count-caps.ts';
import { Loop } from '../../platform/loop.ts';
import type { FullRecord, ServedChange, Snapshot, TrackingHost } from './snapshot.ts';
import type { SnapshotFile, SnapshotLine } from './snapshot-file.ts';

/** What there is to learn, in three numbers that are cheap to ask for. */
type SourceState = { sequence: string; hostsVersion: string; capsVersion: string };

/** Where published campaigns come from. Every call may fail: the edge serves what it has and asks again. */
export type SnapshotSource = {
  readState: () => Promise<SourceState>;
  readChanges: (after: string) => AsyncIterable<{ upTo: string; changes: readonly ServedChange[] }>;
  readHosts: () => Promise<readonly TrackingHost[]>;
  readFullRecords: () => Promise<readonly FullRecord[]>;
  /** Counts of capped records that changed after a `capsVersion`. */
  readCapCounts: (afterVersion: string) => Promise<readonly CapCount[]>;
  /** Says how far this edge has come; repeated within the lease. */
  report: (appliedSequence: string) => Promise<void>;
};

type FollowOptions = {
  source: SnapshotSource;
  snapshot: Snapshot;
  file: SnapshotFile;
  /** Where the copy on disk ends. */
  upTo: string;
  onFailure: (error: unknown) => void;
  onSuccess: () => void;
};

const pollMs = 250;
// Reports say how fresh they are by it.
const reportMs = 1_000;
const retryMs = 1_000;

/** Keeps the snapshot up to date for as long as the edge runs: asked every quarter of a second, and when woken. */
export class SourceFollower {
  readonly #options: FollowOptions;
  #upTo: string;
  #hostsVersion: string | undefined;
  #capsVersion: string | undefined;
  #reportedAt = 0;
  readonly #loop: Loop;
  readonly #firstRound = Promise.withResolvers<void>();

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#upTo = options.upTo;
    this.#loop = new Loop({ everyMs: pollMs, work: (signal) => this.#askOnce(signal) });
  }

  get upTo(): string {
    return this.#upTo;
  }

  /** Until the source was asked once, with whatever result. */
  async asked(): Promise<void> {
    await this.#firstRound.promise;
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #askOnce(signal: AbortSignal): Promise<number> {
    try {
      await this.#learn();
      this.#options.onSuccess();
      return pollMs;
    } catch (error) {
      // Not left to the loop: the bell that says that the source is back is to be heard at once.
      if (!signal.aborted) this.#options.onFailure(error);
      return retryMs;
    } finally {
      this.#firstRound.resolve();
    }
  }

  async #learn(): Promise<void> {
    const { source, snapshot } = this.#options;
    const state = await source.readState();
    // Smaller than what we know: another database, or one put back from a backup. Nothing of ours counts there.
    if (BigInt(state.sequence) < BigInt(this.#upTo)) {
      snapshot.clear();
      this.#upTo = '0';
      // The copy on disk is written anew with the next line; what it has now would come back with the next start.
      await this.#options.file.close();
    }
    if (state.hostsVersion !== this.#hostsVersion) {
      const hosts = await source.readHosts();
      snapshot.setHosts(hosts);
      await this.#store([{ hosts }]);
      this.#hostsVersion = state.hostsVersion;
    }
    if (state.capsVersion !== this.#capsVersion) {
      snapshot.setFullRecords(await source.readFullRecords());
      // A version below ours is another database's, or one restored from a backup.
      const known = this.#capsVersion ?? '0';
      const isBehind = BigInt(state.capsVersion) < BigInt(known);
      snapshot.caps.setCounts(await source.readCapCounts(isBehind ? '0' : known));
      this.#capsVersion = state.capsVersion;
    }
    const hasChanged = state.sequence !== this.#upTo && (await this.#takeChanges());
    const now = performance.now();
    if (!hasChanged && now - this.#reportedAt < reportMs) return;
    await source.report(this.#upTo);
    this.#reportedAt = now;
  }

  async #takeChanges(): Promise<boolean> {
    const { source, snapshot } = this.#options;
    const before = this.#upTo;
    for await (const { upTo, changes } of source.readChanges(this.#upTo)) {
      for (const change of changes) snapshot.apply(change);
      await this.#store([...changes.map((change) => ({ change })), { upTo }]);
      this.#upTo = upTo;
    }
    return this.#upTo !== before;
  }

  /** A disk that takes nothing must not keep visitors from what is new. */
  async #store(lines: readonly SnapshotLine[]): Promise<void> {
    const { file, snapshot, onFailure } = this.#options;
    try {
      await file.append(lines, snapshot);
    } catch (error) {
      onFailure(error);
    }
  }
}
