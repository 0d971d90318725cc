import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { openSpool, type Spool } from '../../edge/spool/open-spool.ts';
import { parseSegmentName, segmentFileName } from '../../edge/spool/segment-name.ts';
import { describeError } from '../../platform/errors.ts';
import { pollUntil } from '../poll-until.ts';
import { createInboxTarget } from '../../services/conversions/receive-batch.ts';
import { publishWaiting } from '../../services/publishing/publish-campaigns.ts';
import { readServedChanges } from '../../services/publishing/read-served.ts';
import { streamNames, type StreamName } from '../../start/roles/edge/edge-slots.ts';
import type { AttributionLab } from '../attribution/attribution-lab.ts';
import { makeEdgeServer, type EdgeServer } from '../edge/edge-server.ts';
import { hangLimitMs } from '../hang-limit.ts';
import type { SentBatch } from '../reports/insert-traffic.ts';
import { makeTemporaryDirectory } from '../temporary-directory.ts';

type Streams = Record<StreamName, Spool>;

// Shorter than the default, so that a step does not have to wait a second.
const segmentMs = 60;

export type PipelineLab = Awaited<ReturnType<typeof openPipelineLab>>;

/**
 * Opens everything between a visitor and the traffic table: an edge on a socket with its spools on disk, their
 * shippers, and a worker driven by the test. All of these parts use the attribution lab's clock.
 */
export async function openPipelineLab(lab: AttributionLab) {
  const directory = makeTemporaryDirectory();
  const sent: SentBatch[] = [];
  const open = () => openStreams(lab, directory, sent);
  let streams = await open();
  onTestFinished(() => closeStreams(streams));
  const edge = await makeEdgeServer({ now: () => lab.clock.ms, streams });
  const outbox = recordBatches(lab.traffic.targets.outbox, sent);
  let published = '0';
  const publish = async (): Promise<Map<string, number>> => {
    const versions = new Map<string, number>();
    while ((await publishWaiting(lab.worker)).compiled > 0);
    for await (const { changes, upTo } of readServedChanges(lab.worker, published)) {
      for (const change of changes) {
        edge.parts.snapshot.apply(change);
        const { campaign } = JSON.parse(change.document ?? '{}') as Partial<CampaignDocument>;
        versions.set(change.campaignId, campaign?.version ?? 0);
      }
      published = upTo;
    }
    return versions;
  };
  const settle = async (): Promise<void> => {
    await drainStreams(streams, edge);
    lab.clock.ms += 1_000;
    await lab.work();
    await lab.ship(outbox);
  };
  /** Simulates a crash between the last insert and its acknowledgment: all segments are shipped again. */
  const shipAgain = async (): Promise<number> => {
    await closeStreams(streams);
    const marked = streamNames.reduce((sum, name) => sum + unmarkShipped(join(directory, name)), 0);
    streams = await open();
    await drainStreams(streams, edge);
    const found = Object.values(streams).reduce((sum, { counters }) => sum + counters.batchesFoundThere, 0);
    if (found !== marked)
      throw new Error(`only ${found} of ${marked} segments were recognized as duplicates`);
    return marked;
  };
  return { lab, edge, sent, publish, settle, shipAgain };
}

async function openStreams(lab: AttributionLab, directory: string, sent: SentBatch[]): Promise<Streams> {
  const targets = {
    visits: lab.traffic.targets.visits,
    clicks: lab.traffic.targets.clicks,
    inbox: createInboxTarget({ ...lab.worker, actor: { type: 'system', label: 'edge' } }),
  };
  const opened = await Promise.all(
    streamNames.map(async (name) => {
      const options = { segmentMs, failOpenMs: 5_000, diskPercentMax: 100 };
      const spool = await openSpool({ directory: join(directory, name), ...options });
      spool.startShipping(recordBatches(targets[name], sent), {
        firstPauseMs: 10,
        visitWait: { maxWaitMs: hangLimitMs, noProgressMs: hangLimitMs, retryMs: 20 },
      });
      return [name, spool] as const;
    }),
  );
  return Object.fromEntries(opened) as Streams;
}

function recordBatches(target: BatchTarget, sent: SentBatch[]): BatchTarget {
  return {
    ...target,
    insert: async (batch, lines) => {
      sent.push({ target, batch, lines: Buffer.from(lines) });
      return await target.insert(batch, lines);
    },
  };
}

async function drainStreams(streams: Streams, { failures }: EdgeServer): Promise<void> {
  const isEmpty = () =>
    Object.values(streams).every((spool) => {
      const { waitingBytes, backlogBytes, backlogSegments } = spool.status();
      return waitingBytes === 0 && backlogBytes === 0 && backlogSegments === 0;
    });
  const isDone = await pollUntil(() => (isEmpty() ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 5,
  });
  if (isDone === undefined) throw new Error('timed out waiting for the spools to be shipped');
  const rejected = Object.values(streams).reduce((sum, { counters }) => sum + counters.rowsRefused, 0);
  if (rejected > 0 || failures.length > 0)
    throw new Error(
      `${rejected} rows rejected, ${failures.length} requests failed: ${describeError(failures[0])}`,
    );
}

async function closeStreams(streams: Streams): Promise<void> {
  await Promise.all(Object.values(streams).map((spool) => spool.close()));
}

function unmarkShipped(directory: string): number {
  const shipped = readdirSync(directory)
    .map(parseSegmentName)
    .filter((name) => name?.state === 'shipped');
  for (const name of shipped) {
    const sealed = segmentFileName({ ...name, state: 'sealed' });
    renameSync(join(directory, segmentFileName(name)), join(directory, sealed));
  }
  return shipped.length;
}
