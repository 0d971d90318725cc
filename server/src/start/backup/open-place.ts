import type { Settings } from '../settings.ts';
import { openFolder, type BackupPlace } from './backup-place.ts';
import { isBucketAddress } from './bucket-address.ts';

// Opens a folder, or a bucket with an optional prefix, such as s3://backups/waypost.
export async function openPlace(settings: Settings, address: string): Promise<BackupPlace> {
  if (!isBucketAddress(address)) return openFolder(address);
  const { openBucket } = await import('./bucket-place.ts');
  return openBucket(settings, address);
}
