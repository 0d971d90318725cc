import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { countryName } from '../../lib/format/country-names.ts';
import { formatMoney } from '../../lib/format/format-metrics.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import classes from '../../ui/numbers/numbers.module.css';
import type { ShownRange } from '../../ui/numbers/numbers.tsx';
import { Section } from '../../ui/section.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { campaignKey } from './campaign-queries.ts';

const countMax = 5;
const refreshMs = 30_000;

export function LatestConversions({
  campaignId,
  shown: { days, range },
}: {
  campaignId: string;
  shown: ShownRange;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const query = { ...days, campaignId, type: 'event' as const, limit: countMax };
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'conversions', query),
    queryFn: ({ signal }) => api.listBriefEvents({ query, signal }),
    refetchInterval: refreshMs,
  });
  const events = data?.items.filter((event) => event.type === 'event');
  return (
    <Section title="Latest conversions">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {events === undefined && error === null ? <Skeleton h={120} /> : null}
      {events?.length === 0 ? (
        <Text c="dimmed">
          No conversions in this time range. Give the affiliate network the incoming postback URL below.
        </Text>
      ) : null}
      {events === undefined || events.length === 0 ? null : (
        <>
          <table className={classes['table']} aria-label="Latest conversions">
            <thead>
              <tr>
                <th>Time</th>
                <th>Type</th>
                <th className={classes['wide']}>Status</th>
                <th className={classes['wide']}>Country</th>
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
                  <td>{event.label ?? 'Conversion'}</td>
                  <td className={classes['wide']}>{event.status ?? ''}</td>
                  <td className={classes['wide']}>
                    {event.country === null ? '' : countryName(event.country)}
                  </td>
                  <td>{formatMoney(event.revenue, workspace.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Anchor
            size="sm"
            renderRoot={(root) => (
              <Link {...root} to="/events" search={{ type: 'event', campaignId, range }} />
            )}
          >
            All conversions
          </Anchor>
        </>
      )}
    </Section>
  );
}
