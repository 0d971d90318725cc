import type { ReportLink } from '@waypost/contract/reports/report-links.ts';
import type { ReportSchedule } from '@waypost/contract/reports/report-schedules.ts';
import { panelIds, savedReportExample } from './records.ts';

const creator = { id: panelIds.user, email: 'anna@example.com' };

export const reportLinkExample: ReportLink = {
  id: '0197a3c4-0000-7000-8000-0000000000b1',
  savedReportId: panelIds.savedReport,
  reportName: savedReportExample.name,
  label: 'Example Ads Ltd.',
  allowsDownload: true,
  creator,
  isMine: true,
  state: 'active',
  createdAt: '2026-11-16T09:12:41.218Z',
  expiresAt: '2026-12-16T09:12:41.218Z',
  revokedAt: null,
  lastUsedAt: '2026-11-17T08:03:59.104Z',
  uses: 4,
};

export const reportScheduleExample: ReportSchedule = {
  id: '0197a3c4-0000-7000-8000-0000000000b2',
  savedReportId: panelIds.savedReport,
  reportName: savedReportExample.name,
  frequency: 'weekly',
  weekday: 1,
  monthDay: null,
  hour: 8,
  channel: 'mail',
  members: [creator],
  addresses: ['client@example.com'],
  chatId: null,
  attachesCsv: true,
  creator,
  isMine: true,
  state: 'active',
  failure: null,
  nextAt: '2026-11-23T07:00:00.000Z',
  last: {
    dueAt: '2026-11-16T07:00:00.000Z',
    state: 'delivered',
    attempts: 1,
    at: '2026-11-16T07:00:01.812Z',
    error: null,
  },
  version: 2,
  createdAt: '2026-11-16T09:12:41.218Z',
  updatedAt: '2026-11-16T10:02:11.004Z',
};
