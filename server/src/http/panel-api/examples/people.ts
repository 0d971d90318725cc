import type {
  Invitation,
  Member,
  OwnAccount,
  OwnSession,
  SentInvitation,
} from '@waypost/contract/accounts/people.ts';
import { panelIds } from './records.ts';

export const peopleIds = {
  session: '01a1dd30-11aa-7c3d-9e5f-6a7b8c9d0e1f',
  colleague: '01a1dd25-01b2-7a4c-8d6e-7f8091a2b3c4',
  invitation: '01a1dd2d-5e6f-7b80-91a2-b3c4d5e6f708',
};

export const linkTokenExample = 'p3Qm0vXW9nYc7uRkTfZbA1sDgHjL2eKxVtN5iOyMw4E';

export const ownAccountExample: OwnAccount = {
  id: panelIds.user,
  email: 'anna@example.com',
  sessionId: peopleIds.session,
  lastWorkspaceId: panelIds.workspace,
  workspaces: [
    {
      id: panelIds.workspace,
      name: 'My workspace',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      role: 'owner',
      permissions: ['campaigns.read', 'campaigns.write', 'people.read', 'people.manage'],
    },
  ],
  passwordChangedAt: '2026-11-16T09:00:00.000Z',
  mustChangePassword: false,
  secondFactor: { enabled: true, recoveryCodesLeft: 9 },
};

export const ownSessionExample: OwnSession = {
  id: peopleIds.session,
  isCurrent: true,
  workspaceId: panelIds.workspace,
  begunBy: 'sign-in',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  network: '192.0.2.0/24',
  createdAt: '2026-11-16T09:02:10.114Z',
  lastSeenAt: '2026-11-16T09:31:44.020Z',
  expiresAt: '2026-11-23T09:02:10.114Z',
};

export const memberExample: Member = {
  id: peopleIds.colleague,
  email: 'ben@example.com',
  role: 'member',
  version: 2,
  secondFactor: false,
  joinedAt: '2026-11-16T09:06:31.700Z',
};

export const invitationExample: Invitation = {
  id: peopleIds.invitation,
  email: 'carla@example.com',
  role: 'viewer',
  invitedBy: 'anna@example.com',
  createdAt: '2026-11-16T09:25:12.345Z',
  expiresAt: '2026-11-23T09:25:12.345Z',
};

export const sentInvitationExample: SentInvitation = {
  id: peopleIds.invitation,
  mailed: true,
  link: null,
  expiresAt: invitationExample.expiresAt,
};

export const recoveryCodesExample = {
  recoveryCodes: ['k2q7-x3nd-5mwa-zt4h', 'b6yp-c4rs-27gv-jule'],
};
