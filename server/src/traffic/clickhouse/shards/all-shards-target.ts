import { noneMissing, type BatchTarget, type InsertOutcome } from '../../../domain/traffic/batch-target.ts';
import { describeError } from '../../../platform/errors.ts';
import type { ShardPart } from './shard-part.ts';

// Number of batches that are remembered, so that memory use is limited.
const batchesMax = 10_000;

type Share = { part: ShardPart; shard: number; own: Buffer };

// Creates a target that stores a batch on all shards. A shard that already has its part of a batch is skipped, so a
// batch can be sent again after some shards failed.
export function createAllShardsTarget(parts: readonly ShardPart[]): BatchTarget {
  const state = new BatchMemory();
  const all = parts.map((_, shard) => shard);
  return {
    parts,
    mayMissNames: true,
    insert: async (batch, lines) => {
      const outcome = await insertOnShards(parts, state, { batch, lines }).catch(
        (error: unknown): InsertOutcome => ({
          kind: 'unknown',
          reason: describeError(error),
        }),
      );
      if (outcome.kind === 'inserted') state.clear(batch);
      else state.suspect(batch, 0);
      return outcome;
    },
    // Leaves out batches that may be incomplete. A name does not show on which shards a batch has rows, so batches of
    // other processes are found by name only if every shard has it. `hasRows` finds the others.
    findBatches: async (batches, sinceMs) => {
      const found = await Promise.all(parts.map((part) => part.findBatches(batches, sinceMs)));
      const isComplete = (batch: string) =>
        (state.shardsOf(batch) ?? all).every((at) => found[at]?.has(batch));
      for (const batch of batches) if (!isComplete(batch)) state.suspect(batch, sinceMs);
      return new Set(batches.filter(isComplete));
    },
    hasRows: async (lines) => {
      const stored = await Promise.all(parts.map((part) => part.hasRows(lines)));
      return stored.every(Boolean);
    },
    separateRefused: async (lines) => {
      // Any shard can parse the rows of all shards.
      const [first] = parts;
      return (await first?.server.separateRefused(lines)) ?? { accepted: lines, refused: [] };
    },
    ...(parts.some((part) => part.findMissingVisits !== undefined)
      ? { findMissingVisits: (lines: Buffer) => findMissingVisits(parts, lines) }
      : {}),
  };
}

async function insertOnShards(
  parts: readonly ShardPart[],
  state: BatchMemory,
  { batch, lines }: { batch: string; lines: Buffer },
): Promise<InsertOutcome> {
  const shares = await split(parts, lines);
  state.setShards(
    batch,
    shares.map(({ shard }) => shard),
  );
  // No shard may store its part if another shard will refuse its own.
  const reason = shares.length > 1 ? await findRefusal(shares) : undefined;
  if (reason !== undefined) return { kind: 'refused', reason };
  const sinceMs = state.suspectSince(batch);
  const outcomes = await Promise.all(
    shares.map(async ({ part, own }): Promise<InsertOutcome> => {
      const isStored = sinceMs !== undefined && (await hasBatch(part, { batch, sinceMs, own }));
      return isStored ? { kind: 'inserted' } : await part.server.insert(batch, own);
    }),
  );
  const failed = outcomes.find(({ kind }) => kind === 'unknown');
  return failed ?? outcomes.find(({ kind }) => kind === 'refused') ?? { kind: 'inserted' };
}

async function split(parts: readonly ShardPart[], lines: Buffer): Promise<Share[]> {
  const shares = await Promise.all(
    parts.map(async (part, shard) => ({ part, shard, own: await part.select(lines) })),
  );
  return shares.filter(({ own }) => own.length > 0);
}

async function findRefusal(shares: readonly Share[]): Promise<string | undefined> {
  const checked = await Promise.all(shares.map(({ part, own }) => part.server.separateRefused(own)));
  return checked.flatMap(({ refused }) => refused)[0]?.reason;
}

async function hasBatch(
  { server }: ShardPart,
  { batch, sinceMs, own }: { batch: string; sinceMs: number; own: Buffer },
): Promise<boolean> {
  return (await server.findBatches([batch], sinceMs)).has(batch) || (await server.hasRows?.(own)) === true;
}

async function findMissingVisits(parts: readonly ShardPart[], lines: Buffer) {
  const missing = await Promise.all(
    parts.map(async (part) => (await part.findMissingVisits?.(lines)) ?? noneMissing),
  );
  return {
    count: missing.reduce((sum, { count }) => sum + count, 0),
    newestMs: Math.max(...missing.map(({ newestMs }) => newestMs)),
  };
}

class BatchMemory {
  // Batches that may be stored on some shards, with the time since which their rows are searched.
  readonly #suspects = new Map<string, number>();
  readonly #shards = new Map<string, readonly number[]>();

  suspectSince(batch: string): number | undefined {
    return this.#suspects.get(batch);
  }

  suspect(batch: string, sinceMs: number): void {
    add(this.#suspects, batch, Math.min(sinceMs, this.#suspects.get(batch) ?? sinceMs));
  }

  clear(batch: string): void {
    this.#suspects.delete(batch);
  }

  shardsOf(batch: string): readonly number[] | undefined {
    return this.#shards.get(batch);
  }

  setShards(batch: string, shards: readonly number[]): void {
    add(this.#shards, batch, shards);
  }
}

function add<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > batchesMax && oldest !== undefined) map.delete(oldest);
}
