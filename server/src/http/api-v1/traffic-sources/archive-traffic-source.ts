import { z } from 'zod';
import { archiveTrafficSource } from '../../../services/traffic-sources/archive-traffic-source.ts';
import type { Operation } from '../operation.ts';

export const archiveTrafficSourceOperation: Operation = {
  method: 'DELETE',
  path: '/traffic-sources/{id}',
  scope: 'write',
  summary: 'Archives a traffic source',
  data: z.null(),
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: (context, { id }) => archiveTrafficSource(context, id),
};
