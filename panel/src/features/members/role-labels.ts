import type { Member } from '../../lib/api/api.ts';

type Role = Member['role'];

/** Roles from highest to lowest. Each role includes the permissions of the roles below it. */
export const roleLabels: Readonly<Record<Role, { label: string; may: string }>> = {
  owner: {
    label: 'Owner',
    may: 'Full access, including managing owners and permanently deleting visitor data.',
  },
  admin: {
    label: 'Admin',
    may: 'Everything members can do, plus managing members, API keys, domains, workspace settings and AI agent connections, and reading the audit log.',
  },
  member: {
    label: 'Member',
    may: 'Can create and edit campaigns, rotators, goals, offers, landing pages, traffic sources and affiliate networks, enter costs, import files, resend postbacks and see visitors’ personal data.',
  },
  viewer: {
    label: 'Viewer',
    may: 'Read-only access to campaigns, reports and events, without visitors’ personal data.',
  },
};

const roles = Object.keys(roleLabels) as Role[];

/** Returns the roles that a person with this role can assign. No one can assign a role higher than their own. */
export function assignableRoles(role: Role): { value: Role; label: string }[] {
  return roles.slice(roles.indexOf(role)).map((value) => ({ value, label: roleLabels[value].label }));
}

/**
 * Returns true if a person with the role `own`, which must allow managing members, can manage a member with the role
 * `other`. The server enforces this rule, and the panel only hides actions that the server would reject.
 */
export function canManageRole(own: Role, other: Role): boolean {
  return other !== 'owner' || own === 'owner';
}
