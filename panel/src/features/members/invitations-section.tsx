import { Alert, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Invitation, Member, SentInvitation } from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { roleLabels } from './role-labels.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { EmailInput, Form } from '../../ui/form.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useRefreshMembers } from './member-queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { danger } from '../../ui/danger.ts';
import { ActionsHead } from '../../ui/actions-head.tsx';

type Sent = SentInvitation & { email: string };

export function InvitationsSection(): ReactNode {
  const [sent, setSent] = useState<Sent>();
  return (
    <Section title="Invitations" lead="Each invitation works once and expires after seven days.">
      <InviteForm onSent={setSent} />
      {sent === undefined ? null : <SentNote sent={sent} close={() => setSent(undefined)} />}
      <PendingInvitations onSent={setSent} />
    </Section>
  );
}

function InviteForm({ onSent }: { onSent: (sent: Sent) => void }): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshMembers();
  const [role, setRole] = useState<Member['role']>('member');
  const [keys, setKeys] = useState<RequestKeys>({});
  const form = useForm({ email: '' }, async ({ email }) => {
    const body = { email, role };
    const sent = await api.sendInvitation(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) });
    // Inviting the same person again must create a new link, so the idempotency keys are reset.
    setKeys({});
    refresh();
    onSent({ ...sent, email });
  });
  return (
    <Form form={form} submit="Invite">
      <EmailInput {...form.bind('email')} autoComplete="off" maw={480} />
      <Stack maw={480}>
        <RoleChoice role={role} onChange={setRole} />
      </Stack>
    </Form>
  );
}

/** Confirms an invitation. If there is no mail server, shows the link once, so that the inviter can pass it on. */
function SentNote({ sent: { email, link, expiresAt }, close }: { sent: Sent; close: () => void }): ReactNode {
  return (
    <Alert
      role="status"
      variant="light"
      icon={<IconMailForward aria-hidden />}
      title={link === null ? `Invitation sent to ${email}` : `Send this link to ${email}`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
    >
      {link === null ? (
        <Text size="sm">
          The link expires <Timestamp at={expiresAt} />. If the email does not arrive, create a new link
          below.
        </Text>
      ) : (
        <CopyLine
          label="Invitation link"
          text={link}
          help="No mail server is configured, so no email was sent. The link is shown only once. Anyone who opens it can join as this person, so send it privately."
        />
      )}
    </Alert>
  );
}

function PendingInvitations({ onSent }: { onSent: (sent: Sent) => void }): ReactNode {
  const { workspace, api } = useWorkspace();
  const refresh = useRefreshMembers();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'invitations'],
    queryFn: ({ signal }) => api.listInvitations({ query: { limit: 500 }, signal }),
  });
  const renew = useMutation({
    mutationFn: async ({ id, email }: Invitation) => ({ ...(await api.renewInvitation(id)), email }),
    onSuccess: onSent,
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => api.revokeInvitation(id),
    onSuccess: (_, { email }) => showDone(`Invitation for ${email} revoked.`, undefined),
    onSettled: refresh,
  });
  const failure = error ?? renew.error ?? revoke.error;
  return (
    <>
      {failure === null ? null : <ErrorNote error={failure} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={48} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">No pending invitations.</Text>
      ) : (
        <InvitationTable
          invitations={data.items}
          renew={renew.mutate}
          revoke={revoke.mutate}
          isPending={renew.isPending || revoke.isPending}
        />
      )}
    </>
  );
}

function InvitationTable({
  invitations,
  renew,
  revoke,
  isPending,
}: {
  invitations: readonly Invitation[];
  renew: (invitation: Invitation) => void;
  revoke: (invitation: Invitation) => void;
  isPending: boolean;
}): ReactNode {
  return (
    <Table aria-label="Pending invitations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th visibleFrom="sm">Invited by</Table.Th>
          <Table.Th visibleFrom="sm">Expires</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invitations.map((invitation) => (
          <Table.Tr key={invitation.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {invitation.email}
              <Text size="xs" c="dimmed">
                {roleLabels[invitation.role].label}
                <Text span inherit hiddenFrom="sm">
                  , expires <Timestamp at={invitation.expiresAt} />
                </Text>
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {invitation.invitedBy ?? 'Operator'}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Timestamp at={invitation.expiresAt} />
            </Table.Td>
            <Table.Td>
              <Group gap="xs" justify="flex-end">
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isPending}
                  aria-label={`New link for ${invitation.email}`}
                  onClick={() => renew(invitation)}
                >
                  New link
                </Button>
                <Button
                  size="compact-sm"
                  {...danger}
                  disabled={isPending}
                  aria-label={`Revoke the invitation for ${invitation.email}`}
                  onClick={() => revoke(invitation)}
                >
                  Revoke
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
