import { invitationLookup, shownInvitation } from '@waypost/contract/people.ts';
import { viewInvitation } from '../../../services/invitations/view-invitation.ts';
import type { PanelOperation } from '../operation.ts';
import { deadInvitation, tooManyAttempts } from '../people-errors.ts';
import { invitationExample, linkTokenExample } from '../people-examples.ts';

export const viewInvitationOperation: PanelOperation = {
  operationId: 'viewInvitation',
  method: 'POST',
  path: '/invitations/view',
  access: 'anyone',
  summary: 'Shows an invitation to who has its link, and leaves it open',
  description:
    'A write by its method only: the token stands in the body, because addresses are written into logs.',
  body: invitationLookup,
  data: shownInvitation,
  errors: { NOT_FOUND: { deadInvitation }, RATE_LIMITED: { tooManyAttempts } },
  example: {
    body: { token: linkTokenExample },
    data: {
      workspace: 'My workspace',
      email: invitationExample.email,
      role: invitationExample.role,
      expiresAt: invitationExample.expiresAt,
      hasAccount: false,
    },
    issue: { path: 'token', message: 'must be the whole text behind token=' },
  },
  run: async (context, { body }) => ({ data: await viewInvitation(context, body) }),
};
