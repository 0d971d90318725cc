import { buildSourceOfTemplate, type SourceTemplate } from '@waypost/contract/campaigns/source-templates.ts';
import { hiddenValue } from '@waypost/contract/postbacks/postback-requests.ts';
import { newSourceWithTokens } from '@waypost/contract/campaigns/traffic-sources.ts';
import type { ListedTrafficSource } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';

export type Token = { index: number; param: string; name: string; macro: string };
export type Header = { name: string; value: string };

export type TrafficSourceValues = {
  name: string;
  clickIdParam: string;
  clickIdMacro: string;
  costParam: string;
  costMacro: string;
  currency: string;
  tokens: Token[];
  postbackUrl: string;
  postbackMethod: string;
  postbackHeaders: Header[];
  postbackBody: string;
  postbackSuccessText: string;
};

const textOrNull = (text: string) => (text.trim() === '' ? null : text);

export const trafficSourceFormSchema: RecordFormSchema<TrafficSourceValues, ListedTrafficSource> = {
  labels: {
    name: 'Name',
    clickIdParam: 'Click ID parameter',
    clickIdMacro: 'Click ID macro',
    costParam: 'Cost parameter',
    costMacro: 'Cost macro',
    currency: 'Cost currency',
    tokens: 'Tokens',
    postbackUrl: 'Postback URL',
    postbackMethod: 'Method',
    postbackHeaders: 'Headers',
    postbackBody: 'Body',
    postbackSuccessText: 'Success text',
  },
  empty: {
    name: '',
    clickIdParam: '',
    clickIdMacro: '',
    costParam: '',
    costMacro: '',
    currency: '',
    tokens: [],
    postbackUrl: '',
    postbackMethod: 'GET',
    postbackHeaders: [],
    postbackBody: '',
    postbackSuccessText: '',
  },
  read: (source) => ({
    name: source.name,
    clickIdParam: source.clickIdParam ?? '',
    clickIdMacro: source.clickIdMacro ?? '',
    costParam: source.costParam ?? '',
    costMacro: source.costMacro ?? '',
    currency: source.currency ?? '',
    tokens: source.tokens.map(({ index, param, name, macro }) => ({
      index,
      param,
      name,
      macro: macro ?? '',
    })),
    postbackUrl: source.postbackUrl ?? '',
    postbackMethod: source.postbackMethod,
    postbackHeaders: source.postbackHeaders.map(({ name, value }) => ({ name, value })),
    postbackBody: source.postbackBody ?? '',
    postbackSuccessText: source.postbackSuccessText ?? '',
  }),
  write: (values) => ({
    name: values.name,
    clickIdParam: textOrNull(values.clickIdParam),
    clickIdMacro: textOrNull(values.clickIdMacro),
    costParam: textOrNull(values.costParam),
    costMacro: textOrNull(values.costMacro),
    currency: textOrNull(values.currency),
    tokens: values.tokens.map((token) => ({ ...token, macro: textOrNull(token.macro) })),
    postbackUrl: textOrNull(values.postbackUrl),
    postbackMethod: values.postbackMethod,
    postbackHeaders: values.postbackHeaders,
    postbackBody: values.postbackBody,
    postbackSuccessText: textOrNull(values.postbackSuccessText),
  }),
  schema: newSourceWithTokens,
};

/** Drops headers whose values are hidden from the current member, so that a copy does not contain the placeholder. */
export function withoutHidden(values: TrafficSourceValues): TrafficSourceValues {
  return { ...values, postbackHeaders: values.postbackHeaders.filter(({ value }) => value !== hiddenValue) };
}

/** Returns the form values of a template. The postback is included once all account-specific values are given. */
export function valuesOfTemplate(
  template: SourceTemplate,
  given: Readonly<Record<string, string>>,
): TrafficSourceValues {
  const known = Object.entries(buildSourceOfTemplate(template, given)).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    ...trafficSourceFormSchema.empty,
    ...(Object.fromEntries(known) as Partial<TrafficSourceValues>),
  };
}

const tokensMax = 15;

/** Returns a token with the lowest free number, or undefined if all numbers are in use. */
export function anotherToken(tokens: readonly Token[]): Token | undefined {
  const used = new Set(tokens.map(({ index }) => index));
  const free = Array.from({ length: tokensMax }, (_, at) => at + 1).find((index) => !used.has(index));
  return free === undefined ? undefined : { index: free, name: '', param: '', macro: '' };
}
