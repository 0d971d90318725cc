import { refusePassword } from '../../domain/password-policy.ts';
import { invalidInput } from '../parse-input.ts';

/** `path` is the field that the password stands in. */
export function requireGoodPassword(path: string, password: string, email: string): void {
  const refusal = refusePassword(password, email);
  if (refusal !== undefined) throw invalidInput([{ path, message: refusal }]);
}
