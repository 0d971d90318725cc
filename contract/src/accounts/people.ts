import { z } from 'zod';
import { memberPermission, memberRole } from './access.ts';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { timestamp } from '../api/records.ts';
import { versionNumber } from '../api/versions.ts';

export const emailAddress = z
  .email('must be an email address')
  .max(320, 'must have at most 320 characters')
  .meta({ description: 'Email address, case-insensitive.' });

/** Password as entered. The server enforces the rules for new passwords. */
export const givenPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(1_000, 'must have at most 1000 characters')
  .meta({ format: 'password' });

const newPassword = givenPassword.meta({
  format: 'password',
  description:
    '12 to 1,000 characters. Passwords that are easy to guess or contain the email address are rejected.',
});

export const secondFactorCode = z
  .string()
  .trim()
  .min(6, 'must be a 6-digit code or a recovery code')
  .max(40, 'must be a 6-digit code or a recovery code')
  .meta({ description: '6-digit code from the authenticator app, or a recovery code.' });

/**
 * Token of an invitation or password link. The token is in the fragment of the link, so that it does not appear in
 * server logs.
 */
const linkToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the complete text after token= in the link');

export const signInInput = z
  .strictObject({ email: emailAddress, password: givenPassword, code: secondFactorCode.optional() })
  .meta({ id: 'SignIn' });

export const signInResult = z
  .strictObject({
    signedIn: z.boolean(),
    secondFactor: z.literal('needed').nullable().meta({
      description:
        '`needed`: the password is correct, but a code is also required. Repeat the request with both.',
    }),
    mustChangePassword: z.boolean().meta({
      description:
        'True if the password was set by someone else. Until it is changed, all other operations fail with 403 and the reason `password-change-required`.',
    }),
  })
  .meta({ id: 'SignInResult' });
export type SignInResult = z.infer<typeof signInResult>;

const ownWorkspace = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    timezone: z.string().meta({ description: 'IANA time zone of the workspace.' }),
    currency: z.string().meta({ description: 'Currency of all amounts in the workspace.' }),
    role: memberRole,
    permissions: z.array(memberPermission).meta({ description: 'Permissions of the role.' }),
  })
  .meta({ id: 'OwnWorkspace' });

export const ownAccount = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    sessionId: z.uuid(),
    lastWorkspaceId: z.uuid().meta({
      description: 'Workspace last used in this session, accurate to the minute.',
    }),
    workspaces: z.array(ownWorkspace).meta({ description: 'Sorted by join time.' }),
    passwordChangedAt: timestamp,
    mustChangePassword: z
      .boolean()
      .meta({ description: 'True if the password must be changed first with `POST /password`.' }),
    secondFactor: z.strictObject({
      enabled: z.boolean(),
      recoveryCodesLeft: z.int().min(0),
    }),
  })
  .meta({ id: 'OwnAccount' });
export type OwnAccount = z.infer<typeof ownAccount>;

