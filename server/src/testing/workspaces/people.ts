import { randomBytes } from 'node:crypto';
import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { computeTotp, totpStepAt } from '../../domain/totp.ts';
import type { Mail } from '../../platform/mail.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import type { SignedInContext, AnonymousContext } from '../../services/accounts/account-context.ts';
import { authenticateSession, makeSessionLookup } from '../../services/accounts/authenticate-session.ts';
import { addUser } from '../../services/accounts/create-user.ts';
import { hmacSha1 } from '../../services/accounts/second-factor-codes.ts';
import { signIn, type SignInContext } from '../../services/accounts/sign-in.ts';
import type { AccessEvent, AccountTools } from '../../services/tools.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import type { Database } from '../../store/database/database.ts';

export class ManualClock {
  #now = Date.now();
  readonly now = (): Date => new Date(this.#now);

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** Account tools that collect emails, access events and background work. `settle` waits for the background work. */
export class TestAccounts {
  readonly mails: Mail[] = [];
  readonly access: AccessEvent[] = [];
  readonly #later: Promise<void>[] = [];
  readonly tools: AccountTools = {
    panelUrl: 'https://panel.example.com',
    mailer: { send: async (mail) => void this.mails.push(mail) },
    secretBox: createSecretBox('test', 'second factor'),
    later: (work) => void this.#later.push(work()),
    recordAccess: (event) => void this.access.push(event),
  };

  async settle(): Promise<void> {
    await Promise.all(this.#later.splice(0));
  }

  tokenFor(email: string): string {
    const text = this.mails.findLast((mail) => mail.to === email)?.text ?? '';
    return /#token=([\w-]{43})$/m.exec(text)?.[1] ?? '';
  }
}

/** Creates an unauthenticated context with a random address, so that tests do not share rate limits. */
export function makeAnonymous(
  database: Database,
  options: { now?: () => Date; accounts?: AccountTools; address?: string } = {},
): AnonymousContext {
  const network = randomBytes(4).toString('hex').match(/.{4}/g)?.join(':');
  return {
    database,
    actor: { type: 'system', label: 'panel' },
    now: options.now ?? (() => new Date()),
    accounts: options.accounts ?? new TestAccounts().tools,
    address: options.address ?? `2001:db8:${network}::1`,
    userAgent: 'Test browser',
  };
}

type TestPerson = { id: string; email: string; password: string };

export async function makePerson(context: WorkspaceContext, role: MemberRole): Promise<TestPerson> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const password = randomBytes(15).toString('base64url');
  const { id } = await addUser(context, { email, password, role });
  return { id, email, password };
}

export async function signInAs(
  anonymous: SignInContext,
  person: TestPerson,
  code?: string,
): Promise<SignedInContext & { token: string }> {
  const outcome = await signIn(anonymous, { email: person.email, password: person.password, code });
  if (!('session' in outcome)) throw new Error('two-factor authentication is required');
  return await resumeSession(anonymous, outcome.session.token);
}

export async function resumeSession(
  anonymous: AnonymousContext,
  token: string,
): Promise<SignedInContext & { token: string }> {
  const caller = await findCaller(anonymous, token);
  if (caller === undefined) throw new Error('the session has ended');
  return { ...anonymous, ...caller, token };
}

/** Resolves a session token in the given workspace or, if none is given, in the workspace that was used last. */
export async function findCaller(anonymous: AnonymousContext, token: string, workspaceId?: string) {
  const lookup = makeSessionLookup(anonymous.database);
  const session = await authenticateSession(anonymous, lookup, token, workspaceId);
  return workspaceId === undefined ? session?.caller : session?.inside;
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function computeTotpCode(secret: string, at: Date): string {
  const bits = Array.from(secret, (letter) =>
    base32Letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return computeTotp(hmacSha1, Buffer.from(bytes), totpStepAt(at));
}
