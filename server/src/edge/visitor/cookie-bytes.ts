import { idBytes, idTail, readId, readUint32 } from '../../domain/click-id/index.ts';
import type { RememberedVisit } from './visitor-memory.ts';

/*
 * Layout of the visitor cookie: a four-byte header (the version and the numbers of visits, seen entries and rotator
 * choices), then the visits, seen entries and choices, each newest first. A visit consists of a byte of flags, its ID,
 * its campaign number and the IDs that the flags indicate. A seen entry consists of the tail of an ID and the minute in
 * which the ID was last seen. A choice consists of a key made from the rotator and the kind of choice, the minute, and
 * the tail of the chosen ID.
 */
export const version = 1;
export const headerBytes = 4;
export const seenBytes = 8;
export const choiceBytes = 12;

export const visitsMax = 5;
const seenMax = 40;
const choicesMax = 16;

export const flags = { isPrefetch: 1, hasPath: 2, hasLanding: 4, hasOffer: 8 };
const visitBytesMax = 1 + 4 * idBytes + 4;

// Maximum length without the signature.
export const contentBytesMax =
  headerBytes + visitsMax * visitBytesMax + seenMax * seenBytes + choicesMax * choiceBytes;

export const emptyContent: Uint8Array = Uint8Array.of(version, 0, 0, 0);

export function isKnownVersion(content: Uint8Array): boolean {
  return content[0] === version;
}

/** Returns the position after the first `count` visits. */
export function visitsEnd(content: Uint8Array, count: number): number {
  let at = headerBytes;
  for (let left = count; left > 0; left -= 1) at += visitLength(content[at] ?? 0);
  return at;
}

/** Returns the position of the newest visit that matches; -1 if no visit matches. */
export function findVisitAt(content: Uint8Array, matches: (at: number) => boolean): number {
  let at = headerBytes;
  for (let left = content[1] ?? 0; left > 0; left -= 1) {
    if (matches(at)) return at;
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

export function seenEntriesOf(content: Uint8Array): Records {
  return {
    begin: visitsEnd(content, content[1] ?? 0),
    count: content[2] ?? 0,
    size: seenBytes,
    max: seenMax,
  };
}

export function choicesOf(content: Uint8Array): Records {
  const { begin, count, size } = seenEntriesOf(content);
  return { begin: begin + count * size, count: content[3] ?? 0, size: choiceBytes, max: choicesMax };
}

function findRecord(content: Uint8Array, { begin, count, size }: Records, tail: number): number {
  const end = begin + count * size;
  for (let at = begin; at < end; at += size) if (readUint32(content, at) === tail) return at;
  return -1;
}

/**
 * Returns the minute in which the ID was last seen; -1 if the ID was never seen. For a rotator, the minute is stored
 * with the path that was chosen.
 */
export function seenMinute(content: Uint8Array, id: string): number {
  const tail = idTail(id);
  const seenAt = findRecord(content, seenEntriesOf(content), tail);
  const at = seenAt === -1 ? findRecord(content, choicesOf(content), tail) : seenAt;
  return at === -1 ? -1 : readUint32(content, at + 4);
}

/**
 * Returns the position of a choice, with the minute at +4 and the tail of the chosen ID at +8; -1 if the choice is not
 * stored.
 */
export function findChoice(content: Uint8Array, key: number): number {
  return findRecord(content, choicesOf(content), key);
}
