import { ownSession } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { listSessions } from '../../../services/sessions/list-sessions.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';
import { ownSessionExample } from '../people-examples.ts';

export const listSessionsOperation: PanelOperation = {
  operationId: 'listSessions',
  method: 'GET',
  path: '/sessions',
  access: 'signed-in',
  summary: 'Lists your own sessions in all workspaces, the one used last first',
  data: z.array(ownSession),
  example: { data: [ownSessionExample], issue: strayParameter },
  run: async (context) => ({ data: await listSessions(context) }),
};
