import { z } from 'zod';
import { keyScope } from './access.ts';

export const callerIdentity = z
  .strictObject({
    tenantId: z.uuid().meta({ description: 'ID of the workspace that the request acts in.' }),
    provider: z
      .enum(['api-key', 'session'])
      .meta({ description: '`session` means a person who is signed in to the panel.' }),
    scope: keyScope.meta({ description: '`write` includes `read`.' }),
    keyId: z.uuid().nullable().meta({ description: 'Null for a session.' }),
    label: z.string().meta({ description: 'Name of the API key, or the email address of the person.' }),
  })
  .meta({ id: 'CallerIdentity' });

export type CallerIdentity = z.infer<typeof callerIdentity>;
