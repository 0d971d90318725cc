import { memberRoles } from '@waypost/contract/accounts/access.ts';
import { describe, expect, it } from 'vitest';
import { assignableRoles, canManageRole, roleLabels } from './role-labels.ts';

it('roleLabels lists the roles of the contract from highest to lowest', () => {
  expect(Object.keys(roleLabels)).toEqual(memberRoles);
});

describe('assignableRoles', () => {
  it.each([
    ['owner', ['owner', 'admin', 'member', 'viewer']],
    ['admin', ['admin', 'member', 'viewer']],
    ['member', ['member', 'viewer']],
    ['viewer', ['viewer']],
  ] as const)('for the role %s are that role and the roles below it', (role, expected) => {
    expect(assignableRoles(role).map(({ value }) => value)).toEqual(expected);
  });
});

describe('canManageRole', () => {
  it('lets only owners manage owners', () => {
    const allowed = memberRoles.map((own) => memberRoles.filter((other) => canManageRole(own, other)));
    const others = ['admin', 'member', 'viewer'];
    expect(allowed).toEqual([memberRoles, others, others, others]);
  });
});
