import { vi } from 'vitest';
import type { Strength } from '../../platform/estimate-strength.ts';

/**
 * Stands in for `platform/password-strength.ts` in tests that are about something else: the real one loads its lists
 * afresh for each password. What begins with "football" is weak.
 */
export const estimateStrength = vi.fn(async (password: string, _about: string[]): Promise<Strength> =>
  password.startsWith('football') ? { score: 1, warning: 'similarToCommon' } : { score: 4, warning: null },
);
