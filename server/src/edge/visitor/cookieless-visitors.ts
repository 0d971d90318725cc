import { randomBytes } from 'node:crypto';
import { idTail, makeSipHash, writeUint32, type Id } from '../../domain/click-id/index.ts';
import { SeenTable } from './seen-table.ts';
import {
  choiceKey,
  isOutside,
  minuteOf,
  type Choice,
  type NewVisit,
  type SeenPlaces,
  type VisitorMemory,
} from './visitor-memory.ts';

type CookielessOptions = {
  /** How many places of all visitors together are kept at most; the oldest are forgotten first. */
  entriesMax?: number;
  /** 16 bytes that nobody can guess. */
  randomKey?: () => Uint8Array;
};

type CookielessVisitors = {
  recognize(address: string, userAgent: string | undefined, nowMs: number): VisitorMemory;
  /** How many entries are held. */
  readonly size: number;
};

const usualEntriesMax = 1_000_000;
const agentLengthMax = 512;
const dayMs = 86_400_000;
const keyBytes = 16;

/**
 * Recognizes visitors of one UTC day by address and user agent, in the memory of this process alone. Neither of the two
 * is kept: what is kept are hashes whose key is made anew each day, and is then gone for ever.
 */
export function cookielessVisitors(options: CookielessOptions = {}): CookielessVisitors {
  const memory = new DayMemory(options);
  return {
    recognize: (address, userAgent, nowMs) =>
      new CookielessVisitor(
        memory,
        memory.markOf(`${address}\n${userAgent?.slice(0, agentLengthMax) ?? ''}`, nowMs),
      ),
    get size() {
      return memory.size;
    },
  };
}

type Mark = { low: number; high: number };

/** Two halves: when the young one is full, the old one is forgotten and they change places. */
class DayMemory {
  readonly #randomKey: () => Uint8Array;
  readonly #entriesPerHalf: number;
  readonly #bytes = new Uint8Array(12);
  #hash = makeSipHash(new Uint8Array(keyBytes));
  #day = -1;
  // Made for the first visitor: most installations use cookies only.
  #young: SeenTable | undefined;
  #old: SeenTable | undefined;

  constructor({ entriesMax = usualEntriesMax, randomKey = () => randomBytes(keyBytes) }: CookielessOptions) {
    this.#entriesPerHalf = Math.max(1, Math.floor(entriesMax / 2));
    this.#randomKey = randomKey;
  }

  get size(): number {
    return (this.#young?.size ?? 0) + (this.#old?.size ?? 0);
  }

  markOf(visitor: string, nowMs: number): Mark {
    this.#beginDay(Math.floor(nowMs / dayMs));
    this.#hash.ofText(visitor);
    return { low: this.#hash.low, high: this.#hash.high };
  }

  minuteOf(mark: Mark, key: number): number {
    const { low, high } = this.#place(mark, key);
    const minute = this.#young?.minuteOf(low, high) ?? -1;
    return minute === -1 ? (this.#old?.minuteOf(low, high) ?? -1) : minute;
  }

  chosenTailOf(mark: Mark, key: number): number | undefined {
    const { low, high } = this.#place(mark, key);
    return this.#young?.chosenOf(low, high) ?? this.#old?.chosenOf(low, high);
  }

  set(mark: Mark, key: number, entry: { minute: number; chosenTail: number }): void {
    this.#young ??= new SeenTable(this.#entriesPerHalf);
    if (this.#young.isFull) {
      const emptied = this.#old ?? new SeenTable(this.#entriesPerHalf);
      emptied.clear();
      this.#old = this.#young;
      this.#young = emptied;
    }
    this.#young.set(this.#place(mark, key), entry.minute, entry.chosenTail);
  }

  /** Of one visitor in one place, so that not even the visits of one visitor can be put together. */
  #place(mark: Mark, key: number): Mark {
    writeUint32(mark.low, this.#bytes, 0);
    writeUint32(mark.high, this.#bytes, 4);
    writeUint32(key, this.#bytes, 8);
    this.#hash.ofBytes(this.#bytes, this.#bytes.length);
    return this.#hash;
  }

  #beginDay(day: number): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#hash = makeSipHash(this.#randomKey());
    this.#young?.clear();
    this.#old?.clear();
  }
}

class CookielessVisitor implements VisitorMemory {
  readonly isForged = false;
  readonly #memory: DayMemory;
  readonly #mark: Mark;

  constructor(memory: DayMemory, mark: Mark) {
    this.#memory = memory;
    this.#mark = mark;
  }

  isUnique(id: string, windowHours: number | undefined, nowMs: number): boolean {
    const minute = this.#memory.minuteOf(this.#mark, idTail(id));
    return minute === -1 || isOutside(minute, windowHours, nowMs);
  }

  lastChoice(rotatorId: string, choice: Choice, days: number, nowMs: number): number | undefined {
    const key = choiceKey(rotatorId, choice);
    const minute = this.#memory.minuteOf(this.#mark, key);
    if (minute === -1 || isOutside(minute, days * 24, nowMs)) return undefined;
    return this.#memory.chosenTailOf(this.#mark, key);
  }

  /** Visits themselves are not kept: a click without a cookie has to name its visit. */
  findVisit(): undefined {
    return undefined;
  }

  findVisitById(): undefined {
    return undefined;
  }

  visits(): readonly [] {
    return [];
  }

  remember(visit: NewVisit, nowMs: number): undefined {
    // A prefetch shows the page to nobody yet, so the visitor has not seen the campaign.
    if (!visit.isPrefetch) this.#see(visit, nowMs);
  }

  confirm(_visitId: string, places: SeenPlaces, nowMs: number): undefined {
    this.#see(places, nowMs);
  }

  #see(places: SeenPlaces, nowMs: number): void {
    const { workspaceId, campaignId, rotatorId, pathId, stickyLandingId, stickyOfferId } = places;
    const minute = minuteOf(nowMs);
    this.#memory.set(this.#mark, idTail(workspaceId), { minute, chosenTail: 0 });
    this.#memory.set(this.#mark, idTail(campaignId), { minute, chosenTail: 0 });
    if (pathId === null) return;
    this.#memory.set(this.#mark, idTail(pathId), { minute, chosenTail: 0 });
    if (rotatorId === null) return;
    const keep = (choice: Choice, id: Id) =>
      this.#memory.set(this.#mark, choiceKey(rotatorId, choice), { minute, chosenTail: idTail(id) });
    keep('path', pathId);
    if (stickyLandingId !== null) keep('landing', stickyLandingId);
    if (stickyOfferId !== null) keep('offer', stickyOfferId);
  }
}
