import { z } from 'zod';
import { recordName } from '../values/text.ts';

// The pattern lists upper and lower case, because OpenAPI patterns have no flags.
const idForm = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** ID of a record. Accepts any UUID version in upper or lower case; IDs that Waypost generates are lowercase. */
export const recordId = z.string().regex(idForm, 'must be a UUID').toLowerCase().meta({ format: 'uuid' });

export const recordStatus = z.enum(['active', 'archived']).meta({ id: 'RecordStatus' });
export type RecordStatus = z.infer<typeof recordStatus>;

export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: 'ISO 8601 in UTC with milliseconds.',
});

export const unixSeconds = z.int().min(0).meta({ description: 'Unix time in seconds.' });

/**
 * Response field that is accepted but ignored in a write, so that clients can read a record, change it and write it
 * back.
 */
export const ignoredField = z
  .unknown()
  .meta({
    readOnly: true,
    description: 'Ignored. Accepted so that a record can be sent back as it was read.',
  })
  .optional();

export const readOnlyFields = {
  id: ignoredField,
  tenantId: ignoredField,
  createdAt: ignoredField,
  updatedAt: ignoredField,
};

/** Status of records whose status changes only through separate operations. */
export const unchangedStatus = recordStatus
  .meta({ readOnly: true, description: 'Must be the current status if sent.' })
  .optional();

export const bulkIds = z
  .strictObject({
    ids: z
      .array(recordId)
      .min(1, 'must have 1 to 200 IDs')
      .max(200, 'must have 1 to 200 IDs')
      .meta({ description: 'Record IDs. Repeated IDs count toward the limit but are processed once.' }),
  })
  .meta({ id: 'BulkIds' });

const coveredCount = z.int().min(0).meta({ description: 'Number of distinct records in the request.' });

export const restoredCount = z.strictObject({ restored: coveredCount }).meta({ id: 'RestoredCount' });
export const archivedCount = z.strictObject({ archived: coveredCount }).meta({ id: 'ArchivedCount' });
export const createdId = z.strictObject({ id: z.uuid() }).meta({ id: 'CreatedId' });

export const duplication = z
  .strictObject({
    name: recordName.meta({ description: 'Defaults to the original name followed by "(copy)".' }).optional(),
  })
  .meta({ id: 'Duplication' });

export const campaignDuplication = duplication
  .extend({
    rotator: z.enum(['copy', 'share'], 'must be copy or share').meta({
      description:
        '`copy` gives the new campaign its own rotator. With `share`, every change to the rotator affects both campaigns.',
    }),
    status: z
      .enum(['active', 'paused'], 'must be active or paused')
      .meta({ description: 'Status of the new campaign; `paused` by default.' })
      .optional(),
  })
  .meta({ id: 'CampaignDuplication' });

export const idList = z
  .string()
  .transform((text, context) => {
    const ids = text.split(',').map((id) => recordId.safeParse(id.trim()));
    if (ids.every((id) => id.success)) return ids.map((id) => id.data);
    context.addIssue({ code: 'custom', message: 'must be UUIDs separated by commas' });
    return z.NEVER;
  })
  // The parameter is documented as an array, because OpenAPI serializes array parameters with commas.
  .meta({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    description: 'Only records with these IDs, separated by commas. Unknown IDs are ignored.',
  });

/** Search text. Rejects characters that no name can contain and that PostgreSQL cannot process. */
export const searchText = z
  .string()
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters');

export const nameFilter = {
  query: searchText
    .meta({ description: 'Part of the name, case-insensitive. % and _ are literal.' })
    .optional(),
  q: searchText.meta({ description: 'Alias of query.' }).optional(),
};

export const switchedOn = z.literal('1', 'must be 1 or omitted');

export const includeArchived = switchedOn.meta({ description: 'Include archived records.' }).optional();
