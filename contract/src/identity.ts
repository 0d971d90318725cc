import { z } from 'zod';
import { keyScope } from './access.ts';

/** `data` of `GET /whoami`. */
export const callerIdentity = z
  .strictObject({
    tenantId: z.uuid().meta({ description: 'The workspace that the request acts in.' }),
    provider: z
      .enum(['api-key', 'session'])
      .meta({ description: '`session` is a person who is signed in to the panel.' }),
    scope: keyScope.meta({ description: '`write` includes reading.' }),
    keyId: z.uuid().nullable().meta({ description: 'Null for a session.' }),
    label: z.string().meta({ description: 'Of the key; the e-mail address for a session.' }),
  })
  .meta({ id: 'CallerIdentity' });

export type CallerIdentity = z.infer<typeof callerIdentity>;
