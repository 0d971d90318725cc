import { feedTypes } from '@waypost/contract/events/events.ts';
import { z } from 'zod';
import { listBriefEvents, listPanelEvents } from '../../services/agents/reading.ts';
import { formatDayRange, pathWith } from './panel-paths.ts';
import { defineTool, detailInput, items, nextCursor, pageInput } from './tool.ts';

type BriefEvent = Awaited<ReturnType<typeof listBriefEvents>>['items'][number];

const text = z.string().min(1).max(512);

export const listEvents = defineTool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists single visits, landing-page clicks (lpclick), conversions (event) and outgoing postbacks, newest first. For sums use run_report; it counts conversions on the day of their visit, so a day’s events add up differently. For one visit use explain_visit with its clickId. inAll has the values that all rows share; omitted fields are unknown, 0 or false. Continue while nextCursor is set, even after an empty page.',
  input: z.strictObject({
    from: text
      .optional()
      .describe('YYYY-MM-DD, YYYY-MM-DD HH:MM or ISO 8601. Required without clickId or eventId.'),
    to: text.optional().describe('Inclusive.'),
    timezone: text.optional().describe('IANA time zone. Default: the workspace’s.'),
    type: z.enum(feedTypes).optional(),
    campaignId: text.optional(),
    clickId: text.optional().describe('Only events for this visit.'),
    transactionId: text.optional(),
    eventId: text.optional(),
    ...pageInput,
    ...detailInput,
  }),
  output: z.object({ inAll: z.looseObject({}).optional(), events: items, nextCursor }),
  run: async (context, { limit, detail, ...given }) => {
    const { signal } = context;
    const query = { ...given, limit: String(limit) };
    const { type, campaignId, from, to } = given;
    const panel = pathWith('/events', { type, campaignId, range: formatDayRange({ from, to }) });
    if (detail === 'full') {
      const { items: events, meta } = await listPanelEvents(context, query, { signal });
      return { data: { events: events.map(withoutEmpty), nextCursor: meta.nextCursor }, panel };
    }
    const { items: events, meta } = await listBriefEvents(context, query, { signal });
    return { data: { ...shareFields(events.map(describeBriefly)), nextCursor: meta.nextCursor }, panel };
  },
});

type Row = Record<string, unknown>;

function describeBriefly(event: BriefEvent): Row {
  const { id: _, visitId: __, campaignId: ___, labels, ...rest } = event;
  const fields = Object.entries({ ...rest, ...labels });
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== 0 && value !== false));
}

function shareFields(rows: Row[]): { inAll?: Row; events: Row[] } {
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return { events: rows };
  const inAll = Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((row) => row[name] === value)),
  );
  const ownOf = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !(name in inAll)));
  return { inAll, events: rows.map(ownOf) };
}

function withoutEmpty(event: object): Row {
  return Object.fromEntries(
    Object.entries(event).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
