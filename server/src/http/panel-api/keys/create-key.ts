import { issuedApiKey, newApiKey } from '@waypost/contract/keys.ts';
import { createKey } from '../../../services/keys/create-key.ts';
import { noApiAccess } from '../example-errors.ts';
import { issuedKeyExample } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const createKeyOperation: PanelOperation = {
  operationId: 'createKey',
  method: 'POST',
  path: '/keys',
  access: 'keys.create',
  summary: 'Makes an API key and shows its token, once',
  description: 'Needs a subscription with API access.',
  status: 201,
  body: newApiKey,
  data: issuedApiKey,
  errors: { BILLING_REQUIRED: { noApiAccess } },
  example: {
    body: { label: 'reports', scope: 'read', lifetimeDays: 90 },
    data: issuedKeyExample,
    issue: { path: 'label', message: 'must not be empty' },
  },
  run: async (context, { body }) => {
    const { id, token, expiresAt } = await createKey(context, body);
    return { id, token, expiresAt: expiresAt.toISOString() };
  },
};
