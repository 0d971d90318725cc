/** Types for the parts of `oidc-provider` that are used here. The package does not include types. */
declare module 'oidc-provider' {
  import type { FastifyReply, FastifyRequest } from 'fastify';

  type IncomingMessage = FastifyRequest['raw'];
  type ServerResponse = FastifyReply['raw'];

  export type Adapter = {
    upsert: (id: string, payload: Record<string, unknown>, expiresIn?: number) => Promise<void>;
    find: (id: string) => Promise<Record<string, unknown> | undefined>;
    findByUid: (uid: string) => Promise<undefined>;
    findByUserCode: (code: string) => Promise<undefined>;
    consume: (id: string) => Promise<void>;
    destroy: (id: string) => Promise<void>;
    revokeByGrantId: (grantId: string) => Promise<void>;
  };

  export type Client = {
    clientId: string;
    clientName?: string;
    redirectUris?: string[];
    grantTypeAllowed: (type: string) => boolean;
  };

  export type Context = {
    req: IncomingMessage;
    type: string;
    body: unknown;
    oidc: {
      client?: Client;
      result?: { login?: unknown; consent?: unknown };
      route: string;
      body?: unknown;
    };
  };

  export type Interaction = {
    uid: string;
    exp: number;
    returnTo: string;
    params: Record<string, string | undefined>;
    result?: Record<string, unknown>;
    persist: () => Promise<string>;
  };

  export class Grant {
    constructor(grant: { jti: string; accountId: string; clientId: string });
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    Interaction: { find: (id: string) => Promise<Interaction | undefined> };
    Client: { find: (id: string) => Promise<Client | undefined> };
    Grant: typeof Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    on(event: string, listener: (...values: unknown[]) => void): this;
  }

  export const errors: {
    InvalidGrant: new (message: string) => Error;
    InvalidTarget: new () => Error;
  };

  export const interactionPolicy: {
    Prompt: new (options: { name: string; requestable: boolean }, ...checks: unknown[]) => object;
    Check: new (reason: string, description: string, check: (context: Context) => boolean) => object;
  };
}
