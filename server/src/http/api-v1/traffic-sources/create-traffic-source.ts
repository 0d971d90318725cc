import { createdId } from '@waypost/contract/records.ts';
import { newTrafficSource } from '@waypost/contract/traffic-sources.ts';
import { createTrafficSource } from '../../../services/traffic-sources/create-traffic-source.ts';
import type { Operation } from '../operation.ts';

export const createTrafficSourceOperation: Operation = {
  method: 'POST',
  path: '/traffic-sources',
  scope: 'write',
  summary: 'Adds a traffic source',
  body: newTrafficSource,
  data: createdId,
  run: (context, { body }) => createTrafficSource(context, body),
};
