import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelRotator } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatShare } from '../../lib/format/format-share.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import classes from '../../ui/numbers/numbers.module.css';
import { RecordOverview } from '../../ui/record/record-overview.tsx';
import { UsesSection } from '../../ui/record/uses-section.tsx';
import { Section } from '../../ui/section.tsx';
import { listRuleVisits } from './list-rule-visits.ts';
import { rotatorKey } from './rotator-queries.ts';

export function RotatorOverview({ rotator: { id, createdAt } }: { rotator: PanelRotator }): ReactNode {
  const { may } = useWorkspace();
  return (
    <RecordOverview
      createdAt={createdAt}
      numbers={{
        dimension: 'rotator',
        id,
        left: [
          { title: 'Paths', dimension: 'path', heading: 'Path' },
          { title: 'Offers', dimension: 'offer', heading: 'Offer' },
          { title: 'Landing pages', dimension: 'landing', heading: 'Landing page' },
        ],
        right: [{ title: 'Campaigns', dimension: 'campaign', heading: 'Campaign' }],
        conversions: {
          filter: { rotatorId: id },
          empty: 'Conversions are reported to the postback URL on the campaign’s page.',
        },
      }}
      left={
        <UsesSection
          thing="rotators"
          id={id}
          unused="Not used yet. Create a campaign and select this rotator as its destination."
        />
      }
      right={may('reports.read') ? <RuleVisits rotatorId={id} /> : null}
    />
  );
}

function RuleVisits({ rotatorId }: { rotatorId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const visits = useQuery({
    queryKey: rotatorKey(workspace.id, rotatorId, 'visits'),
    queryFn: ({ signal }) => api.countRotatorVisits(rotatorId, { signal }),
    staleTime: 60_000,
  });
  const routing = useQuery({
    // The key differs from that of the editor, which must not start with these rules.
    queryKey: rotatorKey(workspace.id, rotatorId, 'rules', 'names'),
    queryFn: ({ signal }) => api.getRotatorRules(rotatorId, { signal }),
  });
  const error = visits.error ?? routing.error;
  const rows =
    visits.data === undefined || routing.data === undefined
      ? undefined
      : listRuleVisits(routing.data.rules, visits.data);
  return (
    <Section title="Rules" lead="Visits in the last 7 days, without bots.">
      {error === null ? null : (
        <ErrorNote error={error} retry={() => void Promise.all([visits.refetch(), routing.refetch()])} />
      )}
      {rows === undefined && error === null ? <Skeleton h={80} /> : null}
      {rows === undefined ? null : (
        <table className={classes['table']} aria-label="Rules">
          <thead>
            <tr>
              <th>Rule</th>
              <th>Visits</th>
              <th>Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, isOff, visits: count, share }) => (
              <tr key={key}>
                <td>
                  {name}
                  {isOff ? (
                    <Text span c="dimmed" inherit>
                      {' (off)'}
                    </Text>
                  ) : null}
                </td>
                <td>{count.toLocaleString('en')}</td>
                <td>{share === undefined ? '–' : formatShare(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Anchor
        size="sm"
        renderRoot={(root) => (
          <Link {...root} to="/rotators/$rotatorId" params={{ rotatorId }} search={{ tab: 'rules' }} />
        )}
      >
        Rules and paths
      </Anchor>
    </Section>
  );
}
