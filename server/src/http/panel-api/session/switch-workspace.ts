import { workspaceChoice } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { switchWorkspace } from '../../../services/sessions/switch-workspace.ts';
import { panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';
import { noSuchWorkspace } from '../people-errors.ts';

export const switchWorkspaceOperation: PanelOperation = {
  operationId: 'switchWorkspace',
  method: 'POST',
  path: '/workspace',
  access: 'signed-in',
  summary: 'Moves the session into another of your workspaces, with another token',
  body: workspaceChoice,
  data: z.null(),
  errors: { NOT_FOUND: { noSuchWorkspace } },
  example: {
    body: { workspaceId: panelIds.workspace },
    data: null,
    issue: { path: 'workspaceId', message: 'must be an id of 36 characters' },
  },
  run: async (context, { body }) => ({ data: null, session: await switchWorkspace(context, body) }),
};
