import { z } from 'zod';
import { listPage, listQuery, moment } from './paging.ts';
import { recordId, timestamp } from './records.ts';

export const versionNumber = z.int().min(1).meta({
  description: 'Increases with every change to the record. Send it with a write to detect conflicts.',
});

/** Prevents overwriting changes that the caller has not seen. */
export const madeOnVersion = z
  .int('must be the version that you last fetched')
  .min(1, 'must be the version that you last fetched')
  .meta({
    description:
      'Version of the record you last fetched. The write fails if the record has changed since then.',
  });

/**
 * Query for versions, newest first. No other order is supported, because each version lists its changes from the
 * previous version.
 */
export const versionListQuery = listQuery(['-version'], {});

const author = z.strictObject({
  type: z.enum(['operator', 'user', 'key', 'system']),
  id: z.uuid().nullable(),
  label: z.string(),
});

const difference = z
  .strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({
    id: 'Difference',
    description: 'One difference. `before` or `after` is omitted if the value did not exist.',
  });

const staleDetails = z
  .strictObject({
    reason: z.literal('stale'),
    version: versionNumber,
    current: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The current record, as returned by a read.' }),
    changedAt: timestamp.nullable(),
    changedBy: author.nullable(),
    differences: z.array(z.string()).meta({
      description: 'Differences between the version in the request and the current one, in words.',
    }),
  })
  .meta({ id: 'StaleDetails' });
export type StaleDetails = z.infer<typeof staleDetails>;

const recordVersion = z
  .strictObject({
    version: z.int(),
    createdAt: timestamp,
    author,
    changes: z.array(z.string()).meta({ description: 'Changes from the previous version, in words.' }),
  })
  .meta({ id: 'RecordVersion' });
export type RecordVersion = z.infer<typeof recordVersion>;

export const versionPage = listPage(recordVersion).meta({ id: 'RecordVersionPage' });

export const versionedTypes = [
  'campaign',
  'rotator',
  'landing',
  'offer',
  'traffic-source',
  'affiliate-network',
  'workspace',
] as const;

export const changeListQuery = listQuery(['-createdAt'], {
  type: z.enum(versionedTypes).optional(),
  id: recordId.optional(),
  from: moment.meta({ description: 'Start of the time range, inclusive.' }).optional(),
  to: moment.meta({ description: 'End of the time range, inclusive.' }).optional(),
});

export type RecordChange = RecordVersion & {
  type: (typeof versionedTypes)[number];
  id: string;
  name: string | null;
};

export const recordVersionDetail = z
  .strictObject({
    ...recordVersion.shape,
    differences: z.array(difference).meta({ description: 'Changes from the previous version as data.' }),
    content: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RecordVersionDetail' });
export type RecordVersionDetail = z.infer<typeof recordVersionDetail>;
