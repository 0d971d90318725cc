import { erasureListQuery, erasurePage, erasureRequest } from '@waypost/contract/events/erasures.ts';
import { uncounted } from '@waypost/contract/api/paging.ts';
import { createdId } from '@waypost/contract/api/records.ts';
import { listErasures } from '../../../services/erasures/list-erasures.ts';
import { requestErasureInPerson } from '../../../services/erasures/request-erasure.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { codeNeeded, tooBusy, tooManyAttempts, wrongCode, wrongPassword } from '../examples/people-errors.ts';
import type { PanelOperation } from '../operation.ts';

export const erasureOperations: PanelOperation[] = [
  {
    operationId: 'requestErasure',
    method: 'POST',
    path: '/erasures',
    access: 'visits.erase',
    summary: 'Delete a visit and everything linked to it',
    description:
      'Deletes the visit with its clicks, conversions, postbacks and incoming postbacks; reports no longer count them. Starts immediately, can take minutes if there is a lot of traffic, and is repeated for three days to catch late rows. Requires your password and, with two-factor authentication, a code. This cannot be undone.',
    once: 'answer',
    onceApart: true,
    body: erasureRequest,
    data: createdId,
    errors: {
      FORBIDDEN: { wrongPassword, wrongCode, codeNeeded },
      NOT_FOUND: { clickId: noSuch('click ID') },
      RATE_LIMITED: { tooManyAttempts },
      SERVICE_UNAVAILABLE: { tooBusy },
    },
    example: {
      body: {
        clickId: '0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V',
        password: 'copper lantern walrus mitten',
      },
      data: { id: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21' },
      issue: { path: 'clickId', message: 'must be 38 letters and digits' },
    },
    run: (context, { body }) => requestErasureInPerson(context, body),
  },
  {
    operationId: 'listErasures',
    method: 'GET',
    path: '/erasures',
    access: 'visits.erase',
    summary: 'List data deletions and their state',
    query: erasureListQuery,
    data: erasurePage,
    example: {
      data: uncounted({
        id: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21',
        clickId: '0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V',
        state: 'watched',
        requestedAt: '2026-11-16T10:00:00.000Z',
        finishedAt: null,
      }),
      issue: strayParameter,
    },
    run: (context, { query }) => listErasures(context, query),
  },
];
