import { z } from 'zod';
import { listOf } from './lists.ts';

const postbackMethods = ['GET', 'POST'] as const;
const bodyBytesMax = 8_192;
const headersMax = 20;

/** Stands in place of the value of a header for whom it is not shown to. */
export const hiddenValue = '********';

// What belongs to the connection and the shape of the message, would ask for an answer that is not read, or is ours.
const reserved =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding|range|x-waypost-postback-id)$/i;

const header = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header')
    .refine((name) => !reserved.test(name), 'is a header that Waypost sets itself'),
  value: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{1,2048}$/, 'must be 1 to 2048 printable characters of ASCII'),
});
export type PostbackHeader = z.output<typeof header>;

export const postbackMethod = z.enum(postbackMethods, `must be ${postbackMethods.join(' or ')}`);

/** Names differ in more than their case. */
export const postbackHeaders = listOf(header, { least: 0, most: headersMax, what: 'headers' }).superRefine(
  (headers, context) => {
    const names = headers.map(({ name }) => name.toLowerCase());
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at)
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'is in the list already' });
  },
);

/** An empty text is none. Whether it can be sent as what it says it is, is judged besides. */
export const postbackBody = z
  .string()
  .refine(
    (text) => new TextEncoder().encode(text).length <= bodyBytesMax,
    `must have at most ${bodyBytesMax} bytes`,
  )
  // NUL and the like, and halves of characters; a body may have lines.
  .refine((text) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text), 'must not contain control characters')
  .nullable()
  .transform((text) => (text === null || text.trim() === '' ? null : text));

/** How a postback is sent, as it is read. */
export const shownPostbackRequest = {
  postbackMethod: z.enum(postbackMethods),
  postbackHeaders: z.array(z.strictObject({ name: z.string(), value: z.string() })).meta({
    description: `Values can be secrets: shown as ${hiddenValue} to those who may not change them, except for content-type, accept and user-agent.`,
  }),
  postbackBody: z.string().nullable().meta({ description: 'With macros, as the URL has them.' }),
};

/** How a postback is sent: what conversion APIs take is a POST with a body. */
export type PostbackRequest = {
  postbackMethod: (typeof postbackMethods)[number];
  postbackHeaders: PostbackHeader[];
  postbackBody: string | null;
};

/** What holds where nothing is said. */
export const defaultPostbackRequest: Readonly<PostbackRequest> = {
  postbackMethod: 'GET',
  postbackHeaders: [],
  postbackBody: null,
};
