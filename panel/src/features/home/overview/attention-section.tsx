import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionItem } from '../../../lib/api/api.ts';
import { attentionLink, attentionTitles } from '../../../lib/screens/attention-links.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from './overview.module.css';

const refreshMs = 60_000;

export function AttentionSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAttention'],
    queryFn: ({ signal }) => api.getAttention({ signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Section title="Needs attention">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data?.items.length === 0 ? <Text c="dimmed">All clear</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <ul className={classes['attention']} aria-label="Needs attention">
          {data.items.map((item) => (
            <Line key={`${item.kind} ${item.subject?.id ?? item.message}`} item={item} />
          ))}
        </ul>
      )}
      {data?.isComplete === false ? (
        <Text size="sm" className="wp-warning">
          The traffic store is not available, so this list may be incomplete.
        </Text>
      ) : null}
    </Section>
  );
}

function Line({ item }: { item: AttentionItem }): ReactNode {
  const target = attentionLink(item);
  const title = attentionTitles[item.kind];
  const name = item.subject === null ? title : `${title}: ${item.subject.name}`;
  return (
    <li>
      {target === undefined ? (
        <Text fw={600}>{name}</Text>
      ) : (
        <Anchor
          renderRoot={(root) => <Link {...root} to={target.to} search={target.search ?? {}} />}
          fw={600}
        >
          {name}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {item.message}
      </Text>
    </li>
  );
}
