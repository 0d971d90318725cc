import { acceptInvitationOperation } from './invitations/accept-invitation.ts';
import { listInvitationsOperation } from './invitations/list-invitations.ts';
import { revokeInvitationOperation } from './invitations/revoke-invitation.ts';
import { sendInvitationOperation } from './invitations/send-invitation.ts';
import { viewInvitationOperation } from './invitations/view-invitation.ts';
import type { PanelOperation } from './operation.ts';
import { changePasswordOperation } from './password/change-password.ts';
import { requestPasswordResetOperation } from './password/request-password-reset.ts';
import { resetPasswordOperation } from './password/reset-password.ts';
import { changeRoleOperation } from './people/change-role.ts';
import { listMembersOperation } from './people/list-members.ts';
import { removeMemberOperation } from './people/remove-member.ts';
import { beginSecondFactorOperation } from './second-factor/begin-second-factor.ts';
import { confirmSecondFactorOperation } from './second-factor/confirm-second-factor.ts';
import { disableSecondFactorOperation } from './second-factor/disable-second-factor.ts';
import { renewRecoveryCodesOperation } from './second-factor/renew-recovery-codes.ts';
import { endOtherSessionsOperation } from './session/end-other-sessions.ts';
import { endSessionOperation } from './session/end-session.ts';
import { getMeOperation } from './session/get-me.ts';
import { listSessionsOperation } from './session/list-sessions.ts';
import { signInOperation } from './session/sign-in.ts';
import { signOutOperation } from './session/sign-out.ts';
import { switchWorkspaceOperation } from './session/switch-workspace.ts';

/** People and their sessions, passwords, second factors and invitations. */
export const peopleOperations: PanelOperation[] = [
  signInOperation,
  signOutOperation,
  getMeOperation,
  listSessionsOperation,
  endSessionOperation,
  endOtherSessionsOperation,
  switchWorkspaceOperation,
  changePasswordOperation,
  requestPasswordResetOperation,
  resetPasswordOperation,
  beginSecondFactorOperation,
  confirmSecondFactorOperation,
  disableSecondFactorOperation,
  renewRecoveryCodesOperation,
  listMembersOperation,
  changeRoleOperation,
  removeMemberOperation,
  listInvitationsOperation,
  sendInvitationOperation,
  revokeInvitationOperation,
  viewInvitationOperation,
  acceptInvitationOperation,
];
