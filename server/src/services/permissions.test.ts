import { memberPermissions, memberRoles } from '@waypost/contract/accounts/access.ts';
import { describe, expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { permissions, requirePermission, type Permission } from './permissions.ts';

const actors: Record<string, Actor> = {
  system: { type: 'system', label: 's' },
  operator: { type: 'operator', label: 'o' },
  writeKey: { type: 'key', id: 'k', label: 'k', scope: 'write' },
  readKey: { type: 'key', id: 'k', label: 'k', scope: 'read' },
  ...Object.fromEntries(memberRoles.map((role) => [role, { type: 'user', id: 'u', label: 'u', role }])),
  agent: { type: 'agent', id: 'a', label: 'a' },
  reader: { type: 'reader', id: 'r', label: 'r' },
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

const table: Record<Permission, string> = {
  'workspaces.create': 'system operator',
  'workspaces.list': 'system operator',
  'workspaces.read': 'system operator owner admin member viewer agent',
  'workspaces.settings': 'system operator owner admin',
  'users.create': 'system operator',
  'people.read': 'system operator owner admin member viewer agent',
  'people.manage': 'system operator owner admin',
  'keys.list': 'system operator owner admin',
  'keys.create': 'system operator owner admin',
  'agents.connect': 'system operator owner admin member viewer',
  'agents.manage': 'system operator owner admin',
  'agents.purge': 'system',
  'keys.rename': 'system operator owner admin',
  'keys.rotate': 'system operator owner admin',
  'keys.revoke': 'system operator owner admin',
  'system.read': 'system operator owner admin',
  'alerts.read': 'system operator owner admin member viewer agent',
  'alerts.manage': 'system operator owner admin',
  'alerts.watch': 'system',
  'alerts.list-all': 'system operator',
  'subscriptions.read': 'system operator owner admin member viewer agent',
  'subscriptions.set': 'system operator',
  'audit.read': 'system operator owner admin',
  'sessions.purge': 'system',
  'publishing.run': 'system',
  'certificates.run': 'system',
  'campaigns.read': 'system operator writeKey readKey owner admin member viewer agent',
  'campaigns.write': 'system operator writeKey owner admin member',
  'tags.write': 'system operator owner admin member',
  'incoming-keys.read': 'system operator owner admin member',
  'incoming-keys.rotate': 'system operator owner admin member',
  'inbox.take': 'system',
  'inbox.read': 'system operator owner admin member viewer agent',
  'inbox.replay': 'system operator owner admin member',
  'inbox.try': 'system operator owner admin member',
  'attribution.run': 'system',
  'postbacks.run': 'system',
  'postbacks.read': 'system operator owner admin member viewer agent',
  'postbacks.retry': 'system operator owner admin member',
  'postbacks.test': 'system operator owner admin member',
  'events.read': 'system operator writeKey readKey owner admin member viewer agent',
  'reports.read': 'system operator writeKey readKey owner admin member viewer agent reader',
  'reports.save': 'system operator owner admin member viewer',
  'reports.share': 'system operator owner admin member',
  'reports.manage-shared': 'system operator owner admin',
  'reports.publish': 'system operator owner admin member',
  'reports.schedule': 'system operator owner admin member',
  'reports.send-outside': 'system operator owner admin',
  'reports.deliver': 'system',
  'custom-metrics.write': 'system operator owner admin member',
  'events.export': 'system operator owner admin member viewer',
  'personal-data.read': 'system operator writeKey readKey owner admin member',
  'costs.read': 'system operator owner admin member viewer agent',
  'costs.write': 'system operator owner admin member',
  'costs.spread': 'system',
  'visits.erase': 'system operator owner',
  'clicks.complete': 'system',
  'erasures.sweep': 'system',
  'retention.run': 'system',
  'queues.repair': 'system',
  'conversions.upload': 'system operator owner admin member',
  'uploads.read': 'system operator owner admin member viewer agent',
  'uploads.write': 'system operator owner admin member',
  'uploads.purge': 'system',
  'landings.read': 'system operator writeKey readKey owner admin member viewer agent',
  'landings.write': 'system operator writeKey owner admin member',
  'rotators.read': 'system operator writeKey readKey owner admin member viewer agent',
  'rotators.write': 'system operator writeKey owner admin member',
  'rotators.manage': 'system operator owner admin member',
  'runs.do': 'system',
  'goals.read': 'system operator writeKey readKey owner admin member viewer agent',
  'goals.write': 'system operator owner admin member',
  'traffic-sources.read': 'system operator owner admin member viewer agent',
  'traffic-sources.write': 'system operator writeKey owner admin member',
  'traffic-sources.manage': 'system operator owner admin member',
  'offers.read': 'system operator owner admin member viewer agent',
  'offers.write': 'system operator owner admin member',
  'affiliate-networks.read': 'system operator owner admin member viewer agent',
  'affiliate-networks.write': 'system operator owner admin member',
  'domains.read': 'system operator owner admin member viewer agent',
  'domains.write': 'system operator owner admin',
  'domains.check': 'system operator owner admin',
  'configuration.export': 'system operator owner admin',
  'configuration.import': 'system operator owner admin',
  'domains.record-check': 'system operator',
};

it('memberPermissions in the contract contains exactly the permissions of an owner', () => {
  const held = permissions.filter((permission) => mayDo(permission).includes('owner'));
  expect(held).toEqual([...memberPermissions]);
});

describe('the actors with a permission', () => {
  it.each(permissions)('are as specified for %s', (permission) => {
    expect(mayDo(permission).join(' ')).toBe(table[permission]);
  });
});
