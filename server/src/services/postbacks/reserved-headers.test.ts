import { postbackHeaders } from '@waypost/contract/postbacks/postback-requests.ts';
import { expect, it } from 'vitest';
import { readTarget } from '../../platform/outbound-http/call-target.ts';
import { buildHeaders } from '../../platform/outbound-http/request-headers.ts';

const names =
  'Host Connection Keep-Alive Proxy-Authorization TE Trailer Transfer-Encoding Content-Length Upgrade Expect Accept-Encoding Range'.split(
    ' ',
  );

it.each(names)('the header %s is rejected both on save and on send', (name) => {
  const call = {
    url: 'https://a.example/',
    method: 'POST',
    headers: { [name]: 'x' },
    partition: '',
  } as const;
  expect(() => buildHeaders(call, readTarget(new URL(call.url)))).toThrow('invalid_request');
  expect(postbackHeaders.safeParse([{ name, value: 'x' }]).success).toBe(false);
});
