import { describe, expect, it } from 'vitest';
import { rateKeys, settingsFormSchema, type WorkspaceSettingsValues } from './settings-form-schema.ts';

const settings = {
  name: 'Mobile team',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  fallbackUrl: null,
  blockUrl: null,
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

  const issuesOf = (change: Partial<WorkspaceSettingsValues>) => {
    const values = { ...settingsFormSchema.read({ ...settings, rates: {} }), ...change };
    return (
      settingsFormSchema.schema
        .safeParse(settingsFormSchema.write(values))
        .error?.issues.map(({ path }) => path.join('.')) ?? []
    );
  };
  const retention = (visitDays: string) => ({
    retention: { visitDays, eventDays: '1', postbackDays: '3650' },
  });

  it.each<[string, Partial<WorkspaceSettingsValues>, string[]]>([
    ['retention of one day', retention('1'), []],
    ['retention of 0 days', retention('0'), ['retention.visitDays']],
    ['retention of 3,651 days', retention('3651'), ['retention.visitDays']],
    ['retention of half a day', retention('0.5'), ['retention.visitDays']],
    ['no retention', retention(''), ['retention.visitDays']],
    ['a maximum cost of 0', { maxCostPerVisit: '0' }, ['maxCostPerVisit']],
    ['a maximum cost of a millionth', { maxCostPerVisit: '0.000001' }, []],
    ['no maximum cost', { maxCostPerVisit: ' ' }, ['maxCostPerVisit']],
    ['an offset as the time zone', { timezone: '+02:00' }, ['timezone']],
    ['a fallback URL of spaces', { fallbackUrl: ' ' }, []],
    ['a fallback URL without a scheme', { fallbackUrl: 'example.com' }, ['fallbackUrl']],
    ['a rate of 0', { rates: [{ currency: 'USD', rate: '0' }] }, ['rates.USD']],
    ['a rate with a comma', { rates: [{ currency: 'USD', rate: '0,9' }] }, ['rates.USD']],
    ['a currency in lower case', { rates: [{ currency: ' usd ', rate: '0.9' }] }, []],
  ])('reports errors in $2 for $0', (_, change, paths) => {
    expect(new Set(issuesOf(change))).toEqual(new Set(paths));
  });

  it('gives each exchange rate row a different key, even for empty and repeated currencies', () => {
    const keys = rateKeys(['usd', '', 'USD', '', 'EUR'].map((currency) => ({ currency, rate: '1' })));
    expect(keys).toEqual(['USD', '', 'USD?', '?', 'EUR']);
  });
});
