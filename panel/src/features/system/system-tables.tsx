import { ScrollArea, Table, Text } from '@mantine/core';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import type { ReactNode } from 'react';
import type { SystemHealth } from '../../lib/api/api.ts';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';

type SystemTableProps = { health: SystemHealth };

function State({
  isOk,
  good = 'Running',
  bad = 'Not responding',
}: {
  isOk: boolean;
  good?: string;
  bad?: string;
}) {
  return isOk ? (
    <Text span>{good}</Text>
  ) : (
    <Text span fw={600} className="wp-warning">
      {bad}
    </Text>
  );
}

export function PartsSection({ health: { parts, restarts } }: SystemTableProps): ReactNode {
  const counts = new Map(restarts.map(({ process, count }) => [process, count]));
  return (
    <Section title="Processes and engines" lead="On the machine that serves the panel.">
      {parts.length === 0 ? (
        <Text c="dimmed">Status unavailable: the status port on this machine is not responding.</Text>
      ) : (
        <Table aria-label="Processes and engines">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Component</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th visibleFrom="sm">Since</Table.Th>
              <Table.Th ta="right">Restarts</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map(({ name, isOk, since, message }) => (
              <Table.Tr key={name}>
                <Table.Td className="wp-mono">{name}</Table.Td>
                <Table.Td>
                  <State isOk={isOk} bad={message ?? 'Not responding'} />
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Timestamp at={since} />
                </Table.Td>
                <Table.Td ta="right">{counts.get(name) ?? ''}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

export function EdgesSection({ health: { edges } }: SystemTableProps): ReactNode {
  return (
    <Section title="Edges" lead="Processes that answer visitors, on all machines.">
      {edges.length === 0 ? (
        <Text c="dimmed">No edge has connected yet.</Text>
      ) : (
        <Table aria-label="Edges">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Edge</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Configuration</Table.Th>
              <Table.Th visibleFrom="sm">Shipped up to</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {edges.map(({ name, isAlive, lastHeardAt, isCurrent, shippedUntil, startedAt }) => (
              <Table.Tr key={`${name} ${startedAt}`}>
                <Table.Td className="wp-mono">{name}</Table.Td>
                <Table.Td>
                  <State isOk={isAlive} good="Running" bad="Offline" />{' '}
                  <Text span size="xs" c="dimmed">
                    <Timestamp at={isAlive ? startedAt : lastHeardAt} />
                  </Text>
                </Table.Td>
                <Table.Td>
                  <State isOk={isCurrent} good="Current" bad="Outdated" />
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  {shippedUntil === null ? 'Nothing yet' : <Timestamp at={shippedUntil} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

export function CertificatesSection({ health: { certificates, checkedAt } }: SystemTableProps): ReactNode {
  if (certificates.length === 0) return null;
  return (
    <Section
      title="Certificates"
      lead="Obtained and renewed by Waypost. Expired certificates stay in use until they can be renewed."
    >
      <Table aria-label="Certificates">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Host</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th visibleFrom="sm">Next attempt</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {certificates.map(({ host, expiresAt, error, errorAt, nextAttemptAt }) => (
            <Table.Tr key={host}>
              <Table.Td>
                <Text span className="wp-mono">
                  {host}
                </Text>
                {error === null || errorAt === null ? null : (
                  <Text size="xs">
                    {showInvisible(error)}{' '}
                    <Text span inherit c="dimmed">
                      <Timestamp at={errorAt} />
                    </Text>
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {expiresAt === null ? (
                  <State isOk={false} bad="No certificate yet" />
                ) : (
                  <>
                    {expiresAt > checkedAt ? null : <State isOk={false} bad="Expired" />}{' '}
                    <Timestamp at={expiresAt} />
                  </>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Timestamp at={nextAttemptAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

export function JobsSection({ health: { jobs } }: SystemTableProps): ReactNode {
  return (
    <Section title="Jobs" lead="Scheduled worker jobs.">
      {jobs.length === 0 ? (
        <Text c="dimmed">No jobs have run yet.</Text>
      ) : (
        <Table aria-label="Jobs">
          <Table.Tbody>
            {jobs.map(({ name, dueAt, isLate }) => (
              <Table.Tr key={name}>
                <Table.Td className="wp-mono">{name}</Table.Td>
                <Table.Td ta="right">
                  {isLate ? <State isOk={false} bad="Overdue since" /> : 'Due'} <Timestamp at={dueAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

export function RestartsSection({ health: { restartLog } }: SystemTableProps): ReactNode {
  return (
    <Section
      title="Restarts"
      lead="Starts, stops and unexpected exits. A process that exits unexpectedly is restarted automatically."
    >
      {restartLog === null ? (
        <Text c="dimmed">Not recorded, because your service manager restarts each process.</Text>
      ) : restartLog.length === 0 ? (
        <Text c="dimmed">No restarts yet.</Text>
      ) : (
        <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Restarts' }}>
          <Table aria-label="Restarts" layout="fixed">
            <Table.Tbody>
              {restartLog.map(({ process, why, at, times }) => (
                <Table.Tr key={`${process} ${at}`} style={{ verticalAlign: 'top' }}>
                  <Table.Td className="wp-mono wp-wrap" w="34%">
                    {process}
                  </Table.Td>
                  <Table.Td className="wp-wrap">
                    {why}
                    {times === 1 ? '' : `, ${times} times`}
                  </Table.Td>
                  <Table.Td ta="right" w="24%">
                    <Timestamp at={at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </Section>
  );
}
