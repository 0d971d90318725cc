import { newInvitation, sentInvitation } from '@waypost/contract/people.ts';
import { sendInvitation } from '../../../services/invitations/send-invitation.ts';
import type { PanelOperation } from '../operation.ts';
import { memberAlready, ownersMakeOwners, tooManyAttempts } from '../people-errors.ts';
import { peopleIds } from '../people-examples.ts';

export const sendInvitationOperation: PanelOperation = {
  operationId: 'sendInvitation',
  method: 'POST',
  path: '/invitations',
  access: 'people.manage',
  summary: 'Invites somebody into the workspace by mail, for seven days',
  description:
    'An open invitation of the same person is replaced. Where no mail is sent, the operator makes a link.',
  status: 201,
  body: newInvitation,
  data: sentInvitation,
  errors: { FORBIDDEN: { ownersMakeOwners }, CONFLICT: { memberAlready }, RATE_LIMITED: { tooManyAttempts } },
  example: {
    body: { email: 'carla@example.com', role: 'viewer' },
    data: { id: peopleIds.invitation, mailed: true },
    issue: { path: 'email', message: 'must be an e-mail address' },
  },
  run: (context, { body }) => sendInvitation(context, body),
};
