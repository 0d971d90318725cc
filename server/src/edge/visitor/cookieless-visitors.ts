import { randomBytes } from 'node:crypto';
import { idTail, makeSipHash, writeUint32, type Id } from '../../domain/click-id/index.ts';
import { SeenTable } from './seen-table.ts';
import {
  choiceKey,
  isOutside,
  minuteOf,
  type Choice,
  type NewVisit,
  type SeenIds,
  type VisitorMemory,
} from './visitor-memory.ts';

type CookielessOptions = {
  /** Maximum number of entries for all visitors. The oldest entries are dropped first. */
  entriesMax?: number;
  randomKey?: () => Uint8Array;
};

type CookielessVisitors = {
  recognize(address: string, userAgent: string | undefined, nowMs: number): VisitorMemory;
  readonly size: number;
};

const defaultEntriesMax = 1_000_000;
const agentLengthMax = 512;
const dayMs = 86_400_000;
const keyBytes = 16;

/**
 * Recognizes visitors within one UTC day by IP address and user agent, using only the memory of this process. Addresses
 * and user agents are not stored: entries are hashes with a random key that is replaced each day.
 */
export function cookielessVisitors(options: CookielessOptions = {}): CookielessVisitors {
  const memory = new DayMemory(options);
  return {
    recognize: (address, userAgent, nowMs) =>
      new CookielessVisitor(
        memory,
        memory.hashVisitor(`${address}\n${userAgent?.slice(0, agentLengthMax) ?? ''}`, nowMs),
      ),
    get size() {
      return memory.size;
    },
  };
}

type VisitorHash = { low: number; high: number };

// Keeps two generations of entries. When the young generation is full, the old one is cleared and the two are swapped.
class DayMemory {
  readonly #randomKey: () => Uint8Array;
  readonly #entriesPerHalf: number;
  readonly #bytes = new Uint8Array(12);
  #hash = makeSipHash(new Uint8Array(keyBytes));
  #day = -1;
  // The tables are allocated for the first visitor, because most installations only use cookies.
  #young: SeenTable | undefined;
  #old: SeenTable | undefined;

  constructor({
    entriesMax = defaultEntriesMax,
    randomKey = () => randomBytes(keyBytes),
  }: CookielessOptions) {
    this.#entriesPerHalf = Math.max(1, Math.floor(entriesMax / 2));
    this.#randomKey = randomKey;
  }

  get size(): number {
    return (this.#young?.size ?? 0) + (this.#old?.size ?? 0);
  }

  hashVisitor(visitor: string, nowMs: number): VisitorHash {
    this.#beginDay(Math.floor(nowMs / dayMs));
    this.#hash.ofText(visitor);
    return { low: this.#hash.low, high: this.#hash.high };
  }

  minuteOf(visitor: VisitorHash, key: number): number {
    const { low, high } = this.#entryHash(visitor, key);
    const minute = this.#young?.minuteOf(low, high) ?? -1;
    return minute === -1 ? (this.#old?.minuteOf(low, high) ?? -1) : minute;
  }

  chosenTailOf(visitor: VisitorHash, key: number): number | undefined {
    const { low, high } = this.#entryHash(visitor, key);
    return this.#young?.chosenOf(low, high) ?? this.#old?.chosenOf(low, high);
  }

  set(visitor: VisitorHash, key: number, entry: { minute: number; chosenTail: number }): void {
    this.#young ??= new SeenTable(this.#entriesPerHalf);
    if (this.#young.isFull) {
      const emptied = this.#old ?? new SeenTable(this.#entriesPerHalf);
      emptied.clear();
      this.#old = this.#young;
      this.#young = emptied;
    }
    this.#young.set(this.#entryHash(visitor, key), entry.minute, entry.chosenTail);
  }

  // Hashes the visitor and the ID together, so that the entries of a visitor cannot be linked to each other.
  #entryHash(visitor: VisitorHash, key: number): VisitorHash {
    writeUint32(visitor.low, this.#bytes, 0);
    writeUint32(visitor.high, this.#bytes, 4);
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
  readonly #visitor: VisitorHash;

  constructor(memory: DayMemory, visitor: VisitorHash) {
    this.#memory = memory;
    this.#visitor = visitor;
  }

  isUnique(id: string, windowHours: number | undefined, nowMs: number): boolean {
    const minute = this.#memory.minuteOf(this.#visitor, idTail(id));
    return minute === -1 || isOutside(minute, windowHours, nowMs);
  }

  lastChoice(rotatorId: string, choice: Choice, days: number, nowMs: number): number | undefined {
    const key = choiceKey(rotatorId, choice);
    const minute = this.#memory.minuteOf(this.#visitor, key);
    if (minute === -1 || isOutside(minute, days * 24, nowMs)) return undefined;
    return this.#memory.chosenTailOf(this.#visitor, key);
  }

  // Visits are not stored, so a click without a cookie must name its visit.
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
    // A prefetched page has not been shown, so the visitor has not seen the campaign.
    if (!visit.isPrefetch) this.#see(visit, nowMs);
  }

  confirm(_visitId: string, seen: SeenIds, nowMs: number): undefined {
    this.#see(seen, nowMs);
  }

  #see(seen: SeenIds, nowMs: number): void {
    const { workspaceId, campaignId, rotatorId, pathId, stickyLandingId, stickyOfferId } = seen;
    const minute = minuteOf(nowMs);
    this.#memory.set(this.#visitor, idTail(workspaceId), { minute, chosenTail: 0 });
    this.#memory.set(this.#visitor, idTail(campaignId), { minute, chosenTail: 0 });
    if (pathId === null) return;
    this.#memory.set(this.#visitor, idTail(pathId), { minute, chosenTail: 0 });
    if (rotatorId === null) return;
    const setChoice = (choice: Choice, id: Id) =>
      this.#memory.set(this.#visitor, choiceKey(rotatorId, choice), { minute, chosenTail: idTail(id) });
    setChoice('path', pathId);
    if (stickyLandingId !== null) setChoice('landing', stickyLandingId);
    if (stickyOfferId !== null) setChoice('offer', stickyOfferId);
  }
}
