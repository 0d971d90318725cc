import { setImmediate } from 'node:timers/promises';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

type Tokens = { access_token: string; refresh_token?: string; scope?: string; expires_in?: number };

// Nothing listens on this URL, because tests do not follow the redirect.
const unusedRedirectUrl = 'http://127.0.0.1:43210/callback';

/** A person's browser, which keeps cookies and allows or denies an agent's authorization request. */
export class ConsentBrowser {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();
  readonly #workspaceId: string;
  readonly session: string;

  constructor(base: string, session: string, workspaceId: string) {
    this.#base = base;
    this.#workspaceId = workspaceId;
    this.session = session;
    this.#cookies.set('waypost', session);
  }

  async open(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', ...(init.headers as object), cookie };
    const answer = await fetch(new URL(url, this.#base), { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  async begin(authorizationUrl: string | URL): Promise<string> {
    const answer = await this.open(authorizationUrl);
    const page = /\/connect\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1];
    if (page === undefined) throw new Error(`no consent page: ${answer.status} ${await answer.text()}`);
    return page;
  }

  async ask(path: string, method = 'GET'): Promise<{ status: number; body: { data?: never } }> {
    const answer = await this.open(`/panel/api${path}`, { method });
    return { status: answer.status, body: (await answer.json()) as { data?: never } };
  }

  async allow(id: string, workspaceId = this.#workspaceId): Promise<URL> {
    return await this.#finish(`/workspaces/${workspaceId}/agent-requests/${id}/allow`);
  }

  async refuse(id: string): Promise<URL> {
    return await this.#finish(`/agent-requests/${id}/refuse`);
  }

  async #finish(path: string): Promise<URL> {
    const { status, body } = await this.ask(path, 'POST');
    const { returnTo } = (body.data ?? {}) as { returnTo?: string };
    if (returnTo === undefined)
      throw new Error(`authorization request not completed: ${status} ${JSON.stringify(body)}`);
    const answer = await this.open(returnTo);
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`no redirect to the agent: ${answer.status} ${await answer.text()}`);
    return new URL(location);
  }
}

export class TestAgent implements OAuthClientProvider {
  readonly #url: URL;
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  information: { client_id: string } | undefined;
  savedTokens: Tokens | undefined;
  verifier = '';
  authorizationUrl: URL | undefined;
  readonly clientMetadata;

  constructor(base: string, options: { name?: string; documentUrl?: string; redirectUrl?: string } = {}) {
    this.#url = new URL('/mcp', base);
    this.redirectUrl = options.redirectUrl ?? unusedRedirectUrl;
    this.clientMetadata = { client_name: options.name ?? 'Test agent', redirect_uris: [this.redirectUrl] };
    if (options.documentUrl !== undefined) this.clientMetadataUrl = options.documentUrl;
  }

  state = () => 'state of the agent';
  clientInformation = () => this.information;
  saveClientInformation = (information: { client_id: string }) => {
    this.information = information;
  };
  tokens = () => this.savedTokens as never;
  saveTokens = (tokens: unknown) => {
    this.savedTokens = tokens as Tokens;
  };
  invalidateCredentials = () => {
    this.savedTokens = undefined;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  #discovered = undefined as never;
  saveDiscoveryState = (state: unknown) => {
    this.#discovered = state as never;
  };
  discoveryState = () => this.#discovered;

  async startAuthorization(): Promise<URL> {
    const transport = this.#transport();
    try {
      await new Client({ name: 'test', version: '1' }).connect(transport);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
    }
    if (this.authorizationUrl === undefined) throw new Error('the client did not start an authorization');
    return this.authorizationUrl;
  }

  async connect(browser: ConsentBrowser): Promise<Client> {
    const id = await browser.begin(await this.startAuthorization());
    await this.finish(await browser.allow(id));
    return await this.open();
  }

  async finish(callback: URL): Promise<void> {
    await this.#transport().finishAuth(callback.searchParams);
  }

  async open(options: ConstructorParameters<typeof Client>[1] = {}): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, options);
    await client.connect(this.#transport());
    await this.#waitForRequests();
    return client;
  }

  /**
   * Waits for background requests. The client also opens a stream. If the request for that stream were sent after a
   * test lets the token expire, that request would refresh the token before the call under test does.
   */
  async #waitForRequests(): Promise<void> {
    do {
      await Promise.allSettled(this.#pendingRequests);
      // Once `setImmediate` resolves, follow-up requests have started.
      await setImmediate();
    } while (this.#pendingRequests.size > 0);
  }

  readonly #pendingRequests = new Set<Promise<unknown>>();

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.#url, {
      authProvider: this,
      fetch: async (input, init) => {
        const request = fetch(input, init);
        this.#pendingRequests.add(request);
        void request.finally(() => this.#pendingRequests.delete(request)).catch(() => undefined);
        return await request;
      },
    });
  }
}
