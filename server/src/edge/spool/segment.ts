import { batchOf, type SegmentName } from './segment-name.ts';

/** A segment that is no longer written to. */
export type Segment = {
  name: Exclude<SegmentName, { state: 'open' }>;
  batch: string;
  /** Its outcome is not known: an earlier run may have sent it, or an answer was lost. The target is asked first. */
  mustAsk: boolean;
};

export function newSegment(name: Segment['name'], mustAsk: boolean): Segment {
  return { name, batch: batchOf(name), mustAsk };
}
