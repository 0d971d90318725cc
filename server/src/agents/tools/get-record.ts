import { z } from 'zod';
import { makeConcise } from './make-concise.ts';
import { recordPath } from './panel-paths.ts';
import { recordTypeNames, recordTypes } from './record-types.ts';
import { defineTool, detailInput } from './tool.ts';

export const getRecord = defineTool({
  name: 'get_record',
  title: 'Get a record',
  description:
    'Returns one record: a campaign with its goal rules, a rotator with its rules and paths, a traffic source, an affiliate network, a landing page or an offer. Long lists in it, such as rules, are paged: while hasMore is true, call again with a higher offset.',
  input: z.strictObject({
    type: z.enum(recordTypeNames),
    id: z.string().max(100).describe('ID from list_records.'),
    limit: z
      .int()
      .min(1)
      .max(200)
      .default(100)
      .describe('Maximum number of items in each list of the record.'),
    offset: z.int().min(0).max(10_000).default(0).describe('Number of items to skip in each list.'),
    ...detailInput,
  }),
  output: z.object({ record: z.looseObject({ id: z.string(), name: z.string() }), hasMore: z.boolean() }),
  run: async (context, { type, id, limit, offset, detail }) => {
    const whole = Object.entries(await recordTypes[type].get(context, id));
    const part = (value: unknown) => (Array.isArray(value) ? value.slice(offset, offset + limit) : value);
    const data = {
      record: Object.fromEntries(whole.map(([name, value]) => [name, part(value)])),
      hasMore: whole.some(([, value]) => Array.isArray(value) && value.length > offset + limit),
    };
    return {
      data: detail === 'full' ? data : await makeConcise(context, data, { keepsIds: true }),
      panel: recordPath(type, id),
    };
  },
});
