import { z } from 'zod';
import { keyScope } from './access.ts';

/** `data` of `GET /whoami`. */
export const callerIdentity = z.strictObject({
  tenantId: z.uuid(),
  provider: z.enum(['api-key', 'session']),
  scope: keyScope,
  keyId: z.uuid().nullable(),
  label: z.string(),
});

export type CallerIdentity = z.infer<typeof callerIdentity>;
