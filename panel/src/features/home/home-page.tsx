import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

// A workspace needs either the form or the overview, so both are loaded on demand.
const Overview = lazy(() =>
  import('./overview/overview.tsx').then(({ Overview: component }) => ({ default: component })),
);
const SetUp = lazy(() => import('./set-up.tsx').then(({ SetUp: component }) => ({ default: component })));

export function HomePage(): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listCampaigns', 'newest'],
    queryFn: ({ signal }) => api.listCampaigns({ query: { limit: 5 }, signal }),
  });
  const canSetUp = may('campaigns.write');
  const isEmpty = data?.items.length === 0;
  return (
    <Page
      title={workspace.name}
      actions={
        data !== undefined && !isEmpty && canSetUp ? (
          <Button component={Link} to="/set-up">
            New campaign link
          </Button>
        ) : null
      }
    >
      {error !== null && data === undefined ? <ErrorNote error={error} retry={() => void refetch()} /> : null}
      {error === null && data === undefined ? <Skeleton h={280} maw={720} /> : null}
      {isEmpty && canSetUp ? (
        <Suspense fallback={<Skeleton h={280} maw={720} />}>
          <SetUp />
        </Suspense>
      ) : null}
      {isEmpty && !canSetUp ? <AskAdmin title="No campaigns yet" /> : null}
      {data === undefined || isEmpty ? null : (
        <Suspense fallback={<Skeleton h={280} />}>
          <Overview>
            <Newest campaigns={data.items} canTest={canSetUp} />
          </Overview>
        </Suspense>
      )}
    </Page>
  );
}

function Newest({ campaigns, canTest }: { campaigns: ListedCampaign[]; canTest: boolean }): ReactNode {
  return (
    <Section title="Newest campaigns">
      <table aria-label="Newest campaigns" className="wp-lines">
        <tbody>
          {campaigns.map(({ id, name, status }) => (
            <tr key={id}>
              <td className="wp-wrap">
                <Anchor
                  renderRoot={(root) => (
                    <Link {...root} to="/campaigns/$campaignId" params={{ campaignId: id }} />
                  )}
                  inherit
                >
                  {name}
                </Anchor>
              </td>
              <td>
                <StatusBadge status={status} />
              </td>
              <td>
                {canTest ? (
                  <Anchor
                    renderRoot={(root) => <Link {...root} to="/set-up" search={{ campaign: id }} />}
                    inherit
                  >
                    Links and tests
                  </Anchor>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
