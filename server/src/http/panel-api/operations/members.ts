import { pageOf } from '@waypost/contract/paging.ts';
import { member, memberChange, memberListQuery, memberPage } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { changeRole, getMember, listMembers, removeMember } from '../../../services/accounts/members.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { lastOwner, noSuchMember, onlyOwners, ownersMakeOwners } from '../examples/people-errors.ts';
import { memberExample, peopleIds } from '../examples/people.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, type ShownRecord } from '../versioned.ts';

const record: ShownRecord = { label: 'member', data: member, example: memberExample, read: getMember };

export const memberOperations: PanelOperation[] = [
  {
    operationId: 'listMembers',
    method: 'GET',
    path: '/people',
    access: 'people.read',
    summary: 'Lists the members of the workspace',
    query: memberListQuery,
    data: memberPage,
    example: { query: { sort: 'email' }, data: pageOf(memberExample), issue: strayParameter },
    run: (context, { query }) => listMembers(context, query),
  },
  changesRecord(record, {
    operationId: 'changeRole',
    method: 'PATCH',
    path: '/people/{id}',
    access: 'people.manage',
    summary: 'Changes what a member may do; it holds from their next request on',
    description:
      'Nobody gives more than they have: only an owner changes owners or makes them. Who may do less afterwards loses the open invitations they sent.',
    body: memberChange,
    errors: {
      FORBIDDEN: { onlyOwners, ownersMakeOwners },
      NOT_FOUND: { member: noSuchMember },
      CONFLICT: { lastOwner },
    },
    example: {
      params: { id: peopleIds.colleague },
      body: { role: 'admin' },
      data: { role: 'admin' },
      issue: { path: 'role', message: 'must be one of owner, admin, member, viewer' },
    },
    run: (context, input) => changeRole(context, inputId(input), input.body),
  }),
  // For every member, because everybody may leave; the service asks for the right to remove others.
  {
    operationId: 'removeMember',
    method: 'DELETE',
    path: '/people/{id}',
    access: 'people.read',
    summary: 'Takes a member out of the workspace, or lets you leave it',
    description:
      'The workspace does not exist for them from their next request on, and open invitations they sent end. Everybody may leave by themselves; to remove others takes an admin.',
    data: z.null(),
    errors: { FORBIDDEN: { onlyOwners }, NOT_FOUND: { noSuchMember }, CONFLICT: { lastOwner } },
    example: { params: { id: peopleIds.colleague }, data: null, issue: strayParameter },
    run: (context, input) => removeMember(context, inputId(input)),
  },
];
