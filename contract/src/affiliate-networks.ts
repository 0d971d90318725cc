import { z } from 'zod';
import { parseAddressRange } from './conditions/address.ts';
import { conversionStatus, type ConversionStatus } from './conversion-status.ts';
import { currencyCode } from './currency.ts';
import { listOf, orElse } from './lists.ts';
import { amount } from './money.ts';
import { nullAs } from './null-as.ts';
import { metricListPage, metricListQuery } from './metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from './paging.ts';
import { idList, readOnlyFields, recordStatus, timestamp } from './records.ts';
import { recordName, requiredText } from './text.ts';
import { optionalText } from './traffic-sources.ts';
import { versionNumber } from './versions.ts';

/** What happens to a conversion that came in before. */
const duplicatePolicy = z.enum(['ignore', 'update', 'accumulate', 'append']);

/** What its amounts have before the part below one; without it, only what can mean one thing is read. */
const decimalMark = z.enum(['point', 'comma']);

export const affiliateNetwork = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** The parameter in which its offers get the click id. */
    clickIdParam: z.string().nullable(),
    defaultPayout: z.number().nullable(),
    currency: z.string().nullable(),
    /** Where conversions may come from; an empty list allows all. */
    postbackIps: z.array(z.string()),
    /** The network's words for a state, in lower case, and ours. */
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
  // The two ends of a range are a form of conditions only.
  .refine(
    (text) => !text.includes('-') && parseAddressRange(text) !== undefined,
    'must be an address such as 192.0.2.1 or a network such as 192.0.2.0/24',
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
    if (!word.success) refuse(word.error.issues[0]?.message ?? 'must be a word', [text]);
    else if (words.has(word.data)) refuse('is there in another spelling already', [text]);
    else words.set(word.data, status);
  }
  if (words.size > wordsMax) refuse(`must hold at most ${wordsMax} words`);
  return Object.fromEntries(words);
});

const help = {
  clickIdParam: 'The query parameter in which its offers get the click id; it is added to their URLs.',
  defaultPayout: 'Counts where a conversion names no amount and its offer has none.',
  currency: 'Of its amounts, where they name none; the workspace’s own where it is left out.',
  postbackIps: 'Addresses and networks that conversions may come from; an empty list allows all.',
  statusMap: 'Its words for a status, in any case, and what they mean.',
  duplicatePolicy: 'What happens to a conversion that came in before.',
  decimalMark:
    'What its amounts have before the part below one; without it, only what can mean one thing is read.',
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
    status: z.literal('active', 'a new affiliate network is active').optional(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewAffiliateNetwork' });

/** List and map are replaced as wholes. */
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
    description: 'What is left out stays as it is. List and map are replaced as wholes.',
  });

export const affiliateNetworkListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status')],
  { ...textSearch, ...archivedChoice, ids: idList.optional() },
);
export const affiliateNetworksPage = metricListPage(affiliateNetwork, 'ListedAffiliateNetwork').meta({
  id: 'AffiliateNetworksPage',
});
