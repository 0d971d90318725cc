import { pageOf } from '@waypost/contract/api/paging.ts';
import { member, memberChange, memberListQuery, memberPage } from '@waypost/contract/accounts/people.ts';
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
    summary: 'List the workspace’s members',
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
    summary: 'Change a member’s role, effective with their next request',
    description:
      'Only owners can change owners or make someone an owner. If a member’s role is lowered, pending invitations that the member sent are revoked.',
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
  // Every member may call this operation, because every member may leave. The service checks the permission to remove
  // other members.
  {
    operationId: 'removeMember',
    method: 'DELETE',
    path: '/people/{id}',
    access: 'people.read',
    summary: 'Remove a member from the workspace, or leave it',
    description:
      'The member’s access ends with their next request, and pending invitations that the member sent are revoked. Everyone can leave; only admins and owners can remove others.',
    data: z.null(),
    errors: { FORBIDDEN: { onlyOwners }, NOT_FOUND: { noSuchMember }, CONFLICT: { lastOwner } },
    example: { params: { id: peopleIds.colleague }, data: null, issue: strayParameter },
    run: (context, input) => removeMember(context, inputId(input)),
  },
];
