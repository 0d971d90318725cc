import { z } from 'zod';
import { listPage, listQuery, moment } from './paging.ts';
import { recordId, timestamp } from './records.ts';

/** Of a record that people edit. */
export const versionNumber = z
  .int()
  .min(1)
  .meta({ description: 'Grows with every change of the record; a write names the one it was made on.' });

/** Which version a change was made on: nobody overwrites what they have not seen. */
export const madeOnVersion = z
  .int('must be the version that was read')
  .min(1, 'must be the version that was read')
  .meta({
    description:
      'The version that was read. Where the record is of another one by now, the write is refused.',
  });

/** Each is told by what differs from the one before it, so there is one order. */
export const versionListQuery = listQuery(['-version'], {});

const author = z.strictObject({
  type: z.enum(['operator', 'user', 'key', 'system']),
  id: z.uuid().nullable(),
  label: z.string(),
});

const difference = z
  .strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'Difference', description: 'What is not there on one side is left out.' });

/** Why a write on another version than there is was refused, and what has become of the record. */
const staleDetails = z
  .strictObject({
    reason: z.literal('stale'),
    version: versionNumber,
    current: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The record as it is, in the shape of its read.' }),
    changedAt: timestamp.nullable(),
    changedBy: author.nullable(),
    differences: z.array(z.string()).meta({
      description: 'What differs between the version that was named and the current one, in words.',
    }),
  })
  .meta({ id: 'StaleDetails' });
export type StaleDetails = z.infer<typeof staleDetails>;

/** A state that a campaign or a rotator was in, and what made it. */
const recordVersion = z
  .strictObject({
    version: z.int(),
    createdAt: timestamp,
    author,
    /** From the version before it, in words. */
    changes: z.array(z.string()).meta({ description: 'What differs from the version before it, in words.' }),
  })
  .meta({ id: 'RecordVersion' });
export type RecordVersion = z.infer<typeof recordVersion>;

export const versionPage = listPage(recordVersion).meta({ id: 'RecordVersionPage' });

/** Records whose versions are kept. */
export const versionedTypes = [
  'campaign',
  'rotator',
  'landing',
  'offer',
  'traffic-source',
  'affiliate-network',
  'workspace',
] as const;

/** What may be asked of the changes of all records together. */
export const changeListQuery = listQuery(['-createdAt'], {
  type: z.enum(versionedTypes).optional(),
  id: recordId.optional(),
  from: moment.meta({ description: 'This moment or later.' }).optional(),
  to: moment.meta({ description: 'This moment or earlier.' }).optional(),
});

/** A version of any record, with what the record is called now. */
export type RecordChange = RecordVersion & {
  type: (typeof versionedTypes)[number];
  id: string;
  /** Null where the record is gone. */
  name: string | null;
};

export const recordVersionDetail = z
  .strictObject({
    ...recordVersion.shape,
    differences: z.array(difference).meta({ description: 'The same as data.' }),
    content: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RecordVersionDetail' });
export type RecordVersionDetail = z.infer<typeof recordVersionDetail>;
