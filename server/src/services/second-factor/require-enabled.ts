import { WaypostError } from '../../platform/errors.ts';
import type { Account } from '../../store/users.ts';

export function requireEnabled(account: Account): void {
  if (account.totpEnabledAt === null) throw new WaypostError('CONFLICT', 'the second factor is not on');
}
