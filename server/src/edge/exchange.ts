import type { IncomingHttpHeaders } from 'node:http';

type HeaderName =
  | 'accept'
  | 'accept-encoding'
  | 'accept-language'
  | 'content-length'
  | 'content-type'
  | 'cookie'
  | 'host'
  | 'if-none-match'
  | 'purpose'
  | 'referer'
  | 'sec-ch-ua'
  | 'sec-ch-ua-full-version-list'
  | 'sec-ch-ua-mobile'
  | 'sec-ch-ua-model'
  | 'sec-ch-ua-platform'
  | 'sec-ch-ua-platform-version'
  | 'sec-purpose'
  | 'user-agent'
  | 'x-forwarded-for'
  | 'x-forwarded-host'
  | 'x-forwarded-proto'
  | 'x-moz'
  | 'x-purpose';

export type EdgeHeaders = Partial<Pick<IncomingHttpHeaders, HeaderName>>;

/** The subset of `IncomingMessage` that the fast HTTP parser also provides. */
export type EdgeRequest = {
  method?: string | undefined;
  url?: string | undefined;
  headers: EdgeHeaders;
  socket: { remoteAddress?: string | undefined; encrypted?: boolean };
};

export type EdgeResponse = {
  readonly headersSent: boolean;
  writeHead(status: number, headers: string[]): EdgeResponse;
  /** Optional fast path. Nearly all responses are redirects. */
  redirect?(location: string, cookies: readonly string[], asksHints: boolean): void;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
};