const ownSession = z
  .strictObject({
    id: z.uuid(),
    isCurrent: z.boolean(),
    workspaceId: z.uuid().nullable().meta({
      description: 'Workspace last used in this session. Null if the person has left it.',
    }),
    begunBy: z.enum(['sign-in', 'invitation']),
    userAgent: z.string(),
    network: z
      .string()
      .nullable()
      .meta({ description: 'Network that the session was started from. Full IP addresses are not stored.' }),
    createdAt: timestamp,
    lastSeenAt: timestamp.meta({ description: 'Accurate to the minute.' }),
    expiresAt: timestamp.meta({
      description: 'Latest expiry. Sessions also expire after 12 hours without a request.',
    }),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSession>;

export const sessionListQuery = listQuery(['-lastSeenAt', ...bothWays('lastSeenAt', 'createdAt')], {});
export const sessionPage = listPage(ownSession).meta({ id: 'OwnSessionPage' });

export const endedSessions = z.strictObject({ ended: z.int().min(0) }).meta({ id: 'EndedSessions' });

export const passwordChange = z
  .strictObject({ currentPassword: givenPassword, newPassword })
  .meta({ id: 'PasswordChange' });

export const passwordResetRequest = z
  .strictObject({ email: emailAddress })
  .meta({ id: 'PasswordResetRequest' });

export const passwordReset = z
  .strictObject({ token: linkToken, password: newPassword })
  .meta({ id: 'PasswordReset' });

export const secondFactorStart = z
  .strictObject({ password: givenPassword })
  .meta({ id: 'SecondFactorStart' });

/**
 * Secret for an authenticator app, shown once. Two-factor authentication is enabled only after the first code has been
 * confirmed.
 */
export const secondFactorOffer = z
  .strictObject({
    secret: z.string().meta({ description: 'Secret in Base32, for manual entry.' }),
    uri: z.string().meta({ description: 'URI for a QR code: otpauth://totp/…' }),
  })
  .meta({ id: 'SecondFactorOffer' });
export type SecondFactorOffer = z.infer<typeof secondFactorOffer>;

export const secondFactorConfirmation = z
  .strictObject({ code: secondFactorCode })
  .meta({ id: 'SecondFactorConfirmation' });

export const secondFactorProof = z
  .strictObject({ password: givenPassword, code: secondFactorCode })
  .meta({ id: 'SecondFactorProof' });

export const recoveryCodes = z
  .strictObject({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Recovery codes, returned only once. Each code works once.' }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const member = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    role: memberRole,
    version: versionNumber,
    secondFactor: z.boolean().meta({ description: 'True if two-factor authentication is enabled.' }),
    joinedAt: timestamp,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

export const memberListQuery = listQuery(['joinedAt', ...bothWays('joinedAt', 'email', 'role')], textSearch);
export const memberPage = listPage(member).meta({ id: 'MemberPage' });

export const memberChange = z.strictObject({ role: memberRole }).meta({ id: 'MemberChange' });

export const newInvitation = z
  .strictObject({ email: emailAddress, role: memberRole })
  .meta({ id: 'NewInvitation' });

const invitation = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    role: memberRole,
    invitedBy: z.string().nullable().meta({ description: 'Null if invited by the installation’s operator.' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

export const invitationListQuery = listQuery(
  ['createdAt', ...bothWays('createdAt', 'expiresAt', 'email')],
  textSearch,
);
export const invitationPage = listPage(invitation).meta({ id: 'InvitationPage' });

export const sentInvitation = z
  .strictObject({
    id: z.uuid(),
    mailed: z.boolean().meta({ description: 'False if no mail server is configured.' }),
    link: z.string().nullable().meta({
      description:
        'Link to pass on if no email was sent, returned only once. Anyone who opens it can accept the invitation. Null if the link was sent by email.',
    }),
    expiresAt: timestamp,
  })
  .meta({ id: 'SentInvitation' });
export type SentInvitation = z.infer<typeof sentInvitation>;

export const invitationLookup = z.strictObject({ token: linkToken }).meta({ id: 'InvitationLookup' });

export const shownInvitation = z
  .strictObject({
    workspace: z.string().meta({ description: 'Name of the workspace.' }),
    email: z.string().meta({ description: 'Email address of the invited person.' }),
    role: memberRole,
    expiresAt: timestamp,
    hasAccount: z.boolean().meta({
      description:
        'True if the person has an account and must enter its password to accept. False if the person must choose a password.',
    }),
  })
  .meta({ id: 'ShownInvitation' });
export type ShownInvitation = z.infer<typeof shownInvitation>;

export const invitationAcceptance = z
  .strictObject({
    token: linkToken,
    password: newPassword
      .meta({
        description:
          'Password to set for a new account, or the password of the existing account. Omit it when signed in.',
      })
      .optional(),
    code: secondFactorCode.optional(),
  })
  .meta({ id: 'InvitationAcceptance' });
