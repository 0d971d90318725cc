import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import {
  createWaypostPanelClient,
  type WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';

export type Credentials = { email: string; password: string };

export const ownPassword = 'seven lanterns drift by the quiet mill';

export function readFirstAccess(dataDirectory: string): Credentials {
  const text = readFileSync(join(dataDirectory, 'first-access.txt'), 'utf8');
  return {
    email: /^Sign in +(\S+)/m.exec(text)?.[1] ?? '',
    password: /^Password +(\S+)/m.exec(text)?.[1] ?? '',
  };
}

export async function replaceFirstPassword(origin: string, first: Credentials): Promise<WaypostPanelClient> {
  const options = { baseUrl: `${origin}/panel/api`, fetch: keepCookies(origin) };
  const person = createWaypostPanelClient(options);
  await person.signIn(first);
  await person.changePassword({ currentPassword: first.password, newPassword: ownPassword });
  const { workspaces } = await person.getMe();
  return createWaypostPanelClient({ ...options, workspaceId: workspaces[0]?.id });
}

export async function inviteAndJoin(
  origin: string,
  owner: WaypostPanelClient,
  role: 'admin' | 'member' | 'viewer',
): Promise<Credentials> {
  const person = { email: `${role}@waypost.example`, password: 'five copper kettles boil at noon' };
  const { link } = await owner.sendInvitation({ email: person.email, role });
  const token = new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('token') ?? '';
  const invited = createWaypostPanelClient({ baseUrl: `${origin}/panel/api`, fetch: keepCookies(origin) });
  await invited.acceptInvitation({ token, password: person.password });
  return person;
}

export async function signInBrowser(
  context: BrowserContext,
  origin: string,
  person: Credentials,
): Promise<void> {
  const response = await retryUnavailable(
    () => context.request.post(`${origin}/panel/api/session`, { data: person, headers: { origin } }),
    (failed) => failed.status(),
  );
  if (!response.ok()) throw new Error(`sign-in failed: ${await response.text()}`);
}

/** Returns a `fetch` that, like a browser, sends received cookies back and sets the origin header. */
function keepCookies(origin: string): typeof globalThis.fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await retryUnavailable(
      () => fetch(input, { ...init, headers }),
      ({ status }) => status,
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

const attemptsMax = 5;

/** Retries after a 503 response, because a busy server limits concurrent password checks. */
async function retryUnavailable<Response>(
  send: () => Promise<Response>,
  statusOf: (response: Response) => number,
): Promise<Response> {
  let response = await send();
  for (let attempt = 1; attempt < attemptsMax && statusOf(response) === 503; attempt += 1)
    response = await send();
  return response;
}
