import { z } from 'zod';
import { recordName } from './text.ts';

// Both cases are spelled out: descriptions carry the pattern and have no flags.
const idForm = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** Any well-formed id, whatever its version and case; ours are lower case. */
export const recordId = z
  .string()
  .regex(idForm, 'must be an id of 36 characters')
  .toLowerCase()
  .meta({ format: 'uuid' });

export const recordStatus = z.enum(['active', 'archived']).meta({ id: 'RecordStatus' });
export type RecordStatus = z.infer<typeof recordStatus>;

/** A moment as landings, rotators and most other records tell it. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: 'ISO 8601 in UTC, with milliseconds and Z.',
});

export const unixSeconds = z.int().min(0).meta({ description: 'Unix time in seconds.' });

/** A field of a read that may come back with a write and means nothing there, so that read, change, write works. */
export const ignoredField = z
  .unknown()
  .meta({ readOnly: true, description: 'Accepted and ignored, so that a record that was read can be sent.' })
  .optional();

export const readOnlyFields = {
  id: ignoredField,
  tenantId: ignoredField,
  createdAt: ignoredField,
  updatedAt: ignoredField,
};

/** In a change of a record whose state other operations change. */
export const unchangedStatus = recordStatus
  .meta({ readOnly: true, description: 'Accepted where it is the current one.' })
  .optional();

export const bulkIds = z
  .strictObject({
    ids: z
      .array(recordId)
      .min(1, 'must hold 1 to 200 ids')
      .max(200, 'must hold 1 to 200 ids')
      .meta({ description: 'Counted as sent; the same id twice is one record.' }),
  })
  .meta({ id: 'BulkIds' });

/** How many different records a bulk call covered; those that were in the wanted state already count too. */
const coveredCount = z.int().min(0).meta({ description: 'How many different records the call covered.' });

export const restoredCount = z.strictObject({ restored: coveredCount }).meta({ id: 'RestoredCount' });
export const archivedCount = z.strictObject({ archived: coveredCount }).meta({ id: 'ArchivedCount' });
export const createdId = z.strictObject({ id: z.uuid() }).meta({ id: 'CreatedId' });

/** A new record with everything of another. */
export const duplication = z
  .strictObject({
    name: recordName
      .meta({ description: 'Where it is left out, that of the original with (copy).' })
      .optional(),
  })
  .meta({ id: 'Duplication' });

/** A new campaign with everything of another. */
export const campaignDuplication = duplication
  .extend({
    rotator: z.enum(['copy', 'share'], 'must be copy or share').meta({
      description:
        '`copy` gives the new campaign a rotator of its own. With `share`, every change of the rotator affects both campaigns.',
    }),
    status: z
      .enum(['active', 'paused'], 'must be active or paused')
      .meta({ description: 'Status of the new campaign; `paused` by default.' })
      .optional(),
  })
  .meta({ id: 'CampaignDuplication' });

/** A list of ids in a query, separated by commas. */
export const idList = z
  .string()
  .transform((text, context) => {
    const ids = text.split(',').map((id) => recordId.safeParse(id.trim()));
    if (ids.every((id) => id.success)) return ids.map((id) => id.data);
    context.addIssue({ code: 'custom', message: 'must be ids of 36 characters, separated by commas' });
    return z.NEVER;
  })
  // Descriptions know lists in a query; the text with commas is how this one is written there.
  .meta({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    description: 'Only these, separated by commas; unknown ones are left out.',
  });

/** Without what no name can hold, and the database refuses to look at. */
export const searchText = z
  .string()
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters');

/** Narrows a list by name. */
export const nameFilter = {
  query: searchText
    .meta({ description: 'Part of the name, in any case; % and _ mean themselves.' })
    .optional(),
  q: searchText.meta({ description: 'Another name for query.' }).optional(),
};

/** The one value that switches something on. */
export const switchedOn = z.literal('1', 'must be 1 or left out');

export const includeArchived = switchedOn.meta({ description: 'Archived ones too.' }).optional();
