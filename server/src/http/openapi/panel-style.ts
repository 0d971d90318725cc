import { memberRoles } from '@waypost/contract/access.ts';
import { panelErrorEnvelope } from '@waypost/contract/envelope.ts';
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
import { permissionOf, placeOf, type PanelOperation } from '../panel-api/operation.ts';
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
    'Chosen by you, such as a random id. The same request with the same key makes nothing more within a day, and is answered as the first was; where that showed a secret, only that it is done.',
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
};

/** What the panel asks: for people, with a session. It changes with the panel, without notice. */
export const panelStyle: ApiStyle<PanelOperation | PanelDownload> = {
  info: {
    title: 'Waypost panel API',
    version,
    description: `Served by Waypost ${version} to its own panel, and free to change with it. What others build on is the public API.`,
  },
  servers: [{ url: '/panel/api' }],
  security: sessionSecurity,
  securitySchemes: sessionSchemes,
  placeOf,
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
    ...(placeOf(operation) === operation.path ? [] : (['NOT_FOUND'] as const)),
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

/** Every write can come from a wrong page; a read is refused before a password is changed, or where some role may not do it. */
export function canBeForbidden({
  method,
  access,
  beforePasswordChange,
}: PanelOperation | PanelDownload): boolean {
  if (method !== 'GET' || (access !== 'anyone' && beforePasswordChange !== true)) return true;
  if (access === 'anyone' || access === 'signed-in') return false;
  return memberRoles.some((role) => !isAllowed({ type: 'user', id: '', label: '', role }, access));
}
