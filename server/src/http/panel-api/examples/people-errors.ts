import { tooBusy as tooBusyError } from '../../../platform/password-hash.ts';
import { because, plain, type ErrorExample } from '../../api-v1/operation.ts';

export const wrongCredentials = because('wrong-credentials', 'the e-mail address or the password is wrong');
export const wrongCode = because('wrong-code', 'the code is wrong, or was used already');
export const wrongPassword = because('wrong-password', 'the password is wrong');
export const codeNeeded = because(
  'second-factor-needed',
  'a code of your second factor has to come with the password',
);
export const noWorkspace = because(
  'no-workspace',
  'you belong to no workspace any more: ask for an invitation',
);
export const tooManyAttempts: ErrorExample = {
  message: 'too many attempts: try again in 840 s',
  details: { reason: 'too-many-attempts', retryAfter: 840 },
};

export const tooBusy = plain(tooBusyError().message);

export const noSuchSession = plain('there is no such session');
export const noSuchMember = plain('there is no such member');
export const noSuchInvitation = plain('there is no such open invitation');
export const deadResetLink = plain('the link is not valid any more: ask for a new one');
export const deadInvitation = plain('the invitation is not valid any more: ask for a new one');

export const lastOwner = because('last-owner', 'a workspace needs at least one owner');
export const onlyOwners = because('only-owners', 'only owners can change an owner');
export const ownersMakeOwners = because('owners-make-owners', 'only owners can add owners');
export const memberAlready = because('member-already', 'this person is a member already');
export const tooManyInvitations = because(
  'too-many-invitations',
  'there are 100 open invitations: revoke some first',
);
export const invitedMeanwhile = because(
  'invited-meanwhile',
  'this person was invited by someone else just now',
);
export const joinedAlready = because('member-already', 'you are a member already');
export const otherPerson = because(
  'other-person',
  'the invitation is for another e-mail address: sign in with that one',
);

export const secondFactorOn = because(
  'second-factor-on',
  'the second factor is on already: switch it off first',
);
export const secondFactorOff = because('second-factor-off', 'the second factor is not on');
export const nothingBegun = because('nothing-begun', 'no secret waits for its first code: begin again');
