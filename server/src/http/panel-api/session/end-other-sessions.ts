import { endedSessions } from '@waypost/contract/people.ts';
import { endOtherSessions } from '../../../services/sessions/end-other-sessions.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';

export const endOtherSessionsOperation: PanelOperation = {
  operationId: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  access: 'signed-in',
  summary: 'Ends all of your sessions but this one',
  data: endedSessions,
  example: { data: { ended: 2 }, issue: strayParameter },
  run: async (context) => ({ data: await endOtherSessions(context) }),
};
