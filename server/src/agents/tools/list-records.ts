import { z } from 'zod';
import { recordTypeNames, recordTypes } from './record-types.ts';
import { defineTool, pageInput, pageItems, record } from './tool.ts';

export const listRecords = defineTool({
  name: 'list_records',
  title: 'List records',
  description:
    'Lists campaigns, traffic sources, affiliate networks, landings, offers or rotators of the workspace, by name, a page at a time. Use it to find the ids that other tools take.',
  input: z.strictObject({
    type: z.enum(recordTypeNames).describe('What to list.'),
    search: z.string().max(200).optional().describe('Part of the name, or the beginning of an id.'),
    archived: z
      .enum(['0', '1', 'all'])
      .optional()
      .describe('0: not archived (the default); 1: only archived ones; all: both.'),
    ...pageInput('Items'),
  }),
  output: z.object({
    items: z.array(record),
    total: z.int().nullable(),
    nextCursor: z.string().nullable(),
  }),
  run: async (context, { type, search, archived, limit = pageItems, cursor }) => {
    const page = await recordTypes[type].list(context, {
      limit: String(limit),
      ...(search === undefined ? {} : { q: search }),
      ...(archived === undefined ? {} : { archived }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { total, nextCursor } = page.meta;
    return { data: { items: page.items, total, nextCursor } };
  },
});
