import { issuedApiKey } from '@waypost/contract/keys.ts';
import { rotateKey } from '../../../services/keys/rotate-key.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import { keyEnded, noSuchKey } from '../example-errors.ts';
import { issuedKeyExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const rotateKeyOperation: PanelOperation = {
  operationId: 'rotateKey',
  method: 'POST',
  path: '/keys/{id}/rotate',
  access: 'keys.rotate',
  summary: 'Gives an API key a new token and shows it, once; the old one stops at once',
  data: issuedApiKey,
  errors: { NOT_FOUND: { key: noSuchKey }, CONFLICT: keyEnded },
  example: { data: issuedKeyExample, issue: strayParameter },
  run: async (context, input) => {
    const { id, token, expiresAt } = await rotateKey(context, inputId(input));
    return { id, token, expiresAt: expiresAt.toISOString() };
  },
};
