import { absoluteUrl, count, path, text, timeOfDay } from './parsers.ts';
import { variable } from './variable.ts';

export const backupVariables = {
  WAYPOST_CLICKHOUSE_BACKUP_DISK: variable({
    parse: text,
    default: '',
    whenEmpty: 'an external ClickHouse cannot be backed up by `waypost backup`',
    about: 'Disk in the configuration of an external ClickHouse to which `waypost backup` writes.',
  }),
  WAYPOST_BACKUP_TO: variable({
    parse: path,
    default: '',
    whenEmpty: 'no automatic backups',
    about:
      'Where automatic daily backups are written: a directory, or `s3://BUCKET/PREFIX`. Requires `WAYPOST_BACKUP_PASSPHRASE` or `WAYPOST_BACKUP_AGE_RECIPIENT`. See docs/operator/backup.md.',
  }),
  WAYPOST_BACKUP_TIME: variable({
    parse: timeOfDay,
    default: '03:00',
    about: 'Time of the automatic backup, in UTC.',
  }),
  WAYPOST_BACKUP_KEEP: variable({
    parse: count(1, 9_999),
    default: '7',
    about:
      'Number of backups to keep. After each automatic backup, older ones are deleted, except full backups that newer ones need.',
  }),
  WAYPOST_BACKUP_FULL_EVERY: variable({
    parse: count(1, 100),
    default: '7',
    about:
      'Every how many backups a full backup of ClickHouse is made. The backups between them contain only the changes since the last full one. With `1`, every backup is full.',
  }),
  WAYPOST_BACKUP_PASSPHRASE: variable({
    parse: text,
    default: '',
    whenEmpty: 'backups require an age recipient, or `waypost backup --without-secrets`',
    about: 'Passphrase that encrypts the secrets in a backup. Keep a copy of it outside of this machine.',
    secret: 'whole',
  }),
  WAYPOST_BACKUP_AGE_RECIPIENT: variable({
    parse: text,
    default: '',
    whenEmpty: 'the passphrase encrypts the secrets',
    about:
      'Public key of an age key pair (`age1…`) that encrypts the secrets in a backup instead of the passphrase, so that this machine cannot read them.',
  }),
  WAYPOST_BACKUP_S3_ENDPOINT: variable({
    parse: absoluteUrl,
    default: '',
    whenEmpty: 'Amazon S3 in the region',
    about: 'URL of the S3-compatible object storage, without the bucket.',
  }),
  WAYPOST_BACKUP_S3_REGION: variable({
    parse: text,
    default: 'us-east-1',
    about: 'Region of the bucket. Many storages other than Amazon S3 accept any region.',
  }),
  WAYPOST_BACKUP_S3_ACCESS_KEY_ID: variable({
    parse: text,
    default: '',
    whenEmpty: 'no backups to object storage',
    about: 'ID of the access key for the object storage.',
  }),
  WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY: variable({
    parse: text,
    default: '',
    whenEmpty: 'no backups to object storage',
    about: 'Secret of that access key.',
    secret: 'whole',
  }),
} as const;
