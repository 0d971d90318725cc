/**
 * A calendar month in UTC. Rows from different months never share a segment, because a batch must fit into one
 * partition.
 */
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
 * The file name contains all of a segment's metadata, so that sealed and shipped segments need not be read at startup:
 *   <spool>-<number>-<time of the first row in ms>.open
 *   <spool>-<number>-<time>-<valid bytes>.sealed
 *   <spool>-<number>-<time>-<valid bytes>-<time of shipping in ms>.shipped
 * Bytes beyond the valid ones are left over from a failed write; those rows are in another segment.
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

/** Returns the batch name, which is part of every line in the segment and the deduplication token for its insert. */
export function batchOf(name: { spool: string; number: number }): string {
  return `${name.spool}-${digits(name.number, 10)}`;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

export type Segment = {
  name: Exclude<SegmentName, { state: 'open' }>;
  batch: string;
  /** True if an earlier attempt may have inserted the batch, so the target must be checked before the batch is sent. */
  mustCheck: boolean;
  /**
   * Process uptime when the first row was appended and when the segment was sealed. Uptime is not affected by clock
   * changes. A segment from an earlier process counts as sealed when it is found.
   */
  appendedAt: number;
  sealedAt: number;
};

export function newSegment(
  name: Segment['name'],
  mustCheck: boolean,
  { appendedAt, sealedAt }: Pick<Segment, 'appendedAt' | 'sealedAt'>,
): Segment {
  return { name, batch: batchOf(name), mustCheck, appendedAt, sealedAt };
}
