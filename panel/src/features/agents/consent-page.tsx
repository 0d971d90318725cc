import { Button, Group, List, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { personApi, workspaceApi, type AgentRequest } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

/** OAuth consent page that an agent opens in the browser. */
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
      <StandalonePage title="Can’t approve this request">
        <Stack gap="sm">
          <ErrorNote error={error} />
          <Text>Start again from the agent, and use the browser window that it opens.</Text>
        </Stack>
      </StandalonePage>
    );
  if (data === undefined)
    return (
      <StandalonePage title="Access request">
        <Skeleton h={220} />
      </StandalonePage>
    );
  return <Consent id={id} request={data} />;
}

function Consent({ id, request }: { id: string; request: AgentRequest }): ReactNode {
  const { me, workspace } = useWorkspace();
  const [workspaceId, setWorkspaceId] = useState(workspace.id);
  const allow = useMutation({
    mutationFn: () => workspaceApi(workspaceId).allowAgent(id),
    onSuccess: redirectBack,
  });
  const refuse = useMutation({ mutationFn: () => personApi.refuseAgent(id), onSuccess: redirectBack });
  const isAnswered = allow.isPending || refuse.isPending || allow.isSuccess || refuse.isSuccess;
  const failure = allow.error ?? refuse.error;
  const chosen = me.workspaces.find((one) => one.id === workspaceId) ?? workspace;
  return (
    <StandalonePage
      title={`Allow ${request.client.name} to read ${chosen.name}?`}
      lead={`Signed in as ${me.email}.`}
    >
      <Stack gap="md">
        {failure === null ? null : <ErrorNote error={failure} />}
        <Client request={request} />
        {me.workspaces.length > 1 ? (
          <Select
            label="Workspace"
            description="The agent can read only this workspace."
            data={me.workspaces.map((one) => ({ value: one.id, label: one.name }))}
            value={workspaceId}
            onChange={(value) => setWorkspaceId(value ?? workspaceId)}
            allowDeselect={false}
          />
        ) : null}
        <div>
          <Text fw={600}>Read-only access to:</Text>
          <List size="sm" mt={4} spacing={4}>
            {request.reads.map((what) => (
              <List.Item key={what}>{what}</List.Item>
            ))}
          </List>
        </div>
        <Text size="xs" c="dimmed">
          The agent sends this data to its provider. You can disconnect it at any time under AI agents.
        </Text>
        <Group gap="sm" grow>
          <Button variant="default" disabled={isAnswered} onClick={() => refuse.mutate()}>
            Deny
          </Button>
          <Button
            loading={allow.isPending || allow.isSuccess}
            disabled={isAnswered}
            onClick={() => allow.mutate()}
          >
            Allow
          </Button>
        </Group>
      </Stack>
    </StandalonePage>
  );
}

function redirectBack({ returnTo }: { returnTo: string }): void {
  location.assign(returnTo);
}

const redirectTexts: Record<AgentRequest['redirectKind'], string> = {
  website: 'You will be redirected to ',
  device: 'You will be redirected to an app on this device: ',
  app: 'You will be redirected to the app on this device that opens links starting with ',
};

function Client({ request: { client, redirectHost, redirectKind } }: { request: AgentRequest }): ReactNode {
  return (
    <div>
      <Text>
        {client.host === null
          ? 'This agent’s name is not verified. Continue only if you started this request yourself.'
          : `Published by ${client.host}. Continue only if you started this request yourself.`}
      </Text>
      <Text mt={4}>
        {redirectTexts[redirectKind]}
        <span className="wp-mono">{redirectHost}</span>
      </Text>
    </div>
  );
}
