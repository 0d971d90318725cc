import { bindExternalAccount, signMessage, type AccountKey } from './account-key.ts';
import { AcmeError, errorFromResponse, readRetryAfter } from './acme-error.ts';
import type { AcmeRequest, AcmeResponse } from './acme-request.ts';

type Directory = { newNonce: string; newAccount: string; newOrder: string };

type AcmeAccount = {
  directoryUrl: string;
  email: string | undefined;
  // Required by some authorities, such as ZeroSSL.
  binding: { id: string; key: string } | undefined;
};

export type AcmeAnswer = {
  location: string | undefined;
  text: string;
  body: unknown;
  retryAfterMs: number | undefined;
};

const attemptsMax = 4;

// Client of a certificate authority (RFC 8555). Signs requests with the account's key and repeats those that the
// authority rejects because of their nonce.
export class AcmeClient {
  readonly #request: AcmeRequest;
  readonly #account: AcmeAccount;
  readonly key: AccountKey;
  #directory: Directory | undefined;
  #accountUrl: string | undefined;
  #nonce: string | undefined;
  // Difference between the clock of the authority and the clock of this machine.
  #clockOffsetMs = 0;

  constructor(account: AcmeAccount, key: AccountKey, request: AcmeRequest) {
    this.#account = account;
    this.key = key;
    this.#request = request;
  }

  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  async newOrder(host: string): Promise<AcmeAnswer> {
    const { newOrder } = await this.#getDirectory();
    return await this.post(newOrder, { identifiers: [{ type: 'dns', value: host }] });
  }

  // Sends a signed request as the account, which is registered first if necessary. Without a payload, only reads.
  async post(url: string, payload?: unknown, accept?: string): Promise<AcmeAnswer> {
    this.#accountUrl ??= await this.#register();
    try {
      return await this.#send(url, { kid: this.#accountUrl }, payload, accept);
    } catch (error) {
      if (!(error instanceof AcmeError) || error.type !== 'accountDoesNotExist') throw error;
      // The authority has deleted the account.
      this.#accountUrl = await this.#register();
      return await this.#send(url, { kid: this.#accountUrl }, payload, accept);
    }
  }

  async #register(): Promise<string> {
    const { newAccount } = await this.#getDirectory();
    const { email, binding } = this.#account;
    const identity = { jwk: this.key.jwk };
    try {
      return requireLocation(await this.#send(newAccount, identity, { onlyReturnExisting: true }));
    } catch (error) {
      if (!(error instanceof AcmeError) || error.type !== 'accountDoesNotExist') throw error;
    }
    const payload = {
      termsOfServiceAgreed: true,
      ...(email === undefined ? {} : { contact: [`mailto:${email}`] }),
      ...(binding === undefined
        ? {}
        : { externalAccountBinding: bindExternalAccount(this.key, binding, newAccount) }),
    };
    return requireLocation(await this.#send(newAccount, identity, payload));
  }

  async #getDirectory(): Promise<Directory> {
    if (this.#directory !== undefined) return this.#directory;
    const response = await this.#request(this.#account.directoryUrl, { method: 'GET' });
    if (response.status !== 200) throw errorFromResponse(response, Date.now());
    const body = parseJson(response.text) as Partial<Directory> | undefined;
    const { newNonce, newAccount, newOrder } = body ?? {};
    if (newNonce === undefined || newAccount === undefined || newOrder === undefined)
      throw new Error(`${this.#account.directoryUrl} is not the directory of an ACME server`);
    return (this.#directory = { newNonce, newAccount, newOrder });
  }

  async #send(url: string, identity: object, payload: unknown, accept?: string): Promise<AcmeAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const nonce = await this.#takeNonce();
      const body = JSON.stringify(signMessage(this.key, { ...identity, nonce, url }, payload));
      const response = await this.#request(url, {
        method: 'POST',
        body,
        ...(accept === undefined ? {} : { accept }),
      });
      this.#noteHeaders(response);
      if (response.status < 400) return readAnswer(response);
      const error = errorFromResponse(response, Date.now());
      if (error.type !== 'badNonce' || attempt >= attemptsMax) throw error;
    }
  }

  async #takeNonce(): Promise<string> {
    const nonce = this.#nonce;
    this.#nonce = undefined;
    if (nonce !== undefined) return nonce;
    const { newNonce } = await this.#getDirectory();
    const { headers } = await this.#request(newNonce, { method: 'HEAD' });
    const fresh = headers['replay-nonce'];
    if (typeof fresh !== 'string') throw new Error('the certificate authority sent no nonce');
    return fresh;
  }

  #noteHeaders({ headers }: AcmeResponse): void {
    const nonce = headers['replay-nonce'];
    if (typeof nonce === 'string') this.#nonce = nonce;
    const dateMs = Date.parse(headers.date ?? '');
    if (!Number.isNaN(dateMs)) this.#clockOffsetMs = dateMs - Date.now();
  }
}

function readAnswer({ headers, text }: AcmeResponse): AcmeAnswer {
  return {
    location: headers.location,
    text,
    body: parseJson(text),
    retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
  };
}

function requireLocation({ location }: AcmeAnswer): string {
  if (location === undefined) throw new Error('the certificate authority did not name the account');
  return location;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
