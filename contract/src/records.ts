import { z } from 'zod';

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any well-formed id, whatever its version and case; ours are lower case. */
export const recordId = z.string().regex(idForm, 'must be an id of 36 characters').toLowerCase();

export const recordStatus = z.enum(['active', 'archived']);
export type RecordStatus = z.infer<typeof recordStatus>;

/** Fields of a read that may come back with a write and mean nothing there, so that read, change, write works. */
export const readOnlyFields = {
  id: z.unknown().optional(),
  tenantId: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
};

export const bulkIds = z.strictObject({
  ids: z.array(recordId).min(1, 'must hold 1 to 200 ids').max(200, 'must hold 1 to 200 ids'),
});

export const restoredCount = z.strictObject({ restored: z.int() });
export const createdId = z.strictObject({ id: z.uuid() });

/** A list of ids in a query, separated by commas. */
export const idList = z.string().transform((text, context) => {
  const ids = text.split(',').map((id) => recordId.safeParse(id.trim()));
  if (ids.every((id) => id.success)) return ids.map((id) => id.data);
  context.addIssue({ code: 'custom', message: 'must be ids of 36 characters, separated by commas' });
  return z.NEVER;
});

/** The one value that switches something on. */
export const switchedOn = z.literal('1', 'must be 1 or left out');
