import { idBytes, idTail, readUint32, writeId, writeUint32, type Id } from '../../domain/click-id/index.ts';
import {
  flags,
  headBytes,
  placeBytes,
  placesOf,
  rotatorBytes,
  rotatorsOf,
  version,
  visitsEnd,
  visitsMax,
  type Records,
} from './cookie-bytes.ts';
import { choiceKey, minuteOf, type NewVisit, type SeenPlaces } from './visitor-memory.ts';

export type CookieChange = {
  visit: NewVisit | undefined;
  /** What has now been seen; undefined where nothing has. */
  places: SeenPlaces | undefined;
  /** Where the visit begins that is no longer one that a browser made ahead; -1 for none. */
  confirmedAt: number;
  nowMs: number;
};

/** Writes what a cookie held with a change made to it. What is oldest gives way. Gives the number of bytes. */
export function writeChanged(target: Uint8Array, old: Uint8Array, change: CookieChange): number {
  const { visit, places, confirmedAt, nowMs } = change;
  let at = visit === undefined ? headBytes : writeVisit(target, visit);
  const fresh = visit === undefined ? 0 : 1;
  const kept = Math.min(old[1] ?? 0, visitsMax - fresh);
  at = copy(target, at, old, { begin: headBytes, end: visitsEnd(old, kept) });
  if (confirmedAt !== -1) target[confirmedAt] = (target[confirmedAt] ?? 0) & ~flags.isPrefetch;

  const placesBegin = at;
  if (places !== undefined) at = writePlaces(target, at, places, minuteOf(nowMs));
  at = copyOthers(target, { begin: placesBegin, end: at }, old, placesOf(old));
  const rotatorsBegin = at;
  if (places !== undefined) at = writeRotator(target, at, places, minuteOf(nowMs));
  at = copyOthers(target, { begin: rotatorsBegin, end: at }, old, rotatorsOf(old));

  target[0] = version;
  target[1] = fresh + kept;
  target[2] = (rotatorsBegin - placesBegin) / placeBytes;
  target[3] = (at - rotatorsBegin) / rotatorBytes;
  return at;
}

function writeVisit(target: Uint8Array, visit: NewVisit): number {
  const { pathId, landingId, offerId } = visit;
  const flag =
    (visit.isPrefetch ? flags.isPrefetch : 0) |
    (pathId === null ? 0 : flags.hasPath) |
    (landingId === null ? 0 : flags.hasLanding) |
    (offerId === null ? 0 : flags.hasOffer);
  target[headBytes] = flag;
  writeId(visit.visitId, target, headBytes + 1);
  let at = headBytes + 1 + idBytes;
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

function writePlaces(target: Uint8Array, begin: number, places: SeenPlaces, minute: number): number {
  let at = begin;
  if (places.pathId !== null) at = writePlace(places.pathId, target, at, minute);
  at = writePlace(places.campaignId, target, at, minute);
  return writePlace(places.workspaceId, target, at, minute);
}

function writePlace(id: Id, target: Uint8Array, at: number, minute: number): number {
  writeUint32(idTail(id), target, at);
  writeUint32(minute, target, at + 4);
  return at + placeBytes;
}

function writeRotator(target: Uint8Array, begin: number, places: SeenPlaces, minute: number): number {
  const { rotatorId, pathId, stickyLandingId, stickyOfferId } = places;
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
  return at + rotatorBytes;
}

type Range = { begin: number; end: number };

/** The old records behind the fresh ones, without those that a fresh one replaces; runs of the others go as one. */
function copyOthers(target: Uint8Array, fresh: Range, old: Uint8Array, records: Records): number {
  const { begin, count, size, max } = records;
  const end = begin + count * size;
  const last = fresh.begin + max * size;
  let at = fresh.end;
  let runBegin = begin;
  for (let from = begin; from <= end; from += size) {
    if (from < end && !isAmong(target, fresh, size, readUint32(old, from))) continue;
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
