import type { IncomingHttpHeaders } from 'node:http';

/** The headers that the edge looks at. What else is sent is never read. */
type ReadHeader =
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

export type EdgeHeaders = Partial<Pick<IncomingHttpHeaders, ReadHeader>>;

/** As much of a request as serving it takes; those of `node:http` are such, and so are plain ones. */
export type EdgeRequest = {
  method?: string | undefined;
  url?: string | undefined;
  headers: EdgeHeaders;
  socket: { remoteAddress?: string | undefined };
};

/** As much of a response as answering takes. Headers are a flat list of names and values. */
export type EdgeResponse = {
  readonly headersSent: boolean;
  writeHead(status: number, headers: string[]): EdgeResponse;
  /** The answer that nearly every visitor gets, where there is a shorter way to it than a list of headers. */
  redirect?(location: string, cookies: readonly string[], asksHints: boolean): void;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
};
