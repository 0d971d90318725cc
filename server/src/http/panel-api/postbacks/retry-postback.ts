import { postback } from '@waypost/contract/postbacks.ts';
import { retryPostback } from '../../../services/postbacks/retry-postback.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';
import { postbackExample } from './postback-examples.ts';

export const retryPostbackOperation: PanelOperation = {
  operationId: 'retryPostback',
  method: 'POST',
  path: '/postbacks/{id}/retry',
  access: 'postbacks.retry',
  summary: 'Sends a call to a traffic source again, or sooner',
  description:
    'Under the same id, also one that was delivered: the receiver may count it twice if it does not look at the id. Its timetable begins anew. One that is just being sent stays as it is.',
  data: postback,
  errors: { NOT_FOUND: { postback: noSuch('postback') } },
  example: { data: postbackExample, issue: strayParameter },
  run: (context, input) => retryPostback(context, inputId(input)),
};
