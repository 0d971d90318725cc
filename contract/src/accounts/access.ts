import { z } from 'zod';

export const keyScopes = ['read', 'write'] as const;
export const keyScope = z.enum(keyScopes);
export type KeyScope = z.infer<typeof keyScope>;

/** Allowed API key lifetimes, in days. Every key expires. */
export const keyLifetimesDays = [30, 90, 180] as const;
export const keyLifetimeDays = z.union(
  keyLifetimesDays.map((days) => z.literal(days)),
  `must be one of ${keyLifetimesDays.join(', ')}`,
);
export type KeyLifetimeDays = z.infer<typeof keyLifetimeDays>;

export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export const memberRole = z.enum(memberRoles);
export type MemberRole = z.infer<typeof memberRole>;

export const memberPermissions = [
  'workspaces.read',
  'workspaces.settings',
  'people.read',
  'people.manage',
  'keys.list',
  'keys.create',
  'keys.rename',
  'keys.rotate',
  'keys.revoke',
  'agents.connect',
  'agents.manage',
  'system.read',
  'alerts.read',
  'alerts.manage',
  'subscriptions.read',
  'audit.read',
  'campaigns.read',
  'campaigns.write',
  'tags.write',
  'incoming-keys.read',
  'incoming-keys.rotate',
  'inbox.read',
  'inbox.replay',
  'inbox.try',
  'postbacks.read',
  'postbacks.retry',
  'postbacks.test',
  'costs.read',
  'costs.write',
  'conversions.upload',
  'uploads.read',
  'uploads.write',
  'events.read',
  'reports.read',
  'reports.save',
  'reports.share',
  'reports.manage-shared',
  'reports.publish',
  'reports.schedule',
  'reports.send-outside',
  'custom-metrics.write',
  'events.export',
  'personal-data.read',
  'visits.erase',
  'landings.read',
  'landings.write',
  'rotators.read',
  'rotators.write',
  'rotators.manage',
  'goals.read',
  'goals.write',
  'traffic-sources.read',
  'traffic-sources.write',
  'traffic-sources.manage',
  'offers.read',
  'offers.write',
  'affiliate-networks.read',
  'affiliate-networks.write',
  'domains.read',
  'domains.write',
  'domains.check',
  'configuration.export',
  'configuration.import',
] as const;
export const memberPermission = z.enum(memberPermissions).meta({ id: 'Permission' });
export type MemberPermission = z.infer<typeof memberPermission>;

export const subscriptionStatuses = ['active', 'lapsed', 'none'] as const;
export const subscriptionStatus = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;
