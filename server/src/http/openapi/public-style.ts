import { errorEnvelope } from '@waypost/contract/api/envelope.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import { version } from '../../platform/version.ts';
import { unauthorized } from '../../services/keys/authenticate-key.ts';
import { plain, type Operation } from '../api-v1/operation.ts';
import { otherOrigin } from '../plugins/cross-origin.ts';
import type { ApiStyle } from './api-style.ts';
import { commonErrors } from './describe-errors.ts';
import { describedHeaders, publicHeadersOf } from './headers.ts';
import { sessionSchemes, sessionSecurity } from './session-security.ts';
import { publicTagOf } from './tags.ts';

const security = [{ key: [] }];

export const publicStyle: ApiStyle<Operation> = {
  info: {
    title: 'Waypost public API',
    version: '1.0.0',
    description: `Served by Waypost ${version}.`,
  },
  servers: [{ url: '/api/v1' }],
  security,
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'API key token.' },
    ...sessionSchemes,
  },
  servedPathOf: ({ path }) => path,
  tagOf: publicTagOf,
  headers: describedHeaders,
  headersOf: publicHeadersOf,
  error: errorEnvelope,
  tellsReasons: false,
  sharedErrors: {
    UNAUTHORIZED: { noValidKey: plain(unauthorized().message) },
    BILLING_REQUIRED: { lapsed: plain('The workspace has no active subscription with API access') },
    FORBIDDEN: {
      readKey: plain('This API key is read-only. Create a key with write access to make changes.'),
      otherOrigin: plain(otherOrigin),
    },
    PAYLOAD_TOO_LARGE: commonErrors.PAYLOAD_TOO_LARGE,
    RATE_LIMITED: { tooMany: plain(`Too many requests. ${tryAgainIn(2)}`) },
    INTERNAL_ERROR: commonErrors.INTERNAL_ERROR,
    SERVICE_UNAVAILABLE: commonErrors.SERVICE_UNAVAILABLE,
  },
  sharedErrorsOf: ({ scope }) => [
    'UNAUTHORIZED',
    'BILLING_REQUIRED',
    // The body of a write can be too large even if the operation expects no body.
    ...(scope === 'write' ? (['FORBIDDEN', 'PAYLOAD_TOO_LARGE'] as const) : []),
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  permissionOf: () => undefined,
  securityOf: ({ acceptsSession }) =>
    acceptsSession === true ? [...security, ...sessionSecurity] : undefined,
};
