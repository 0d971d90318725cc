import { Button, Drawer, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ApiKey } from '../../lib/api.ts';
import { keyStates } from '../../lib/key-search.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { onCurrentVersion } from '../../lib/on-current-version.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { useForm } from '../../lib/use-form.ts';
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

/** One key: what is known of it, another label, another token, and its end. */
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
      {key === null ? <Text>There is no such key in this workspace.</Text> : null}
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
          ['State', keyStates[state]],
          ['Scope', formatScope(scope)],
          ['Last used', clock(lastUsedAt) ?? 'never'],
          ['From', lastUsedNetwork],
          ['Made', clock(createdAt)],
          ['Token of', clock(rotatedAt)],
          [state === 'expired' ? 'Ended' : 'Ends', state === 'revoked' ? null : clock(expiresAt)],
          ['Revoked', clock(revokedAt)],
        ]}
      />
      {may('keys.rename') ? <Rename key={apiKey.version} apiKey={apiKey} /> : null}
      {state === 'active' ? <Endings apiKey={apiKey} onToken={onToken} /> : null}
    </Stack>
  );
}

function Rename({ apiKey: { id, label, version } }: { apiKey: ApiKey }): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshKeys();
  const form = useForm({ label }, async (values) => {
    await api.updateKey(id, { version, label: values.label });
    refresh();
    showDone('The key has another label.', undefined);
    return 'goes on';
  });
  return (
    <Form form={form} submit="Save the label">
      <TextInput {...form.bind('label')} label="Label" required />
    </Form>
  );
}

/** Both stop the token of now, so both are asked about. */
function Endings({ apiKey, onToken }: { apiKey: ApiKey; onToken: (token: string) => void }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshKeys();
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const { id, label, version } = apiKey;
  const close = () => setAsked(undefined);
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
      showDone(`${label} is revoked.`, undefined);
    },
    onSettled: refresh,
  });
  return (
    <Group gap="sm">
      {may('keys.rotate') ? (
        <Button variant="default" onClick={() => setAsked('rotate')}>
          Rotate
        </Button>
      ) : null}
      {may('keys.revoke') ? (
        <Button variant="default" onClick={() => setAsked('revoke')}>
          Revoke
        </Button>
      ) : null}
      {asked === 'rotate' ? (
        <Confirm
          title={`Give ${label} a new token?`}
          action="Rotate"
          keep="Leave it"
          doing={rotate}
          close={close}
        >
          The token of now stops at once: what uses it is refused until it has the new one, which you get
          next. Scope and end stay.
        </Confirm>
      ) : null}
      {asked === 'revoke' ? (
        <Confirm title={`Revoke ${label}?`} action="Revoke" doing={revoke} close={close}>
          It stops with the next request, for good. What uses it needs another key.
        </Confirm>
      ) : null}
    </Group>
  );
}
