import { z } from 'zod';
import { memberPermission, memberRole } from './access.ts';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';
import { timestamp } from './records.ts';
import { versionNumber } from './versions.ts';

export const emailAddress = z
  .email('must be an e-mail address')
  .max(320, 'must have at most 320 characters')
  .meta({ description: 'In any case: it is one address however it is spelled.' });

/** As it is typed in to be compared; what a new one has to be like is the server's to say. */
export const givenPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(1_000, 'must have at most 1000 characters')
  .meta({ format: 'password' });

const newPassword = givenPassword.meta({
  format: 'password',
  description:
    '12 to 1,000 characters; those that are easy to guess, or hold the e-mail address, are refused with a reason.',
});

export const secondFactorCode = z
  .string()
  .trim()
  .min(6, 'must be a code of 6 digits or a recovery code')
  .max(40, 'must be a code of 6 digits or a recovery code')
  .meta({ description: 'Six digits from the application, or a recovery code.' });

/** What a link carries behind its #. */
const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the whole text behind token=');

export const signInInput = z
  .strictObject({ email: emailAddress, password: givenPassword, code: secondFactorCode.optional() })
  .meta({ id: 'SignIn' });

/** Whether a session began; it comes as a cookie. */
export const signInResult = z
  .strictObject({
    signedIn: z.boolean(),
    secondFactor: z
      .literal('needed')
      .nullable()
      .meta({ description: '`needed`: the password is right; send it again with a code.' }),
    mustChangePassword: z.boolean().meta({
      description:
        'True where somebody else chose the password: until it is changed, everything else answers 403 with the reason `password-change-required`.',
    }),
  })
  .meta({ id: 'SignInResult' });
export type SignInResult = z.infer<typeof signInResult>;

const ownWorkspace = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    timezone: z.string().meta({ description: 'In which its days begin, an IANA name.' }),
    currency: z.string().meta({ description: 'Of all its amounts.' }),
    role: memberRole,
    permissions: z.array(memberPermission).meta({ description: 'What the role allows there.' }),
  })
  .meta({ id: 'OwnWorkspace' });

/** `data` of `GET /me`. */
export const ownAccount = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    sessionId: z.uuid(),
    lastWorkspaceId: z.uuid().meta({
      description:
        'The workspace that the session was used in last, to the minute: a good one to begin with.',
    }),
    workspaces: z.array(ownWorkspace).meta({ description: 'The one joined first comes first.' }),
    passwordChangedAt: timestamp,
    mustChangePassword: z.boolean().meta({ description: 'Before anything else; see `POST /password`.' }),
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
      description: 'The workspace it was used in last; null where the person has left that.',
    }),
    begunBy: z.enum(['sign-in', 'invitation']),
    userAgent: z.string(),
    network: z
      .string()
      .nullable()
      .meta({ description: 'Where it was begun from, as a network: addresses are not kept.' }),
    createdAt: timestamp,
    lastSeenAt: timestamp.meta({ description: 'To the minute.' }),
    expiresAt: timestamp.meta({ description: 'At the latest; 12 hours without a request end it too.' }),
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

/** Shown once, to be put into an application; it counts when a first code has come back. */
export const secondFactorOffer = z
  .strictObject({
    secret: z.string().meta({ description: 'Base32, for applications that cannot read the URI.' }),
    uri: z.string().meta({ description: 'For a QR code: otpauth://totp/…' }),
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
      .meta({ description: 'Shown only now. Each signs in once, in place of a code.' }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const member = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    role: memberRole,
    version: versionNumber,
    secondFactor: z.boolean().meta({ description: 'Whether signing in takes a second factor.' }),
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
    invitedBy: z.string().nullable().meta({ description: 'Null: the operator of the installation.' }),
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
    mailed: z.boolean().meta({ description: 'False where no mail server is configured.' }),
    link: z.string().nullable().meta({
      description:
        'Where no mail is sent: for you to hand over, shown only now. Whoever opens it is taken for the person. Null where it was mailed.',
    }),
    expiresAt: timestamp,
  })
  .meta({ id: 'SentInvitation' });
export type SentInvitation = z.infer<typeof sentInvitation>;

export const invitationLookup = z.strictObject({ token: linkToken }).meta({ id: 'InvitationLookup' });

/** An invitation as who has its link sees it. */
export const shownInvitation = z
  .strictObject({
    workspace: z.string().meta({ description: 'Its name.' }),
    email: z.string().meta({ description: 'Whom the invitation is for.' }),
    role: memberRole,
    expiresAt: timestamp,
    hasAccount: z.boolean().meta({
      description: 'True: accepting takes the password that this person has. False: they choose one.',
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
          'A new person chooses it, a known one proves themselves with it; left out by who is signed in already.',
      })
      .optional(),
    code: secondFactorCode.optional(),
  })
  .meta({ id: 'InvitationAcceptance' });
