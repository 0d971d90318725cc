import { feedTypes } from '@waypost/contract/events.ts';
import { z } from 'zod';
import { listPanelEvents } from '../../services/agents/reading.ts';
import { defineTool, pageInput, pageItems } from './tool.ts';

const text = z.string().min(1).max(512);

export const listEvents = defineTool({
  name: 'list_events',
  title: 'List single events',
  description:
    'Lists single visits, landing clicks (lpclick), goals (event) and outgoing postbacks, newest first, each at the moment when it happened. For sums use run_report, which counts conversions on the day of their visit, so events of one day add up differently. A page may be empty and still have a nextCursor: go on while there is one. Addresses and user agents of visitors are left out.',
  input: z.strictObject({
    from: text
      .optional()
      .describe(
        'The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM or ISO 8601. Needed without clickId or eventId.',
      ),
    to: text.optional().describe('The last moment, included.'),
    timezone: text.optional().describe('An IANA name; the workspace’s where it is left out.'),
    type: z.enum(feedTypes).optional().describe('Only events of this type.'),
    campaignId: text.optional().describe('Only those of this campaign.'),
    clickId: text.optional().describe('Only what there is of this visit.'),
    transactionId: text.optional().describe('Only goals with this transaction id.'),
    eventId: text.optional().describe('Only this event.'),
    ...pageInput('Events'),
  }),
  output: z.object({
    events: z.array(
      z.looseObject({
        type: z.enum(feedTypes),
        id: z.string(),
        time: z.string(),
        campaignId: z.string().optional(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  run: async (context, { limit = pageItems, ...given }) => {
    const { signal } = context;
    const { items, meta } = await listPanelEvents(context, { ...given, limit: String(limit) }, { signal });
    return { data: { events: items.map(withoutNothing), nextCursor: meta.nextCursor } };
  },
});

/** Most fields of most events are empty; what is left out is not known. */
function withoutNothing(event: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
