import type { KeyScope } from '@waypost/contract/accounts/access.ts';
import {
  createWaypostClient,
  type ErrorEnvelope,
  type WaypostClient,
} from '../../../../client/waypost-client.ts';
import type { OpenApiDocument } from '../../http/openapi/document.ts';
import { lastJson, runCommand, type Product } from '../product/product.ts';
import { CheckedDescription, type Observations } from './checked-description.ts';

export type ApiAnswer<Data = unknown> = {
  status: number;
  data: Data;
  error: ErrorEnvelope['error'];
  headers: Headers;
  /** Response body without the request ID, so that responses can be compared. */
  raw: string;
};

/** Client that checks every response against the OpenAPI description served by the installation. */
export class CheckedApi {
  readonly description: CheckedDescription;
  readonly #product: Product;

  private constructor(product: Product, description: CheckedDescription) {
    this.#product = product;
    this.description = description;
  }

  static async open(product: Product, observations?: Observations): Promise<CheckedApi> {
    const response = await fetch(`${product.urls.panel}/openapi.json`);
    const document = (await response.json()) as OpenApiDocument;
    return new CheckedApi(product, new CheckedDescription(document, observations));
  }

  newWorkspace(): string {
    return this.#run<{ id: string }>('workspace', 'create', '--name', 'Checked').id;
  }

  caller(scope: KeyScope, workspace: string): ApiCaller {
    const options = ['--workspace', workspace, '--label', 'Checked', '--scope', scope, '--expires', '30'];
    return this.callerWith(this.#run<{ token: string }>('key', 'create', ...options).token);
  }

  callerWith(token: string): ApiCaller {
    return new ApiCaller(`${this.#product.urls.panel}/api/v1`, token, this.description);
  }

  setSubscription(workspace: string, status: string): void {
    this.#run('subscription', 'set', '--workspace', workspace, '--status', status);
  }

  #run<Result>(...args: string[]): Result {
    return lastJson<Result>(runCommand(this.#product, [...args, '--json']));
  }
}

export class ApiCaller {
  readonly client: WaypostClient;
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #description: CheckedDescription;

  constructor(baseUrl: string, token: string, description: CheckedDescription) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#description = description;
    this.client = createWaypostClient({ baseUrl, token, fetch: (input, init) => this.#fetch(input, init) });
  }

  /** Sends a request that the typed client does not allow. A string body is sent unchanged. */
  async send<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Data>> {
    const response = await this.#fetch(this.#baseUrl + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { data, error, requestId } = JSON.parse(text === '' ? '{}' : text) as ErrorEnvelope & {
      data: Data;
    };
    const raw = text.replace(requestId ?? '', '');
    return { status: response.status, data, error, headers: response.headers, raw };
  }

  async create(path: string, body: unknown): Promise<string> {
    const { status, data, raw } = await this.send<{ id: string }>('POST', path, body);
    if (status !== 200) throw new Error(`POST ${path} answered ${status}: ${raw}`);
    return data.id;
  }

  async #fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    this.#description.check({
      method: init.method ?? 'GET',
      path: pathname.slice(new URL(this.#baseUrl).pathname.length),
      status: response.status,
      headers: response.headers,
      text: await response.clone().text(),
    });
    return response;
  }
}
