import { definitionForm } from '@waypost/contract/reports/report-forms.ts';
import { z } from 'zod';
import {
  getFreshness,
  getReport,
  getWorkspaceSettings,
  listPausedHosts,
  listPostbacks,
  listReceivers,
} from '../../services/agents/reading.ts';
import { defineTool, reportCells } from './tool.ts';

const receiversMax = 10;

export const getDataHealth = defineTool({
  name: 'get_data_health',
  title: 'Data freshness and health',
  description:
    'Returns how fresh the report data is, today’s traffic, and failed or waiting postbacks. Check it before you conclude that traffic or conversions dropped, because late data looks like a drop.',
  input: z.strictObject({}),
  output: z.object({
    now: z.string(),
    freshness: z.string().describe('Reports include everything recorded up to this time.'),
    lateSeconds: z.int(),
    today: reportCells,
    failedPostbacks: z
      .object({ count: z.int(), isMore: z.boolean() })
      .describe('Postbacks that failed permanently.'),
    waitingPostbacks: z
      .object({
        count: z.int(),
        receivers: z
          .array(
            z.object({
              origin: z.string(),
              waiting: z.int(),
              pausedUntil: z.string().nullable(),
              reason: z.string().nullable(),
            }),
          )
          .describe(
            `Receivers with waiting postbacks, at most ${receiversMax}. Receivers with the most waiting postbacks come first.`,
          ),
      })
      .describe('Postbacks not delivered yet: due now or waiting for a retry.'),
    pausedReceivers: z.int(),
  }),
  run: async (context) => {
    const now = context.now();
    const freshness = await getFreshness(context);
    const { timezone } = await getWorkspaceSettings(context);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now);
    const metrics = ['visits', 'botVisits', 'conversions', 'cost', 'revenue'];
    const { signal } = context;
    const day = await getReport(
      context,
      { from: today, to: today, metrics },
      { form: definitionForm, signal },
    );
    const failed = await listPostbacks(context, { state: 'failed', limit: '100' });
    const paused = await listPausedHosts(context, {});
    const receivers = (await listReceivers(context, { sort: '-waiting', limit: '200' })).items.filter(
      ({ waiting }) => waiting > 0,
    );
    return {
      data: {
        now: now.toISOString(),
        freshness,
        lateSeconds: Math.max(0, Math.round((now.getTime() - Date.parse(freshness)) / 1000)),
        today: day.rows[0] ?? {},
        failedPostbacks: { count: failed.meta.count, isMore: failed.meta.nextCursor !== null },
        waitingPostbacks: {
          count: receivers.reduce((sum, { waiting }) => sum + waiting, 0),
          receivers: receivers
            .slice(0, receiversMax)
            .map(({ origin, waiting, pausedUntil, reason }) => ({ origin, waiting, pausedUntil, reason })),
        },
        pausedReceivers: paused.meta.count,
      },
      timezone: day.meta.timezone,
      currency: day.meta.currency,
    };
  },
});
