import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListedReport, ReportLink } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { Timestamp } from '../../../ui/timestamp.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { danger } from '../../../ui/danger.ts';

const states: Record<ReportLink['state'], string> = {
  active: 'Active',
  suspended: 'Suspended',
  expired: 'Expired',
  revoked: 'Revoked',
};

export function ShareLinks({
  reports,
  opened,
}: {
  reports: readonly ListedReport[];
  opened: ListedReport | undefined;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const [url, setUrl] = useState<string>();
  const [revoked, setRevoked] = useState<ReportLink>();
  const key = [workspace.id, 'listReportLinks'];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.listReportLinks({ query: { limit: 200 }, signal }),
    // Uses are counted while the list is closed.
    refetchOnMount: 'always',
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Anyone with the link can see the report without signing in, but nothing else of the workspace.
      </Text>
      {url === undefined ? (
        <NewLinkForm
          reports={reports}
          opened={opened}
          onCreated={(created) => {
            setUrl(created);
            refresh();
          }}
        />
      ) : (
        <CreatedLink url={url} done={() => setUrl(undefined)} />
      )}
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data?.items.length === 0 ? <Text c="dimmed">No share links yet.</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <Stack component="ul" aria-label="Share links" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.items.map((link) => (
            <LinkItem key={link.id} link={link} onRevoke={() => setRevoked(link)} />
          ))}
        </Stack>
      )}
      {revoked === undefined ? null : (
        <RevokeLink link={revoked} onRevoked={refresh} close={() => setRevoked(undefined)} />
      )}
    </Stack>
  );
}

function CreatedLink({ url, done }: { url: string; done: () => void }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => button.current?.focus(), []);
  return (
    <Alert variant="light" title="Copy the link now. It won’t be shown again.">
      <Stack gap="sm">
        <CopyLine label="Share link" text={url} />
        <div>
          <Button ref={button} variant="default" onClick={done}>
            Done
          </Button>
        </div>
      </Stack>
    </Alert>
  );
}

function LinkItem({ link, onRevoke }: { link: ReportLink; onRevoke: () => void }): ReactNode {
  const { label, reportName, state, creator, expiresAt, uses, lastUsedAt, allowsDownload } = link;
  const isOpen = state === 'active' || state === 'suspended';
  return (
    <DeliveryItem
      name={label}
      state={states[state]}
      isProblem={state === 'suspended'}
      actions={
        isOpen ? (
          <Button size="compact-sm" {...danger} aria-label={`Revoke ${label}`} onClick={onRevoke}>
            Revoke
          </Button>
        ) : null
      }
    >
      {label === reportName ? null : <div>Report: {reportName}</div>}
      <div>
        {state === 'expired' ? 'Expired' : 'Expires'} <Timestamp at={expiresAt} />
        {allowsDownload ? ', with CSV download' : ''}
      </div>
      <div>
        Created by {creator.email}.{' '}
        {lastUsedAt === null ? (
          'Never opened.'
        ) : (
          <>
            Opened {uses} {uses === 1 ? 'time' : 'times'}, last <Timestamp at={lastUsedAt} />.
          </>
        )}
      </div>
      {state === 'suspended' ? (
        <div>It doesn’t work, because {creator.email} may no longer share this report.</div>
      ) : null}
    </DeliveryItem>
  );
}

function RevokeLink({
  link: { id, label },
  onRevoked,
  close,
}: {
  link: ReportLink;
  onRevoked: () => void;
  close: () => void;
}): ReactNode {
  const { api } = useWorkspace();
  const revoke = useMutation({
    mutationFn: () => api.revokeReportLink(id),
    onSuccess: () => {
      showDone('Share link revoked.', undefined);
      onRevoked();
      close();
    },
  });
  return (
    <Confirm title={`Revoke “${label}”?`} action="Revoke link" doing={revoke} close={close}>
      The link stops working immediately. This can’t be undone.
    </Confirm>
  );
}
