import type { KeyScope } from '@waypost/contract/access.ts';
import { refuse, type Actor } from './context.ts';

type Rule = {
  /** The least scope a key needs; without one, no key may do it. */
  key?: KeyScope;
  /** Only the product itself, not even the operator. */
  systemOnly?: true;
};

/** What may be done, and by whom besides the operator and the product itself. What is not listed is allowed to nobody. */
const rules = {
  'workspaces.create': {},
  'workspaces.list': {},
  'users.create': {},
  'keys.create': {},
  'keys.list': {},
  'keys.rotate': {},
  'keys.revoke': {},
  'subscriptions.set': {},
  'sessions.purge': { systemOnly: true },
  'publishing.run': { systemOnly: true },
  'campaigns.read': { key: 'read' },
  'campaigns.write': { key: 'write' },
  'landings.read': { key: 'read' },
  'landings.write': { key: 'write' },
  'rotators.read': { key: 'read' },
  'rotators.write': { key: 'write' },
  'rotators.manage': {},
  'goals.read': { key: 'read' },
  'goals.write': {},
  'traffic-sources.read': {},
  'traffic-sources.write': { key: 'write' },
  'offers.read': {},
  'offers.write': {},
  'affiliate-networks.read': {},
  'affiliate-networks.write': {},
  'domains.read': {},
  'domains.write': {},
  'domains.check': {},
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof rules;

export function requirePermission(actor: Actor, permission: Permission): void {
  if (!isAllowed(actor, rules[permission])) refuse('this is not allowed');
}

function isAllowed(actor: Actor, rule: Rule): boolean {
  if (actor.type === 'system') return true;
  if (rule.systemOnly === true) return false;
  if (actor.type === 'operator') return true;
  if (actor.type !== 'key' || rule.key === undefined) return false;
  return rule.key === 'read' || actor.scope === 'write';
}
