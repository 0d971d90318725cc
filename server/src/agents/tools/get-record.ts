import { z } from 'zod';
import { recordTypeNames, recordTypes } from './record-types.ts';
import { defineTool, record } from './tool.ts';

export const getRecord = defineTool({
  name: 'get_record',
  title: 'Read one record',
  description:
    'Reads one record whole: a campaign with its goals, a rotator with its rules and paths, a traffic source, an affiliate network, a landing or an offer.',
  input: z.strictObject({
    type: z.enum(recordTypeNames).describe('What it is.'),
    id: z.string().max(100).describe('Its id, which list_records tells.'),
  }),
  output: z.object({ record }),
  run: async (context, { type, id }) => ({ data: { record: await recordTypes[type].get(context, id) } }),
});
