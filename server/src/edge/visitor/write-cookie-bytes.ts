import { idBytes, idTail, readUint32, writeId, writeUint32, type Id } from '../../domain/click-id/index.ts';
import {
  flags,
  headerBytes,
  seenBytes,
  seenEntriesOf,
  choiceBytes,
  choicesOf,
  version,
  visitsEnd,
  visitsMax,
  type Records,
} from './cookie-bytes.ts';
import { choiceKey, minuteOf, type NewVisit, type SeenIds } from './visitor-memory.ts';

export type CookieChange = {
  visit: NewVisit | undefined;
  seen: SeenIds | undefined;
  /** Position of the prefetched visit to confirm; -1 if no visit is confirmed. */
  confirmedAt: number;
  nowMs: number;
};

/** Applies a change to the content and drops the oldest entries. Returns the number of bytes written. */
export function writeChanged(target: Uint8Array, old: Uint8Array, change: CookieChange): number {
  const { visit, seen, confirmedAt, nowMs } = change;
  let at = visit === undefined ? headerBytes : writeVisit(target, visit);
  const added = visit === undefined ? 0 : 1;
  const keptCount = Math.min(old[1] ?? 0, visitsMax - added);
  at = copy(target, at, old, { begin: headerBytes, end: visitsEnd(old, keptCount) });
  if (confirmedAt !== -1) target[confirmedAt] = (target[confirmedAt] ?? 0) & ~flags.isPrefetch;

  const seenBegin = at;
  if (seen !== undefined) at = writeSeenEntries(target, at, seen, minuteOf(nowMs));
  at = copyOthers(target, { begin: seenBegin, end: at }, old, seenEntriesOf(old));
  const choicesBegin = at;
  if (seen !== undefined) at = writeChoices(target, at, seen, minuteOf(nowMs));
  at = copyOthers(target, { begin: choicesBegin, end: at }, old, choicesOf(old));

  target[0] = version;
  target[1] = added + keptCount;
  target[2] = (choicesBegin - seenBegin) / seenBytes;
  target[3] = (at - choicesBegin) / choiceBytes;
  return at;
}

function writeVisit(target: Uint8Array, visit: NewVisit): number {
  const { pathId, landingId, offerId } = visit;
  const flag =
    (visit.isPrefetch ? flags.isPrefetch : 0) |
    (pathId === null ? 0 : flags.hasPath) |
    (landingId === null ? 0 : flags.hasLanding) |
    (offerId === null ? 0 : flags.hasOffer);
  target[headerBytes] = flag;
  writeId(visit.visitId, target, headerBytes + 1);
  let at = headerBytes + 1 + idBytes;
  writeUint32(visit.campaignNumber, target, at);
  at += 4;
  at = writeOptionalId(pathId, target, at);
  at = writeOptionalId(landingId, target, at);
  return writeOptionalId(offerId, target, at);
}

function writeOptionalId(id: Id | null, target: Uint8Array, at: number): number {
  if (id === null) return at;
  writeId(id, target, at);
  return at + idBytes;
}

function writeSeenEntries(target: Uint8Array, begin: number, seen: SeenIds, minute: number): number {
  let at = begin;
  if (seen.pathId !== null) at = writeSeenEntry(seen.pathId, target, at, minute);
  at = writeSeenEntry(seen.campaignId, target, at, minute);
  return writeSeenEntry(seen.workspaceId, target, at, minute);
}

function writeSeenEntry(id: Id, target: Uint8Array, at: number, minute: number): number {
  writeUint32(idTail(id), target, at);
  writeUint32(minute, target, at + 4);
  return at + seenBytes;
}

function writeChoices(target: Uint8Array, begin: number, seen: SeenIds, minute: number): number {
  const { rotatorId, pathId, stickyLandingId, stickyOfferId } = seen;
  if (rotatorId === null || pathId === null) return begin;
  let at = writeChoice(target, begin, choiceKey(rotatorId, 'path'), { minute, id: pathId });
  if (stickyLandingId !== null)
    at = writeChoice(target, at, choiceKey(rotatorId, 'landing'), { minute, id: stickyLandingId });
  if (stickyOfferId !== null)
    at = writeChoice(target, at, choiceKey(rotatorId, 'offer'), { minute, id: stickyOfferId });
  return at;
}

function writeChoice(
  target: Uint8Array,
  at: number,
  key: number,
  { minute, id }: { minute: number; id: Id },
): number {
  writeUint32(key, target, at);
  writeUint32(minute, target, at + 4);
  writeUint32(idTail(id), target, at + 8);
  return at + choiceBytes;
}

type Range = { begin: number; end: number };

// Copies old records after the added records, except those that an added record replaces. Adjacent records are copied
// together.
function copyOthers(target: Uint8Array, added: Range, old: Uint8Array, records: Records): number {
  const { begin, count, size, max } = records;
  const end = begin + count * size;
  const last = added.begin + max * size;
  let at = added.end;
  let runBegin = begin;
  for (let from = begin; from <= end; from += size) {
    if (from < end && !isAmong(target, added, size, readUint32(old, from))) continue;
    const runEnd = Math.min(from, runBegin + last - at);
    at = copy(target, at, old, { begin: runBegin, end: runEnd });
    runBegin = from + size;
  }
  return at;
}

function isAmong(target: Uint8Array, { begin, end }: Range, size: number, tail: number): boolean {
  for (let at = begin; at < end; at += size) if (readUint32(target, at) === tail) return true;
  return false;
}

function copy(target: Uint8Array, at: number, from: Uint8Array, { begin, end }: Range): number {
  if (end <= begin) return at;
  target.set(from.subarray(begin, end), at);
  return at + end - begin;
}
