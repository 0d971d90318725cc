import type { TrafficAddress } from '../../start/engine-addresses.ts';
import type { FaultLoad } from '../faults/fault-load.ts';
import type { PostbackReceiver } from '../faults/postback-receiver.ts';
import type { Visitor } from '../faults/visitor.ts';
import { readRecordedColumns } from '../traffic/recorded-rows.ts';
import { compareWindow, type StoredRows, type WindowResult } from './compare-window.ts';

type Window = { startMs: number; first: number };

type Checked = {
  load: FaultLoad;
  receiver: PostbackReceiver;
  address: TrafficAddress;
  workspaceId: string;
};

const columns = ['type', 'visit_time', 'external_id', 'transaction_id', 'revenue'] as const;
const checked: Visitor = { number: 0, reports: [] };

// Divides the visitors by the jumps of the clock, and compares each part with the store before it expires. The check of
// rows that are still missing is repeated after the next jumps, until the rows are about to expire.
export class WindowChecks {
  readonly problems: string[] = [];
  readonly counts = { visits: 0, clicks: 0, conversions: 0 };
  readonly #parts: Checked;
  readonly #received = new Set<string>();
  #windows: Window[] = [];

  constructor(parts: Checked) {
    this.#parts = parts;
  }

  // Starts a window with the next visitor.
  begin(startMs: number): void {
    this.#windows.push({ startMs, first: this.#parts.load.visitors.length });
  }

  // Checks all windows that have ended, or all if the load has ended. What is missing in windows before `finalBeforeMs` is
  // a problem. Returns what else is missing.
  async check({ isEnd, finalBeforeMs }: { isEnd: boolean; finalBeforeMs: number }): Promise<string[]> {
    const ended = isEnd ? this.#windows : this.#windows.slice(0, -1);
    const [oldest] = ended;
    if (oldest === undefined) return [];
    const ends = new Map(
      ended.map((window, at) => [window, this.#windows[at + 1]?.first ?? this.#parts.load.visitors.length]),
    );
    const stored = await this.#read(oldest.startMs);
    const missing: string[] = [];
    for (const [window, end] of ends) {
      const part = this.#parts.load.visitors.slice(window.first, end);
      const result = compareWindow(part, stored);
      const isFinal = result.missing.length === 0 || window.startMs < finalBeforeMs;
      if (isFinal) this.#finish(window, end, result);
      else missing.push(...result.missing);
    }
    return missing;
  }

  #finish(window: Window, end: number, { missing, wrong, counts }: WindowResult): void {
    this.problems.push(...wrong, ...missing.map((what) => `${what} is missing`));
    for (const name of ['visits', 'clicks', 'conversions'] as const) this.counts[name] += counts[name];
    // Frees the memory of visitors that are not needed anymore.
    for (let at = window.first; at < end; at += 1) this.#parts.load.visitors[at] = checked;
    this.#windows = this.#windows.filter((one) => one !== window);
  }

  async #read(sinceMs: number): Promise<StoredRows> {
    const { address, workspaceId, receiver } = this.#parts;
    for (const transaction of receiver.received.splice(0)) this.#received.add(transaction);
    const rows = await readRecordedColumns(address, workspaceId, columns, sinceMs);
    const byType = Map.groupBy(rows, ({ type }) => type);
    const countById = (type: string) => countEach((byType.get(type) ?? []).map((row) => row.external_id));
    const events = Map.groupBy(byType.get('event') ?? [], (row) => String(row.transaction_id));
    return {
      visits: countById('visit'),
      clicks: countById('lpclick'),
      conversions: new Map([...events].map(([id, all]) => [id, all.map(({ revenue }) => String(revenue))])),
      received: this.#received,
    };
  }
}

// Counts stored visits by day of a time zone, independently of reports.
export async function countDays(
  { address, workspaceId }: Pick<Checked, 'address' | 'workspaceId'>,
  timezone: string,
  sinceMs: number,
): Promise<Map<string, number>> {
  const rows = await readRecordedColumns(address, workspaceId, ['type', 'visit_time'], sinceMs);
  // The Swedish format is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  return countEach(
    rows.filter(({ type }) => type === 'visit').map((row) => format.format(Number(row.visit_time))),
  );
}

function countEach(names: readonly unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  return counts;
}
