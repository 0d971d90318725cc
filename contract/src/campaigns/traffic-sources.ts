import { z } from 'zod';
import { currencyCode } from '../values/currency.ts';
import { listOf, refuseRepeats } from '../values/lists.ts';
import { nullAs } from '../values/null-as.ts';
import {
  postbackBody,
  postbackHeaders,
  postbackMethod,
  postbackSuccessText,
  shownPostbackRequest,
  defaultPostbackRequest,
} from '../postbacks/postback-requests.ts';
import { metricListPage, metricListQuery } from '../reports/metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from '../api/paging.ts';
import { idList, readOnlyFields, recordStatus, timestamp } from '../api/records.ts';
import { recordName, requiredText } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';
import { wholeNumber } from '../values/whole-number.ts';

/** Text or null. An empty string becomes null, because forms send an empty string for a blank field. */
export const optionalText = z
  .union([
    z
      .string()
      .trim()
      .pipe(z.literal(''))
      .transform(() => null),
    requiredText(120),
  ])
  .nullish();

const postbackUrl = z
  .string()
  .trim()
  .max(2_048, 'must have at most 2048 characters')
  .meta({
    description:
      'Absolute http or https URL on the public internet. Private, loopback and metadata hosts are rejected. Empty for none.',
  })
  .nullish();

const tokensMax = 15;

/**
 * Names of the query parameters that are recorded as `token1` to `token15`. Without a list, the parameters `token1` to
 * `token15` themselves are recorded.
 */
export const trafficSourceTokens = listOf(
  z.strictObject({
    index: wholeNumber(1, tokensMax),
    param: requiredText(120),
    name: requiredText(60),
    macro: optionalText
      .transform((text) => text ?? null)
      .meta({ description: 'The traffic source’s macro for this value. Added to campaign links.' }),
  }),
  { least: 0, most: tokensMax, what: 'tokens' },
)
  .superRefine(refuseRepeats('index', 'is already in the list'))
  .superRefine(refuseRepeats('param', 'is already in the list'));

export const trafficSource = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    clickIdParam: z.string().nullable(),
    costParam: z.string().nullable(),
    postbackUrl: z.string().nullable(),
    clickIdMacro: z.string().nullable(),
    costMacro: z.string().nullable(),
    currency: z.string().nullable(),
    tokens: z.array(
      z.strictObject({ index: z.int(), param: z.string(), name: z.string(), macro: z.string().nullable() }),
    ),
    ...shownPostbackRequest,
    status: recordStatus,
    version: versionNumber,
    createdAt: timestamp,
  })
  .meta({ id: 'TrafficSource' });
export type TrafficSource = z.infer<typeof trafficSource>;

export const newTrafficSource = z
  .strictObject({
    name: recordName,
    clickIdParam: optionalText.meta({
      description: 'Query parameter that carries the traffic source’s click ID.',
    }),
    costParam: optionalText.meta({
      description: 'Query parameter that carries the cost of the visit.',
    }),
    postbackUrl,
    clickIdMacro: optionalText.meta({ description: 'The traffic source’s macro for its click ID.' }),
    costMacro: optionalText.meta({ description: 'The traffic source’s macro for the cost.' }),
    status: z.literal('active', 'must be active for a new traffic source').meta({ readOnly: true }).nullish(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewTrafficSource' });

export const sourceCurrency = currencyCode
  .meta({
    description:
      'Currency of the costs that the traffic source sends, converted at the workspace’s exchange rates. Defaults to the workspace currency.',
  })
  .nullish();

export const newSourceWithTokens = z
  .strictObject({
    ...newTrafficSource.shape,
    currency: sourceCurrency,
    tokens: trafficSourceTokens.nullish(),
    postbackMethod: postbackMethod.nullish(),
    postbackHeaders: postbackHeaders.nullish(),
    postbackBody: postbackBody.optional(),
    postbackSuccessText: postbackSuccessText.optional(),
  })
  .meta({ id: 'NewSourceWithTokens' });

export const trafficSourceChange = z
  .strictObject({
    name: recordName.optional(),
    clickIdParam: optionalText,
    costParam: optionalText,
    postbackUrl,
    clickIdMacro: optionalText,
    costMacro: optionalText,
    currency: sourceCurrency,
    tokens: nullAs(trafficSourceTokens, []),
    postbackMethod: nullAs(postbackMethod, defaultPostbackRequest.postbackMethod),
    postbackHeaders: nullAs(postbackHeaders, []),
    postbackBody: postbackBody.optional(),
    postbackSuccessText: postbackSuccessText.optional(),
    status: recordStatus.optional(),
    ...readOnlyFields,
  })
  .meta({
    id: 'TrafficSourceChange',
    description: 'Omitted fields keep their values. Token and header lists are replaced, not merged.',
  });

export const trafficSourceListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status')],
  { ...textSearch, ...archivedChoice, ids: idList.optional() },
);
export const trafficSourcesPage = metricListPage(trafficSource, 'ListedTrafficSource').meta({
  id: 'TrafficSourcesPage',
});
