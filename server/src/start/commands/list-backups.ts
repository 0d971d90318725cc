import { existsSync } from 'node:fs';
import { OperatorError } from '../../platform/operator-error.ts';
import { isBucketAddress } from '../backup/bucket-address.ts';
import { openPlace } from '../backup/open-place.ts';
import type { Settings } from '../settings.ts';

// Returns the complete backups, sorted from old to new. `base` is the full backup that an increment needs.
export async function listBackups(
  settings: Settings,
  address: string,
): Promise<{ name: string; base: string | null }[]> {
  if (!isBucketAddress(address) && !existsSync(address))
    throw new OperatorError('refused', `${address} does not exist.`);
  const place = await openPlace(settings, address);
  const backups = await place.list();
  return backups.map(({ name, manifest }) => ({ name, base: manifest.clickhouse?.base?.backup ?? null }));
}
