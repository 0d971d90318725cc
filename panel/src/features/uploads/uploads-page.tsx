import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Upload } from '../../lib/api/api.ts';
import type { LogSearch } from '../../lib/records/log-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { formatUpload } from './format-upload.ts';
import { UploadForm, type UploadOrder } from './upload-form.tsx';
import { UploadResult } from './upload-result.tsx';

const busyMs = 3_000;
const shownUploads = 20;

export function UploadsPage(): ReactNode {
  const search: LogSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const [size, setSize] = useState<{ id: string; bytes: number }>();
  const send = useMutation({
    mutationFn: async ({ file, order }: UploadOrder) => {
      const { id } = await api.createUpload(order);
      setSize({ id, bytes: file.size });
      // The result opens before the file is sent, so that progress is visible during the upload.
      await navigate({ to: '/uploads', search: { open: id } });
      await api.sendUploadFile(id, file);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id] }),
  });
  return (
    <Page title="Uploads">
      <Stack gap="md" maw={1080}>
        {may('uploads.write') ? (
          <UploadForm isBusy={send.isPending} onSend={(order) => send.mutate(order)} />
        ) : null}
        {send.error === null ? null : <ErrorNote error={send.error} close={send.reset} />}
        {search.open === undefined ? null : (
          <UploadResult
            key={search.open}
            id={search.open}
            sizeBytes={size?.id === search.open ? size.bytes : undefined}
          />
        )}
        <Uploads />
      </Stack>
    </Page>
  );
}

function Uploads(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listUploads', 'page'],
    queryFn: ({ signal }) => api.listUploads({ query: { limit: shownUploads }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? busyMs : false),
  });
  return (
    <Section title="Recent imports" lead="Kept for 90 days, with the result for each line.">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? error === null ? <Skeleton h={80} /> : null : null}
      {data?.items.length === 0 ? <Text c="dimmed">No imports yet.</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <table className="wp-lines" aria-label="Recent imports">
          <tbody>
            {data.items.map((upload) => (
              <tr key={upload.id}>
                <td>
                  <Anchor
                    inherit
                    renderRoot={(root) => <Link {...root} to="/uploads" search={{ open: upload.id }} />}
                  >
                    {upload.fileName}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {formatUpload(upload)}
                  </Text>
                </td>
                <td>
                  <Timestamp at={upload.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function isRunning({ state }: Upload): boolean {
  return state === 'waiting' || state === 'reading';
}
