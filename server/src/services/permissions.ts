import type { Actor } from './context.ts';
import { refuse } from './context.ts';

/** What each kind of actor may do. A verb that is not listed is not allowed to anyone. */
const allowed = {
  'workspaces.create': ['operator', 'system'],
  'workspaces.list': ['operator', 'system'],
  'users.create': ['operator', 'system'],
  'keys.create': ['operator', 'system'],
  'keys.list': ['operator', 'system'],
  'keys.rotate': ['operator', 'system'],
  'keys.revoke': ['operator', 'system'],
  'subscriptions.set': ['operator', 'system'],
  'sessions.purge': ['system'],
} as const satisfies Record<string, readonly Actor['type'][]>;

export type Permission = keyof typeof allowed;

export function requirePermission(actor: Actor, permission: Permission): void {
  const types: readonly Actor['type'][] = allowed[permission];
  if (!types.includes(actor.type)) refuse('this is not allowed');
}
