import { z } from 'zod';
import { campaignStatus } from './campaigns.ts';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { recordId, switchedOn } from '../api/records.ts';

const warning = z
  .strictObject({
    path: z
      .string()
      .meta({ description: 'Path of the field, such as url or rules.0.actions.1.postbackUrl.' }),
    message: z.string().meta({ description: 'Human-readable message. The wording may change.' }),
    suggestion: z
      .string()
      .meta({ description: 'Macro that was probably intended, such as {clickid}.' })
      .optional(),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warning>;

export const savedWarnings = {
  warnings: z.array(warning).meta({
    description: 'Problems with the saved values. Empty if there are none.',
  }),
};

export const macroConsent = z.strictObject({
  acceptUnknownMacros: switchedOn
    .meta({
      description:
        'Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings contains a suggestion.',
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
      description:
        'Campaigns that use the record, newest first. Archived campaigns are excluded. For a campaign, the list includes the campaign itself.',
    }),
  })
  .meta({ id: 'WarnedRecord' });
export type WarnedRecord = z.infer<typeof warnedRecord>;

export const warningListQuery = listQuery(['type', ...bothWays('type', 'name')], {
  ...textSearch,
  type: warnedType.optional(),
  campaignId: recordId.meta({ description: 'Only the campaign and the records that it uses.' }).optional(),
});
export const warningPage = listPage(warnedRecord).meta({ id: 'WarnedRecordPage' });
