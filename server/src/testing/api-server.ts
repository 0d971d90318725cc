import type { FastifyInstance } from 'fastify';
import { buildServer } from '../http/build-server.ts';
import { createLogger } from '../platform/logger.ts';
import { authenticateKey } from '../services/keys/authenticate-key.ts';
import { makeKeyLookup } from '../services/keys/key-lookup.ts';
import type { Database } from '../store/database.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

export type ApiAnswer = {
  status: number;
  /** The envelope, whichever of the two it is. */
  body: {
    ok: boolean;
    data?: unknown;
    error?: { code: string; message: string; details: Record<string, unknown> };
  };
  raw: string;
};

export type ApiServer = {
  server: FastifyInstance;
  send: (request: { token: string; method: string; path: string; body?: unknown }) => Promise<ApiAnswer>;
};

/** The API's whole HTTP side over a database of the test, without a process or a socket of its own. */
export async function makeApiServer(
  database: Database,
  panelDirectory = makeTemporaryDirectory(),
): Promise<ApiServer> {
  const lookup = makeKeyLookup(database);
  const server = await buildServer({
    access: {
      authenticateKey: async (token) => ({
        ...(await authenticateKey(lookup, token, new Date())),
        database,
        now: () => new Date(),
      }),
      noteKeyUse: () => undefined,
      takeRate: () => Promise.resolve(undefined),
      publicOrigin: undefined,
    },
    logger: createLogger({ role: 'test', level: 'silent', format: 'text' }),
    readiness: () => ({ status: 'ready', checks: [] }),
    panelDirectory,
  });
  const send: ApiServer['send'] = async ({ token, method, path, body }) => {
    const answer = await server.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json(), raw: answer.body };
  };
  return { server, send };
}
