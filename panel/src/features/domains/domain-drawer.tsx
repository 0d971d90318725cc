import { Anchor, Badge, Box, Drawer, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Domain } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useKindKey } from '../../lib/record-kind.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { BlockedNote } from '../../ui/record/blocked-note.tsx';
import { LifecycleButton } from '../../ui/record/lifecycle-button.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { useUndoableLifecycle } from '../../ui/record/use-undoable-lifecycle.ts';
import { DomainCheck } from './domain-check.tsx';
import { domainKind } from './kind.ts';
import { NewDomain } from './new-domain.tsx';
import { useLayer } from '../../ui/use-layer.ts';

/** A domain over its list; `new` in place of its id adds one. */
export function DomainDrawer(): ReactNode {
  const { id = 'new' } = useParams({ strict: false });
  const { api } = useWorkspace();
  const navigate = useNavigate();
  const key = useKindKey(domainKind.thing);
  const isNew = id === 'new';
  const { data, error, refetch } = useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api.getDomain(id, { signal }),
    enabled: !isNew,
  });
  const title = isNew ? 'New domain' : (data?.host ?? 'Domain');
  useDocumentTitle(title);
  const go = (path: string) => void navigate({ to: path, search: true, replace: isNew });
  return (
    <Drawer
      opened
      onClose={useLayer(true, () => go('/domains'))}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <Group gap="sm" fw={600} fz="lg" className="wp-wrap">
          {title}
          {data?.status === 'archived' && !isNew ? <Badge color="gray">Archived</Badge> : null}
        </Group>
      }
    >
      {isNew ? (
        <NewDomain onAdded={(added) => go(`/domains/${added}`)} />
      ) : data === undefined ? (
        error === null ? (
          <Skeleton h={240} />
        ) : (
          <ErrorNote error={error} retry={() => void refetch()} />
        )
      ) : (
        <Whole key={data.id} domain={data} />
      )}
    </Drawer>
  );
}

function Whole({ domain }: { domain: Domain }): ReactNode {
  const { may } = useWorkspace();
  const lifecycle = useUndoableLifecycle(domainKind);
  const isArchived = domain.status === 'archived';
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text size="xs" c="dimmed">
          Made <Timestamp at={domain.createdAt} />
          {isArchived ? '. Restored, it has to be checked anew.' : null}
        </Text>
        {may('domains.write') ? (
          <LifecycleButton
            isArchived={isArchived}
            isPending={lifecycle.isPending}
            onClick={() => lifecycle.run(isArchived ? 'restore' : 'archive', [domain])}
          />
        ) : null}
      </Group>
      {lifecycle.error === null ? null : <BlockedNote error={lifecycle.error} close={lifecycle.reset} />}
      {isArchived ? null : <DomainCheck domain={domain} />}
      <Certificate host={domain.host} />
      <Users domainId={domain.id} />
    </Stack>
  );
}

function Certificate({ host }: { host: string }): ReactNode {
  return (
    <FieldGroup title="Certificate">
      <Text>
        For links with https, the proxy in front of Waypost needs a certificate of this name. One that gets
        them on demand, such as Caddy, asks Waypost whether the name is known here and has it with the first
        visit; with any other, whoever runs it adds the name.{' '}
        <Anchor href={`https://${host}/`} target="_blank" rel="noreferrer noopener" inherit>
          Open https://{host}/
        </Anchor>{' '}
        to see whether it is there.
      </Text>
    </FieldGroup>
  );
}

const namedMax = 20;

/** Campaigns whose links have this name. */
function Users({ domainId }: { domainId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'campaigns', 'of domain', domainId],
    queryFn: ({ signal }) =>
      api.listCampaigns({ query: { domainId, limit: namedMax, sort: 'name' }, signal }),
  });
  const more = (data?.meta.total ?? 0) - (data?.items.length ?? 0);
  return (
    <FieldGroup title="Campaigns that use it">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={24} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">
          None yet. Choose it in the settings of a campaign, under Tracking, once it leads here.
        </Text>
      ) : (
        <Box>
          <List>
            {data.items.map(({ id, name }) => (
              <List.Item key={id}>
                <Anchor
                  inherit
                  renderRoot={(root) => (
                    <Link {...root} to="/campaigns/$campaignId" params={{ campaignId: id }} />
                  )}
                >
                  {name}
                </Anchor>
              </List.Item>
            ))}
          </List>
          {more > 0 ? <Text c="dimmed">{`and ${more} more`}</Text> : null}
        </Box>
      )}
    </FieldGroup>
  );
}
