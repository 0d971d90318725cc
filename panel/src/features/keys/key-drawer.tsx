import { Button, Drawer, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ApiKey } from '../../lib/api/api.ts';
import { keyStates } from './key-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { onCurrentVersion } from '../../lib/api/on-current-version.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useApiKey, useRefreshKeys } from './key-queries.ts';
import { formatScope } from './format-scope.ts';
import { ShownToken } from './shown-token.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { danger } from '../../ui/danger.ts';

export function KeyDrawer(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: key, error, refetch } = useApiKey(id);
  const [token, setToken] = useState<string>();
  const title = key?.label ?? 'API key';
  useDocumentTitle(title);
  return (
    <Drawer
      opened
      onClose={useLayer(true, () => void navigate({ to: '/keys', search: true }))}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={token === undefined}
      closeOnEscape={token === undefined}
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {key === null ? <Text>API key not found.</Text> : null}
      {key === undefined && error === null ? <Skeleton h={240} /> : null}
      {key === undefined || key === null ? null : token !== undefined ? (
        <ShownToken token={token} scope={key.scope} done={() => setToken(undefined)} />
      ) : (
        <KeyDetails apiKey={key} onToken={setToken} />
      )}
    </Drawer>
  );
}

function KeyDetails({ apiKey, onToken }: { apiKey: ApiKey; onToken: (token: string) => void }): ReactNode {
  const { workspace, may } = useWorkspace();
  const { state, scope, createdAt, rotatedAt, expiresAt, revokedAt, lastUsedAt, lastUsedNetwork } = apiKey;
  const clock = (moment: string | null) => (moment === null ? null : formatClock(moment, workspace.timezone));
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Status', keyStates[state]],
          ['Scope', formatScope(scope)],
          ['Last used', clock(lastUsedAt) ?? 'Never'],
          ['Last used from', lastUsedNetwork],
          ['Created', clock(createdAt)],
          ['Last rotated', clock(rotatedAt)],
          [state === 'expired' ? 'Expired' : 'Expires', state === 'revoked' ? null : clock(expiresAt)],
          ['Revoked', clock(revokedAt)],
        ]}
      />
      {may('keys.rename') ? <Rename key={apiKey.version} apiKey={apiKey} /> : null}
      {state === 'active' ? <KeyActions apiKey={apiKey} onToken={onToken} /> : null}
    </Stack>
  );
}

function Rename({ apiKey: { id, label, version } }: { apiKey: ApiKey }): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshKeys();
  const form = useForm({ label }, async (values) => {
    await api.updateKey(id, { version, label: values.label });
    refresh();
    showDone('Label saved.', undefined);
    return 'goes on';
  });
  return (
    <Form form={form} submit="Save label">
      <TextInput {...form.bind('label')} label="Label" required />
    </Form>
  );
}

/**
 * Shows buttons to rotate and to revoke a key. Both actions invalidate the current token, so both need confirmation.
 */
function KeyActions({ apiKey, onToken }: { apiKey: ApiKey; onToken: (token: string) => void }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshKeys();
  const [confirming, setConfirming] = useState<'rotate' | 'revoke'>();
  const { id, label, version } = apiKey;
  const close = () => setConfirming(undefined);
  const rotate = useMutation({
    mutationFn: () => onCurrentVersion(version, (current) => api.rotateKey(id, { version: current })),
    onSuccess: ({ token }) => {
      close();
      onToken(token);
    },
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => api.revokeKey(id),
    onSuccess: () => {
      close();
      showDone(`${label} revoked.`, undefined);
    },
    onSettled: refresh,
  });
  return (
    <Group gap="sm">
      {may('keys.rotate') ? (
        <Button variant="default" onClick={() => setConfirming('rotate')}>
          Rotate
        </Button>
      ) : null}
      {may('keys.revoke') ? (
        <Button {...danger} onClick={() => setConfirming('revoke')}>
          Revoke
        </Button>
      ) : null}
      {confirming === 'rotate' ? (
        <Confirm title={`Rotate ${label}?`} action="Rotate" keep="Cancel" doing={rotate} close={close}>
          The current token stops working immediately. You’ll then see the new one: use it to update
          everything that uses this key. The scope and expiry date stay the same.
        </Confirm>
      ) : null}
      {confirming === 'revoke' ? (
        <Confirm title={`Revoke ${label}?`} action="Revoke" keep="Cancel" doing={revoke} close={close}>
          The key stops working immediately. Everything that uses it will need a new key. This cannot be
          undone.
        </Confirm>
      ) : null}
    </Group>
  );
}
