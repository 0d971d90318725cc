import {
  memberRoles,
  type KeyScope,
  type MemberPermission,
  type MemberRole,
} from '@waypost/contract/accounts/access.ts';
import { refuse, type Actor } from './context.ts';

type Rule = {
  /** Minimum scope of an API key. If not set, no API key is allowed. */
  key?: KeyScope;
  /** Minimum role of a person. If not set, no signed-in person is allowed. */
  role?: MemberRole;
  systemOnly?: true;
};

/**
 * Permissions of API keys and people. The operator has every permission that is not `systemOnly`, and the system has
 * all permissions.
 */
const rules = {
  'workspaces.create': {},
  'workspaces.list': {},
  'workspaces.read': { role: 'viewer' },
  'workspaces.settings': { role: 'admin' },
  'users.create': {},
  'people.read': { role: 'viewer' },
  'people.manage': { role: 'admin' },
  'keys.list': { role: 'admin' },
  'keys.create': { role: 'admin' },
  'keys.rename': { role: 'admin' },
  'keys.rotate': { role: 'admin' },
  'keys.revoke': { role: 'admin' },
  // `agents.connect` covers the caller's own connections, and `agents.manage` the connections of all members.
  'agents.connect': { role: 'viewer' },
  'agents.manage': { role: 'admin' },
  'agents.purge': { systemOnly: true },
  // Covers the whole installation, for members of its first workspace.
  'system.read': { role: 'admin' },
  'alerts.read': { role: 'viewer' },
  'alerts.manage': { role: 'admin' },
  'alerts.watch': { systemOnly: true },
  // Covers all workspaces, on the command line.
  'alerts.list-all': {},
  'subscriptions.read': { role: 'viewer' },
  'subscriptions.set': {},
  'audit.read': { role: 'admin' },
  'sessions.purge': { systemOnly: true },
  'publishing.run': { systemOnly: true },
  'certificates.run': { systemOnly: true },
  'campaigns.read': { key: 'read', role: 'viewer' },
  'campaigns.write': { key: 'write', role: 'member' },
  // Each type of record needs its own permission as well.
  'tags.write': { role: 'member' },
  // Anyone who knows the incoming postback URL can report conversions, so viewers must not see it.
  'incoming-keys.read': { role: 'member' },
  'incoming-keys.rotate': { role: 'member' },
  'inbox.take': { systemOnly: true },
  'inbox.read': { role: 'viewer' },
  'inbox.replay': { role: 'member' },
  'inbox.try': { role: 'member' },
  'attribution.run': { systemOnly: true },
  'postbacks.run': { systemOnly: true },
  'postbacks.read': { role: 'viewer' },
  'postbacks.retry': { role: 'member' },
  'postbacks.test': { role: 'member' },
  'costs.read': { role: 'viewer' },
  'costs.write': { role: 'member' },
  'costs.spread': { systemOnly: true },
  'conversions.upload': { role: 'member' },
  'uploads.read': { role: 'viewer' },
  'uploads.write': { role: 'member' },
  'uploads.purge': { systemOnly: true },
  'events.read': { key: 'read', role: 'viewer' },
  'reports.read': { key: 'read', role: 'viewer' },
  'reports.save': { role: 'viewer' },
  'reports.share': { role: 'member' },
  // Covers reports that other members share.
  'reports.manage-shared': { role: 'admin' },
  // Covers links that open a report without signing in.
  'reports.publish': { role: 'member' },
  'reports.schedule': { role: 'member' },
  // Covers sending reports to addresses of people who are not members.
  'reports.send-outside': { role: 'admin' },
  'reports.deliver': { systemOnly: true },
  'custom-metrics.write': { role: 'member' },
  'events.export': { role: 'viewer' },
  // Covers IP addresses, user agents and everything else that identifies a person. Callers without this permission see
  // the same rows without these fields.
  'personal-data.read': { key: 'read', role: 'member' },
  // Erasing a visit is permanent and also removes its revenue.
  'visits.erase': { role: 'owner' },
  'clicks.complete': { systemOnly: true },
  'erasures.sweep': { systemOnly: true },
  'retention.run': { systemOnly: true },
  'queues.repair': { systemOnly: true },
  'landings.read': { key: 'read', role: 'viewer' },
  'landings.write': { key: 'write', role: 'member' },
  'rotators.read': { key: 'read', role: 'viewer' },
  'rotators.write': { key: 'write', role: 'member' },
  'rotators.manage': { role: 'member' },
  'runs.do': { systemOnly: true },
  'goals.read': { key: 'read', role: 'viewer' },
  'goals.write': { role: 'member' },
  'traffic-sources.read': { role: 'viewer' },
  'traffic-sources.write': { key: 'write', role: 'member' },
  'traffic-sources.manage': { role: 'member' },
  'offers.read': { role: 'viewer' },
  'offers.write': { role: 'member' },
  'affiliate-networks.read': { role: 'viewer' },
  'affiliate-networks.write': { role: 'member' },
  'domains.read': { role: 'viewer' },
  'domains.write': { role: 'admin' },
  'domains.check': { role: 'admin' },
  'configuration.export': { role: 'admin' },
  'configuration.import': { role: 'admin' },
  'domains.record-check': {},
} as const satisfies Record<string, Rule> & Record<MemberPermission, Rule & { role: MemberRole }>;

export type Permission = keyof typeof rules;

export const permissions = Object.keys(rules) as Permission[];

export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isAllowed(actor, permission)) refuse('Your role or API key does not allow this', 'role-too-low');
}

export function isAllowed(actor: Actor, permission: Permission): boolean {
  const rule: Rule = rules[permission];
  if (actor.type === 'system') return true;
  if (rule.systemOnly === true) return false;
  if (actor.type === 'operator') return true;
  if (actor.type === 'user') return rule.role !== undefined && ranks[actor.role] >= ranks[rule.role];
  if (actor.type === 'reader') return permission === 'reports.read';
  // Agents have at most viewer access, whatever the role of the person who connected them.
  if (actor.type === 'agent') return rule.role === 'viewer' && permission.endsWith('.read');
  return rule.key === 'read' || (rule.key === 'write' && actor.scope === 'write');
}

const ranks = Object.fromEntries(memberRoles.map((role, at) => [role, memberRoles.length - at])) as Record<
  MemberRole,
  number
>;
