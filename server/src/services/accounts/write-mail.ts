import type { MemberRole } from '@waypost/contract/access.ts';
import type { Mail } from '../../platform/mail.ts';

export function writeResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'A new password for Waypost',
    text: [
      'Somebody, probably you, asked for a new password for this address.',
      'Set it within the next hour:',
      '',
      link,
      '',
      'If it was not you, leave this message alone: nothing has changed.',
      '',
    ].join('\n'),
  };
}

export function writeInvitationMail(
  to: string,
  link: string,
  about: { inviter: string; workspace: string; role: MemberRole },
): Mail {
  return {
    to,
    subject: 'An invitation to Waypost',
    text: [
      `${about.inviter} invites you to the workspace "${about.workspace}" as ${about.role}.`,
      'Accept within the next seven days:',
      '',
      link,
      '',
      'If you do not know what this is about, leave this message alone.',
      '',
    ].join('\n'),
  };
}
