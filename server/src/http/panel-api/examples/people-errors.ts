import { tooBusy as tooBusyError } from '../../../platform/password-hash.ts';
import { tryAgainIn } from '../../../platform/try-again-in.ts';
import { because, plain, type ErrorExample } from '../../api-v1/operation.ts';

export const wrongCredentials = because('wrong-credentials', 'Wrong email address or password');
export const wrongCode = because('wrong-code', 'The code is wrong or has already been used');
export const wrongPassword = because('wrong-password', 'Wrong password');
export const codeNeeded = because(
  'second-factor-needed',
  'Enter a two-factor code together with your password',
);
export const noWorkspace = because(
  'no-workspace',
  'You no longer belong to any workspace. Ask for an invitation.',
);
export const tooManyAttempts: ErrorExample = {
  message: `Too many attempts. ${tryAgainIn(840)}`,
  details: { reason: 'too-many-attempts', retryAfter: 840 },
};

export const tooBusy = plain(tooBusyError().message);

export const noSuchSession = plain('Session not found');
export const noSuchMember = plain('Member not found');
export const noSuchInvitation = plain('Invitation not found');
export const deadResetLink = plain('This link is no longer valid. Request a new one.');
export const deadInvitation = plain('This invitation is no longer valid. Ask for a new one.');

export const lastOwner = because('last-owner', 'A workspace needs at least one owner');
export const onlyOwners = because('only-owners', "Only owners can remove an owner or change an owner's role");
export const ownersMakeOwners = because('owners-make-owners', 'Only owners can add owners');
export const memberAlready = because('member-already', 'This person is already a member');
export const tooManyInvitations = because(
  'too-many-invitations',
  'The workspace has 100 pending invitations, which is the limit. Revoke some first.',
);
export const invitedMeanwhile = because(
  'invited-meanwhile',
  'Someone else invited this person at the same time',
);
export const joinedAlready = because('member-already', 'You are already a member of this workspace');
export const otherPerson = because(
  'other-person',
  'This invitation is for a different email address. Sign in with that address.',
);

export const secondFactorOn = because(
  'second-factor-on',
  'Two-factor authentication is already on. Turn it off first.',
);
export const secondFactorOff = because('second-factor-off', 'Two-factor authentication is off');
export const nothingBegun = because(
  'nothing-begun',
  'Two-factor setup has not been started or has expired. Start again.',
);
