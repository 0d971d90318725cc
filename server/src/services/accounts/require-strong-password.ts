import { refusePassword, refuseStrength } from '../../domain/password-policy.ts';
import { runPasswordWork, tooBusy } from '../../platform/password-hash.ts';
import { estimateStrength } from '../../platform/password-strength.ts';
import { invalidInput } from '../parse-input.ts';

type NewPassword = {
  path: string;
  password: string;
  email: string;
};

export function requireAllowedPassword({ path, password, email }: NewPassword): void {
  const refusal = refusePassword(password, email);
  if (refusal !== undefined) throw invalidInput([{ path, message: refusal }]);
}

/**
 * Throws if the password is too weak. Estimating the strength is expensive, so the caller must be authorized first.
 * `workspaces` contains the names of the person's workspaces.
 */
export async function requireStrongPassword(
  given: NewPassword & { workspaces: string[] },
  lane: string,
): Promise<void> {
  requireAllowedPassword(given);
  const { path, password, email, workspaces } = given;
  const terms = [email, ...workspaces].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const guessableTerms = [...terms.filter((word) => word.length > 2), 'waypost'];
  const strength = await runPasswordWork(lane, () =>
    estimateStrength(password, guessableTerms).catch(() => {
      throw tooBusy();
    }),
  );
  const refusal = refuseStrength(strength);
  if (refusal !== undefined) throw invalidInput([{ path, message: refusal }]);
}
