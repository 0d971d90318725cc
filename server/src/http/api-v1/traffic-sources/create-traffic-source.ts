import { createdId } from '@waypost/contract/records.ts';
import { newTrafficSource } from '@waypost/contract/traffic-sources.ts';
import { createTrafficSource } from '../../../services/traffic-sources/create-traffic-source.ts';
import { ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const createTrafficSourceOperation: Operation = {
  operationId: 'createTrafficSource',
  method: 'POST',
  path: '/traffic-sources',
  scope: 'write',
  summary: 'Adds a traffic source',
  body: newTrafficSource,
  data: createdId,
  example: {
    body: {
      name: 'Example Ads',
      clickIdParam: 'clickid',
      costParam: 'cost',
      postbackUrl: 'https://source.example.com/postback?id={externalid}&value={payout}',
      clickIdMacro: '[CLICKID]',
      costMacro: '[BID]',
    },
    data: { id: ids.trafficSource },
    issue: { path: 'postbackUrl', message: 'must have a host on the public internet' },
  },
  run: (context, { body }) => createTrafficSource(context, body),
};
