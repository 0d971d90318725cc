import { panelForm, panelReport, panelReportQuery } from '@waypost/contract/reports.ts';
import { listEvents } from '../../../services/events-feed/list-events.ts';
import { getReport } from '../../../services/reports/get-report.ts';
import { getReportOperation, listEventsOperation } from '../../api-v1/operations/reports-and-events.ts';
import { readRawList } from '../../plugins/query.ts';
import { likePublic, type PanelOperation } from '../operation.ts';

export const reportOperations: PanelOperation[] = [
  {
    ...likePublic(getReportOperation),
    access: 'reports.read',
    query: panelReportQuery,
    data: panelReport,
    run: (context, { query, search, signal }) => {
      const filter = readRawList(search, 'filter');
      const input = { ...query, ...(filter === undefined ? {} : { filter }) };
      return getReport(context, input, { form: panelForm, signal });
    },
  },
  {
    ...likePublic(listEventsOperation),
    access: 'events.read',
    run: (context, { query, signal }) => listEvents(context, query, { signal }),
  },
];
