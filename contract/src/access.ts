import { z } from 'zod';

export const keyScopes = ['read', 'write'] as const;
export const keyScope = z.enum(keyScopes);
export type KeyScope = z.infer<typeof keyScope>;

/** How long a key may live, in days; there is no key without an end. */
export const keyLifetimesDays = [30, 90, 180] as const;
export const keyLifetimeDays = z.union(
  keyLifetimesDays.map((days) => z.literal(days)),
  `must be one of ${keyLifetimesDays.join(', ')}`,
);
export type KeyLifetimeDays = z.infer<typeof keyLifetimeDays>;

export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export const memberRole = z.enum(memberRoles);
export type MemberRole = z.infer<typeof memberRole>;

export const subscriptionStatuses = ['active', 'lapsed', 'none'] as const;
export const subscriptionStatus = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;
