import { pageOf } from '@waypost/contract/paging.ts';
import { warningListQuery, warningPage } from '@waypost/contract/warnings.ts';
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
    summary: 'Lists every record that has a warning, with the campaigns that use it',
    description:
      'Such as a macro that does not exist, or an offer that is not told the click id; whoever saved it, and however.',
    query: warningListQuery,
    data: warningPage,
    example: { query: { type: 'landing' }, data: pageOf(warnedRecordExample), issue: strayParameter },
    run: (context, { query }) => listWarnings(context, query),
  },
];
