import { hostname } from 'node:os';
import type { Spool } from '../../../edge/spool/open-spool.ts';
import type { EdgeSlot } from './edge-slots.ts';

/** What tells whether reports are complete; what networks report is not traffic before it is worked out. */
type TrafficStreams = { visits: Pick<Spool, 'status'>; clicks: Pick<Spool, 'status'> };

// Rows do not come quite in the order of their times; between a row's time and its place in the queue lie moments.
const writingMs = 1_000;

/** The name of a spool, the same for every process that fills it. */
export function nameSpool({ path }: Pick<EdgeSlot, 'path'>): string {
  return `${hostname()}:${path}`;
}

/** Up to when all rows that were answered here are in ClickHouse for certain. */
export function shippedUntilMs({ visits, clicks }: TrafficStreams, nowMs: number): number {
  return Math.min(streamShippedUntilMs(visits, nowMs), streamShippedUntilMs(clicks, nowMs));
}

function streamShippedUntilMs(stream: Pick<Spool, 'status'>, nowMs: number): number {
  return Math.min(nowMs, stream.status().oldestRow?.timeMs ?? nowMs) - writingMs;
}

/** Whether something is left that only the next process, or another, can ship. */
export function hasRows({ visits, clicks }: TrafficStreams): boolean {
  return [visits, clicks].some((stream) => {
    const { backlogBytes, waitingBytes } = stream.status();
    return backlogBytes > 0 || waitingBytes > 0;
  });
}
