import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';

const ownValue = z.strictObject({
  placeholder: z.string().meta({ description: 'Stands in the call, as it is written here.' }),
  name: z.string().meta({ description: 'What the source calls it.' }),
});

const templatePostback = z
  .strictObject({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    body: z.string().nullable(),
    own: z.array(ownValue).meta({
      description: 'What differs by account: to be put in place of each placeholder before it is used.',
    }),
  })
  .meta({ id: 'TemplatePostback', description: 'How the source wants to be told of conversions.' });

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
      description:
        'Null where it has no address that is the same for everybody; the note says what to do then.',
    }),
    note: z.string().nullable().meta({ description: 'What has to be known of it, and what is uncertain.' }),
    lookedUpAt: z.iso.date().meta({ description: 'When these facts were looked up.' }),
    lookedUpIn: z.string().meta({ description: 'Where.' }),
  })
  .meta({
    id: 'SourceTemplate',
    description:
      'What a well-known source puts into links, and how it is told of conversions. The macro fills the parameter there.',
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
};

/**
 * The body of a new traffic source. It has the template's postback only where every value of the own account is given,
 * by its placeholder: with one missing, the source would be called in vain.
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
  };
}
