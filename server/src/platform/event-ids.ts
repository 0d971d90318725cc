import { randomFillSync } from 'node:crypto';
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
