import { Alert, Button, Group, Skeleton, Table, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AlertReceiver } from '../../lib/api/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { formatDelivery } from './format-delivery.ts';
import { LastDelivery } from './last-delivery.tsx';
import { danger } from '../../ui/danger.ts';

export function ReceiversSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAlertReceivers'],
    queryFn: ({ signal }) => api.getAlertReceivers({ signal }),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: [workspace.id] });
  const test = useMutation({
    mutationFn: ({ id }: AlertReceiver) => api.testAlertReceiver(id),
    onSuccess: (result, { to, type }) =>
      showDone(`Test sent to ${to}. ${formatDelivery(result, type)}`, undefined),
    onSettled: refresh,
  });
  const renew = useMutation({
    mutationFn: ({ id }: AlertReceiver) => api.rotateAlertWebhookSecret(id),
    onSuccess: (rotated) => setSecret(rotated.secret),
  });
  const remove = useMutation({
    mutationFn: ({ id }: AlertReceiver) => api.removeAlertReceiver(id),
    onSuccess: (_, { to }) => showDone(`Removed ${to}.`, undefined),
    onSettled: refresh,
  });
  const failed = error ?? test.error ?? renew.error ?? remove.error;
  return (
    <Section
      title="Receivers"
      lead="Webhooks receive a POST request signed as defined by Standard Webhooks (webhook-id, webhook-timestamp and webhook-signature headers)."
    >
      {failed === null ? null : <ErrorNote error={failed} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={60} /> : null}
      {data === undefined || data.receivers.length === 0 ? null : (
        <Table aria-label="Alert receivers">
          <Table.Tbody>
            {data.receivers.map((receiver) => (
              <ReceiverRow
                key={receiver.id}
                receiver={receiver}
                onTest={() => test.mutate(receiver)}
                isTesting={test.isPending && test.variables.id === receiver.id}
                onRenew={() => renew.mutate(receiver)}
                onRemove={() => remove.mutate(receiver)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {secret === undefined ? null : (
        <Alert
          variant="light"
          title="Copy the signing secret now. It won’t be shown again."
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setSecret(undefined)}
        >
          <CopyLine label="Signing secret" text={secret} />
        </Alert>
      )}
      <NewWebhook
        onCreated={(created) => {
          setSecret(created);
          refresh();
        }}
      />
    </Section>
  );
}

function ReceiverRow({
  receiver,
  onTest,
  isTesting,
  onRenew,
  onRemove,
}: {
  receiver: AlertReceiver;
  onTest: () => void;
  isTesting: boolean;
  onRenew: () => void;
  onRemove: () => void;
}): ReactNode {
  const { type, to, last } = receiver;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <span className={type === 'webhook' ? 'wp-mono' : ''}>{to}</span>
        <LastDelivery last={last} type={type} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            loading={isTesting}
            aria-label={`Test ${to}`}
            onClick={onTest}
          >
            Test
          </Button>
          {type !== 'webhook' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Rotate the secret for ${to}`}
              onClick={onRenew}
            >
              Rotate secret
            </Button>
          )}
          <Button size="compact-sm" {...danger} aria-label={`Remove ${to}`} onClick={onRemove}>
            Remove
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function NewWebhook({ onCreated }: { onCreated: (secret: string) => void }): ReactNode {
  const { api } = useWorkspace();
  const form = useForm({ url: '' }, async ({ url }) => {
    const { secret } = await api.createAlertWebhook({ url });
    onCreated(secret);
  });
  const url = form.bind('url');
  return (
    <form onSubmit={form.onSubmit} noValidate>
      {form.error === null ? null : <ErrorNote error={form.error} />}
      <Group align="end" gap="sm">
        <TextInput
          {...url}
          label="Webhook URL"
          type="url"
          placeholder="https://hooks.example.com/waypost"
          style={{ flex: '1 1 220px' }}
        />
        <Button type="submit" variant="default" loading={form.isPending} disabled={url.value.trim() === ''}>
          Add webhook
        </Button>
      </Group>
    </form>
  );
}
