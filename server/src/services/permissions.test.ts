import { describe, expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { requirePermission, type Permission } from './permissions.ts';

const actors: Record<string, Actor> = {
  system: { type: 'system', label: 's' },
  operator: { type: 'operator', label: 'o' },
  writeKey: { type: 'key', id: 'k', label: 'k', scope: 'write' },
  readKey: { type: 'key', id: 'k', label: 'k', scope: 'read' },
  owner: { type: 'user', id: 'u', label: 'u', role: 'owner' },
};

function mayDo(permission: Permission): string[] {
  return Object.entries(actors)
    .filter(([, actor]) => {
      try {
        requirePermission(actor, permission);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'FORBIDDEN' });
        return false;
      }
    })
    .map(([name]) => name);
}

describe('what each may do', () => {
  it.each<[Permission, string[]]>([
    ['workspaces.create', ['system', 'operator']],
    ['keys.create', ['system', 'operator']],
    ['keys.revoke', ['system', 'operator']],
    ['subscriptions.set', ['system', 'operator']],
    ['sessions.purge', ['system']],
    ['landings.read', ['system', 'operator', 'writeKey', 'readKey']],
    ['landings.write', ['system', 'operator', 'writeKey']],
    ['rotators.read', ['system', 'operator', 'writeKey', 'readKey']],
    ['rotators.write', ['system', 'operator', 'writeKey']],
    ['rotators.manage', ['system', 'operator']],
    ['goals.read', ['system', 'operator', 'writeKey', 'readKey']],
    ['goals.write', ['system', 'operator']],
    ['traffic-sources.read', ['system', 'operator']],
    ['traffic-sources.write', ['system', 'operator', 'writeKey']],
    ['offers.read', ['system', 'operator']],
    ['offers.write', ['system', 'operator']],
    ['affiliate-networks.read', ['system', 'operator']],
    ['affiliate-networks.write', ['system', 'operator']],
    ['domains.read', ['system', 'operator']],
    ['domains.write', ['system', 'operator']],
    ['domains.check', ['system', 'operator']],
  ])('%s is for %j', (permission, names) => {
    expect(mayDo(permission)).toEqual(names);
  });
});
