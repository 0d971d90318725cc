import { invitationAcceptance, signInResult } from '@waypost/contract/people.ts';
import { acceptInvitation } from '../../../services/invitations/accept-invitation.ts';
import type { PanelOperation } from '../operation.ts';
import {
  deadInvitation,
  joinedAlready,
  otherPerson,
  tooBusy,
  tooManyAttempts,
  wrongCode,
  wrongCredentials,
} from '../people-errors.ts';
import { linkTokenExample } from '../people-examples.ts';
import { presentOutcome } from '../session/present-outcome.ts';

export const acceptInvitationOperation: PanelOperation = {
  operationId: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  access: 'anyone',
  summary: 'Accepts an invitation and signs the person in to the workspace',
  description:
    'A new person chooses a password, a known one gives theirs (and a code), and who is signed in with the invited address leaves both out.',
  body: invitationAcceptance,
  data: signInResult,
  errors: {
    UNAUTHORIZED: { wrongCredentials, wrongCode },
    FORBIDDEN: { otherPerson },
    NOT_FOUND: { deadInvitation },
    CONFLICT: { joinedAlready },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { token: linkTokenExample, password: 'seven green bicycles at dawn' },
    data: { signedIn: true, secondFactor: null },
    issue: { path: 'password', message: 'must have at least 12 characters' },
  },
  run: async (context, { body }) => presentOutcome(await acceptInvitation(context, body)),
};
