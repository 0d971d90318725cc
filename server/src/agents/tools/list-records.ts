import { z } from 'zod';
import { makeConcise } from './make-concise.ts';
import { recordPath } from './panel-paths.ts';
import { recordTypeNames, recordTypes } from './record-types.ts';
import { defineTool, detailInput, items, nextCursor, pageInput } from './tool.ts';

const recordOnlyFields = new Set([
  'version',
  'displayName',
  'createdAt',
  'shortName',
  'tracking',
  'caps',
  'tokens',
  'clickIdParam',
  'clickIdMacro',
  'costParam',
  'costMacro',
  'postbackUrl',
  'postbackMethod',
  'postbackHeaders',
  'postbackBody',
  'postbackSuccessText',
  'postbackIps',
  'statusMap',
  'duplicatePolicy',
  'decimalMark',
]);

export const listRecords = defineTool({
  name: 'list_records',
  title: 'List records',
  description:
    'Lists campaigns, traffic sources, affiliate networks, landing pages, offers or rotators. Use it to find IDs for other tools.',
  input: z.strictObject({
    type: z.enum(recordTypeNames),
    search: z.string().max(200).optional().describe('Part of the name, or the start of an ID.'),
    archived: z
      .enum(['0', '1', 'all'])
      .optional()
      .describe('0: not archived (default). 1: only archived. all: both.'),
    ...pageInput,
    ...detailInput,
  }),
  output: z.object({ items, total: z.int().nullable(), nextCursor }),
  run: async (context, { type, search, archived, limit, cursor, detail }) => {
    const page = await recordTypes[type].list(context, {
      limit: String(limit),
      ...(search === undefined ? {} : { q: search }),
      ...(archived === undefined ? {} : { archived }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { total, nextCursor: next } = page.meta;
    const data = { items: page.items, total, nextCursor: next };
    return {
      data:
        detail === 'full'
          ? data
          : await makeConcise(context, { ...data, items: page.items.map(removeRecordOnlyFields) }),
      panel: recordPath(type),
    };
  },
});

function removeRecordOnlyFields(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !recordOnlyFields.has(name)));
}
