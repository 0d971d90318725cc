import { Anchor, Box, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InboxEntry } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatVerdict } from '../../lib/format/format-verdict.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { RawText } from '../../ui/raw-text.tsx';

/** Maximum number of postbacks to show, more than a network normally sends for one visit. */
const shownMax = 20;

export function VisitIncomingPostbacks({ visitId }: { visitId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listInbox', 'visit', visitId],
    queryFn: ({ signal }) =>
      api.listInbox({ query: { clickId: visitId, limit: shownMax, sort: 'receivedAt' }, signal }),
    retry: false,
  });
  return (
    <Section title="Incoming postbacks">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={60} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed">No incoming postbacks recorded for this visit.</Text>
      ) : null}
      {data?.items.map((entry) => (
        <Request key={entry.id} entry={entry} visitId={visitId} />
      ))}
      {data?.meta.nextCursor === null || data === undefined ? null : (
        <Text c="dimmed">{`The first ${shownMax} are shown. Open Incoming postbacks to see all of them.`}</Text>
      )}
    </Section>
  );
}

function Request({ entry, visitId }: { entry: InboxEntry; visitId: string }): ReactNode {
  const { id, verdict, reason, receivedAt, method, query, body } = entry;
  return (
    <Box>
      <Text>
        <Anchor
          inherit
          renderRoot={(root) => <Link {...root} to="/inbox" search={{ clickId: visitId, open: id }} />}
        >
          {formatVerdict(verdict)}
        </Anchor>
        , <Timestamp at={receivedAt} />
      </Text>
      <Text size="sm" c="dimmed">
        {reason ?? 'Not processed yet.'}
      </Text>
      {query === null ? (
        <Text size="sm" c="dimmed">
          The request is hidden because your role can’t view personal data.
        </Text>
      ) : (
        <RawText text={[method, query, body].filter((part) => part !== '').join(' ')} />
      )}
    </Box>
  );
}
