import { createHash, randomFillSync } from 'node:crypto';
import { createUuidBuffer, writeHex, writeTimestamp } from './ids.ts';

// The IDs in a series share 62 random bits and are numbered within each millisecond.
const random = Buffer.alloc(8);
const sequencesMax = 4_096;
let lastMs = Infinity;
let sequence = 0;

const buffer = createUuidBuffer();

/**
 * Returns a version 7 UUID like `newId`, but reuses random bits to save time, because there are millions of events. The
 * ID is not a secret: anyone who knows an ID can guess other IDs from the same process, so anything that grants access
 * needs a separate unguessable value, such as the one in a click ID. Never tell IDs apart by their last bits, because
 * many IDs share these bits.
 */
export function newEventId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) startMillisecond(nowMs);
  else if (nowMs === lastMs && sequence + 1 < sequencesMax) sequence += 1;
  else startSeries(nowMs);
  writeHex(buffer, 0x70 | (sequence >>> 8), 14);
  writeHex(buffer, sequence, 16);
  return buffer.toString('latin1');
}

function startMillisecond(nowMs: number): void {
  lastMs = nowMs;
  sequence = 0;
  writeTimestamp(buffer, nowMs);
}

// Starts a series. Called when the clock goes back or the millisecond has no numbers left. New random bits keep the IDs
// distinct from earlier IDs.
function startSeries(nowMs: number): void {
  randomFillSync(random);
  const [first = 0, second = 0, ...rest] = random;
  writeHex(buffer, 0x80 | (first & 0x3f), 19);
  writeHex(buffer, second, 21);
  for (const [at, byte] of rest.entries()) writeHex(buffer, byte, 24 + 2 * at);
  startMillisecond(nowMs);
}

/**
 * Returns a deterministic ID, so that an event keeps its ID if it is computed again after a restore. `position`
 * distinguishes IDs from the same source and determines their order.
 */
export function deriveEventId(sourceId: string, position: number, timeMs: number): string {
  const derived = createUuidBuffer();
  writeTimestamp(derived, timeMs);
  writeHex(derived, 0x70 | ((position >>> 8) & 0xf), 14);
  writeHex(derived, position, 16);
  const [first = 0, second = 0, ...rest] = createHash('sha256').update(`${sourceId} ${position}`).digest();
  writeHex(derived, 0x80 | (first & 0x3f), 19);
  writeHex(derived, second, 21);
  for (const [at, byte] of rest.slice(0, 6).entries()) writeHex(derived, byte, 24 + 2 * at);
  return derived.toString('latin1');
}
