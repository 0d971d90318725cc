import { Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { listDifferences } from '../../lib/records/list-differences.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
import { Confirm } from '../confirm.tsx';
import { ErrorNote } from '../error-note.tsx';
import { DifferencesTable } from './differences-table.tsx';
import { useNamesIn } from './use-names-in.ts';
import type { VersionedRecord } from './versioned-record.ts';

type RestoreVersionProps<Written extends { version: number }> = {
  of: VersionedRecord<Written>;
  version: number;
};

/** Restores a version. Shows the changes for confirmation first, because a restored version goes live immediately. */
export function RestoreVersion<Written extends { version: number }>(
  props: RestoreVersionProps<Written>,
): ReactNode {
  const { record, putBack } = props.of;
  const [isOpen, setOpen] = useState(false);
  if (putBack === undefined || record.status === 'archived') return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Restore
      </Button>
      {isOpen ? <ConfirmRestore {...props} close={() => setOpen(false)} /> : null}
    </>
  );
}

function ConfirmRestore<Written extends { version: number }>({
  of,
  version,
  close,
}: RestoreVersionProps<Written> & { close: () => void }): ReactNode {
  const restore = useMutation({
    mutationFn: async () => await of.putBack?.(version),
    onSuccess: (written) => {
      if (written === undefined) return;
      of.onPutBack(written);
      notifications.show({
        message: written.changed
          ? `Restored version ${version} as version ${written.version}.`
          : `Version ${version} is the same as the current version.`,
      });
      close();
    },
  });
  return (
    <Confirm
      title={`Restore version ${version}?`}
      action="Restore"
      keep="Cancel"
      color="ink"
      size="xl"
      doing={restore}
      close={close}
    >
      <Text mb="sm">{`Restoring creates version ${of.record.version + 1}, which goes live right away.`}</Text>
      <Differences of={of} version={version} />
    </Confirm>
  );
}

function Differences<Written extends { version: number }>({
  of,
  version,
}: RestoreVersionProps<Written>): ReactNode {
  const key = useKindKey(of.thing);
  const { id, version: current } = of.record;
  const { data, error, refetch } = useQuery({
    queryKey: [...key, id, 'versions', version, 'against', current],
    queryFn: async ({ signal }) => {
      const [now, then] = await Promise.all([of.get(current, { signal }), of.get(version, { signal })]);
      return listDifferences(now.content, then.content);
    },
    staleTime: Infinity,
  });
  const names = useNamesIn(data ?? [], of.references);
  if (error !== null) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={64} />;
  if (data.length === 0) return <Text>{`Version ${version} is the same as the current version.`}</Text>;
  return <DifferencesTable differences={data} names={names} before="Now" after={`Version ${version}`} />;
}
