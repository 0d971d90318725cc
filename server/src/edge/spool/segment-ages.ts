// Maximum ages of a segment.
export type SegmentAges = {
  segmentMs: number;
  // With at least `busyBytes`.
  busySegmentMs: number;
  busyBytes: number;
  // While shipping is behind.
  behindSegmentMs: number;
};

export function maximumAgeMs(bytes: number, isBehind: boolean, ages: SegmentAges): number {
  if (isBehind) return ages.behindSegmentMs;
  return bytes < ages.busyBytes ? ages.segmentMs : ages.busySegmentMs;
}
