import type { PanelOperation } from '../operation.ts';
import { listPausedHostsOperation } from './list-paused-hosts.ts';
import { listPostbacksOperation } from './list-postbacks.ts';
import { resumeHostOperation } from './resume-host.ts';
import { retryPostbackOperation } from './retry-postback.ts';

export const postbackOperations: PanelOperation[] = [
  listPostbacksOperation,
  retryPostbackOperation,
  listPausedHostsOperation,
  resumeHostOperation,
];
