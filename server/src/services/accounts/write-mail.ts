import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import type { Mail } from '../../platform/mail.ts';

export function writeResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Reset your Waypost password',
    text: [
      'Someone requested a password reset for this email address.',
      'Open this link within one hour to set a new password:',
      '',
      link,
      '',
      'If this was not you, ignore this email. Your password has not changed.',
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
    subject: 'Your invitation to Waypost',
    text: [
      `${about.inviter} has invited you to the workspace "${about.workspace}" as ${about.role}.`,
      'Open this link within seven days to accept:',
      '',
      link,
      '',
      'If you were not expecting this invitation, ignore this email.',
      '',
    ].join('\n'),
  };
}
