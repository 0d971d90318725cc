import { z } from 'zod';
import { listInbox } from '../../services/agents/reading.ts';
import { makeConcise } from './make-concise.ts';
import { pathWith } from './panel-paths.ts';
import { defineTool, detailInput, items, nextCursor, pageInput } from './tool.ts';

export const listIncomingRequests = defineTool({
  name: 'list_incoming_requests',
  title: 'List incoming postbacks',
  description:
    'Lists incoming postbacks from affiliate networks and pages, newest first, with the verdict (such as counted, duplicate, no-visit or waiting), the reason, and the conversions created or changed. Use it for "why is this conversion missing". Request contents are not shown.',
  input: z.strictObject({
    campaignId: z.string().max(100).optional(),
    verdict: z.string().max(40).optional().describe('Only this verdict. waiting: not processed yet.'),
    clickId: z.string().max(200).optional().describe('Only requests for this visit.'),
    from: z.string().max(64).optional().describe('ISO 8601 with an offset, such as 2026-11-16T09:30:00Z.'),
    to: z.string().max(64).optional(),
    ...pageInput,
    ...detailInput,
  }),
  output: z.object({ requests: items, nextCursor }),
  run: async (context, { limit, detail, ...given }) => {
    const { items: requests, meta } = await listInbox(context, { ...given, limit: String(limit) });
    const data = { requests, nextCursor: meta.nextCursor };
    const { campaignId, verdict, clickId } = given;
    return {
      data:
        detail === 'full'
          ? data
          : await makeConcise(context, { ...data, requests: requests.map(describeBriefly) }),
      panel: pathWith('/inbox', { campaignId, verdict, clickId }),
    };
  },
});

type Request = Awaited<ReturnType<typeof listInbox>>['items'][number];

function describeBriefly(request: Request): object {
  const { id, receivedAt, campaignId, method, verdict, reason, attempts, nextAt, changes } = request;
  return {
    id,
    receivedAt,
    campaignId,
    method,
    verdict,
    reason,
    ...(attempts > 1 ? { attempts } : {}),
    nextAt,
    changes: changes.map(({ label, transactionId, status, payout, currency, isNew, noPostback }) => ({
      label,
      transactionId,
      status,
      payout,
      currency,
      isNew,
      noPostback,
    })),
  };
}
