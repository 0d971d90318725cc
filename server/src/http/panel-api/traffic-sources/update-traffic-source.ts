import { trafficSourceChange } from '@waypost/contract/traffic-sources.ts';
import { z } from 'zod';
import { updateTrafficSource } from '../../../services/traffic-sources/update-traffic-source.ts';
import { archived, noSuch } from '../../api-v1/example-errors.ts';
import { trafficSourceExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const updateTrafficSourceOperation: PanelOperation = {
  operationId: 'updateTrafficSource',
  method: 'PATCH',
  path: '/traffic-sources/{id}',
  access: 'traffic-sources.manage',
  summary: 'Changes the given fields of a traffic source',
  body: trafficSourceChange,
  data: z.null(),
  errors: {
    NOT_FOUND: { trafficSource: noSuch('traffic source') },
    CONFLICT: { trafficSourceArchived: archived('traffic source') },
  },
  example: {
    body: { tokens: trafficSourceExample.tokens, costMacro: '[BID]' },
    data: null,
    issue: { path: 'tokens.0.index', message: 'must be a whole number from 1 to 15' },
  },
  run: (context, input) => updateTrafficSource(context, inputId(input), input.body),
};
