import { z } from 'zod';
import { campaignStatus } from './campaigns.ts';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';
import { recordId, switchedOn } from './records.ts';

/** Something that was saved and will probably not do what was meant. */
const warning = z
  .strictObject({
    path: z.string().meta({ description: 'The field, such as url or rules.0.actions.1.postbackUrl.' }),
    message: z.string().meta({ description: 'For people; it may change.' }),
    suggestion: z
      .string()
      .meta({ description: 'The macro that was probably meant, such as {clickid}.' })
      .optional(),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warning>;

/** What the answer to a save or a read has besides its data. */
export const savedWarnings = {
  warnings: z.array(warning).meta({
    description: 'What was saved and will probably not do what was meant; empty where all is well.',
  }),
};

/** Said by whoever saves something that looks like a slip and is none. */
export const macroConsent = z.strictObject({
  acceptUnknownMacros: switchedOn
    .meta({
      description:
        'Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings.',
    })
    .optional(),
});

const warnedTypes = ['landing', 'offer', 'traffic-source', 'campaign', 'workspace'] as const;
const warnedType = z.enum(warnedTypes, `must be one of ${warnedTypes.join(', ')}`);

const warnedRecord = z
  .strictObject({
    type: warnedType,
    id: z.uuid(),
    name: z.string(),
    warnings: z.array(warning),
    campaigns: z.array(z.strictObject({ id: z.uuid(), name: z.string(), status: campaignStatus })).meta({
      description: 'Those that use it, itself included, newest first; archived ones are left out.',
    }),
  })
  .meta({ id: 'WarnedRecord' });
export type WarnedRecord = z.infer<typeof warnedRecord>;

export const warningListQuery = listQuery(['type', ...bothWays('type', 'name')], {
  ...textSearch,
  type: warnedType.optional(),
  campaignId: recordId.meta({ description: 'Only what this campaign uses, itself included.' }).optional(),
});
export const warningPage = listPage(warnedRecord).meta({ id: 'WarnedRecordPage' });
