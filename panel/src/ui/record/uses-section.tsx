import { Anchor, Badge, Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { RecordUses } from '../../lib/api/api.ts';
import { useRecordUses, type UsedThing } from '../../lib/records/use-record-uses.ts';
import { ErrorNote } from '../error-note.tsx';
import { Section } from '../section.tsx';
import classes from './uses-section.module.css';

const shownMax = 10;

type Use = { path: string; id: string; name: string; note: string | undefined; isPaused: boolean };
type UseGroup = { title: string; uses: Use[]; total: number };

// Lists the campaigns, rotators and offers that use a record. `unused` says what to do if there are none.
export function UsesSection({
  thing,
  id,
  unused,
}: {
  thing: UsedThing;
  id: string;
  unused: ReactNode;
}): ReactNode {
  const { data, error, refetch } = useRecordUses(thing, id);
  const groups = data === undefined ? undefined : groupUses(thing, data);
  return (
    <Section title="Used by">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {groups === undefined && error === null ? <Skeleton h={80} /> : null}
      {groups?.length === 0 ? <Text c="dimmed">{unused}</Text> : null}
      {groups?.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </Section>
  );
}

function groupUses(thing: UsedThing, { campaigns, rotators, offers }: RecordUses): UseGroup[] {
  const part = thing === 'traffic-sources' ? ['rule', 'rules'] : ['path', 'paths'];
  const groups: UseGroup[] = [
    {
      title: 'Campaigns',
      total: campaigns.total,
      uses: campaigns.items.map(({ status, ...one }) => ({
        ...one,
        path: 'campaigns',
        note: undefined,
        isPaused: status === 'paused',
      })),
    },
    {
      title: 'Rotators',
      total: rotators.total,
      uses: rotators.items.map(({ parts, ...one }) => ({
        ...one,
        path: 'rotators',
        note: `${part[parts.length === 1 ? 0 : 1]} ${parts.join(', ')}`,
        isPaused: false,
      })),
    },
    {
      title: 'Offers',
      total: offers.total,
      uses: offers.items.map(({ as, ...one }) => ({
        ...one,
        path: 'offers',
        note: as === 'fallback' ? 'as fallback' : undefined,
        isPaused: false,
      })),
    },
  ];
  return groups.filter(({ total }) => total > 0);
}

function Group({ title, uses, total }: UseGroup): ReactNode {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? uses : uses.slice(0, shownMax);
  return (
    <div>
      <Text component="h3" fw={600} m={0}>
        {title} ({total.toLocaleString('en')})
      </Text>
      <ul className={classes['list']} aria-label={title}>
        {shown.map(({ path, id, name, note, isPaused }) => (
          <li key={id} className="wp-wrap">
            <Anchor component={Link} to={`/${path}/${id}`} inherit>
              {name}
            </Anchor>
            {note === undefined ? null : (
              <Text span c="dimmed" size="sm">
                {' '}
                · {note}
              </Text>
            )}
            {isPaused ? (
              <Badge ml="xs" color="gray">
                Paused
              </Badge>
            ) : null}
          </li>
        ))}
      </ul>
      {shown.length < uses.length ? (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          Show all
        </Button>
      ) : total > uses.length ? (
        <Text size="xs" c="dimmed" mt="xs">
          {(total - uses.length).toLocaleString('en')} more.
        </Text>
      ) : null}
    </div>
  );
}
