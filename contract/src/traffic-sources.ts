import { z } from 'zod';
import { currencyCode } from './currency.ts';
import { listOf, refuseRepeats } from './lists.ts';
import { nullAs } from './null-as.ts';
import {
  postbackBody,
  postbackHeaders,
  postbackMethod,
  shownPostbackRequest,
  defaultPostbackRequest,
} from './postback-requests.ts';
import { metricListPage, metricListQuery } from './metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from './paging.ts';
import { idList, readOnlyFields, recordStatus, timestamp } from './records.ts';
import { recordName, requiredText } from './text.ts';
import { versionNumber } from './versions.ts';
import { wholeNumber } from './whole-number.ts';

/** An empty text means the same as none, as a form sends it for a field that was left blank. */
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

/** Judged by the address policy besides. */
const postbackUrl = z
  .string()
  .trim()
  .max(2_048, 'must have at most 2048 characters')
  .meta({
    description:
      'An absolute http or https URL on the public internet; private, loopback and metadata hosts are refused. Empty means none.',
  })
  .nullish();

const tokensMax = 15;

/** Which query parameter fills `token1` to `token15`; without a list, the parameters of the same names do. */
export const trafficSourceTokens = listOf(
  z.strictObject({
    index: wholeNumber(1, tokensMax),
    param: requiredText(120),
    name: requiredText(60),
    macro: optionalText
      .transform((text) => text ?? null)
      .meta({ description: 'The macro that the source replaces by its value; campaign links carry it.' }),
  }),
  { least: 0, most: tokensMax, what: 'tokens' },
)
  .superRefine(refuseRepeats('index', 'is in the list already'))
  .superRefine(refuseRepeats('param', 'is in the list already'));

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

/** Without tokens and currency: the public interface has none. */
export const newTrafficSource = z
  .strictObject({
    name: recordName,
    clickIdParam: optionalText.meta({
      description: 'The query parameter in which the source sends its click id.',
    }),
    costParam: optionalText.meta({
      description: 'The query parameter in which the source sends the cost of a visit.',
    }),
    postbackUrl,
    clickIdMacro: optionalText.meta({ description: 'The macro that the source replaces by its click id.' }),
    costMacro: optionalText.meta({ description: 'The macro that the source replaces by the cost.' }),
    status: z.literal('active', 'a new traffic source is active').meta({ readOnly: true }).nullish(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewTrafficSource' });

export const sourceCurrency = currencyCode
  .meta({
    description:
      'The currency of what it sends as cost, converted by the workspace’s rates; none where it is the workspace’s own.',
  })
  .nullish();

/** The same in the panel, with what only that has. */
export const newSourceWithTokens = z
  .strictObject({
    ...newTrafficSource.shape,
    currency: sourceCurrency,
    tokens: trafficSourceTokens.nullish(),
    postbackMethod: postbackMethod.nullish(),
    postbackHeaders: postbackHeaders.nullish(),
    postbackBody: postbackBody.optional(),
  })
  .meta({ id: 'NewSourceWithTokens' });

/** Lists are replaced as wholes. */
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
    status: recordStatus.optional(),
    ...readOnlyFields,
  })
  .meta({
    id: 'TrafficSourceChange',
    description:
      'What is left out stays as it is. The lists of tokens and of headers are replaced as wholes.',
  });

export const trafficSourceListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status')],
  { ...textSearch, ...archivedChoice, ids: idList.optional() },
);
export const trafficSourcesPage = metricListPage(trafficSource, 'ListedTrafficSource').meta({
  id: 'TrafficSourcesPage',
});
