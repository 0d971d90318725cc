import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  newReportLink,
  newReportLinkUrl,
  reportLink,
  reportLinkListQuery,
  reportLinkPage,
} from '@waypost/contract/reports/report-links.ts';
import {
  createReportLink,
  listReportLinks,
  revokeReportLink,
  tooManyLinks,
} from '../../../services/report-links/report-links.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { reportLinkExample } from '../examples/reports.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const path = '/report-links';

export const reportLinkOperations: PanelOperation[] = [
  {
    operationId: 'listReportLinks',
    method: 'GET',
    path,
    access: 'reports.publish',
    summary: 'List links that open a saved report without signing in',
    description:
      'Returns your links and links to your reports, and with the permission reports.manage-shared all links. Links that ended are listed for 90 days.',
    query: reportLinkListQuery,
    data: reportLinkPage,
    example: {
      query: { state: 'active' },
      data: pageOf(reportLinkExample),
      issue: { path: 'savedReportId', message: 'must be a UUID' },
    },
    run: (context, { query }) => listReportLinks(context, query),
  },
  {
    operationId: 'createReportLink',
    method: 'POST',
    path,
    access: 'reports.publish',
    summary: 'Create a link that opens a saved report without signing in. Returns its URL once',
    description:
      'The page shows the report as it is saved, without filters or paths to anything else. The link ends when it expires or is revoked, when the report is deleted, and when its creator leaves the workspace.',
    status: 201,
    once: 'secret',
    body: newReportLink,
    data: newReportLinkUrl,
    errors: {
      NOT_FOUND: { savedReport: noSuch('saved report') },
      CONFLICT: { tooMany: { message: tooManyLinks, details: { reason: 'too-many' } } },
    },
    example: {
      body: {
        savedReportId: reportLinkExample.savedReportId,
        label: reportLinkExample.label,
        lifetimeDays: 30,
      },
      data: {
        ...reportLinkExample,
        url: 'https://panel.example.com/shared/2fKq0bV7c1sY9uJ4tN8pXz3mL6wRhE5gAoDiQvCkB0Y',
      },
      issue: { path: 'expiresOn', message: 'must be from today to 365 days ahead' },
    },
    run: (context, { body }) => createReportLink(context, body),
  },
  {
    operationId: 'revokeReportLink',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'reports.publish',
    summary: 'Revoke a link. It stops working immediately',
    data: reportLink,
    errors: { NOT_FOUND: { link: noSuch('share link') } },
    example: {
      data: { ...reportLinkExample, state: 'revoked', revokedAt: '2026-11-18T10:00:00.000Z' },
      issue: strayParameter,
    },
    run: (context, input) => revokeReportLink(context, inputId(input)),
  },
];
