import type { ApiKey } from '../../store/api-keys.ts';

export type ApiKeySummary = ApiKey & { state: 'active' | 'expired' | 'revoked' };

export function summariseKey(key: ApiKey, now: Date): ApiKeySummary {
  const state = key.revokedAt !== null ? 'revoked' : key.expiresAt <= now ? 'expired' : 'active';
  return { ...key, state };
}
