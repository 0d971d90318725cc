import { subscription } from '@waypost/contract/subscriptions.ts';
import { getSubscription } from '../../../services/subscriptions/get-subscription.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';

export const getSubscriptionOperation: PanelOperation = {
  operationId: 'getSubscription',
  method: 'GET',
  path: '/subscription',
  access: 'subscriptions.read',
  summary: 'Tells the state of the workspace’s subscription',
  data: subscription,
  example: { data: { status: 'active', apiAccess: true }, issue: strayParameter },
  run: (context) => getSubscription(context),
};
