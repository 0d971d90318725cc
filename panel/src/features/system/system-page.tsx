import { Alert, Anchor, Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SystemHealth } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { formatBytes, formatSizes, formatStatus, whatToDo } from './format-system.ts';
import { EdgesSection, JobsSection, PartsSection, RestartsSection } from './system-tables.tsx';

const refreshMs = 10_000;

/** How the installation does, for whoever runs it: every part, what waits, and what to do. */
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
          Look again
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
            <Waiting health={data} />
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
  const todo = whatToDo(health);
  // Red is for what does not answer; what should be done some time is said in words.
  const color = health.status === 'ready' ? {} : { color: 'red' };
  return (
    <Alert variant="light" {...color} title={formatStatus(health.status)}>
      <Stack gap={4}>
        {todo.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        <Text>
          Version {health.version}, traffic in{' '}
          {health.trafficStore === 'clickhouse' ? 'ClickHouse' : 'PostgreSQL'}, looked at{' '}
          <Timestamp at={health.checkedAt} />.{' '}
          <Anchor renderRoot={(root) => <Link {...root} to="/alerts" />}>Alerts</Anchor> tell you when
          something goes wrong.
        </Text>
      </Stack>
    </Alert>
  );
}

/** What is under way between the parts; usually nothing stays for long. */
function Waiting({ health: { spool, backlog, publication, erasures } }: { health: SystemHealth }): ReactNode {
  return (
    <Section
      title="What waits"
      lead="All of it is kept; it is worked off by itself once its part answers again."
    >
      <Facts
        facts={[
          ...spool.map(({ name, backlogBytes, oldestSeconds }): [string, string] => [
            `Spool, ${name}`,
            backlogBytes === 0
              ? 'nothing'
              : `${formatBytes(backlogBytes)}, the oldest for ${Math.round(oldestSeconds)} s`,
          ]),
          ['Requests of networks', backlog.inboxRequests.toLocaleString('en-GB')],
          ['Rows for the traffic store', backlog.outboxRows.toLocaleString('en-GB')],
          ['Postbacks that are due', backlog.postbacks.toLocaleString('en-GB')],
          ['Campaigns to be published', publication.waiting.toLocaleString('en-GB')],
          ['Campaigns that could not be', publication.failed.toLocaleString('en-GB')],
          ['Erasures that are stuck', erasures.stuck.toLocaleString('en-GB')],
        ]}
      />
    </Section>
  );
}

function Storage({ health }: { health: SystemHealth }): ReactNode {
  const { disk, geoAgeDays } = health;
  return (
    <Section
      title="Storage and files"
      lead="Recorded traffic is what grows. How long it is kept is decided in the settings of each workspace."
    >
      <Facts
        facts={[
          ...formatSizes(health),
          [
            'Disk of the data directory',
            disk === null
              ? 'cannot be read'
              : `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} free`,
          ],
          ['Files of places', geoAgeDays === null ? 'no edge tells' : `${Math.floor(geoAgeDays)} days old`],
        ]}
      />
    </Section>
  );
}

function BackupSection({ health: { lastBackupAt } }: { health: SystemHealth }): ReactNode {
  return (
    <Section
      title="Backup"
      lead="Waypost makes no backups by itself. Stop it, copy the whole data directory with its owners and modes, and start it again; external engines are backed up with their own tools. Try now and then whether a copy starts."
    >
      <Facts
        facts={[
          [
            'Last backup',
            lastBackupAt === null ? (
              <>
                not known: let whatever makes it run <Code>touch last-backup</Code> in the data directory
                afterwards
              </>
            ) : (
              <Timestamp key="at" at={lastBackupAt} />
            ),
          ],
        ]}
      />
    </Section>
  );
}
