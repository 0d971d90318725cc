import { Button, Group, Progress, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Upload } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { formatLineVerdict, formatUpload } from './format-upload.ts';
import { fateShown, readFate, type LineFate } from './line-fate.ts';
import { danger } from '../../ui/danger.ts';

const busyMs = 1_000;
const pageRows = 100;

export function UploadResult({ id, sizeBytes }: { id: string; sizeBytes: number | undefined }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'uploads', id],
    queryFn: ({ signal }) => api.getUpload(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'reading' ? busyMs : false,
  });
  const undo = useMutation({
    mutationFn: () => api.undoUpload(id),
    onSuccess: ({ withdrawn, kept }) =>
      showDone(
        `Reversing ${withdrawn.toLocaleString('en-GB')} ${withdrawn === 1 ? 'entry' : 'entries'}${kept === 0 ? '' : `, keeping ${kept.toLocaleString('en-GB')}`}.`,
        undefined,
      ),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id] }),
  });
  if (data === undefined)
    return error === null ? <Skeleton h={120} /> : <ErrorNote error={error} retry={() => void refetch()} />;
  const { state, progress, failure } = data;
  return (
    <Section title={data.fileName} lead={formatUpload(data)}>
      {state === 'reading' && sizeBytes !== undefined && sizeBytes > 0 ? (
        <Progress value={(progress.bytes / sizeBytes) * 100} aria-label="Import progress" />
      ) : null}
      {failure === null ? null : <Text className="wp-warning">{failure.message}</Text>}
      {undo.error === null ? null : <ErrorNote error={undo.error} close={undo.reset} />}
      <Counts upload={data} />
      {data.canUndo && may('uploads.write') ? (
        <div>
          <Button {...danger} loading={undo.isPending} onClick={() => undo.mutate()}>
            Reverse entries
          </Button>
        </div>
      ) : null}
      {data.undoneAt === null ? null : <Text>All entries from this import have been reversed.</Text>}
      {progress.lines === 0 ? null : <Lines upload={data} />}
    </Section>
  );
}

function Counts({ upload: { counts, kind } }: { upload: Upload }): ReactNode {
  const known = Object.entries(counts).filter(([, count]) => count > 0);
  return known.length === 0 ? null : (
    <Text size="sm" c="dimmed">
      {known
        .map(([verdict, count]) => `${formatLineVerdict(kind, verdict)}: ${count.toLocaleString('en-GB')}`)
        .join(', ')}
    </Text>
  );
}

/** Shows the lines of an upload. If lines were skipped, only skipped lines are shown at first. */
function Lines({ upload: { id, kind, progress, state } }: { upload: Upload }): ReactNode {
  const { workspace, api } = useWorkspace();
  const [chosenFate, setFate] = useState<LineFate>();
  const fate = fateShown(chosenFate, progress);
  const pages = useInfiniteQuery({
    queryKey: [workspace.id, 'uploads', id, 'lines', fate, state],
    queryFn: ({ pageParam, signal }) =>
      api.listUploadLines(id, {
        query: { limit: pageRows, cursor: pageParam, ...(fate === 'all' ? {} : { fate }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
    enabled: state === 'done' || state === 'failed',
  });
  const lines = pages.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <SegmentedControl
        aria-label="Lines"
        size="xs"
        data={[
          { value: 'all', label: 'All lines' },
          { value: 'taken', label: 'Imported' },
          { value: 'refused', label: 'Skipped' },
        ]}
        value={fate}
        onChange={(chosen) => setFate(readFate(chosen))}
      />
      {pages.error === null ? null : <ErrorNote error={pages.error} retry={() => void pages.refetch()} />}
      {lines?.length === 0 ? <Text c="dimmed">No lines match this filter.</Text> : null}
      {lines === undefined || lines.length === 0 ? null : (
        <table className="wp-lines" aria-label="Imported lines">
          <tbody>
            {lines.map(({ line, fate: lineFate, verdict, message, noPostback }) => (
              <tr key={line}>
                <td>
                  {`${lineFate === 'taken' ? 'Imported' : 'Skipped'}: ${formatLineVerdict(kind, verdict)}`}
                  <Text size="xs" c="dimmed">
                    {[message, noPostback].filter((part) => part !== null).join(' ')}
                  </Text>
                </td>
                <td>line {line}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pages.hasNextPage ? (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Load more
          </Button>
        </Group>
      ) : null}
    </>
  );
}
