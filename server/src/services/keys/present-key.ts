import type { ApiKey as ShownKey } from '@waypost/contract/keys.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import { summariseKey } from './summarise-key.ts';

export function presentKey(key: ApiKey, now: Date): ShownKey {
  return {
    ...summariseKey(key, now),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    rotatedAt: key.rotatedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
