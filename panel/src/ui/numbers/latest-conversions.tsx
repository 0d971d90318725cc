import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventRecordField } from '@waypost/contract/events/panel-events.ts';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { countryName } from '../../lib/format/country-names.ts';
import { formatMoney } from '../../lib/format/format-metrics.ts';
import { ErrorNote } from '../error-note.tsx';
import { Section } from '../section.tsx';
import { Timestamp } from '../timestamp.tsx';
import classes from './numbers.module.css';
import type { ShownRange } from './numbers.tsx';

const countMax = 5;
const refreshMs = 30_000;
const textWide = `${classes['text']} ${classes['wide']}`;

export type ConversionFilter = Partial<Record<'campaignId' | EventRecordField, string>>;

export function LatestConversions({
  filter,
  empty,
  shown: { days, range },
}: {
  filter: ConversionFilter;
  empty: string;
  shown: ShownRange;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const query = { ...days, ...filter, type: 'event' as const, limit: countMax };
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listBriefEvents', 'latest', query],
    queryFn: ({ signal }) => api.listBriefEvents({ query, signal }),
    refetchInterval: refreshMs,
  });
  const events = data?.items.filter((event) => event.type === 'event');
  return (
    <Section title="Latest conversions">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {events === undefined && error === null ? <Skeleton h={120} /> : null}
      {events?.length === 0 ? <Text c="dimmed">No conversions in this time range. {empty}</Text> : null}
      {events === undefined || events.length === 0 ? null : (
        <>
          <div className={classes['frame']}>
            <table className={classes['table']} aria-label="Latest conversions">
              <thead>
                <tr>
                  <th>Time</th>
                  <th className={classes['text']}>Type</th>
                  <th className={textWide}>Status</th>
                  <th className={textWide}>Country</th>
                  <th>Revenue</th>
                </tr>
              </thead>
              <tbody>
                {events.map((event) => (
                  <tr key={`${event.id} ${event.time}`}>
                    <td>
                      <Anchor component={Link} to={`/visits/${event.visitId ?? event.id}`} inherit>
                        <Timestamp at={event.time} />
                      </Anchor>
                    </td>
                    <td className={classes['text']}>{event.label ?? 'Conversion'}</td>
                    <td className={textWide}>{event.status ?? ''}</td>
                    <td className={textWide}>{event.country === null ? '' : countryName(event.country)}</td>
                    <td>{formatMoney(event.revenue, workspace.currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Anchor
            size="sm"
            renderRoot={(root) => (
              <Link {...root} to="/events" search={{ type: 'event', ...filter, range }} />
            )}
          >
            All conversions
          </Anchor>
        </>
      )}
    </Section>
  );
}
