import type { EdgeHeaders } from '../exchange.ts';

/** Request headers with a fixed set of properties, because objects of a single shape are read several times faster. */
export class FastHeaders implements EdgeHeaders {
  'accept': string | undefined = undefined;
  'accept-encoding': string | undefined = undefined;
  'accept-language': string | undefined = undefined;
  'cookie': string | undefined = undefined;
  'host': string | undefined = undefined;
  'if-none-match': string | undefined = undefined;
  'purpose': string | undefined = undefined;
  'referer': string | undefined = undefined;
  'sec-ch-ua': string | undefined = undefined;
  'sec-ch-ua-full-version-list': string | undefined = undefined;
  'sec-ch-ua-mobile': string | undefined = undefined;
  'sec-ch-ua-model': string | undefined = undefined;
  'sec-ch-ua-platform': string | undefined = undefined;
  'sec-ch-ua-platform-version': string | undefined = undefined;
  'sec-purpose': string | undefined = undefined;
  'user-agent': string | undefined = undefined;
  'x-forwarded-for': string | undefined = undefined;
  'x-forwarded-host': string | undefined = undefined;
  'x-forwarded-proto': string | undefined = undefined;
  'x-moz': string | undefined = undefined;
  'x-purpose': string | undefined = undefined;
}

export type SetHeader = (headers: FastHeaders, value: string) => void;

/** One setter for each header, because assigning through a dynamic property name is slower. */
export const headerSetters: Readonly<Record<keyof FastHeaders, SetHeader>> = {
  accept: (headers, value) => (headers.accept = value),
  'accept-encoding': (headers, value) => (headers['accept-encoding'] = value),
  'accept-language': (headers, value) => (headers['accept-language'] = value),
  cookie: (headers, value) => (headers.cookie = value),
  host: (headers, value) => (headers.host = value),
  'if-none-match': (headers, value) => (headers['if-none-match'] = value),
  purpose: (headers, value) => (headers.purpose = value),
  referer: (headers, value) => (headers.referer = value),
  'sec-ch-ua': (headers, value) => (headers['sec-ch-ua'] = value),
  'sec-ch-ua-full-version-list': (headers, value) => (headers['sec-ch-ua-full-version-list'] = value),
  'sec-ch-ua-mobile': (headers, value) => (headers['sec-ch-ua-mobile'] = value),
  'sec-ch-ua-model': (headers, value) => (headers['sec-ch-ua-model'] = value),
  'sec-ch-ua-platform': (headers, value) => (headers['sec-ch-ua-platform'] = value),
  'sec-ch-ua-platform-version': (headers, value) => (headers['sec-ch-ua-platform-version'] = value),
  'sec-purpose': (headers, value) => (headers['sec-purpose'] = value),
  'user-agent': (headers, value) => (headers['user-agent'] = value),
  'x-forwarded-for': (headers, value) => (headers['x-forwarded-for'] = value),
  'x-forwarded-host': (headers, value) => (headers['x-forwarded-host'] = value),
  'x-forwarded-proto': (headers, value) => (headers['x-forwarded-proto'] = value),
  'x-moz': (headers, value) => (headers['x-moz'] = value),
  'x-purpose': (headers, value) => (headers['x-purpose'] = value),
};
