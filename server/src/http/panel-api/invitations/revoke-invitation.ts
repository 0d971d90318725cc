import { z } from 'zod';
import { revokeInvitation } from '../../../services/invitations/revoke-invitation.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';
import { noSuchInvitation } from '../people-errors.ts';
import { peopleIds } from '../people-examples.ts';

export const revokeInvitationOperation: PanelOperation = {
  operationId: 'revokeInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
  access: 'people.manage',
  summary: 'Takes an invitation back; its link stops at once',
  data: z.null(),
  errors: { NOT_FOUND: { noSuchInvitation } },
  example: { params: { id: peopleIds.invitation }, data: null, issue: strayParameter },
  run: (context, input) => revokeInvitation(context, inputId(input)),
};
