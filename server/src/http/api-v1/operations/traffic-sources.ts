import { bulkIds, createdId, restoredCount } from '@waypost/contract/api/records.ts';
import { newTrafficSource } from '@waypost/contract/campaigns/traffic-sources.ts';
import { z } from 'zod';
import { createTrafficSource } from '../../../services/traffic-sources/create-traffic-source.ts';
import {
  archiveTrafficSource,
  restoreTrafficSources,
} from '../../../services/traffic-sources/traffic-sources.ts';
import { parseInput } from '../../../services/parse-input.ts';
import { bulkMistake, noSuch, notAllKnown, sourceInUse, strayParameter } from '../examples/errors.ts';
import { ids } from '../examples/records.ts';
import type { Operation } from '../operation.ts';

export const createTrafficSourceOperation: Operation = {
  operationId: 'createTrafficSource',
  method: 'POST',
  path: '/traffic-sources',
  scope: 'write',
  summary: 'Create a traffic source',
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

export const archiveTrafficSourceOperation: Operation = {
  operationId: 'archiveTrafficSource',
  method: 'DELETE',
  path: '/traffic-sources/{id}',
  scope: 'write',
  summary: 'Archive a traffic source',
  description:
    'Fails if the traffic source is used by a campaign that is not archived. Archiving an archived traffic source has no effect.',
  data: z.null(),
  errors: { NOT_FOUND: { trafficSource: noSuch('traffic source') }, CONFLICT: { sourceInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, { id }) => archiveTrafficSource(context, id),
};

export const restoreTrafficSourcesOperation: Operation = {
  operationId: 'restoreTrafficSources',
  method: 'POST',
  path: '/traffic-sources/restore',
  scope: 'write',
  summary: 'Restore archived traffic sources, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { trafficSources: notAllKnown('traffic source') } },
  example: { body: { ids: [ids.trafficSource] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreTrafficSources(context, parseInput(bulkIds, body)),
};
