import { personalEventFields } from '@waypost/contract/events/events.ts';
import {
  briefEventPage,
  eventListQuery,
  panelEventPage,
  type BriefEvent,
  type PanelEvent,
} from '@waypost/contract/events/panel-events.ts';
import { uncounted } from '@waypost/contract/api/paging.ts';
import { fieldNamesQuery, usedFieldNames } from '@waypost/contract/reports/field-names.ts';
import {
  panelForm,
  definitionForm,
  definitionLimits,
  reportDefinition,
} from '@waypost/contract/reports/report-forms.ts';
import { panelReport, panelReportQuery } from '@waypost/contract/reports/reports.ts';
import { listBriefEvents, listPanelEvents } from '../../../services/events-feed/list-events.ts';
import { getFieldNames } from '../../../services/reports/field-names.ts';
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
import { panelIds } from '../examples/records.ts';
import { likePublic, type PanelOperation } from '../operation.ts';

export const reportOperations: PanelOperation[] = [
  {
    operationId: 'getFieldNames',
    method: 'GET',
    path: '/field-names',
    access: 'reports.read',
    summary: 'Get the names of tokens and goal actions, and whether they have data',
    description:
      'Traffic sources name tokens, and goal rules name their actions. A token or goal action with several names is called differently by different records in the scope.',
    query: fieldNamesQuery,
    data: usedFieldNames,
    example: {
      query: { campaignIds: panelIds.campaign },
      data: {
        tokens: [
          { index: 1, names: ['Zone'], hasData: true },
          { index: 2, names: ['Creative'], hasData: false },
        ],
        goalActions: [{ idx: 1, names: ['Deposit'], hasData: true }],
      },
      issue: { path: 'campaignIds', message: 'must be UUIDs separated by commas' },
    },
    run: (context, { query, signal }) => getFieldNames(context, query, { signal }),
  },
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
    summary: 'Get a report whose definition is sent in the body',
    description:
      'Works like getReport, but also allows text filters and up to 10,000 filter values. The body can have up to 2 MiB. Nothing is saved.',
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
        message: 'contains needs a text dimension such as token1; country is not one',
      },
    },
    run: (context, { body, signal }) => getReport(context, body, { form: definitionForm, signal }),
  },
  {
    ...likePublic(listEventsOperation),
    access: 'events.read',
    query: eventListQuery,
    description: `Returns visits, landing-page clicks, conversions and outgoing postbacks, each at the time it happened, in \`timezone\`. (Reports count conversions at the time of their visit.) With clickId or eventId, no time range is needed. A slow search returns the events found so far, so a page can be empty: continue while \`nextCursor\` is not null. New events never shift pages. Without the permission personal-data.read, these fields are null: ${personalEventFields.join(', ')}.`,
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
    summary: 'List recorded events with only the fields that a list shows, newest first',
    query: eventListQuery,
    description:
      'Returns the same pages as listEvents, but much faster and without personal data. Use getEventTimeline for the other fields of an event.',
    data: briefEventPage,
    example: {
      query: { from: '2026-11-16', to: '2026-11-16', limit: '50' },
      data: uncounted<BriefEvent>(briefGoalExample, briefVisitExample),
      issue: { path: 'idx', message: 'is only allowed with type event, type postback or no type' },
    },
    run: (context, { query, signal }) => listBriefEvents(context, query, { signal }),
  },
];
