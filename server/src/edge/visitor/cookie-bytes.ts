import { idBytes, idTail, readId, readUint32 } from '../../domain/click-id/index.ts';
import type { RememberedVisit } from './visitor-memory.ts';

/*
 * What a cookie holds: a head of four bytes (version, number of visits, of places and of rotators), the visits, the
 * places and the choices of rotators, each newest first. A visit is a byte of flags, its id, the number of its campaign
 * and the ids that the flags name. A place is the end of its id and the minute in which it was last seen; a choice is the
 * key of the rotator and the kind, the minute, and the end of the id of what was chosen.
 */
export const version = 1;
export const headBytes = 4;
export const placeBytes = 8;
export const rotatorBytes = 12;

export const visitsMax = 5;
const placesMax = 40;
const rotatorsMax = 16;

export const flags = { isPrefetch: 1, hasPath: 2, hasLanding: 4, hasOffer: 8 };
const visitBytesMax = 1 + 4 * idBytes + 4;

/** Of everything but the code that signs it. */
export const contentBytesMax =
  headBytes + visitsMax * visitBytesMax + placesMax * placeBytes + rotatorsMax * rotatorBytes;

export const emptyContent: Uint8Array = Uint8Array.of(version, 0, 0, 0);

export function isKnownVersion(content: Uint8Array): boolean {
  return content[0] === version;
}

/** Where the first so many visits end. */
export function visitsEnd(content: Uint8Array, count: number): number {
  let at = headBytes;
  for (let left = count; left > 0; left -= 1) at += visitLength(content[at] ?? 0);
  return at;
}

/** Where the newest visit begins that is asked for; -1 where there is none. */
export function findVisitAt(content: Uint8Array, isMeant: (at: number) => boolean): number {
  let at = headBytes;
  for (let left = content[1] ?? 0; left > 0; left -= 1) {
    if (isMeant(at)) return at;
    at += visitLength(content[at] ?? 0);
  }
  return -1;
}

function visitLength(flag: number): number {
  const ids = 1 + ((flag >> 1) & 1) + ((flag >> 2) & 1) + ((flag >> 3) & 1);
  return 1 + 4 + ids * idBytes;
}

export function campaignNumberAt(content: Uint8Array, at: number): number {
  return readUint32(content, at + 1 + idBytes);
}

export function visitIdAt(content: Uint8Array, at: number): string {
  return readId(content, at + 1);
}

export function isPrefetchAt(content: Uint8Array, at: number): boolean {
  return ((content[at] ?? 0) & flags.isPrefetch) !== 0;
}

export function readVisit(content: Uint8Array, at: number): RememberedVisit {
  const flag = content[at] ?? 0;
  let next = at + 1 + idBytes + 4;
  const nextId = (bit: number) => {
    if ((flag & bit) === 0) return null;
    next += idBytes;
    return readId(content, next - idBytes);
  };
  return {
    visitId: visitIdAt(content, at),
    campaignNumber: campaignNumberAt(content, at),
    pathId: nextId(flags.hasPath),
    landingId: nextId(flags.hasLanding),
    offerId: nextId(flags.hasOffer),
    isPrefetch: isPrefetchAt(content, at),
  };
}

export type Records = { begin: number; count: number; size: number; max: number };

export function placesOf(content: Uint8Array): Records {
  return {
    begin: visitsEnd(content, content[1] ?? 0),
    count: content[2] ?? 0,
    size: placeBytes,
    max: placesMax,
  };
}

export function rotatorsOf(content: Uint8Array): Records {
  const { begin, count, size } = placesOf(content);
  return { begin: begin + count * size, count: content[3] ?? 0, size: rotatorBytes, max: rotatorsMax };
}

function findRecord(content: Uint8Array, { begin, count, size }: Records, tail: number): number {
  const end = begin + count * size;
  for (let at = begin; at < end; at += size) if (readUint32(content, at) === tail) return at;
  return -1;
}

/** When a place or a rotator was last seen; -1 where it was not. */
export function seenMinute(content: Uint8Array, id: string): number {
  const tail = idTail(id);
  const place = findRecord(content, placesOf(content), tail);
  const at = place === -1 ? findRecord(content, rotatorsOf(content), tail) : place;
  return at === -1 ? -1 : readUint32(content, at + 4);
}

/** Where a choice of a rotator is kept: the minute at 4, the end of what was chosen at 8; -1 where it is not. */
export function findChoice(content: Uint8Array, key: number): number {
  return findRecord(content, rotatorsOf(content), key);
}
