import { redirectHeaders } from '../answers.ts';
import { hintsHeader } from '../classify/index.ts';
import type { EdgeResponse } from '../exchange.ts';

export type ResponseTarget = {
  sendResponse(head: string, body: string | Buffer | undefined): void;
  destroy(): void;
};

const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  302: 'Found',
  304: 'Not Modified',
  404: 'Not Found',
};

// The most dangerous of these characters are line breaks, which would start a new header or a new response.
const forbiddenCharacter = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Writes a response as one string. This is much faster than `ServerResponse` and supports everything that the edge
 * needs.
 */
export class FastResponse implements EdgeResponse {
  headersSent = false;
  #head = '';
  readonly #target: ResponseTarget;

  constructor(target: ResponseTarget) {
    this.#target = target;
  }

  writeHead(status: number, headers: readonly string[]): this {
    this.#head = `HTTP/1.1 ${status} ${phrases[status] ?? ''}\r\n${headerLines(headers)}`;
    this.headersSent = true;
    return this;
  }

  /** Validates only the location. The other headers, cookies included, never contain raw visitor input. */
  redirect(location: string, cookies: readonly string[], requestsHints: boolean): void {
    check('location', location);
    let head = redirectStart + location + (requestsHints ? redirectRestWithHints : redirectRest);
    for (const cookie of cookies) head += `set-cookie: ${cookie}\r\n`;
    this.headersSent = true;
    this.#target.sendResponse(head, undefined);
  }

  end(body?: string | Buffer): void {
    this.#target.sendResponse(this.#head, body);
  }

  destroy(): void {
    this.#target.destroy();
  }
}

const redirectStart = `HTTP/1.1 302 ${phrases[302]}\r\nlocation: `;
const redirectRest = `\r\n${headerLines(redirectHeaders)}`;
const redirectRestWithHints = `${redirectRest}${headerLines(hintsHeader)}`;

function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    check(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

function check(name: string, value: string): void {
  if (forbiddenCharacter.test(value)) throw new TypeError(`header ${name} contains a forbidden character`);
}
