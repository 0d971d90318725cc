import { newAffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { ListedAffiliateNetwork } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { toNumber } from '../../lib/forms/to-number.ts';

export type StatusWord = { word: string; status: string };

export type AffiliateNetworkValues = {
  name: string;
  clickIdParam: string;
  defaultPayout: string;
  currency: string;
  decimalMark: string;
  duplicatePolicy: string;
  statusMap: StatusWord[];
  /** IP addresses and networks, one per line. */
  postbackIps: string;
};

const orNull = (text: string) => (text.trim() === '' ? null : text);

export const affiliateNetworkFormSchema: RecordFormSchema<AffiliateNetworkValues, ListedAffiliateNetwork> = {
  labels: {
    name: 'Name',
    clickIdParam: 'Click ID parameter',
    defaultPayout: 'Default payout',
    currency: 'Currency',
    decimalMark: 'Decimal mark',
    duplicatePolicy: 'Duplicate conversions',
    statusMap: 'Status mapping',
    postbackIps: 'Allowed IP addresses',
  },
  empty: {
    name: '',
    clickIdParam: '',
    defaultPayout: '',
    currency: '',
    decimalMark: '',
    duplicatePolicy: 'ignore',
    statusMap: [],
    postbackIps: '',
  },
  read: (network) => ({
    name: network.name,
    clickIdParam: network.clickIdParam ?? '',
    defaultPayout: network.defaultPayout?.toString() ?? '',
    currency: network.currency ?? '',
    decimalMark: network.decimalMark ?? '',
    duplicatePolicy: network.duplicatePolicy,
    statusMap: Object.entries(network.statusMap).map(([word, status]) => ({ word, status })),
    postbackIps: network.postbackIps.join('\n'),
  }),
  write: (values) => ({
    name: values.name,
    clickIdParam: orNull(values.clickIdParam),
    defaultPayout: values.defaultPayout.trim() === '' ? null : toNumber(values.defaultPayout),
    currency: orNull(values.currency),
    decimalMark: orNull(values.decimalMark),
    duplicatePolicy: values.duplicatePolicy,
    statusMap: Object.fromEntries(
      statusKeys(values.statusMap).map((word, at) => [word, values.statusMap[at]?.status]),
    ),
    postbackIps: nonEmptyLines(values.postbackIps).map((line) => line.trim()),
  }),
  schema: newAffiliateNetwork,
};

export function nonEmptyLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/**
 * Returns a unique key for each status word. A repeated word gets trailing spaces, so that validation rejects it
 * instead of silently dropping one of the two.
 */
export function statusKeys(words: readonly StatusWord[]): string[] {
  const taken = new Set<string>();
  return words.map(({ word }) => {
    let key = word;
    while (taken.has(key)) key += ' ';
    taken.add(key);
    return key;
  });
}
