import type { UploadListener } from '../../services/uploads/upload-progress.ts';
import type { PanelInput } from './operation.ts';

/** What an upload tells its caller, where that one wants to hear it. */
export function listenerOf(tell: PanelInput['tell']): UploadListener {
  if (tell === undefined) return {};
  return {
    onProgress: (lines) => tell({ progress: { lines } }),
    onProblem: (problem) => tell({ problem }),
  };
}
