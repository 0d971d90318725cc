import { eventFilter, eventPage } from '@waypost/contract/events/events.ts';
import { publicForm } from '@waypost/contract/reports/report-forms.ts';
import { report, reportQuery } from '@waypost/contract/reports/reports.ts';
import { listEvents } from '../../../services/events-feed/list-events.ts';
import { getReport } from '../../../services/reports/get-report.ts';
import { withRawFilter } from '../../plugins/query.ts';
import { tooHeavy } from '../examples/errors.ts';
import { eventPageExample } from '../examples/events.ts';
import { reportExample } from '../examples/report.ts';
import type { Operation } from '../operation.ts';

export const getReportOperation: Operation = {
  operationId: 'getReport',
  method: 'GET',
  path: '/reports',
  scope: 'read',
  summary: 'Get a report: metrics grouped by dimensions',
  description:
    'All metrics are counted at the time of the visit: a conversion that happens today is added to the day of its visit. Amounts are exact sums, rounded half to even to 6 decimals. Percentages are given as ratios (0.2 is 20%) and are null if the divisor is 0. Keep all parameters except `offset` unchanged between pages. If a report would be too large, the error says how to narrow it down.',
  query: reportQuery,
  data: report,
  errors: {
    SERVICE_UNAVAILABLE: {
      tooHeavy: tooHeavy(
        'The report',
        'Request a shorter time range or fewer dimensions, or add a filter such as campaign.',
      ),
    },
  },
  example: {
    query: {
      from: '2026-11-16',
      to: '2026-11-16',
      timezone: 'Europe/Berlin',
      dimensions: 'campaign,deviceType',
      metrics: 'visits,conversions,cost,revenue,profit,roi',
      filter: 'country=DE|AT,visits>100',
      totals: '1',
    },
    data: reportExample,
    issue: { path: 'to', message: 'must not be earlier than the start (from)' },
  },
  run: (context, { query, search, signal }) =>
    getReport(context, withRawFilter(query, search), { form: publicForm, signal }),
};

export const listEventsOperation: Operation = {
  operationId: 'listEvents',
  method: 'GET',
  path: '/events',
  scope: 'read',
  summary: 'List recorded events, newest first',
  description:
    'Returns visits, landing-page clicks, conversions and outgoing postbacks, each at the time it happened. (Reports count conversions at the time of their visit.) The order is fixed: time, then ID, both descending. While `hasMore` is true, request the next page with `nextCursor` as `cursor` and all other parameters unchanged, even after an empty page. New events never shift pages.',
  query: eventFilter,
  data: eventPage,
  errors: {
    SERVICE_UNAVAILABLE: {
      tooHeavy: tooHeavy(
        'The event list',
        'Request a shorter time range, or add a filter such as campaignId or type.',
      ),
    },
  },
  example: {
    query: { from: '2026-11-16', to: '2026-11-16', timezone: 'Europe/Berlin', limit: '4' },
    data: eventPageExample,
    issue: { path: 'idx', message: 'is only allowed with type event, type postback or no type' },
  },
  run: (context, { query, signal }) => listEvents(context, query, { signal }),
};
