import { hostToResume, resumedHost } from '@waypost/contract/postbacks.ts';
import { resumeHost } from '../../../services/postbacks/resume-host.ts';
import type { PanelOperation } from '../operation.ts';
import { pausedHostExample } from './postback-examples.ts';

export const resumeHostOperation: PanelOperation = {
  operationId: 'resumeHost',
  method: 'POST',
  path: '/postbacks/hosts/resume',
  access: 'postbacks.retry',
  summary: 'Ends the pause of a receiver of postbacks',
  description: 'What is due for it goes out at once. If it still does not answer, it is paused again.',
  body: hostToResume,
  data: resumedHost,
  example: {
    body: { origin: pausedHostExample.origin },
    data: { resumed: true },
    issue: { path: 'origin', message: 'must be a text' },
  },
  run: (context, { body }) => resumeHost(context, body),
};
