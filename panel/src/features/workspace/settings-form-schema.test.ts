import { describe, expect, it } from 'vitest';
import { settingsFormSchema } from './settings-form-schema.ts';

const settings = {
  name: 'Mobile team',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  fallbackUrl: null,
  addressPrivacy: 'truncated',
  visitors: 'cookieless',
  maxCostPerVisit: 25,
  retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
  rates: { USD: '0.9251' },
  version: 7,
} as const;

describe('settings form schema', () => {
  it('writes the settings back unchanged', () => {
    const { version: _, ...rest } = settings;
    const body = settingsFormSchema.write(settingsFormSchema.read({ ...settings, rates: { USD: '0.9251' } }));
    expect(body).toEqual(rest);
    expect(settingsFormSchema.schema.safeParse(body).success).toBe(true);
  });

  it('rejects a duplicate currency', () => {
    const values = settingsFormSchema.read({ ...settings, rates: { USD: '0.9251' } });
    const body = settingsFormSchema.write({
      ...values,
      rates: [...values.rates, { currency: 'usd', rate: '1' }],
    });
    expect(settingsFormSchema.schema.safeParse(body).success).toBe(false);
  });
});
