import { readSecrets, type Secrets } from '../config/secrets.ts';
import type { DataDirectory, TrafficStoreName } from '../engines/data-directory.ts';
import { readEngineUrls } from '../engines/embedded-engines.ts';
import type { EngineAddresses } from './engine-addresses.ts';
import type { Instance } from './instance.ts';
import type { Settings } from './settings.ts';

// Embedded engines have addresses only while an instance is running.
export function findRunningEngines(
  settings: Pick<Settings, 'databaseUrl' | 'clickhouseUrl'>,
  directory: DataDirectory,
  { instance, store }: { instance: Instance | undefined; store: TrafficStoreName | undefined },
): Partial<EngineAddresses> {
  const secrets = readSecrets(directory.path) as Secrets | undefined;
  const embedded =
    instance?.urls === undefined || secrets === undefined ? undefined : readEngineUrls(directory, secrets);
  const postgres = settings.databaseUrl ?? embedded?.postgres;
  const url = store === 'clickhouse' ? (settings.clickhouseUrl ?? embedded?.clickhouse) : postgres;
  return {
    ...(postgres === undefined ? {} : { postgres }),
    ...(store === undefined || url === undefined ? {} : { traffic: { store, url } }),
  };
}
