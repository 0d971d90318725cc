import { vi } from 'vitest';
import type { Strength } from '../../platform/estimate-strength.ts';

/**
 * Mock of `platform/password-strength.ts`, which is slow because it loads its word lists for each password. Passwords
 * that start with "football" are weak.
 */
export const estimateStrength = vi.fn(async (password: string, _about: string[]): Promise<Strength> =>
  password.startsWith('football') ? { score: 1, warning: 'similarToCommon' } : { score: 4, warning: null },
);
