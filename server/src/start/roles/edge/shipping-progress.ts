import { hostname } from 'node:os';
import type { Spool } from '../../../edge/spool/open-spool.ts';
import type { EdgeSlot } from './edge-slots.ts';

/**
 * Streams that determine how complete reports are. The inbox is not included, because incoming postbacks are not
 * traffic yet.
 */
type TrafficStreams = { visits: Pick<Spool, 'status'>; clicks: Pick<Spool, 'status'> };

// Rows are not strictly ordered by time, because a row is queued some time after its timestamp.
const reorderMs = 1_000;

/** Returns a name that stays the same when another process takes over the slot. */
export function nameSpool({ path }: Pick<EdgeSlot, 'path'>): string {
  return `${hostname()}:${path}`;
}

/** Returns the time up to which all rows of this edge are in the traffic store. */
export function shippedUntilMs({ visits, clicks }: TrafficStreams, nowMs: number): number {
  return Math.min(streamShippedUntilMs(visits, nowMs), streamShippedUntilMs(clicks, nowMs));
}

function streamShippedUntilMs(stream: Pick<Spool, 'status'>, nowMs: number): number {
  return Math.min(nowMs, stream.status().oldestRow?.timeMs ?? nowMs) - reorderMs;
}

export function hasRows({ visits, clicks }: TrafficStreams): boolean {
  return [visits, clicks].some((stream) => {
    const { backlogBytes, waitingBytes } = stream.status();
    return backlogBytes > 0 || waitingBytes > 0;
  });
}
