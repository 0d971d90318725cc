import { z } from 'zod';
import { parseAddressRange } from '../ip-addresses/parse-address.ts';
import { conversionStatus, type ConversionStatus } from '../values/conversion-status.ts';
import { currencyCode } from '../values/currency.ts';
import { listOf, orElse } from '../values/lists.ts';
import { amount } from '../values/money.ts';
import { nullAs } from '../values/null-as.ts';
import { metricListPage, metricListQuery } from '../reports/metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from '../api/paging.ts';
import { idList, readOnlyFields, recordStatus, timestamp } from '../api/records.ts';
import { recordName, requiredText } from '../values/text.ts';
import { optionalText } from './traffic-sources.ts';
import { versionNumber } from '../api/versions.ts';

const duplicatePolicy = z.enum(['ignore', 'update', 'accumulate', 'append']);

const decimalMark = z.enum(['point', 'comma']);

export const affiliateNetwork = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    clickIdParam: z.string().nullable(),
    defaultPayout: z.number().nullable(),
    currency: z.string().nullable(),
    postbackIps: z.array(z.string()),
    statusMap: z.record(z.string(), conversionStatus),
    duplicatePolicy,
    decimalMark: decimalMark.nullable(),
    status: recordStatus,
    version: versionNumber,
    createdAt: timestamp,
  })
  .meta({ id: 'AffiliateNetwork' });
export type AffiliateNetwork = z.infer<typeof affiliateNetwork>;

const addressOrNetwork = z
  .string()
  .trim()
  // A range written as two addresses, such as `192.0.2.1-192.0.2.9`, is supported only in conditions.
  .refine(
    (text) => !text.includes('-') && parseAddressRange(text) !== undefined,
    'must be an IP address such as 192.0.2.1 or a network such as 192.0.2.0/24',
  );
const postbackIps = listOf(addressOrNetwork, { least: 0, most: 100, what: 'addresses' });

const wordsMax = 50;
const statusWord = requiredText(60).toLowerCase();

const statusMap = z.record(z.string(), conversionStatus).transform((given, context) => {
  const words = new Map<string, ConversionStatus>();
  const refuse = (message: string, path: string[] = []) =>
    context.addIssue({ code: 'custom', path, message });
  for (const [text, status] of Object.entries(given)) {
    const word = statusWord.safeParse(text);
    if (!word.success) refuse(word.error.issues[0]?.message ?? 'is not valid', [text]);
    else if (words.has(word.data)) refuse('is already mapped with different capitalization', [text]);
    else words.set(word.data, status);
  }
  if (words.size > wordsMax) refuse(`must have at most ${wordsMax} entries`);
  return Object.fromEntries(words);
});

const help = {
  clickIdParam: 'Query parameter that passes the click ID to the network. Added to the network’s offer URLs.',
  defaultPayout: 'Payout for a conversion when neither the incoming postback nor the offer sets one.',
  currency: 'Currency of amounts that do not specify one. Defaults to the workspace currency.',
  postbackIps: 'IP addresses and networks that may send conversions. An empty list allows all.',
  statusMap: 'Maps the network’s status values (case-insensitive) to conversion statuses.',
  duplicatePolicy: 'How a repeated conversion is handled.',
  decimalMark: 'Decimal separator in amounts. If not set, only unambiguous amounts are accepted.',
};

export const newAffiliateNetwork = z
  .strictObject({
    name: recordName,
    clickIdParam: optionalText.meta({ description: help.clickIdParam }),
    defaultPayout: amount.nullish().meta({ description: help.defaultPayout }),
    currency: currencyCode.nullish().meta({ description: help.currency }),
    postbackIps: orElse(postbackIps, []).meta({ description: help.postbackIps }),
    statusMap: orElse(statusMap, {}).meta({ description: help.statusMap }),
    duplicatePolicy: orElse(duplicatePolicy, 'ignore').meta({ description: help.duplicatePolicy }),
    decimalMark: decimalMark.nullish().meta({ description: help.decimalMark }),
    status: z.literal('active', 'must be active for a new affiliate network').optional(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewAffiliateNetwork' });

export const affiliateNetworkChange = z
  .strictObject({
    name: recordName.optional(),
    clickIdParam: optionalText,
    defaultPayout: amount.nullish(),
    currency: currencyCode.nullish(),
    postbackIps: nullAs(postbackIps, []),
    statusMap: nullAs(statusMap, {}),
    duplicatePolicy: nullAs(duplicatePolicy, 'ignore'),
    decimalMark: decimalMark.nullish(),
    status: recordStatus.optional(),
    ...readOnlyFields,
  })
  .meta({
    id: 'AffiliateNetworkChange',
    description: 'Omitted fields keep their values. Lists and maps are replaced, not merged.',
  });

export const affiliateNetworkListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status')],
  { ...textSearch, ...archivedChoice, ids: idList.optional() },
);
export const affiliateNetworksPage = metricListPage(affiliateNetwork, 'ListedAffiliateNetwork').meta({
  id: 'AffiliateNetworksPage',
});
