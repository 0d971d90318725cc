import { z } from 'zod';
import { endSession } from '../../../services/sessions/end-session.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';
import { noSuchSession } from '../people-errors.ts';
import { peopleIds } from '../people-examples.ts';

export const endSessionOperation: PanelOperation = {
  operationId: 'endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  access: 'signed-in',
  summary: 'Ends one of your own sessions; it stops with its next request',
  data: z.null(),
  errors: { NOT_FOUND: { noSuchSession } },
  example: { params: { id: peopleIds.session }, data: null, issue: strayParameter },
  run: async (context, input) => {
    const id = inputId(input).toLowerCase();
    await endSession(context, id);
    return { data: null, ...(id === context.sessionId ? ({ session: 'end' } as const) : {}) };
  },
};
