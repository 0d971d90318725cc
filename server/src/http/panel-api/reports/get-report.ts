import { getReport } from '../../../services/reports/get-report.ts';
import { getReportOperation as publicOperation } from '../../api-v1/reports/get-report.ts';
import { readRawList } from '../../plugins/raw-list.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const getReportOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'reports.read',
  run: (context, { query, search, signal }) => {
    const filter = readRawList(search, 'filter');
    return getReport(context, { ...query, ...(filter === undefined ? {} : { filter }) }, signal);
  },
};
