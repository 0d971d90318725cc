import { Button, List, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AgentConnection } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { exampleQuestions, listAgentSetups } from './agent-setups.ts';
import { danger } from '../../ui/danger.ts';
import { ActionsHead } from '../../ui/actions-head.tsx';

export function AgentsPage(): ReactNode {
  return (
    <Page title="AI agents">
      <Stack gap="md" maw={1080}>
        <Section
          title="Connect an AI agent"
          lead="AI agents that support the Model Context Protocol (MCP) can read this workspace’s campaigns, reports and events. They can’t change anything."
        >
          <Setups />
        </Section>
        <Section title="Example questions" lead="Ask your agent these questions once it is connected.">
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
        label="Server URL"
        help="Leave the API key, client ID and client secret empty. You approve access in the browser."
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
  const [disconnecting, setDisconnecting] = useState<AgentConnection>();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => api.listAgentConnections({ query: { limit: 500 } }),
  });
  return (
    <Section
      title="Connections"
      lead={
        may('agents.manage')
          ? 'All members’ connections. They expire after 180 days, or after 30 days without use.'
          : 'Your connections. They expire after 180 days, or after 30 days without use.'
      }
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={80} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">No agents connected.</Text>
      ) : (
        <ConnectionTable connections={data.items} onDisconnect={setDisconnecting} />
      )}
      {disconnecting === undefined ? null : (
        <DisconnectDialog
          connection={disconnecting}
          close={() => setDisconnecting(undefined)}
          onDisconnected={() => void queries.invalidateQueries({ queryKey: key })}
        />
      )}
    </Section>
  );
}

function ConnectionTable({
  connections,
  onDisconnect,
}: {
  connections: readonly AgentConnection[];
  onDisconnect: (connection: AgentConnection) => void;
}): ReactNode {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Agent</Table.Th>
          <Table.Th visibleFrom="sm">Approved by</Table.Th>
          <Table.Th visibleFrom="sm">Connected</Table.Th>
          <Table.Th>Last used</Table.Th>
          <ActionsHead />
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
              {connection.lastUsedAt === null ? 'Never' : <Timestamp at={connection.lastUsedAt} />}
            </Table.Td>
            <Table.Td ta="right">
              <Button
                size="compact-sm"
                {...danger}
                aria-label={`Disconnect ${connection.clientName}`}
                onClick={() => onDisconnect(connection)}
              >
                Disconnect
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function DisconnectDialog({
  connection: { id, clientName, person },
  close,
  onDisconnected,
}: {
  connection: AgentConnection;
  close: () => void;
  onDisconnected: () => void;
}): ReactNode {
  const { api } = useWorkspace();
  const disconnect = useMutation({
    mutationFn: () => api.endAgentConnection(id),
    onSuccess: () => {
      notifications.show({ message: `${clientName} disconnected.` });
      onDisconnected();
      close();
    },
  });
  return (
    <Confirm title={`Disconnect ${clientName}?`} action="Disconnect" doing={disconnect} close={close}>
      {clientName}, approved by {person.email}, loses access immediately. To use it again, you must reconnect
      it.
    </Confirm>
  );
}
