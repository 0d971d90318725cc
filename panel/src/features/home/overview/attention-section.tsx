import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionItem } from '../../../lib/api.ts';
import { attentionLink, attentionTitles } from '../../../lib/attention-links.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from './overview.module.css';

const refreshMs = 60_000;

/** What somebody should look at, each with the way to where it is mended. */
export function AttentionSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAttention'],
    queryFn: ({ signal }) => api.getAttention({ signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Section title="What needs attention">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data?.items.length === 0 ? <Text c="dimmed">Nothing does.</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <ul className={classes['attention']} aria-label="What needs attention">
          {data.items.map((item) => (
            <Line key={`${item.kind} ${item.subject?.id ?? item.message}`} item={item} />
          ))}
        </ul>
      )}
      {data?.isComplete === false ? (
        <Text size="sm" className="wp-warning">
          Recorded traffic cannot be asked right now: something may be missing here.
        </Text>
      ) : null}
    </Section>
  );
}

function Line({ item }: { item: AttentionItem }): ReactNode {
  const place = attentionLink(item);
  const title = attentionTitles[item.kind];
  const name = item.subject === null ? title : `${title}: ${item.subject.name}`;
  return (
    <li>
      {place === undefined ? (
        <Text fw={600}>{name}</Text>
      ) : (
        <Anchor renderRoot={(root) => <Link {...root} to={place.to} search={place.search ?? {}} />} fw={600}>
          {name}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {item.message}
      </Text>
    </li>
  );
}
