import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ListedAffiliateNetwork } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useKindKey } from '../../lib/record-kind.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { affiliateNetworkKind } from './kind.ts';

type Wanted = 'issue' | 'remove';

/** The token that conversions of a network must carry, where there is one. It is shown once. */
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
  // What stops the reports that come now is asked about first.
  const [asked, setAsked] = useState<Wanted>();
  const change = useMutation({
    mutationFn: async (wanted: Wanted) => {
      if (wanted === 'issue') return (await api.issueAffiliateNetworkToken(id, { version })).token;
      await api.removeAffiliateNetworkToken(id, { version });
      return undefined;
    },
    onSettled: async () => {
      setAsked(undefined);
      await queries.invalidateQueries({ queryKey: key });
    },
  });
  const isSet = data?.isSet === true;
  return (
    <FieldGroup
      title="Token"
      lead={
        isSet
          ? 'Only reports that carry the token count for offers of this network.'
          : 'With a token, only reports that carry it count for offers of this network.'
      }
    >
      {change.error === null ? null : <ErrorNote error={change.error} />}
      {change.data === undefined ? null : (
        <CopyLine
          label="New token"
          text={change.data}
          help="Shown only now. The network sends it as the parameter token."
        />
      )}
      {isReadOnly || data === undefined ? null : asked === undefined ? (
        <Group gap="sm">
          <Button
            variant="default"
            size="compact-md"
            loading={change.isPending}
            onClick={() => (isSet ? setAsked('issue') : change.mutate('issue'))}
          >
            {isSet ? 'Make a new token' : 'Make a token'}
          </Button>
          {isSet ? (
            <Button variant="subtle" size="compact-md" onClick={() => setAsked('remove')}>
              Remove the token
            </Button>
          ) : null}
        </Group>
      ) : (
        <Group gap="sm">
          <Text>
            {asked === 'issue'
              ? 'The token that the network has now stops at once.'
              : 'Everybody who knows the postback URL can report conversions then.'}
          </Text>
          <Button size="compact-md" loading={change.isPending} onClick={() => change.mutate(asked)}>
            {asked === 'issue' ? 'Make a new token' : 'Remove the token'}
          </Button>
          <Button variant="subtle" size="compact-md" onClick={() => setAsked(undefined)}>
            Leave it
          </Button>
        </Group>
      )}
    </FieldGroup>
  );
}
