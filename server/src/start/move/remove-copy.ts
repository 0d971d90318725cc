import { rmSync } from 'node:fs';
import { readSecrets, type Secrets } from '../../config/secrets.ts';
import { hasEngineFiles, readTrafficStore, type DataDirectory } from '../../engines/data-directory.ts';
import { readEngineUrls } from '../../engines/embedded-engines.ts';
import { describeError } from '../../platform/errors.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { splitPostgresUrl } from '../../platform/postgres-url.ts';
import { clearCopy } from '../../store/move/clear-copy.ts';
import { openMoveTarget } from '../../traffic/clickhouse/move/move-target.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { claimInstance, readInstance } from '../instance.ts';
import { hostOf } from './moved-store.ts';

// What a canceled move has copied. Without a URL, the target is the embedded ClickHouse.
export type MoveCopy = { engine: 'postgres' | 'clickhouse'; id: string; url: string | undefined };

// Sentences for the operator.
export type CopyRemoval = { removed: string[]; remaining: string[] };

// Deletes the rows of a canceled move, and says what is left. The tables of a server stay, because the database belongs to
// the operator.
export async function removeCopy(copy: MoveCopy, directory: DataDirectory): Promise<CopyRemoval> {
  const { engine, url } = copy;
  if (url === undefined) return await removeEmbeddedCopy(copy, directory);
  const name = engine === 'postgres' ? 'PostgreSQL' : 'ClickHouse';
  const place = `${name} at ${hostOf(url)}`;
  const drop = `To delete everything there, run \`${describeDrop(copy, url)}\` on the server.`;
  try {
    const result =
      engine === 'postgres' ? await clearDatabase(url, copy.id) : await clearServers(url, copy.id);
    if (result === 'used')
      return { removed: [], remaining: [`The copy in ${place} was kept, because it may be in use. ${drop}`] };
    const remaining = [`Empty tables remain in ${place}. The next move can use them. ${drop}`];
    return { removed: result === 'cleared' ? [`the copied rows in ${place}`] : [], remaining };
  } catch (error) {
    return {
      removed: [],
      remaining: [`The copy in ${place} could not be deleted: ${describeError(error)}. ${drop}`],
    };
  }
}

type Cleared = 'cleared' | 'nothing' | 'used';

async function clearDatabase(url: string, id: string): Promise<Cleared> {
  return await withPostgresClient(url, async (client) => await clearCopy(client, id));
}

async function clearServers(urls: string, id: string): Promise<Cleared> {
  const results = await Promise.all(
    shardUrls(urls).map(async (url) => {
      const target = openMoveTarget(url);
      try {
        return await target.clear(id);
      } finally {
        await target.close();
      }
    }),
  );
  return (['used', 'cleared'] as const).find((result) => results.includes(result)) ?? 'nothing';
}

// A running embedded ClickHouse keeps its files until the next restart.
async function removeEmbeddedCopy({ id }: MoveCopy, directory: DataDirectory): Promise<CopyRemoval> {
  if (readTrafficStore(directory) === 'clickhouse' || !hasEngineFiles(directory, 'clickhouse'))
    return { removed: [], remaining: [] };
  if (readInstance(directory)?.kind === 'server') {
    const urls = readEngineUrls(directory, readSecrets(directory.path) as Secrets);
    const result = await clearServers(urls?.clickhouse ?? '', id).catch(() => 'used');
    const files = `The files of the embedded ClickHouse remain in ${directory.clickhouse}. Delete them after a restart, or keep them for the next move.`;
    return {
      removed: result === 'cleared' ? ['the copied rows in the embedded ClickHouse'] : [],
      remaining: [files],
    };
  }
  const lock = await claimInstance(directory, 'command');
  try {
    for (const folder of [directory.clickhouse, directory.clickhouseConfig])
      rmSync(folder, { recursive: true, force: true });
    return { removed: ['the files of the embedded ClickHouse'], remaining: [] };
  } finally {
    lock.release();
  }
}

function describeDrop({ engine }: MoveCopy, urls: string): string {
  const [first = ''] = engine === 'postgres' ? splitPostgresUrl(urls) : shardUrls(urls);
  const database = decodeURIComponent(new URL(first).pathname.slice(1));
  const isCluster = engine === 'clickhouse' && shardUrls(urls).length > 1;
  return [database, ...(isCluster ? [`${database}_all`] : [])]
    .map((name) => `DROP DATABASE ${name}`)
    .join('; ');
}
