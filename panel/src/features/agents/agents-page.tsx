import { Button, List, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AgentConnection } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { exampleQuestions, listAgentSetups } from './agent-setups.ts';

/** The agents that read the workspace, and how another one is connected. */
export function AgentsPage(): ReactNode {
  return (
    <Page title="Agents">
      <Stack gap="md" maw={1080}>
        <Section
          title="Connect an agent"
          lead="AI agents that support the Model Context Protocol (MCP) can read this workspace: campaigns, reports, events. They can't change anything."
        >
          <Setups />
        </Section>
        <Section title="Example questions" lead="Ask them in the agent, once it is connected.">
          <List size="sm" spacing={4}>
            {exampleQuestions.map((question) => (
              <List.Item key={question}>{question}</List.Item>
            ))}
          </List>
        </Section>
        <Connections />
      </Stack>
    </Page>
  );
}

function Setups(): ReactNode {
  const url = `${location.origin}/mcp`;
  const setups = listAgentSetups(url);
  const [chosen, setChosen] = useState('claude-desktop');
  const setup = setups.find(({ id }) => id === chosen);
  return (
    <Stack gap="md">
      <CopyLine
        label="Server address"
        help="For agents that ask only for an address. Leave fields for keys, client ID and secret empty; you allow access in the browser."
        text={url}
      />
      <Select
        label="Agent"
        data={setups.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={(value) => setChosen(value ?? chosen)}
        allowDeselect={false}
        maw={320}
      />
      {setup === undefined ? null : (
        <div>
          <Text size="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
            {setup.step}
          </Text>
          <CopyLine label={`Setup for ${setup.name}`} text={setup.block} help={setup.next} isReachSaid />
        </div>
      )}
    </Stack>
  );
}

function Connections(): ReactNode {
  const { api, workspace, may } = useWorkspace();
  const queries = useQueryClient();
  const key = [workspace.id, 'agent-connections'];
  const [ending, setEnding] = useState<AgentConnection>();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => api.listAgentConnections({ query: { limit: 500 } }),
  });
  return (
    <Section
      title="Connections"
      lead={
        may('agents.manage')
          ? 'Those of everybody in this workspace. Each ends by itself after 180 days, or after 30 days without a call.'
          : 'Yours in this workspace. Each ends by itself after 180 days, or after 30 days without a call.'
      }
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={80} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">No agent reads this workspace. Give one the address above to connect it.</Text>
      ) : (
        <ConnectionTable connections={data.items} onEnd={setEnding} />
      )}
      {ending === undefined ? null : (
        <EndDialog
          connection={ending}
          close={() => setEnding(undefined)}
          onEnded={() => void queries.invalidateQueries({ queryKey: key })}
        />
      )}
    </Section>
  );
}

function ConnectionTable({
  connections,
  onEnd,
}: {
  connections: readonly AgentConnection[];
  onEnd: (connection: AgentConnection) => void;
}): ReactNode {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Agent</Table.Th>
          <Table.Th visibleFrom="sm">Allowed by</Table.Th>
          <Table.Th visibleFrom="sm">Since</Table.Th>
          <Table.Th>Last call</Table.Th>
          <Table.Th aria-label="What can be done" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {connections.map((connection) => (
          <Table.Tr key={connection.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {connection.clientName}
              <Text size="xs" c="dimmed" className="wp-mono">
                {connection.redirectHost}
              </Text>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {connection.person.email}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {connection.person.email}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Timestamp at={connection.createdAt} />
            </Table.Td>
            <Table.Td>
              {connection.lastUsedAt === null ? 'none yet' : <Timestamp at={connection.lastUsedAt} />}
            </Table.Td>
            <Table.Td ta="right">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`End the connection of ${connection.clientName}`}
                onClick={() => onEnd(connection)}
              >
                End
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** It cannot be undone: the agent has to be let in anew. */
function EndDialog({
  connection: { id, clientName, person },
  close,
  onEnded,
}: {
  connection: AgentConnection;
  close: () => void;
  onEnded: () => void;
}): ReactNode {
  const { api } = useWorkspace();
  const end = useMutation({
    mutationFn: () => api.endAgentConnection(id),
    onSuccess: () => {
      notifications.show({ message: `${clientName} reads nothing any more.` });
      onEnded();
      close();
    },
  });
  return (
    <Confirm
      title={`End the connection of ${clientName}?`}
      action="End the connection"
      doing={end}
      close={close}
    >
      Its very next call is refused. To read again, {clientName} has to ask, and {person.email} or somebody
      else has to allow it.
    </Confirm>
  );
}
