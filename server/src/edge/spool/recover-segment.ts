import { join } from 'node:path';
import type { SpoolCounters } from './counters.ts';
import type { FileOperations } from './file-operations.ts';
import { readSegment } from './read-segment.ts';
import { batchOf, segmentFileName, type SegmentName } from './segment-name.ts';

type Sealed = Extract<SegmentName, { state: 'sealed' }>;

/**
 * Seals a segment that a crash left open. The length in its new name excludes the incomplete end. Returns undefined if
 * no line is intact.
 */
export async function recoverOpenSegment(options: {
  directory: string;
  files: FileOperations;
  name: Extract<SegmentName, { state: 'open' }>;
  counters: SpoolCounters;
}): Promise<Sealed | undefined> {
  const { directory, files, name, counters } = options;
  const path = join(directory, segmentFileName(name));
  const content = await files.read(path).catch(() => undefined);
  if (content === undefined) {
    // An unreadable file must not prevent this or any later startup.
    counters.segmentsUnreadable += 1;
    await files.rename(path, join(directory, 'rejected', segmentFileName(name)));
    return undefined;
  }
  const { intactEnd } = await readSegment(content, batchOf(name));
  counters.tornBytesCut += content.length - intactEnd;
  if (intactEnd === 0) {
    await files.remove(path);
    return undefined;
  }
  const sealed: Sealed = { ...name, state: 'sealed', bytes: intactEnd };
  await files.rename(path, join(directory, segmentFileName(sealed)));
  return sealed;
}
