import { memberRoles } from '@waypost/contract/accounts/access.ts';
import { panelErrorEnvelope } from '@waypost/contract/api/envelope.ts';
import { version } from '../../platform/version.ts';
import { createRefusals } from '../../services/accounts/create-once.ts';
import { isAllowed } from '../../services/permissions.ts';
import { because, plain } from '../api-v1/operation.ts';
import {
  noSuchWorkspace,
  notSignedIn,
  passwordChangeRequired,
  roleTooLow,
  tooManyRequests,
  unknownOrigin,
} from '../panel-api/authorize-request.ts';
import type { PanelDownload } from '../panel-api/downloads.ts';
import { permissionOf, servedPathOf, type PanelOperation } from '../panel-api/operation.ts';
import { otherOrigin, unknownHost } from '../plugins/cross-origin.ts';
import type { ApiStyle } from './api-style.ts';
import { commonErrors } from './describe-errors.ts';
import type { Parameter } from './document.ts';
import { panelHeaders, panelHeadersOf } from './headers.ts';
import { sessionSchemes, sessionSecurity } from './session-security.ts';
import { panelTagOf } from './tags.ts';

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value that you choose, such as a random UUID. Repeating the request with the same key within 24 hours creates nothing and returns the first response. If the first response contained a secret, the repeated request fails with the reason `already-done`.',
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
};

/** Style of the panel API, which is for people with a session and may change with any version of the panel. */
export const panelStyle: ApiStyle<PanelOperation | PanelDownload> = {
  info: {
    title: 'Waypost panel API',
    version,
    description: `The panel’s API in Waypost ${version}. It may change with any version. Use the public API for integrations.`,
  },
  servers: [{ url: '/panel/api' }],
  security: sessionSecurity,
  securitySchemes: sessionSchemes,
  servedPathOf,
  tagOf: panelTagOf,
  headers: panelHeaders,
  headersOf: (code, operation) =>
    panelHeadersOf(code, operation === undefined || operation.once !== undefined),
  error: panelErrorEnvelope,
  tellsReasons: true,
  sharedErrors: {
    UNAUTHORIZED: { notSignedIn: because('not-signed-in', notSignedIn) },
    NOT_FOUND: { noSuchWorkspace: plain(noSuchWorkspace) },
    FORBIDDEN: {
      roleTooLow: because('role-too-low', roleTooLow),
      passwordChangeRequired: because('password-change-required', passwordChangeRequired),
      otherOrigin: because('other-origin', otherOrigin),
      unknownOrigin: because('unknown-origin', unknownOrigin),
      unknownHost: because('unknown-host', unknownHost),
    },
    CONFLICT: createRefusals,
    RATE_LIMITED: { tooManyRequests: tooManyRequests(2) },
    ...commonErrors,
  },
  sharedErrorsOf: (operation) => [
    ...(operation.access === 'anyone' ? [] : (['UNAUTHORIZED', 'RATE_LIMITED'] as const)),
    ...(servedPathOf(operation) === operation.path ? [] : (['NOT_FOUND'] as const)),
    ...(operation.once === undefined ? [] : (['CONFLICT'] as const)),
    ...(canBeForbidden(operation) ? (['FORBIDDEN'] as const) : []),
    ...(operation.method === 'GET' ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  permissionOf,
  requestHeadersOf: ({ once }) => (once === undefined ? [] : [idempotencyKey]),
  securityOf: ({ access }) => (access === 'anyone' ? [] : undefined),
};

/**
 * Returns true if the operation can answer with FORBIDDEN. Writes are rejected if they come from a different origin.
 * Reads are rejected while a password change is required, and for roles without the permission.
 */
export function canBeForbidden({
  method,
  access,
  beforePasswordChange,
}: PanelOperation | PanelDownload): boolean {
  if (method !== 'GET' || (access !== 'anyone' && beforePasswordChange !== true)) return true;
  if (access === 'anyone' || access === 'signed-in') return false;
  return memberRoles.some((role) => !isAllowed({ type: 'user', id: '', label: '', role }, access));
}
