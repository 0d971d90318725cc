import { createHash, randomFillSync } from 'node:crypto';
import { emptySpelling, writeHex, writeMoment } from './ids.ts';

// The ids of a series share 62 random bits and count within a millisecond.
const random = Buffer.alloc(8);
const sequencesMax = 4_096;
let lastMs = Infinity;
let sequence = 0;

const spelling = emptySpelling();

/**
 * The id of something that happened: a UUID version 7 as `newId` makes them, but hardly any of its bits is new, because
 * there are millions. It is a name and no secret: who has seen one can guess others of the same process, so whatever
 * lets somebody in carries a code of its own, as click ids do. Nor may ids be told apart by their last bits.
 */
export function newEventId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) beginMoment(nowMs);
  else if (nowMs === lastMs && sequence + 1 < sequencesMax) sequence += 1;
  else beginSeries(nowMs);
  writeHex(spelling, 0x70 | (sequence >>> 8), 14);
  writeHex(spelling, sequence, 16);
  return spelling.toString('latin1');
}

function beginMoment(nowMs: number): void {
  lastMs = nowMs;
  sequence = 0;
  writeMoment(spelling, nowMs);
}

/** The clock went back, or the millisecond is full: other random bits keep the ids apart from those made before. */
function beginSeries(nowMs: number): void {
  randomFillSync(random);
  const [first = 0, second = 0, ...rest] = random;
  writeHex(spelling, 0x80 | (first & 0x3f), 19);
  writeHex(spelling, second, 21);
  for (const [at, byte] of rest.entries()) writeHex(spelling, byte, 24 + 2 * at);
  beginMoment(nowMs);
}

/**
 * The id of something that follows from something else: the same each time, so that what is worked out again after a
 * restore keeps its id. `place` tells things with the same source apart, and is the order in which their ids sort.
 */
export function deriveEventId(sourceId: string, place: number, timeMs: number): string {
  const derived = emptySpelling();
  writeMoment(derived, timeMs);
  writeHex(derived, 0x70 | ((place >>> 8) & 0xf), 14);
  writeHex(derived, place, 16);
  const [first = 0, second = 0, ...rest] = createHash('sha256').update(`${sourceId} ${place}`).digest();
  writeHex(derived, 0x80 | (first & 0x3f), 19);
  writeHex(derived, second, 21);
  for (const [at, byte] of rest.slice(0, 6).entries()) writeHex(derived, byte, 24 + 2 * at);
  return derived.toString('latin1');
}
