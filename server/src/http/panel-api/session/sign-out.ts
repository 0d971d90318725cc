import { z } from 'zod';
import { signOut } from '../../../services/sessions/sign-out.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';

export const signOutOperation: PanelOperation = {
  operationId: 'signOut',
  method: 'DELETE',
  path: '/session',
  access: 'signed-in',
  summary: 'Ends the session and takes the cookie back',
  data: z.null(),
  example: { data: null, issue: strayParameter },
  run: async (context) => {
    await signOut(context);
    return { data: null, session: 'end' };
  },
};
