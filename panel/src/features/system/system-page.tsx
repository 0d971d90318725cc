import { Alert, Anchor, Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import { Fragment, type ReactNode } from 'react';
import type { SystemHealth } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import {
  formatBytes,
  formatDuration,
  formatSizes,
  formatStatus,
  recommendedActions,
} from './format-system.ts';
import {
  CertificatesSection,
  EdgesSection,
  JobsSection,
  PartsSection,
  RestartsSection,
} from './system-tables.tsx';

const refreshMs = 10_000;

export function SystemPage(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [workspace.id, 'getSystemHealth'],
    queryFn: ({ signal }) => api.getSystemHealth({ signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Page
      title="System"
      actions={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      <Stack gap="md" maw={1080}>
        {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
        {data === undefined ? (
          error === null ? (
            <Skeleton h={300} />
          ) : null
        ) : (
          <>
            <Summary health={data} />
            <PartsSection health={data} />
            <EdgesSection health={data} />
            <CertificatesSection health={data} />
            <Queues health={data} />
            <Storage health={data} />
            <RestartsSection health={data} />
            <JobsSection health={data} />
            <BackupSection health={data} />
          </>
        )}
      </Stack>
    </Page>
  );
}

function Summary({ health }: { health: SystemHealth }): ReactNode {
  const actions = recommendedActions(health);
  // Red is reserved for components that are not responding. Recommended actions alone do not change the color.
  const color = health.status === 'ready' ? {} : { color: 'red' };
  return (
    <Alert variant="light" {...color} title={formatStatus(health.status)}>
      <Stack gap={4}>
        {actions.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        <Text>
          Version {health.version}, traffic in{' '}
          {health.trafficStore === 'clickhouse' ? 'ClickHouse' : 'PostgreSQL'}, checked{' '}
          <Timestamp at={health.checkedAt} />. Set up{' '}
          <Anchor renderRoot={(root) => <Link {...root} to="/alerts" />}>alerts</Anchor> to be notified of
          problems.
        </Text>
      </Stack>
    </Alert>
  );
}

function Queues({ health: { spool, backlog, publication, erasures } }: { health: SystemHealth }): ReactNode {
  return (
    <Section
      title="Queues"
      lead="Queued data is not lost. Each backlog is processed as soon as the component it is waiting for responds again."
    >
      <Facts
        facts={[
          ...spool.map(({ name, backlogBytes, oldestSeconds }): [string, string] => [
            `Spool, ${name}`,
            backlogBytes === 0
              ? 'Empty'
              : `${formatBytes(backlogBytes)}, oldest ${Math.round(oldestSeconds)} s`,
          ]),
          ['Incoming postbacks', backlog.inboxRequests.toLocaleString('en-GB')],
          ['Outbox rows', backlog.outboxRows.toLocaleString('en-GB')],
          ['Postbacks due', backlog.postbacks.toLocaleString('en-GB')],
          ['Campaigns to publish', publication.waiting.toLocaleString('en-GB')],
          ['Campaigns that failed to publish', publication.failed.toLocaleString('en-GB')],
          ['Stuck data deletions', erasures.stuck.toLocaleString('en-GB')],
        ]}
      />
    </Section>
  );
}

function Storage({ health }: { health: SystemHealth }): ReactNode {
  const { disk, geoAgeDays } = health;
  return (
    <Section
      title="Storage"
      lead="Recorded traffic takes up most of the space. Data retention is set for each workspace."
    >
      <Facts
        facts={[
          ...formatSizes(health),
          [
            'Data directory disk',
            disk === null
              ? 'Could not be read'
              : `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} free`,
          ],
          ['GeoIP database', geoAgeDays === null ? 'Unknown' : `${Math.floor(geoAgeDays)} days old`],
        ]}
      />
    </Section>
  );
}

function BackupSection({ health: { backups, checkedAt } }: { health: SystemHealth }): ReactNode {
  const { last, failure, nextAt } = backups;
  const { bytes = null, durationMs = null, folder = null } = last ?? {};
  return (
    <Section
      title="Backup"
      lead="A backup contains all data of this installation. Copy backups to another machine."
    >
      <Facts
        facts={[
          ['Last backup', <LastBackup key="last" at={last?.at ?? null} />],
          ['Size', bytes === null ? null : formatBytes(bytes)],
          ['Duration', durationMs === null ? null : formatDuration(durationMs)],
          ['Folder', folder],
          ['Next backup', <NextBackup key="next" at={nextAt} checkedAt={checkedAt} />],
          [
            'Last failure',
            failure === null ? null : (
              <Fragment key="failure">
                <Timestamp at={failure.at} />: {showInvisible(failure.reason)}
              </Fragment>
            ),
          ],
        ]}
      />
    </Section>
  );
}

function LastBackup({ at }: { at: string | null }): ReactNode {
  if (at !== null) return <Timestamp at={at} />;
  return (
    <>
      No backup found. Run <Code>waypost backup FOLDER</Code> on the server.
    </>
  );
}

function NextBackup({ at, checkedAt }: { at: string | null; checkedAt: string }): ReactNode {
  if (at !== null) return new Date(at) <= new Date(checkedAt) ? 'Due now' : <Timestamp at={at} />;
  return (
    <>
      Not scheduled. Set <Code>WAYPOST_BACKUP_TO</Code> to back up every day.
    </>
  );
}
