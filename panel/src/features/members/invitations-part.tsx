import { Alert, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Invitation, Member, SentInvitation } from '../../lib/api.ts';
import { keyFor, type RequestKeys } from '../../lib/request-keys.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { roleLabels } from '../../lib/role-labels.ts';
import { useForm } from '../../lib/use-form.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { EmailInput, Form } from '../../ui/form.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useRefreshMembers } from './member-queries.ts';
import { RoleChoice } from './role-choice.tsx';

type Sent = SentInvitation & { email: string };

/** Asks somebody to come, and shows who was asked and has not come. */
export function InvitationsSection(): ReactNode {
  const [sent, setSent] = useState<Sent>();
  return (
    <Section
      title="Invitations"
      lead="An invitation is good for seven days and for one person, who chooses a password with it."
    >
      <InviteForm onSent={setSent} />
      {sent === undefined ? null : <SentNote sent={sent} close={() => setSent(undefined)} />}
      <OpenInvitations onSent={setSent} />
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
    // Who invites the same person once more wants another link.
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

/** Where no mail is sent, the link is shown this once for whoever hands it over. */
function SentNote({ sent: { email, link, expiresAt }, close }: { sent: Sent; close: () => void }): ReactNode {
  return (
    <Alert
      role="status"
      variant="light"
      icon={<IconMailForward aria-hidden />}
      title={link === null ? `A mail is on its way to ${email}` : `Pass this link on to ${email}`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={close}
    >
      {link === null ? (
        <Text size="sm">
          Its link ends <Timestamp at={expiresAt} />. Who does not find the mail gets another by “New link”
          below.
        </Text>
      ) : (
        <CopyLine
          label="Link of the invitation"
          text={link}
          help="No mail server is set up here, so nothing was sent. The link is shown only now. Whoever opens it is taken for this person: send it where nobody else reads."
        />
      )}
    </Alert>
  );
}

function OpenInvitations({ onSent }: { onSent: (sent: Sent) => void }): ReactNode {
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
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) => api.revokeInvitation(id),
    onSuccess: (_, { email }) => showDone(`${email} is not invited any more.`, undefined),
    onSettled: refresh,
  });
  const failure = error ?? renew.error ?? withdraw.error;
  return (
    <>
      {failure === null ? null : <ErrorNote error={failure} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={48} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">Nobody is invited who has not come.</Text>
      ) : (
        <InvitationTable
          invitations={data.items}
          renew={renew.mutate}
          withdraw={withdraw.mutate}
          isPending={renew.isPending || withdraw.isPending}
        />
      )}
    </>
  );
}

function InvitationTable({
  invitations,
  renew,
  withdraw,
  isPending,
}: {
  invitations: readonly Invitation[];
  renew: (invitation: Invitation) => void;
  withdraw: (invitation: Invitation) => void;
  isPending: boolean;
}): ReactNode {
  return (
    <Table aria-label="Open invitations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Invited</Table.Th>
          <Table.Th visibleFrom="sm">By</Table.Th>
          <Table.Th visibleFrom="sm">Ends</Table.Th>
          <Table.Th aria-label="What can be done" />
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
                  , ends <Timestamp at={invitation.expiresAt} />
                </Text>
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {invitation.invitedBy ?? 'the operator'}
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
                  variant="default"
                  disabled={isPending}
                  aria-label={`Withdraw the invitation of ${invitation.email}`}
                  onClick={() => withdraw(invitation)}
                >
                  Withdraw
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
