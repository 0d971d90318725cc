import { ownAccount } from '@waypost/contract/people.ts';
import { getMe } from '../../../services/people/get-me.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';
import { ownAccountExample } from '../people-examples.ts';

export const getMeOperation: PanelOperation = {
  operationId: 'getMe',
  method: 'GET',
  path: '/me',
  access: 'signed-in',
  summary: 'Tells who is signed in, where, and what they may do there',
  data: ownAccount,
  example: { data: ownAccountExample, issue: strayParameter },
  run: async (context) => ({ data: await getMe(context) }),
};
