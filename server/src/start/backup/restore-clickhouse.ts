import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../engines/data-directory.ts';
import type { ClickHouseBackup } from '../../traffic/clickhouse/back-up.ts';
import { extractTar } from './extract-tar-file.ts';
import { clickhouseBackup, clickhouseFile, type Manifest } from './manifest.ts';
import { describeBytes, type OnProgress } from './progress.ts';

type ClickHouseRestore = {
  directory: DataDirectory;
  backup: string;
  // Archive of the full backup that an increment needs.
  base: string | undefined;
  manifest: Pick<Manifest, 'clickhouse'>;
  onProgress: OnProgress;
};

export async function restoreClickHouseBackup(
  url: string,
  { directory, backup, base, manifest: { clickhouse }, onProgress }: ClickHouseRestore,
): Promise<void> {
  const { restoreClickHouse } = await import('../../traffic/clickhouse/back-up.ts');
  const extracted = join(directory.path, 'restore');
  // ClickHouse takes minutes to restore a hundred megabytes from an archive with many files.
  const extract = async (archive: string, name: string): Promise<ClickHouseBackup> => {
    onProgress('ClickHouse', `extracting ${name}`);
    await extractTar(archive, join(extracted, name));
    return { file: join(extracted, name) };
  };
  const disk = clickhouse?.disk;
  await restoreClickHouse({
    url,
    from: clickhouse?.database ?? 'waypost',
    backup:
      disk === undefined
        ? await extract(join(backup, clickhouseFile), 'backup')
        : clickhouseBackup(backup, disk),
    base: base === undefined ? undefined : await extract(base, 'base'),
    onProgress: ({ bytes, totalBytes }) => onProgress('ClickHouse', describeBytes(bytes, totalBytes)),
  });
  rmSync(extracted, { recursive: true, force: true });
}
