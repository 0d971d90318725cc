import { z } from 'zod';
import { keyLifetimeDays, keyScope } from './access.ts';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { timestamp } from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';

const keyState = z.enum(['active', 'expired', 'revoked']);

export const apiKey = z
  .strictObject({
    id: z.uuid(),
    label: z.string(),
    scope: keyScope,
    lifetimeDays: keyLifetimeDays,
    version: versionNumber,
    state: keyState,
    createdAt: timestamp,
    expiresAt: timestamp,
    rotatedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: 'Updated with a delay of a few seconds.' }),
    lastUsedNetwork: z.string().nullable().meta({
      description: 'Network that the key was last used from. Full IP addresses are not stored.',
    }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const keyListQuery = listQuery(
  ['createdAt', ...bothWays('createdAt', 'name', 'expiresAt', 'lastUsedAt', 'state')],
  { ...textSearch, state: keyState.optional() },
);
export const keyPage = listPage(apiKey).meta({ id: 'ApiKeyPage' });

export const newApiKey = z
  .strictObject({ label: recordName, scope: keyScope, lifetimeDays: keyLifetimeDays })
  .meta({ id: 'NewApiKey' });

export const apiKeyChange = z.strictObject({ label: recordName }).meta({ id: 'ApiKeyChange' });

export const shownToken = { token: z.string().meta({ description: 'Returned only once.' }) };
