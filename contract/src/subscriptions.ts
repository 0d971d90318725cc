import { z } from 'zod';
import { subscriptionStatus } from './access.ts';

export const subscription = z
  .strictObject({
    status: subscriptionStatus,
    apiAccess: z.boolean().meta({ description: 'Whether API keys work and new ones can be made.' }),
  })
  .meta({ id: 'Subscription' });
