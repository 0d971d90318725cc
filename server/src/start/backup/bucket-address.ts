const scheme = 's3://';
// Folder of the data directory in which backups are prepared before the upload, and to which they are downloaded.
export const stagingFolder = 'backup-staging';

type BucketAddress = { bucket: string; prefix: string };

export function isBucketAddress(address: string): boolean {
  return address.startsWith(scheme);
}

// Returns undefined if the address is not of the form s3://BUCKET or s3://BUCKET/PREFIX.
export function parseBucketAddress(address: string): BucketAddress | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(\/.*)?$/i.exec(address) ?? [];
  if (bucket === undefined) return undefined;
  const prefix = path
    .split('/')
    .filter((part) => part !== '')
    .join('/');
  return { bucket, prefix };
}

export function formatBucketAddress({ bucket, prefix }: BucketAddress, ...parts: string[]): string {
  return `${scheme}${[bucket, ...(prefix === '' ? [] : [prefix]), ...parts].join('/')}`;
}
