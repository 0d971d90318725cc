import { z } from 'zod';
import { subscriptionStatus } from './access.ts';

export const subscription = z
  .strictObject({
    status: subscriptionStatus,
    apiAccess: z.boolean().meta({ description: 'True if API keys work and can be created.' }),
  })
  .meta({ id: 'Subscription' });
