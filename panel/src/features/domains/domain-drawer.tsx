import { Anchor, Badge, Box, Drawer, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Domain } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
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

/** Shows a domain in a drawer over the list. The ID `new` opens the form for a new domain. */
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
        <DomainDetails key={data.id} domain={data} />
      )}
    </Drawer>
  );
}

function DomainDetails({ domain }: { domain: Domain }): ReactNode {
  const { may } = useWorkspace();
  const lifecycle = useUndoableLifecycle(domainKind);
  const isArchived = domain.status === 'archived';
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text size="xs" c="dimmed">
          Created <Timestamp at={domain.createdAt} />
          {isArchived ? '. After you restore it, the domain must be verified again.' : null}
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
      <DomainCampaigns domainId={domain.id} />
    </Stack>
  );
}

function Certificate({ host }: { host: string }): ReactNode {
  return (
    <FieldGroup title="Certificate">
      <Text>
        HTTPS links need a certificate for this domain on the proxy in front of Waypost. Caddy obtains one
        automatically on the first visit; for other proxies, your administrator must add the domain.{' '}
        <Anchor href={`https://${host}/`} target="_blank" rel="noreferrer noopener" inherit>
          Open https://{host}/
        </Anchor>{' '}
        to check the certificate.
      </Text>
    </FieldGroup>
  );
}

const namedMax = 20;

function DomainCampaigns({ domainId }: { domainId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'campaigns', 'of domain', domainId],
    queryFn: ({ signal }) =>
      api.listCampaigns({ query: { domainId, limit: namedMax, sort: 'name' }, signal }),
  });
  const more = (data?.meta.total ?? 0) - (data?.items.length ?? 0);
  return (
    <FieldGroup title="Campaigns">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={24} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">
          No campaign uses this domain. Once it is verified, select it in a campaign’s settings.
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
