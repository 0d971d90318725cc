import {
  agentAnswer,
  agentConnectionListQuery,
  agentConnectionPage,
  agentReads,
  agentRequest,
  type AgentConnection,
} from '@waypost/contract/accounts/agents.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { z } from 'zod';
import {
  allowAgent,
  describeAgentRequest,
  endConnection,
  listConnections,
  refuseAgent,
} from '../../../services/agents/connections.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const noSuchRequest = {
  message:
    'The connection request was not found in this browser, or it has expired. Connect again from the agent.',
  details: {},
};
const noSuchConnection = { message: 'Connection not found', details: {} };

const connectionExample: AgentConnection = {
  id: '01a1dd31-52ab-7c1d-8e2f-90a1b2c3d4e5',
  clientName: 'Claude',
  redirectHost: 'claude.ai',
  person: { id: panelIds.user, email: 'anna@example.com' },
  createdAt: '2026-11-16T09:05:00.000Z',
  lastUsedAt: '2026-11-16T09:31:00.000Z',
  expiresAt: '2027-05-15T09:05:00.000Z',
};
const returnToExample =
  'https://waypost.example.com/oauth/authorize/p3Qm0vXW9nYc7uRkTfZbA1sDgHjL2eKxVtN5iOyMw4E';

export const agentOperations: PanelOperation[] = [
  {
    operationId: 'getAgentRequest',
    method: 'GET',
    path: '/agent-requests/{id}',
    access: 'signed-in',
    summary: 'Get the AI agent that requests access, and its redirect host',
    description: 'Works only in the browser that the agent opened, identified by a cookie.',
    data: agentRequest,
    errors: { NOT_FOUND: { agentRequest: noSuchRequest } },
    example: {
      data: {
        client: { id: 'https://claude.ai/oauth/client.json', name: 'Claude', host: 'claude.ai' },
        redirectHost: 'claude.ai',
        redirectKind: 'website',
        reads: agentReads,
        expiresAt: '2026-11-16T09:35:00.000Z',
      },
      issue: strayParameter,
    },
    run: async (context, input) => ({ data: await describeAgentRequest(context, inputId(input)) }),
  },
  {
    operationId: 'allowAgent',
    method: 'POST',
    path: '/agent-requests/{id}/allow',
    access: 'agents.connect',
    summary: 'Grant an AI agent read access to the workspace',
    data: agentAnswer,
    errors: { NOT_FOUND: { agentRequest: noSuchRequest } },
    example: { data: { returnTo: returnToExample }, issue: strayParameter },
    run: (context, input) => allowAgent(context, inputId(input)),
  },
  {
    operationId: 'refuseAgent',
    method: 'POST',
    path: '/agent-requests/{id}/refuse',
    access: 'signed-in',
    summary: 'Deny an AI agent’s request',
    data: agentAnswer,
    errors: { NOT_FOUND: { agentRequest: noSuchRequest } },
    example: { data: { returnTo: returnToExample }, issue: strayParameter },
    run: async (context, input) => ({ data: await refuseAgent(context, inputId(input)) }),
  },
  {
    operationId: 'listAgentConnections',
    method: 'GET',
    path: '/agent-connections',
    access: 'agents.connect',
    summary: 'List AI agents with access to the workspace',
    description: 'Members see their own connections; admins and owners see all.',
    query: agentConnectionListQuery,
    data: agentConnectionPage,
    example: { query: { sort: '-lastUsedAt' }, data: pageOf(connectionExample), issue: strayParameter },
    run: (context, { query }) => listConnections(context, query),
  },
  {
    operationId: 'endAgentConnection',
    method: 'DELETE',
    path: '/agent-connections/{id}',
    access: 'agents.connect',
    summary: 'Revoke a connection. The agent’s next request is rejected',
    data: z.null(),
    errors: { NOT_FOUND: { agentConnection: noSuchConnection } },
    example: { data: null, issue: strayParameter },
    run: (context, input) => endConnection(context, inputId(input)),
  },
];
