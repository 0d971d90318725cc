import { memberChange } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { changeRole } from '../../../services/people/change-role.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';
import { lastOwner, noSuchMember, onlyOwners, ownersMakeOwners } from '../people-errors.ts';
import { peopleIds } from '../people-examples.ts';

export const changeRoleOperation: PanelOperation = {
  operationId: 'changeRole',
  method: 'PATCH',
  path: '/people/{id}',
  access: 'people.manage',
  summary: 'Changes what a member may do; it holds from their next request on',
  description:
    'Nobody gives more than they have: only an owner changes owners or makes them. Who may do less afterwards loses the open invitations they sent.',
  body: memberChange,
  data: z.null(),
  errors: {
    FORBIDDEN: { onlyOwners, ownersMakeOwners },
    NOT_FOUND: { noSuchMember },
    CONFLICT: { lastOwner },
  },
  example: {
    params: { id: peopleIds.colleague },
    body: { role: 'admin' },
    data: null,
    issue: { path: 'role', message: 'must be one of owner, admin, member, viewer' },
  },
  run: (context, input) => changeRole(context, inputId(input), input.body),
};
