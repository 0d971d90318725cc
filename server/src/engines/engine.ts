import type { RunningProcess } from '../platform/supervised-process.ts';

export type RunningEngine = RunningProcess & {
  url: string;
  isResponding: () => Promise<boolean>;
};
