import { z } from 'zod';
import { campaignStatus } from './campaigns.ts';
import { listOf, refuseRepeats } from './lists.ts';
import { recordId } from './records.ts';
import { madeOnVersion, versionNumber } from './versions.ts';

const recordsMax = 500;

/** What a write of many records in the panel is about, each with the version that was read. */
export const namedRecords = z
  .strictObject({
    records: listOf(z.strictObject({ id: recordId, version: madeOnVersion }), {
      least: 1,
      most: recordsMax,
      what: 'records',
    }).superRefine(refuseRepeats('id', 'is in the list already')),
  })
  .meta({ id: 'NamedRecords', description: 'All of them are changed, or none.' });

/** Many ids, as the verbs take them; the public interface allows fewer in one call. */
export const manyIds = z.strictObject({
  ids: listOf(recordId, { least: 1, most: recordsMax, what: 'ids' }),
});

/** What became of each of them. */
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
  .meta({ id: 'ChangedRecords', description: 'The records as they are now, in the order of their ids.' });
export type ChangedRecord = z.infer<typeof changedRecords>['records'][number];
