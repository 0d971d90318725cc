import { Button, Group, List, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { personApi, workspaceApi, type AgentRequest } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

/** Where an agent sends people who shall let it in. */
export function ConsentPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const { data, error } = useQuery({
    queryKey: ['agent-request', id],
    queryFn: () => personApi.getAgentRequest(id),
    retry: false,
    staleTime: Infinity,
  });
  if (error !== null)
    return (
      <StandalonePage title="This cannot be answered here">
        <Stack gap="sm">
          <ErrorNote error={error} />
          <Text>Begin again from the agent, and answer in the browser that it opens.</Text>
        </Stack>
      </StandalonePage>
    );
  if (data === undefined)
    return (
      <StandalonePage title="An agent asks">
        <Skeleton h={220} />
      </StandalonePage>
    );
  return <Consent id={id} request={data} />;
}

function Consent({ id, request }: { id: string; request: AgentRequest }): ReactNode {
  const { me, workspace } = useWorkspace();
  const [workspaceId, setWorkspaceId] = useState(workspace.id);
  const allow = useMutation({ mutationFn: () => workspaceApi(workspaceId).allowAgent(id), onSuccess: goOn });
  const refuse = useMutation({ mutationFn: () => personApi.refuseAgent(id), onSuccess: goOn });
  const isAnswered = allow.isPending || refuse.isPending || allow.isSuccess || refuse.isSuccess;
  const failure = allow.error ?? refuse.error;
  const chosen = me.workspaces.find((one) => one.id === workspaceId) ?? workspace;
  return (
    <StandalonePage
      title={`Let ${request.client.name} read ${chosen.name}?`}
      lead={`You are signed in as ${me.email}.`}
    >
      <Stack gap="md">
        {failure === null ? null : <ErrorNote error={failure} />}
        <Client request={request} />
        {me.workspaces.length > 1 ? (
          <Select
            label="Workspace"
            description="It reads this one and no other."
            data={me.workspaces.map((one) => ({ value: one.id, label: one.name }))}
            value={workspaceId}
            onChange={(value) => setWorkspaceId(value ?? workspaceId)}
            allowDeselect={false}
          />
        ) : null}
        <div>
          <Text fw={500}>It only reads, and can change nothing. It will see:</Text>
          <List size="sm" mt={4} spacing={4}>
            {request.reads.map((what) => (
              <List.Item key={what}>{what}</List.Item>
            ))}
          </List>
        </div>
        <Text size="xs" c="dimmed">
          What it reads leaves this server for the agent. You can end the connection at any time, under
          Agents.
        </Text>
        <Group gap="sm" grow>
          <Button variant="default" disabled={isAnswered} onClick={() => refuse.mutate()}>
            Refuse
          </Button>
          <Button
            loading={allow.isPending || allow.isSuccess}
            disabled={isAnswered}
            onClick={() => allow.mutate()}
          >
            Let it read
          </Button>
        </Group>
      </Stack>
    </StandalonePage>
  );
}

function goOn({ returnTo }: { returnTo: string }): void {
  location.assign(returnTo);
}

const redirectTexts: Record<AgentRequest['redirectKind'], string> = {
  website: 'The answer goes to the website ',
  device: 'The answer goes to a program on this device: ',
  app: 'The answer goes to whichever app on this device opens links that start with ',
};

/** Who asks, as far as anybody knows. */
function Client({ request: { client, redirectHost, redirectKind } }: { request: AgentRequest }): ReactNode {
  return (
    <div>
      <Text>
        {client.host === null
          ? 'It calls itself by this name; nobody has checked it. Go on only if you began this yourself.'
          : `It is described by ${client.host}. Go on only if you began this yourself.`}
      </Text>
      <Text mt={4}>
        {redirectTexts[redirectKind]}
        <span className="wp-mono">{redirectHost}</span>
      </Text>
    </div>
  );
}
