import { auditFilter, auditPage } from '@waypost/contract/audit.ts';
import { listAuditLog } from '../../../services/audit/list-audit-log.ts';
import { auditEntryExample, panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const listAuditLogOperation: PanelOperation = {
  operationId: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  access: 'audit.read',
  summary: 'Lists who changed what, newest first',
  description: 'Page by page: nextCursor of one is cursor of the next, with the same filters.',
  query: auditFilter,
  data: auditPage,
  example: {
    query: { action: 'landing', subjectId: panelIds.landing, limit: '50' },
    data: { entries: [auditEntryExample], meta: { limit: 50, count: 1, nextCursor: null } },
    issue: { path: 'cursor', message: 'is no cursor of this list' },
  },
  run: (context, { query }) => listAuditLog(context, query),
};
