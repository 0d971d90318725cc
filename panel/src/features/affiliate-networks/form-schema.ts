import { newAffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import type { ListedAffiliateNetwork } from '../../lib/api.ts';
import type { RecordFormSchema } from '../../lib/record-form/record-form-schema.ts';
import { toNumber } from '../../lib/record-form/to-number.ts';

export type StatusWord = { word: string; status: string };

export type AffiliateNetworkValues = {
  name: string;
  clickIdParam: string;
  defaultPayout: string;
  currency: string;
  decimalMark: string;
  duplicatePolicy: string;
  statusMap: StatusWord[];
  /** One in a line. */
  postbackIps: string;
};

const orNull = (text: string) => (text.trim() === '' ? null : text);

export const affiliateNetworkFormSchema: RecordFormSchema<AffiliateNetworkValues, ListedAffiliateNetwork> = {
  labels: {
    name: 'Name',
    clickIdParam: 'Parameter of the click id',
    defaultPayout: 'Usual payout',
    currency: 'Currency',
    decimalMark: 'Decimal mark',
    duplicatePolicy: 'When a conversion comes again',
    statusMap: 'Words for a status',
    postbackIps: 'Addresses',
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
      spellings(values.statusMap).map((word, at) => [word, values.statusMap[at]?.status]),
    ),
    postbackIps: linesOf(values.postbackIps).map((line) => line.trim()),
  }),
  schema: newAffiliateNetwork,
};

/** Those with something in them. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The word of each line as it is sent: one that is there twice gets a space behind it, and the contract refuses it. */
export function spellings(words: readonly StatusWord[]): string[] {
  const taken = new Set<string>();
  return words.map(({ word }) => {
    let spelled = word;
    while (taken.has(spelled)) spelled += ' ';
    taken.add(spelled);
    return spelled;
  });
}
