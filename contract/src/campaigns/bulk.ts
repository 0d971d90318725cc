import { z } from 'zod';
import { campaignStatus } from './campaigns.ts';
import { listOf, refuseRepeats } from '../values/lists.ts';
import { recordId } from '../api/records.ts';
import { madeOnVersion, versionNumber } from '../api/versions.ts';

const recordsMax = 500;

export const namedRecords = z
  .strictObject({
    records: listOf(z.strictObject({ id: recordId, version: madeOnVersion }), {
      least: 1,
      most: recordsMax,
      what: 'records',
    }).superRefine(refuseRepeats('id', 'is already in the list')),
  })
  .meta({ id: 'NamedRecords', description: 'Either all records are changed or none.' });

/** Record IDs for a batch operation. The public API has a lower limit on the number of IDs per request. */
export const manyIds = z.strictObject({
  ids: listOf(recordId, { least: 1, most: recordsMax, what: 'ids' }),
});

export const changedRecords = z
  .strictObject({
    records: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        status: campaignStatus,
        version: versionNumber,
      }),
    ),
  })
  .meta({ id: 'ChangedRecords', description: 'The changed records, sorted by ID.' });
export type ChangedRecord = z.infer<typeof changedRecords>['records'][number];
