import { createHash, randomBytes } from 'node:crypto';
import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { afterAll, beforeAll } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import type { OutboundClient } from '../../services/outbound/create-outbound-client.ts';
import { migratePostgresSchema } from '../../start/migrate.ts';
import { Database } from '../../store/database/database.ts';
import { ReadOnlyDatabase } from '../../store/database/read-only-database.ts';
import { makeDataDirectory } from '../product/prepared-directory.ts';
import { removeDataDirectory } from '../product/product.ts';
import { makeWorkspace } from '../workspaces/factories.ts';
import { makeDatabase } from '../workspaces/fresh-database.ts';
import { makeSession } from '../workspaces/sessions.ts';
import { makeApiServer, type ApiServer } from './api-server.ts';
import { ConsentBrowser } from './test-agent.ts';

const redirectUri = 'http://127.0.0.1:43210/callback';

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };
type Params = Record<string, string | undefined>;

/**
 * An API server that agents reach over real connections. It uses a separate database, because rate limits apply per IP
 * address and all tests use the same address.
 */
class AgentLab {
  database!: Database;
  reading!: ReadOnlyDatabase;
  api!: ApiServer;
  base!: string;
  readonly verifier = randomBytes(32).toString('base64url');
  #clientId: string | undefined;

  async makeBrowser(
    context?: WorkspaceContext,
    role: MemberRole = 'viewer',
  ): Promise<{ context: WorkspaceContext; browser: ConsentBrowser }> {
    const own = context ?? (await makeWorkspace(this.database));
    const session = await makeSession(own, role);
    return { context: own, browser: new ConsentBrowser(this.base, session, own.workspaceId) };
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(new URL(path, this.base), { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = text.startsWith('{');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text },
    };
  }

  async register(metadata: object = { client_name: 'Raw', redirect_uris: [redirectUri] }): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return await this.send('/oauth/register', { method: 'POST', headers, body: JSON.stringify(metadata) });
  }

  /** Returns the ID of a client that all tests share, because the number of registrations per hour is limited. */
  async clientId(): Promise<string> {
    this.#clientId ??= String((await this.register()).body['client_id']);
    return this.#clientId;
  }

  async authorizationUrl(overrides: Params = {}): Promise<URL> {
    const url = new URL('/oauth/authorize', this.base);
    const params: Params = {
      response_type: 'code',
      client_id: await this.clientId(),
      redirect_uri: redirectUri,
      scope: 'read',
      state: 's',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${this.base}/mcp`,
      ...overrides,
    };
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  async allow(browser: ConsentBrowser, overrides: Params = {}): Promise<string> {
    const id = await browser.begin(await this.authorizationUrl(overrides));
    return (await browser.allow(id)).searchParams.get('code') ?? '';
  }

  async post(path: string, fields: Params): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
    return await this.send(path, { method: 'POST', body });
  }

  async exchange(code: string, overrides: Params = {}): Promise<Answer> {
    return await this.post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id: await this.clientId(),
      redirect_uri: redirectUri,
      code_verifier: this.verifier,
      ...overrides,
    });
  }

  async refresh(token: string, overrides: Params = {}): Promise<Answer> {
    const clientId = await this.clientId();
    const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...overrides };
    return await this.post('/oauth/token', fields);
  }

  /** Returns the tokens of an authorized agent without using the official client. */
  async connect(context?: WorkspaceContext, role?: MemberRole) {
    const connection = await this.makeBrowser(context, role);
    const { body } = await this.exchange(await this.allow(connection.browser));
    return { ...connection, access: String(body['access_token']), refresh: String(body['refresh_token']) };
  }

  async call(
    token: string,
    name: string,
    input: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = { jsonrpc: '2.0', id: newId(), method: 'tools/call', params: { name, arguments: input } };
    const response = await fetch(new URL('/mcp', this.base), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return {
      status: response.status,
      headers: response.headers,
      body: (data.startsWith('{') ? JSON.parse(data) : { text: data }) as Record<string, unknown>,
    };
  }
}

export function useAgentLab(options: { outbound?: OutboundClient } = {}): AgentLab {
  const lab = new AgentLab();
  const directory = makeDataDirectory();
  beforeAll(async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    lab.database = new Database(url, { connectionsMax: 6, secret: 'secret of the lab' });
    lab.reading = new ReadOnlyDatabase(url, { connectionsMax: 3 });
    lab.api = await makeApiServer(lab.database, directory, { ...options, readDatabase: lab.reading });
    lab.base = await lab.api.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await lab.api.server.close();
    await Promise.all([lab.database.close(), lab.reading.close()]);
    removeDataDirectory(directory);
  });
  return lab;
}
