import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  invitationAcceptance,
  invitationListQuery,
  invitationLookup,
  invitationPage,
  newInvitation,
  sentInvitation,
  shownInvitation,
  signInResult,
} from '@waypost/contract/accounts/people.ts';
import { z } from 'zod';
import { acceptInvitation } from '../../../services/accounts/accept-invitation.ts';
import { listInvitations, revokeInvitation, viewInvitation } from '../../../services/accounts/invitations.ts';
import { renewInvitation, sendInvitation } from '../../../services/accounts/send-invitation.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import {
  deadInvitation,
  invitedMeanwhile,
  joinedAlready,
  memberAlready,
  noSuchInvitation,
  otherPerson,
  ownersMakeOwners,
  tooBusy,
  tooManyAttempts,
  tooManyInvitations,
  wrongCode,
  wrongCredentials,
} from '../examples/people-errors.ts';
import { invitationExample, linkTokenExample, peopleIds, sentInvitationExample } from '../examples/people.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { presentOutcome } from './sessions.ts';

export const invitationOperations: PanelOperation[] = [
  {
    operationId: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    access: 'people.manage',
    summary: 'List pending invitations',
    query: invitationListQuery,
    data: invitationPage,
    example: { data: pageOf(invitationExample), issue: strayParameter },
    run: (context, { query }) => listInvitations(context, query),
  },
  {
    operationId: 'sendInvitation',
    method: 'POST',
    path: '/invitations',
    access: 'people.manage',
    summary: 'Invite a person to the workspace by email, with a link that is valid for seven days',
    description:
      'Replaces a pending invitation for the same person. If no email can be sent, the response contains the link, which is returned only once.',
    status: 201,
    once: 'secret',
    onceApart: true,
    body: newInvitation,
    data: sentInvitation,
    errors: {
      FORBIDDEN: { ownersMakeOwners },
      CONFLICT: { memberAlready, tooManyInvitations, invitedMeanwhile },
      RATE_LIMITED: { tooManyAttempts },
    },
    example: {
      body: { email: 'carla@example.com', role: 'viewer' },
      data: sentInvitationExample,
      issue: { path: 'email', message: 'must be an email address' },
    },
    run: (context, { body }) => sendInvitation(context, body),
  },
  {
    operationId: 'renewInvitation',
    method: 'POST',
    path: '/invitations/{id}/renew',
    access: 'people.manage',
    summary: 'Send a new link for a pending invitation, valid for seven days',
    description:
      'The previous link stops working, and the invitation gets a new ID. If no email can be sent, the response contains the link, which is returned only once.',
    status: 201,
    data: sentInvitation,
    errors: {
      FORBIDDEN: { ownersMakeOwners },
      NOT_FOUND: { noSuchInvitation },
      CONFLICT: { memberAlready, invitedMeanwhile },
      RATE_LIMITED: { tooManyAttempts },
    },
    example: {
      params: { id: peopleIds.invitation },
      data: {
        ...sentInvitationExample,
        mailed: false,
        link: `https://panel.example.com/invite#token=${linkTokenExample}`,
      },
      issue: strayParameter,
    },
    run: (context, input) => renewInvitation(context, inputId(input)),
  },
  {
    operationId: 'revokeInvitation',
    method: 'DELETE',
    path: '/invitations/{id}',
    access: 'people.manage',
    summary: 'Revoke an invitation. Its link stops working immediately',
    data: z.null(),
    errors: { NOT_FOUND: { noSuchInvitation } },
    example: { params: { id: peopleIds.invitation }, data: null, issue: strayParameter },
    run: (context, input) => revokeInvitation(context, inputId(input)),
  },
  {
    operationId: 'viewInvitation',
    method: 'POST',
    isReadOnly: true,
    path: '/invitations/view',
    access: 'anyone',
    summary: 'Get an invitation by its token',
    description:
      'Uses POST because the token must not be in the URL, which is logged. The invitation remains pending.',
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
      issue: { path: 'token', message: 'must be the complete text after token= in the link' },
    },
    run: async (context, { body }) => ({ data: await viewInvitation(context, body) }),
  },
  {
    operationId: 'acceptInvitation',
    method: 'POST',
    path: '/invitations/accept',
    access: 'anyone',
    summary: 'Accept an invitation and sign in to the workspace',
    description:
      'New people choose a password. People with an account send their password and, with two-factor authentication, a code. If you are signed in with the invited address, omit both.',
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
      data: { signedIn: true, secondFactor: null, mustChangePassword: false },
      issue: { path: 'password', message: 'must have at least 12 characters' },
    },
    run: async (context, { body }) => presentOutcome(await acceptInvitation(context, body)),
  },
];
