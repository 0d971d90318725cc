/** Tells whether a time lies in a month of UTC. Rows of two months never share a segment: a batch is one partition. */
export class Month {
  readonly startMs: number;
  readonly #endMs: number;

  constructor(timeMs: number) {
    const time = new Date(timeMs);
    this.startMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
    this.#endMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1);
  }

  includes(timeMs: number): boolean {
    return timeMs >= this.startMs && timeMs < this.#endMs;
  }
}

/**
 * Everything about a segment stands in its file's name, so that a start reads one directory and no file:
 *   <spool>-<number>-<first row's time in ms>.open
 *   <spool>-<number>-<time>-<bytes that count>.sealed
 *   <spool>-<number>-<time>-<bytes>-<when, in ms>.shipped
 * Bytes beyond those that count are left over from a failed write and are rows of another segment.
 */
export type SegmentName =
  | { state: 'open'; spool: string; number: number; timeMs: number }
  | { state: 'sealed'; spool: string; number: number; timeMs: number; bytes: number }
  | { state: 'shipped'; spool: string; number: number; timeMs: number; bytes: number; shippedMs: number };

const pattern = /^([0-9a-z]+)-(\d{10})-(\d{13})(?:-(\d{10})(?:-(\d{13}))?)?\.(open|sealed|shipped)$/;

export function parseSegmentName(name: string): SegmentName | undefined {
  const [, spool = '', number, time, bytes, shipped, state] = pattern.exec(name) ?? [];
  const common = { spool, number: Number(number), timeMs: Number(time) };
  if (state === 'open' && bytes === undefined) return { state, ...common };
  if (state === 'sealed' && bytes !== undefined && shipped === undefined)
    return { state, ...common, bytes: Number(bytes) };
  if (state === 'shipped' && shipped !== undefined)
    return { state, ...common, bytes: Number(bytes), shippedMs: Number(shipped) };
  return undefined;
}

export function segmentFileName(name: SegmentName): string {
  const start = `${batchOf(name)}-${digits(name.timeMs, 13)}`;
  if (name.state === 'open') return `${start}.open`;
  const length = `${start}-${digits(name.bytes, 10)}`;
  return name.state === 'sealed' ? `${length}.sealed` : `${length}-${digits(name.shippedMs, 13)}.shipped`;
}

/** What every row of the segment carries, and its insert as deduplication token. */
export function batchOf(name: { spool: string; number: number }): string {
  return `${name.spool}-${digits(name.number, 10)}`;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

/** A segment that is no longer written to. */
export type Segment = {
  name: Exclude<SegmentName, { state: 'open' }>;
  batch: string;
  /** Its outcome is not known: an earlier run may have sent it, or an answer was lost. The target is asked first. */
  mustAsk: boolean;
  /**
   * When its first row was appended and when it was sealed, in milliseconds of this process's uptime, which no change of
   * the clock touches. A segment of an earlier process was sealed, as far as this one knows, when it was found.
   */
  appendedAt: number;
  sealedAt: number;
};

export function newSegment(
  name: Segment['name'],
  mustAsk: boolean,
  { appendedAt, sealedAt }: Pick<Segment, 'appendedAt' | 'sealedAt'>,
): Segment {
  return { name, batch: batchOf(name), mustAsk, appendedAt, sealedAt };
}
