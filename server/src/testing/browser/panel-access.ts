import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import {
  createWaypostPanelClient,
  type WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';

export type Credentials = { email: string; password: string };

/** The password that stands for one's own. */
export const ownPassword = 'seven lanterns drift by the quiet mill';

/** Who may do everything, with the password of the first start. */
export function readFirstAccess(dataDirectory: string): Credentials {
  const text = readFileSync(join(dataDirectory, 'first-access.txt'), 'utf8');
  return {
    email: /^Sign in +(\S+)/m.exec(text)?.[1] ?? '',
    password: /^Password +(\S+)/m.exec(text)?.[1] ?? '',
  };
}

/** Sets a password of one's own, and comes back with what that person's screens ask, in the first workspace. */
export async function replaceFirstPassword(origin: string, first: Credentials): Promise<WaypostPanelClient> {
  const asked = { baseUrl: `${origin}/panel/api`, fetch: keepCookies(origin) };
  const person = createWaypostPanelClient(asked);
  await person.signIn(first);
  await person.changePassword({ currentPassword: first.password, newPassword: ownPassword });
  const { workspaces } = await person.getMe();
  return createWaypostPanelClient({ ...asked, workspaceId: workspaces[0]?.id });
}

/** Somebody whom the owner invited, and who came. */
export async function inviteAndJoin(
  origin: string,
  owner: WaypostPanelClient,
  role: 'admin' | 'member' | 'viewer',
): Promise<Credentials> {
  const person = { email: `${role}@waypost.example`, password: 'five copper bells ring at noon' };
  const { link } = await owner.sendInvitation({ email: person.email, role });
  const token = new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('token') ?? '';
  const invited = createWaypostPanelClient({ baseUrl: `${origin}/panel/api`, fetch: keepCookies(origin) });
  await invited.acceptInvitation({ token, password: person.password });
  return person;
}

/** Signs a browser in without its form. */
export async function signInBrowser(
  context: BrowserContext,
  origin: string,
  person: Credentials,
): Promise<void> {
  const answer = await comeAgain(
    () => context.request.post(`${origin}/panel/api/session`, { data: person, headers: { origin } }),
    (refused) => refused.status(),
  );
  if (!answer.ok()) throw new Error(`nobody was signed in: ${await answer.text()}`);
}

/** A browser's part in staying signed in: cookies go back as they came, and requests say where they come from. */
function keepCookies(origin: string): typeof globalThis.fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await comeAgain(
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

const triesMax = 5;

/** A machine that is busy with other tests keeps whoever signs in waiting, and then asks them to come again. */
async function comeAgain<Answer>(
  ask: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  let answer = await ask();
  for (let tries = 1; tries < triesMax && statusOf(answer) === 503; tries += 1) answer = await ask();
  return answer;
}
