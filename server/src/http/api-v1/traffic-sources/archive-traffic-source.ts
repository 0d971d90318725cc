import { z } from 'zod';
import { archiveTrafficSource } from '../../../services/traffic-sources/archive-traffic-source.ts';
import { noSuch, sourceInUse, strayParameter } from '../example-errors.ts';
import type { Operation } from '../operation.ts';

export const archiveTrafficSourceOperation: Operation = {
  operationId: 'archiveTrafficSource',
  method: 'DELETE',
  path: '/traffic-sources/{id}',
  scope: 'write',
  summary: 'Archives a traffic source',
  description: 'Refused while a campaign that is not archived uses it. Archiving again changes nothing.',
  data: z.null(),
  errors: { NOT_FOUND: { trafficSource: noSuch('traffic source') }, CONFLICT: { sourceInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, { id }) => archiveTrafficSource(context, id),
};
