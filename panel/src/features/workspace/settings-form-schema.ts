import { workspaceSettingsChange } from '@waypost/contract/accounts/settings.ts';
import type { WorkspaceSettings } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { toNumber } from '../../lib/forms/to-number.ts';

export type Rate = { currency: string; rate: string };

export type WorkspaceSettingsValues = {
  name: string;
  timezone: string;
  currency: string;
  fallbackUrl: string;
  blockUrl: string;
  addressPrivacy: string;
  visitors: string;
  maxCostPerVisit: string;
  retention: { visitDays: string; eventDays: string; postbackDays: string };
  rates: Rate[];
};

export const settingsFormSchema: RecordFormSchema<WorkspaceSettingsValues, WorkspaceSettings> = {
  labels: {
    name: 'Name',
    timezone: 'Time zone',
    currency: 'Currency',
    fallbackUrl: 'Fallback URL',
    blockUrl: 'Block page URL',
    addressPrivacy: 'IP addresses',
    visitors: 'Returning visitors',
    maxCostPerVisit: 'Maximum cost per visit',
    retention: 'Data retention',
    rates: 'Currency rates',
  },
  empty: {
    name: '',
    timezone: '',
    currency: '',
    fallbackUrl: '',
    blockUrl: '',
    addressPrivacy: 'full',
    visitors: 'cookie',
    maxCostPerVisit: '',
    retention: { visitDays: '', eventDays: '', postbackDays: '' },
    rates: [],
  },
  read: ({ name, timezone, addressPrivacy, visitors, ...rest }) => ({
    name,
    timezone,
    currency: rest.currency,
    addressPrivacy,
    visitors,
    fallbackUrl: rest.fallbackUrl ?? '',
    blockUrl: rest.blockUrl ?? '',
    maxCostPerVisit: String(rest.maxCostPerVisit),
    retention: {
      visitDays: String(rest.retention.visitDays),
      eventDays: String(rest.retention.eventDays),
      postbackDays: String(rest.retention.postbackDays),
    },
    rates: Object.entries(rest.rates).map(([currency, rate]) => ({ currency, rate })),
  }),
  write: ({ fallbackUrl, blockUrl, maxCostPerVisit, retention, rates, ...rest }) => ({
    ...rest,
    fallbackUrl: fallbackUrl.trim() === '' ? null : fallbackUrl,
    blockUrl: blockUrl.trim() === '' ? null : blockUrl,
    maxCostPerVisit: toNumber(maxCostPerVisit),
    retention: {
      visitDays: toNumber(retention.visitDays),
      eventDays: toNumber(retention.eventDays),
      postbackDays: toNumber(retention.postbackDays),
    },
    rates: Object.fromEntries(rateKeys(rates).map((currency, at) => [currency, rates[at]?.rate])),
  }),
  schema: workspaceSettingsChange,
};

/** Returns the currency code of each row. Appends a `?` to a repeated code, so that the contract rejects the code. */
export function rateKeys(rates: readonly Rate[]): string[] {
  const taken = new Set<string>();
  return rates.map(({ currency }) => {
    let key = currency.trim().toUpperCase();
    while (taken.has(key)) key += '?';
    taken.add(key);
    return key;
  });
}
