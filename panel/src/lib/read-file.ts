import { createWaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import type { PanelReportDefinition } from './api.ts';
import { fetchWithRetry } from './connection.ts';

const lineEnd = 10;
const tellEveryMs = 200;

/** All rows of a question as a file, with word of how many lines of it are here. The browser keeps it, on its disk if it is large. */
export async function readReportFile(
  workspaceId: string,
  question: PanelReportDefinition,
  { signal, onLines }: { signal: AbortSignal; onLines: (lines: number) => void },
): Promise<Blob> {
  const counting: typeof fetch = async (input, init) => {
    const response = await fetchWithRetry(input, init);
    if (!response.ok || response.body === null) return response;
    return new Response(response.body.pipeThrough(countLines(onLines)), response);
  };
  return await createWaypostPanelClient({ fetch: counting, workspaceId }).exportReportDefinition(question, {
    signal,
  });
}

function countLines(onLines: (lines: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let [lines, toldAt] = [0, 0];
  return new TransformStream({
    transform: (piece, controller) => {
      for (const byte of piece) if (byte === lineEnd) lines += 1;
      if (performance.now() - toldAt > tellEveryMs) {
        onLines(lines);
        toldAt = performance.now();
      }
      controller.enqueue(piece);
    },
  });
}

/** Lets the browser keep a file that is here. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
