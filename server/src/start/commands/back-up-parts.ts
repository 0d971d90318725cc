import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { join } from 'node:path';
import { listSetVariables } from '../../config/load-config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { backUpSpool } from '../../edge/spool/back-up-spool.ts';
import { dumpTables, type Dump } from '../../store/backup/dump-tables.ts';
import { openInstallation } from './open-installation.ts';
import { newestMigrations } from '../migrate.ts';
import type { Settings } from '../settings.ts';
import type { BackupFiles } from '../backup/backup-files.ts';
import type { PreparedBase } from '../backup/clickhouse-base.ts';
import { databaseOf } from '../../traffic/clickhouse/names.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { extractTarFile } from '../backup/extract-tar-file.ts';
import {
  clickhouseBackup,
  clickhouseFile,
  clickhouseListFile,
  spoolFolder,
  tableFile,
  type Manifest,
} from '../backup/manifest.ts';
import { describeBytes, type OnProgress } from '../backup/progress.ts';
import { sealSecrets, type SecretsKey } from '../backup/sealed-secrets.ts';
import { summarizeDays } from '../backup/summarize-days.ts';

type Run = {
  files: BackupFiles;
  name: string;
  startedAt: Date;
  // Prepares the base of an increment. Not called without an embedded ClickHouse.
  prepareBase: () => Promise<PreparedBase | undefined>;
  onProgress: OnProgress;
};
type Parts = Pick<
  Manifest,
  'trafficStore' | 'migrations' | 'postgres' | 'clickhouse' | 'spoolFiles' | 'days'
>;

// The order makes the parts consistent: PostgreSQL contains what the traffic store lacks, and the spool contains what
// PostgreSQL lacks.
export async function backUpParts(settings: Settings, run: Run): Promise<Parts> {
  const installation = await openInstallation(settings, { traffic: true });
  try {
    const { store } = installation.traffic;
    const before = await summarizeDays(installation.traffic);
    const clickhouse =
      store === 'clickhouse' ? await backUpClickHouse(settings, installation.traffic.url, run) : undefined;
    const postgres = await backUpPostgres(installation.postgresUrl, store, run);
    const after = await summarizeDays(installation.traffic);
    const spoolFiles = await backUpSpool(
      settings.spool.directory,
      run.startedAt.getTime(),
      async (from, to) => await run.files.copy(from, join(spoolFolder, to)),
    );
    run.onProgress('Spool', `${spoolFiles} files`);
    return {
      trafficStore: store,
      migrations: newestMigrations(store),
      postgres,
      ...(clickhouse === undefined ? {} : { clickhouse }),
      spoolFiles,
      days: { before, after },
    };
  } finally {
    await installation.close();
  }
}

async function backUpClickHouse(
  settings: Settings,
  url: string,
  { files: { folder }, name, prepareBase, onProgress }: Run,
): Promise<NonNullable<Manifest['clickhouse']>> {
  const clickhouse = await import('../../traffic/clickhouse/back-up.ts');
  const diskName = settings.clickhouseUrl === undefined ? undefined : settings.backup.clickhouseDisk;
  const disk = diskName === undefined ? undefined : { name: diskName, folder: name };
  const prepared = disk === undefined ? await prepareBase() : undefined;
  await clickhouse.backUpClickHouse({
    url,
    backup: clickhouseBackup(folder, disk),
    base: prepared && { file: prepared.folder },
    onProgress: ({ bytes, totalBytes }) => onProgress('ClickHouse', describeBytes(bytes, totalBytes)),
  });
  prepared?.remove();
  const [first = '', ...others] = shardUrls(url);
  const database = databaseOf(first);
  if (disk !== undefined)
    return { database, disk, ...(others.length === 0 ? {} : { shards: others.length + 1 }) };
  if (prepared !== undefined) return { database, base: prepared.base };
  await extractTarFile(join(folder, clickhouseFile), '.backup', join(folder, clickhouseListFile));
  return { database };
}

async function backUpPostgres(
  url: string,
  store: TrafficStoreName,
  { files, onProgress }: Run,
): Promise<Dump> {
  return await dumpTables(url, {
    // After a move, PostgreSQL can still contain the old traffic.
    hasTraffic: store === 'postgres',
    open: (table) => files.create(tableFile(table)),
    onTable: (done, total) => onProgress('PostgreSQL', `${done} of ${total} tables`),
  });
}

export function backUpSecrets(settings: Settings, files: BackupFiles, key: SecretsKey): void {
  const secrets = (readSecrets(settings.dataDirectory) ?? {}) as Record<string, string>;
  const content = { secrets, environment: listSetVariables() };
  const sealed = sealSecrets(content, key);
  files.write(sealed.file, sealed.content);
}
