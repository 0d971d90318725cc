import type { SignInResult } from '@waypost/contract/people.ts';
import type { SignInOutcome } from '../../../services/sessions/sign-in.ts';
import type { SessionResult } from '../operation.ts';

/** The token goes into the cookie and nowhere else. */
export function presentOutcome(outcome: SignInOutcome): SessionResult & { data: SignInResult } {
  if ('secondFactor' in outcome) return { data: { signedIn: false, secondFactor: outcome.secondFactor } };
  return { data: { signedIn: true, secondFactor: null }, session: outcome.session };
}
