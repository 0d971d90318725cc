import { createWaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import type { PanelReportDefinition } from './api.ts';
import { fetchWithRetry } from './connection.ts';

const lineEnd = 10;
const progressMs = 200;

/**
 * Downloads all rows of a report as a Blob and reports how many lines have arrived. Browsers keep a large Blob on disk.
 */
export async function readReportFile(
  workspaceId: string,
  question: PanelReportDefinition,
  {
    format,
    signal,
    onLines,
  }: { format: 'csv' | 'xlsx'; signal: AbortSignal; onLines: (lines: number) => void },
): Promise<Blob> {
  const counting: typeof fetch = async (input, init) => {
    const response = await fetchWithRetry(input, init);
    // The lines of a workbook are compressed.
    if (!response.ok || response.body === null || format === 'xlsx') return response;
    return new Response(response.body.pipeThrough(countLines(onLines)), response);
  };
  return await createWaypostPanelClient({ fetch: counting, workspaceId }).exportReportDefinition(question, {
    query: { headers: 'names', format },
    signal,
  });
}

function countLines(onLines: (lines: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let [lines, reportedAt] = [0, 0];
  return new TransformStream({
    transform: (piece, controller) => {
      for (const byte of piece) if (byte === lineEnd) lines += 1;
      if (performance.now() - reportedAt > progressMs) {
        onLines(lines);
        reportedAt = performance.now();
      }
      controller.enqueue(piece);
    },
  });
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
