import { SourceFollower } from '../../edge/snapshot/follow-source.ts';
import { SnapshotFile } from '../../edge/snapshot/snapshot-file.ts';
import { Snapshot } from '../../edge/snapshot/snapshot.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { listenToPostgres } from '../../platform/postgres-listener.ts';
import { makeContext, systemActor } from '../../services/context.ts';
import { publicationSource } from '../../start/roles/edge/publication-source.ts';
import { Database } from '../../store/database/database.ts';
import { publishedChannel } from '../../store/publishing/publications.ts';

export type FollowingEdge = { follower: SourceFollower; stop: () => Promise<void> };

// Two for queries and one that listens.
export const connectionsPerEdge = 3;

/** Starts the part of an edge that follows publications, with connections of its own, and waits for its first poll. */
export async function startFollowingEdge(
  directory: string,
  url: string,
  logger: Logger,
): Promise<FollowingEdge> {
  const database = new Database(url, { connectionsMax: connectionsPerEdge - 1 });
  const edge = { id: newId(), name: directory, startedAt: new Date() };
  const context = makeContext(database, systemActor('edge'));
  const file = new SnapshotFile(directory);
  const follower = new SourceFollower({
    source: publicationSource(context, edge, () => ({ spool: directory, until: new Date() })),
    snapshot: new Snapshot(() => undefined),
    file,
    upTo: '0',
    onFailure: (error) => logger.error({ err: error }, 'failed to follow'),
    onSuccess: () => undefined,
  });
  const listener = listenToPostgres({
    url,
    channel: publishedChannel,
    onMessage: () => follower.wake(),
    logger,
  });
  await follower.firstPoll();
  return {
    follower,
    stop: async () => {
      await Promise.all([listener.stop(), follower.stop()]);
      await file.close();
      await database.close();
    },
  };
}
