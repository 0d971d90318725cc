import { z } from 'zod';
import { listOf } from '../values/lists.ts';

const postbackMethods = ['GET', 'POST'] as const;
const bodyBytesMax = 8_192;
const headersMax = 20;

export const hiddenValue = '********';

// Headers that cannot be set: connection and framing headers, headers that ask for a response that Waypost cannot read,
// and the header that Waypost sets itself.
const reserved =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding|range|x-waypost-postback-id)$/i;

const header = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name')
    .refine((name) => !reserved.test(name), 'is set by Waypost and cannot be changed'),
  value: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{1,2048}$/, 'must be 1 to 2048 printable ASCII characters'),
});
export type PostbackHeader = z.output<typeof header>;

export const postbackMethod = z.enum(postbackMethods, `must be ${postbackMethods.join(' or ')}`);

/** Request headers. Header names are case-insensitive, so names that differ only in case are rejected as duplicates. */
export const postbackHeaders = listOf(header, { least: 0, most: headersMax, what: 'headers' }).superRefine(
  (headers, context) => {
    const names = headers.map(({ name }) => name.toLowerCase());
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at)
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'is already in the list' });
  },
);

/** Request body. An empty body becomes null. Whether the body is valid for its content type is checked separately. */
export const postbackBody = z
  .string()
  .refine(
    (text) => new TextEncoder().encode(text).length <= bodyBytesMax,
    `must have at most ${bodyBytesMax} bytes`,
  )
  // Rejects lone surrogates and control characters such as NUL, but allows tabs and line breaks.
  .refine((text) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text), 'must not contain control characters')
  .nullable()
  .transform((text) => (text === null || text.trim() === '' ? null : text));

const successTextLength = 200;

/** Text that a successful response must contain. An empty string becomes null. */
export const postbackSuccessText = z
  .string()
  .trim()
  .max(successTextLength, `must have at most ${successTextLength} characters`)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')
  .nullable()
  .transform((text) => (text === '' ? null : text));

export const shownPostbackRequest = {
  postbackMethod: z.enum(postbackMethods),
  postbackHeaders: z.array(z.strictObject({ name: z.string(), value: z.string() })).meta({
    description: `Postback headers. Values are shown as ${hiddenValue} if you may not change them, except for content-type, accept and user-agent.`,
  }),
  postbackBody: z
    .string()
    .nullable()
    .meta({ description: 'Request body. Macros are replaced as in the URL.' }),
  postbackSuccessText: z.string().nullable().meta({
    description:
      'Text that a response must contain for the postback to count as delivered. If null, a status from 200 to 299 is enough.',
  }),
};

export type PostbackRequest = {
  postbackMethod: (typeof postbackMethods)[number];
  postbackHeaders: PostbackHeader[];
  postbackBody: string | null;
  postbackSuccessText: string | null;
};

export const defaultPostbackRequest: Readonly<PostbackRequest> = {
  postbackMethod: 'GET',
  postbackHeaders: [],
  postbackBody: null,
  postbackSuccessText: null,
};
