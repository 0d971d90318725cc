import { noneMissing, type BatchTarget } from '../../../domain/traffic/batch-target.ts';
import { describeError } from '../../../platform/errors.ts';
import { selectLines } from './select-lines.ts';
import type { ShardLayout } from './shard-layout.ts';

// A target that takes whole batches and stores the rows of one shard.
export type ShardPart = BatchTarget &
  Required<Pick<BatchTarget, 'hasRows'>> & {
    select: (lines: Buffer) => Promise<Buffer>;
    // Stores all given lines on the shard.
    server: BatchTarget;
  };

export function createShardPart(
  server: BatchTarget,
  columns: readonly string[],
  { shard, readLayout }: { shard: number; readLayout: () => Promise<ShardLayout> },
): ShardPart {
  const select = async (lines: Buffer) =>
    await selectLines(lines, columns, { layout: await readLayout(), shard });
  return {
    server,
    select,
    mayMissNames: true,
    insert: async (batch, lines) => {
      try {
        const own = await select(lines);
        return own.length === 0 ? { kind: 'inserted' } : await server.insert(batch, own);
      } catch (error) {
        return { kind: 'unknown', reason: describeError(error) };
      }
    },
    findBatches: (batches, sinceMs) => server.findBatches(batches, sinceMs),
    separateRefused: async (lines) => await server.separateRefused(await select(lines)),
    hasRows: async (lines) => {
      const own = await select(lines);
      return own.length === 0 || (await server.hasRows?.(own)) === true;
    },
    ...(server.findMissingVisits === undefined
      ? {}
      : {
          findMissingVisits: async (lines: Buffer) => {
            const own = await select(lines);
            return own.length === 0 ? noneMissing : ((await server.findMissingVisits?.(own)) ?? noneMissing);
          },
        }),
  };
}
