import { pausedHosts } from '@waypost/contract/postbacks.ts';
import { listPausedHosts } from '../../../services/postbacks/list-paused-hosts.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';
import { pausedHostExample } from './postback-examples.ts';

export const listPausedHostsOperation: PanelOperation = {
  operationId: 'listPausedHosts',
  method: 'GET',
  path: '/postbacks/hosts',
  access: 'postbacks.read',
  summary: 'Lists receivers of postbacks that are paused because they do not answer, or only with errors',
  data: pausedHosts,
  example: { data: { hosts: [pausedHostExample] }, issue: strayParameter },
  run: (context) => listPausedHosts(context),
};
