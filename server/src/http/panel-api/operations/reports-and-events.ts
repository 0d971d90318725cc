import { personalEventFields } from '@waypost/contract/events.ts';
import {
  briefEventPage,
  eventListQuery,
  panelEventPage,
  type BriefEvent,
  type PanelEvent,
} from '@waypost/contract/panel-events.ts';
import { uncounted } from '@waypost/contract/paging.ts';
import {
  panelForm,
  definitionForm,
  definitionLimits,
  reportDefinition,
} from '@waypost/contract/report-forms.ts';
import { panelReport, panelReportQuery } from '@waypost/contract/reports.ts';
import { listBriefEvents, listPanelEvents } from '../../../services/events-feed/list-events.ts';
import { getReport } from '../../../services/reports/get-report.ts';
import { reportExample } from '../../api-v1/examples/report.ts';
import { getReportOperation, listEventsOperation } from '../../api-v1/operations/reports-and-events.ts';
import { withRawFilter } from '../../plugins/query.ts';
import {
  briefGoalExample,
  briefVisitExample,
  panelGoalExample,
  panelLandingClickExample,
  panelPostbackExample,
  panelVisitExample,
} from '../examples/events.ts';
import { likePublic, type PanelOperation } from '../operation.ts';

export const reportOperations: PanelOperation[] = [
  {
    ...likePublic(getReportOperation),
    access: 'reports.read',
    query: panelReportQuery,
    data: panelReport,
    run: (context, { query, search, signal }) =>
      getReport(context, withRawFilter(query, search), { form: panelForm, signal }),
  },
  {
    operationId: 'queryReport',
    method: 'POST',
    isReadOnly: true,
    path: '/reports/query',
    access: 'reports.read',
    summary: 'Answers a report whose question is too long for an address, or looks for texts',
    description:
      'The same as getReport, asked in a body: lists of up to 10,000 values, and filters by a part of a text. At most 2 MiB. It changes nothing.',
    bodyBytesMax: definitionLimits.bodyBytesMax,
    body: reportDefinition,
    data: panelReport,
    example: {
      body: {
        from: '2026-11-16',
        to: '2026-11-16',
        timezone: 'Europe/Berlin',
        dimensions: ['campaign', 'deviceType'],
        metrics: ['visits', 'conversions', 'cost', 'revenue', 'profit', 'roi'],
        filters: [
          { field: 'token1', op: 'contains', values: ['summer', 'sale'] },
          { field: 'country', op: 'is', values: ['DE', 'AT', null] },
          { field: 'visits', op: 'gt', values: [100] },
        ],
        totals: true,
      },
      data: reportExample,
      issue: {
        path: 'filters.0',
        message: 'contains needs a dimension of any text, such as token1, and country is none',
      },
    },
    run: (context, { body, signal }) => getReport(context, body, { form: definitionForm, signal }),
  },
  {
    ...likePublic(listEventsOperation),
    access: 'events.read',
    query: eventListQuery,
    description: `Visits, landing clicks, goals and outgoing postbacks, each at the moment when it happened, in the clocks of \`timezone\`; reports count goals at the moment of their visit. By clickId or eventId no range is needed. A search that takes long answers what it has found, so a page may be empty: go on while there is a \`nextCursor\`. Events that arrive meanwhile never shift pages. Whoever may not read personal data (the permission personal-data.read) gets the same rows with ${personalEventFields.join(', ')} null.`,
    data: panelEventPage,
    example: {
      query: { from: '2026-11-16', to: '2026-11-16', limit: '50' },
      data: uncounted<PanelEvent>(
        panelPostbackExample,
        panelGoalExample,
        panelLandingClickExample,
        panelVisitExample,
      ),
      issue: { path: 'idx', message: 'is only allowed with type event, type postback or no type' },
    },
    run: (context, { query, signal }) => listPanelEvents(context, query, { signal }),
  },
  {
    ...likePublic(listEventsOperation),
    operationId: 'listBriefEvents',
    path: '/events/brief',
    access: 'events.read',
    summary: 'Lists recorded events, newest first, with what a list shows of them',
    query: eventListQuery,
    description:
      'The same pages as listEvents, in a fraction of the time: what there is of an event besides is answered by getEventStory. Nothing in it is personal data.',
    data: briefEventPage,
    example: {
      query: { from: '2026-11-16', to: '2026-11-16', limit: '50' },
      data: uncounted<BriefEvent>(briefGoalExample, briefVisitExample),
      issue: { path: 'idx', message: 'is only allowed with type event, type postback or no type' },
    },
    run: (context, { query, signal }) => listBriefEvents(context, query, { signal }),
  },
];
