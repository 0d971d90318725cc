import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';

const ownValue = z.strictObject({
  placeholder: z.string().meta({ description: 'Placeholder in the URL, headers or body.' }),
  name: z.string().meta({ description: 'Name that the traffic source uses for the value.' }),
});

const templatePostback = z
  .strictObject({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    body: z.string().nullable(),
    successText: z.string().nullable().meta({
      description: 'Text that a response must contain for the postback to count as delivered.',
    }),
    own: z.array(ownValue).meta({
      description: 'Account-specific values. Replace each placeholder before use.',
    }),
  })
  .meta({ id: 'TemplatePostback', description: 'Postback format of the traffic source.' });

export const sourceTemplate = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    clickIdParam: z.string().nullable(),
    clickIdMacro: z.string().nullable(),
    costParam: z.string().nullable(),
    costMacro: z.string().nullable(),
    tokens: z.array(
      z.strictObject({ index: z.int(), param: z.string(), name: z.string(), macro: z.string() }),
    ),
    postback: templatePostback.nullable().meta({
      description: 'Null if there is no postback URL that works for all accounts. See the note.',
    }),
    note: z.string().nullable().meta({ description: 'Instructions and open questions.' }),
    lookedUpAt: z.iso.date().meta({ description: 'Date when the template was checked.' }),
    lookedUpIn: z.string().meta({ description: 'Documentation that the template is based on.' }),
  })
  .meta({
    id: 'SourceTemplate',
    description:
      'Settings for a well-known traffic source: its link parameters and macros, and its postback format.',
  });
export const sourceTemplateListQuery = listQuery(['name', ...bothWays('name')], textSearch);
export const sourceTemplatesPage = listPage(sourceTemplate).meta({ id: 'SourceTemplatesPage' });
export type SourceTemplate = z.infer<typeof sourceTemplate>;

type SourceOfTemplate = Pick<
  SourceTemplate,
  'name' | 'clickIdParam' | 'clickIdMacro' | 'costParam' | 'costMacro' | 'tokens'
> & {
  postbackUrl?: string;
  postbackMethod?: 'GET' | 'POST';
  postbackHeaders?: { name: string; value: string }[];
  postbackBody?: string | null;
  postbackSuccessText?: string | null;
};

/**
 * Builds the body of a new traffic source. The postback is included only if all account-specific values are given,
 * because the traffic source would reject an incomplete postback.
 */
export function buildSourceOfTemplate(
  { name, clickIdParam, clickIdMacro, costParam, costMacro, tokens, postback }: SourceTemplate,
  given: Readonly<Record<string, string>> = {},
): SourceOfTemplate {
  const source = { name, clickIdParam, clickIdMacro, costParam, costMacro, tokens };
  const values = postback?.own.map(
    ({ placeholder }) => [placeholder, given[placeholder]?.trim() ?? ''] as const,
  );
  if (postback === null || values?.some(([, value]) => value === '')) return source;
  const fill = (text: string, write: (value: string) => string) =>
    (values ?? []).reduce(
      (filled, [placeholder, value]) => filled.replaceAll(placeholder, () => write(value)),
      text,
    );
  return {
    ...source,
    postbackUrl: fill(postback.url, encodeURIComponent),
    postbackMethod: postback.method,
    postbackHeaders: postback.headers.map((header) => ({ ...header, value: fill(header.value, String) })),
    postbackBody:
      postback.body === null ? null : fill(postback.body, (value) => JSON.stringify(value).slice(1, -1)),
    postbackSuccessText: postback.successText,
  };
}
