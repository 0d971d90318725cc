import { invitation } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { listInvitations } from '../../../services/invitations/list-invitations.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';
import { invitationExample } from '../people-examples.ts';

export const listInvitationsOperation: PanelOperation = {
  operationId: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  access: 'people.manage',
  summary: 'Lists invitations that can still be accepted, oldest first',
  data: z.array(invitation),
  example: { data: [invitationExample], issue: strayParameter },
  run: (context) => listInvitations(context),
};
