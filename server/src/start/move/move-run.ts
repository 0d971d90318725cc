import type { DataDirectory } from '../../engines/data-directory.ts';
import type { MoveKind } from '../../engines/move-file.ts';
import type { OnProgress } from '../backup/progress.ts';
import type { Settings } from '../settings.ts';

// `pausedMs` is the time in which the API could not write.
export type MovedPart = {
  kind: MoveKind;
  target: string;
  rows: number;
  days: number;
  pausedMs?: number;
};

export type MoveRun = {
  // Settings of the installation before this part is moved.
  settings: Settings;
  directory: DataDirectory;
  // URL of an external target.
  target: string | undefined;
  // Host of the target, or "embedded".
  host: string;
  id: string;
  onProgress: OnProgress;
};
