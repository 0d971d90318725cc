import { refusePassword, refuseStrength } from '../../domain/password-policy.ts';
import { takePasswordTurn, tooBusy } from '../../platform/password-hash.ts';
import { estimateStrength } from '../../platform/password-strength.ts';
import { invalidInput } from '../parse-input.ts';

type NewPassword = {
  /** The field that it stands in. */
  path: string;
  password: string;
  email: string;
};

/** What can be told at a glance. */
export function requireFairPassword({ path, password, email }: NewPassword): void {
  const refusal = refusePassword(password, email);
  if (refusal !== undefined) throw invalidInput([{ path, message: refusal }]);
}

/**
 * Also what takes an estimate of how hard it is to guess, which is dear: only for who has shown that they may set one.
 * `workspaces` are the names of those that the person belongs to.
 */
export async function requireGoodPassword(
  given: NewPassword & { workspaces: string[] },
  lane: string,
): Promise<void> {
  requireFairPassword(given);
  const { path, password, email, workspaces } = given;
  const words = [email, ...workspaces].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const about = [...words.filter((word) => word.length > 2), 'waypost'];
  const strength = await takePasswordTurn(lane, () =>
    estimateStrength(password, about).catch(() => {
      throw tooBusy();
    }),
  );
  const refusal = refuseStrength(strength);
  if (refusal !== undefined) throw invalidInput([{ path, message: refusal }]);
}
