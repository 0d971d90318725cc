import { z } from 'zod';
import { removeMember } from '../../../services/people/remove-member.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';
import { lastOwner, noSuchMember, onlyOwners } from '../people-errors.ts';
import { peopleIds } from '../people-examples.ts';

// For whoever is signed in, because everybody may leave; the service asks for the right to remove others.
export const removeMemberOperation: PanelOperation = {
  operationId: 'removeMember',
  method: 'DELETE',
  path: '/people/{id}',
  access: 'signed-in',
  summary: 'Takes a member out of the workspace, or lets you leave it',
  description:
    'Their sessions in the workspace end at once, and so do open invitations they sent. Everybody may leave by themselves; to remove others takes an admin.',
  data: z.null(),
  errors: { FORBIDDEN: { onlyOwners }, NOT_FOUND: { noSuchMember }, CONFLICT: { lastOwner } },
  example: { params: { id: peopleIds.colleague }, data: null, issue: strayParameter },
  run: async (context, input) => {
    const id = inputId(input).toLowerCase();
    await removeMember(context, id);
    return { data: null, ...(id === context.actor.id ? ({ session: 'end' } as const) : {}) };
  },
};
