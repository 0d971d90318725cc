import { apiKey } from '@waypost/contract/keys.ts';
import { presentKey } from '../../../services/keys/present-key.ts';
import { revokeKey } from '../../../services/keys/revoke-key.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import { noSuchKey } from '../example-errors.ts';
import { keyExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const revokeKeyOperation: PanelOperation = {
  operationId: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{id}',
  access: 'keys.revoke',
  summary: 'Ends an API key for good',
  description: 'Whatever the state of the subscription. Revoking it again changes nothing.',
  data: apiKey,
  errors: { NOT_FOUND: { key: noSuchKey } },
  example: {
    data: { ...keyExample, state: 'revoked', revokedAt: '2026-11-16T10:00:00.000Z' },
    issue: strayParameter,
  },
  run: async (context, input) => presentKey(await revokeKey(context, inputId(input)), context.now()),
};
