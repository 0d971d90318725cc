import type { Member } from './api.ts';

type Role = Member['role'];

/** What each role may do, each all that those below it may; the highest first. */
export const roleLabels: Readonly<Record<Role, { label: string; may: string }>> = {
  owner: {
    label: 'Owner',
    may: 'Everything. Besides what admins may: makes and changes other owners, and erases visits for good.',
  },
  admin: {
    label: 'Admin',
    may: 'Besides what members may: people, API keys, domains, settings of the workspace, connections of all agents, and the audit log.',
  },
  member: {
    label: 'Member',
    may: 'Makes and changes campaigns, rotators, goals, offers, landings, sources and networks; enters costs, uploads files, sends postbacks again; sees personal data of visitors.',
  },
  viewer: {
    label: 'Viewer',
    may: 'Looks at campaigns, reports, events and all else, without personal data of visitors. Changes nothing.',
  },
};

const roles = Object.keys(roleLabels) as Role[];

/** The roles that somebody with this one may give: nobody gives more than they have. */
export function assignableRoles(role: Role): { value: Role; label: string }[] {
  return roles.slice(roles.indexOf(role)).map((value) => ({ value, label: roleLabels[value].label }));
}
