import {
  apiKey,
  apiKeyChange,
  keyListQuery,
  keyPage,
  newApiKey,
  shownToken,
} from '@waypost/contract/accounts/keys.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { createKey, rotateKey } from '../../../services/keys/issue-key.ts';
import { getKey, listKeyPage, presentKey, renameKey, revokeKey } from '../../../services/keys/keys.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { keyEnded, noApiAccess, noSuchKey } from '../examples/errors.ts';
import { keyExample, keyTokenExample } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';

const record: ShownRecord = { label: 'key', data: apiKey, example: keyExample, read: getKey };

export const keyOperations: PanelOperation[] = [
  {
    operationId: 'listKeys',
    method: 'GET',
    path: '/keys',
    access: 'keys.list',
    summary: 'List the workspace’s API keys, without tokens',
    query: keyListQuery,
    data: keyPage,
    example: { query: { state: 'active' }, data: pageOf(keyExample), issue: strayParameter },
    run: (context, { query }) => listKeyPage(context, query),
  },
  createsRecord(record, {
    operationId: 'createKey',
    method: 'POST',
    path: '/keys',
    access: 'keys.create',
    summary: 'Create an API key. Returns its token once',
    description: 'Requires a subscription with API access.',
    status: 201,
    once: 'secret',
    body: newApiKey,
    more: shownToken,
    errors: { BILLING_REQUIRED: { noApiAccess } },
    example: {
      body: { label: 'reports', scope: 'read', lifetimeDays: 90 },
      data: { token: keyTokenExample },
      issue: { path: 'label', message: 'must not be empty' },
    },
    run: async (context, { body }) => {
      const { id, token } = await createKey(context, body);
      return { id, token };
    },
  }),
  changesRecord(record, {
    operationId: 'updateKey',
    method: 'PATCH',
    path: '/keys/{id}',
    access: 'keys.rename',
    summary: 'Rename an API key',
    description: 'The token remains valid. A key’s scope and expiry cannot be changed.',
    body: apiKeyChange,
    errors: { NOT_FOUND: { key: noSuchKey } },
    example: { body: { label: keyExample.label } },
    run: (context, input) => renameKey(context, inputId(input), input.body),
  }),
  changesRecord(record, {
    operationId: 'rotateKey',
    method: 'POST',
    path: '/keys/{id}/rotate',
    access: 'keys.rotate',
    summary: 'Replace an API key’s token. Returns the new token once; the old one stops working immediately',
    more: shownToken,
    errors: { NOT_FOUND: { key: noSuchKey }, CONFLICT: keyEnded },
    example: { data: { token: keyTokenExample } },
    run: async (context, input) => {
      const { token } = await rotateKey(context, inputId(input));
      return { token };
    },
  }),
  {
    operationId: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{id}',
    access: 'keys.revoke',
    summary: 'Revoke an API key permanently',
    description: 'Works regardless of the subscription. Revoking a revoked key has no effect.',
    data: apiKey,
    errors: { NOT_FOUND: { key: noSuchKey } },
    example: {
      data: { ...keyExample, state: 'revoked', revokedAt: '2026-11-16T10:00:00.000Z' },
      issue: strayParameter,
    },
    run: async (context, input) => presentKey(await revokeKey(context, inputId(input)), context.now()),
  },
];
