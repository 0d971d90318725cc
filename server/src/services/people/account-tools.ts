import { WaypostError } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { ServiceContext } from '../context.ts';

/** What invitations, resets and the second factor need of the installation. */
export type AccountTools = {
  /** How people reach the panel, without a trailing slash: links lead there. */
  panelUrl: string;
  /** Undefined where no mail server is configured: then nothing is sent. */
  mailer: Mailer | undefined;
  /** Keeps secrets of the second factor; undefined where this process was given no key. */
  secretBox: SecretBox | undefined;
  /** Does it after the answer, so that nobody can tell from the time of the answer whether there was anything to do. */
  later: (work: () => Promise<void>) => void;
};

export function accountTools(context: ServiceContext): AccountTools {
  if (context.accounts === undefined)
    throw new WaypostError('SERVICE_UNAVAILABLE', 'this process does not look after accounts');
  return context.accounts;
}

/** The token stands behind the #, which browsers keep to themselves: it reaches no log on the way. */
export function buildLink(panelUrl: string, page: 'reset' | 'invite', token: string): string {
  return `${panelUrl}/${page}#token=${token}`;
}
