import { SourceFollower } from '../../../edge/snapshot/follow-source.ts';
import { SnapshotFile } from '../../../edge/snapshot/snapshot-file.ts';
import type { Snapshot } from '../../../edge/snapshot/snapshot.ts';
import { describeError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import { listenToPostgres } from '../../../platform/postgres-listener.ts';
import { startupGrace } from '../../../platform/startup-grace.ts';
import { FailureReporter } from '../../../platform/failure-reporter.ts';
import { makeContext, systemActor } from '../../../services/context.ts';
import { signOffEdge } from '../../../services/publishing/publication.ts';
import { Database } from '../../../store/database/database.ts';
import { publishedChannel } from '../../../store/publishing/publications.ts';
import { listOtherSlots, type EdgeSlot } from './edge-slots.ts';
import type { EdgeStreams } from './edge-streams.ts';
import { publicationSource } from './publication-source.ts';
import { hasRows, nameSpool, shippedUntilMs } from './shipping-progress.ts';

type FollowedPublications = { isFollowing: () => boolean; stop: () => Promise<void> };

// If no update arrives within this time, the edge starts with the configuration on disk.
const firstUpdateTimeoutMs = 3_000;

const messages = {
  failed: 'failed to read configuration updates, serving the last known configuration',
  resolved: 'configuration updates work again',
};

export async function followPublications(
  edge: { slot: EdgeSlot; snapshot: Snapshot; url: string; name: string; streams: EdgeStreams },
  logger: Logger,
): Promise<FollowedPublications> {
  const { slot, snapshot, url, name, streams } = edge;
  const file = new SnapshotFile(slot.path);
  const { upTo, damagedLines } = await file.load(snapshot, listOtherSlots(slot));
  if (damagedLines > 0) logger.warn({ damagedLines }, 'configuration file was damaged, rebuilding it');
  const database = new Database(url, { connectionsMax: 2 });
  const context = makeContext(database, systemActor('edge'));
  const id = newId();
  const failures = new FailureReporter(logger, messages);
  const grace = startupGrace();
  const follower = new SourceFollower({
    source: publicationSource(context, { id, name, startedAt: new Date() }, () => ({
      spool: nameSpool(slot),
      until: new Date(shippedUntilMs(streams, Date.now())),
    })),
    snapshot,
    file,
    upTo,
    onFailure: (error) => {
      if (!grace.isExpected()) failures.note(describeError(error));
    },
    onSuccess: () => {
      grace.markReached();
      failures.end();
    },
  });
  const listener = listenToPostgres({
    url,
    channel: publishedChannel,
    onMessage: () => follower.wake(),
    logger,
  });
  await Promise.race([
    follower.firstPoll(),
    new Promise((resolve) => setTimeout(resolve, firstUpdateTimeoutMs).unref()),
  ]);
  return {
    isFollowing: () => failures.why === undefined,
    stop: async () => {
      await Promise.all([listener.stop(), follower.stop()]);
      await signOffEdge(context, id, hasRows(streams)).catch(() => undefined);
      await file.close();
      await database.close();
    },
  };
}
