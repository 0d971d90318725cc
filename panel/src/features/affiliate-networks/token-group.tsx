import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ListedAffiliateNetwork } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { affiliateNetworkKind } from './kind.ts';
import { danger, dangerColor } from '../../ui/danger.ts';

type TokenAction = 'issue' | 'remove';

export function TokenGroup({
  network: { id, version },
  isReadOnly,
}: {
  network: ListedAffiliateNetwork;
  isReadOnly: boolean;
}): ReactNode {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(affiliateNetworkKind.thing);
  const { data } = useQuery({
    queryKey: [...key, id, 'token'],
    queryFn: ({ signal }) => api.getAffiliateNetworkToken(id, { signal }),
  });
  // Action that waits for confirmation. A new token invalidates the current token, and after removal, postbacks are
  // accepted without a token.
  const [pending, setPending] = useState<TokenAction>();
  const change = useMutation({
    mutationFn: async (action: TokenAction) => {
      if (action === 'issue') return (await api.issueAffiliateNetworkToken(id, { version })).token;
      await api.removeAffiliateNetworkToken(id, { version });
      return undefined;
    },
    onSettled: async () => {
      setPending(undefined);
      await queries.invalidateQueries({ queryKey: key });
    },
  });
  const isSet = data?.isSet === true;
  return (
    <FieldGroup
      title="Token"
      lead={
        isSet
          ? 'Postbacks for this network’s offers are accepted only with this token.'
          : 'If you create a token, postbacks for this network’s offers are accepted only with that token.'
      }
    >
      {change.error === null ? null : <ErrorNote error={change.error} />}
      {change.data === undefined ? null : (
        <CopyLine
          label="New token"
          text={change.data}
          help="Copy the token now; it won’t be shown again. The network must send it in the token parameter."
        />
      )}
      {isReadOnly || data === undefined ? null : pending === undefined ? (
        <Group gap="sm">
          <Button
            variant="default"
            size="compact-sm"
            loading={change.isPending}
            onClick={() => (isSet ? setPending('issue') : change.mutate('issue'))}
          >
            {isSet ? 'Rotate token' : 'Create token'}
          </Button>
          {isSet ? (
            <Button {...danger} size="compact-sm" onClick={() => setPending('remove')}>
              Remove token
            </Button>
          ) : null}
        </Group>
      ) : (
        <Confirmation
          pending={pending}
          isPending={change.isPending}
          onConfirm={() => change.mutate(pending)}
          onCancel={() => setPending(undefined)}
        />
      )}
    </FieldGroup>
  );
}

function Confirmation({
  pending,
  isPending,
  onConfirm,
  onCancel,
}: {
  pending: TokenAction;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}): ReactNode {
  return (
    <Group gap="sm">
      <Text>
        {pending === 'issue'
          ? 'The current token stops working immediately.'
          : 'Without a token, anyone who knows the postback URL can report conversions.'}
      </Text>
      <Button color={dangerColor} size="compact-sm" loading={isPending} onClick={onConfirm}>
        {pending === 'issue' ? 'Rotate token' : 'Remove token'}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
