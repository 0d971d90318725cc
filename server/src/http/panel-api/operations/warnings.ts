import { pageOf } from '@waypost/contract/api/paging.ts';
import { warningListQuery, warningPage } from '@waypost/contract/campaigns/warnings.ts';
import { listWarnings } from '../../../services/warnings/list-warnings.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { warnedRecordExample } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

export const warningOperations: PanelOperation[] = [
  {
    operationId: 'listWarnings',
    method: 'GET',
    path: '/warnings',
    access: 'campaigns.read',
    summary: 'List records with warnings and the campaigns that use them',
    description:
      'Warnings report problems such as a macro that does not exist or an offer URL without the click ID. The list includes all records, regardless of who saved them and how.',
    query: warningListQuery,
    data: warningPage,
    example: { query: { type: 'landing' }, data: pageOf(warnedRecordExample), issue: strayParameter },
    run: (context, { query }) => listWarnings(context, query),
  },
];
