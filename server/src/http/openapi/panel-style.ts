import { memberRoles } from '@waypost/contract/access.ts';
import { panelErrorEnvelope } from '@waypost/contract/envelope.ts';
import { version } from '../../platform/version.ts';
import { isAllowed } from '../../services/permissions.ts';
import {
  noSuchWorkspace,
  notSignedIn,
  roleTooLow,
  tooManyRequests,
  unknownOrigin,
} from '../panel-api/gate.ts';
import { placeOf, type PanelOperation } from '../panel-api/operation.ts';
import { otherOrigin, unknownHost } from '../plugins/cross-origin.ts';
import type { ApiStyle } from './api-style.ts';
import { commonErrors, plain } from './describe-errors.ts';
import { panelHeaders, panelHeadersOf } from './headers.ts';
import { sessionSchemes, sessionSecurity } from './session-security.ts';
import { panelTagOf } from './tags.ts';

/** What the panel asks: for people, with a session. It changes with the panel, without notice. */
export const panelStyle: ApiStyle<PanelOperation> = {
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
  headersOf: panelHeadersOf,
  error: panelErrorEnvelope,
  sharedErrors: {
    UNAUTHORIZED: { notSignedIn: plain(notSignedIn) },
    NOT_FOUND: { noSuchWorkspace: plain(noSuchWorkspace) },
    FORBIDDEN: {
      roleTooLow: plain(roleTooLow),
      otherOrigin: plain(otherOrigin),
      unknownOrigin: plain(unknownOrigin),
      unknownHost: plain(unknownHost),
    },
    RATE_LIMITED: { tooManyRequests: tooManyRequests(2) },
    ...commonErrors,
  },
  sharedErrorsOf: (operation) => [
    ...(operation.access === 'anyone' ? [] : (['UNAUTHORIZED', 'RATE_LIMITED'] as const)),
    ...(placeOf(operation) === operation.path ? [] : (['NOT_FOUND'] as const)),
    ...(canBeForbidden(operation) ? (['FORBIDDEN'] as const) : []),
    ...(operation.method === 'GET' ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ],
  securityOf: ({ access }) => (access === 'anyone' ? [] : undefined),
};

/** Every write can come from a wrong page; a read is refused only where some role may not do it. */
export function canBeForbidden({ method, access }: PanelOperation): boolean {
  if (method !== 'GET') return true;
  if (access === 'anyone' || access === 'signed-in') return false;
  return memberRoles.some((role) => !isAllowed({ type: 'user', id: '', label: '', role }, access));
}
