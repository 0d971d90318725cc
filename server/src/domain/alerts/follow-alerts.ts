import type { AttentionKind } from '@waypost/contract/monitoring/attention.ts';

type Found = { kind: AttentionKind; key: string };

export type KnownAlert = Found & {
  id: string;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Null until the problem has lasted long enough to become an alert. */
  openedMs: number | null;
};

type AlertCheck<Item extends Found> = {
  nowMs: number;
  known: readonly KnownAlert[];
  found: readonly Item[];
  /** Kinds of problems that could not be checked in this run. Their open alerts remain open. */
  unknownKinds: ReadonlySet<AttentionKind>;
  /** Returns how many minutes a problem must last to become an alert, or undefined if the rule is off. */
  lastsMinutes: (kind: AttentionKind) => number | undefined;
};

type Following<Item> = {
  begun: { item: Item; isOpen: boolean }[];
  seen: { id: string; item: Item; isOpened: boolean }[];
  recovered: string[];
  /** Alerts whose rule was turned off. They end without a notification. */
  silenced: string[];
  dropped: string[];
};

// A problem that disappears and returns within this time counts as the same occurrence.
const quietMs = 5 * 60_000;
const minuteMs = 60_000;

/** Compares the current problems with those already known. The result depends only on the input. */
export function followAlerts<Item extends Found>({
  nowMs,
  known,
  found,
  unknownKinds,
  lastsMinutes,
}: AlertCheck<Item>): Following<Item> {
  const items = new Map(
    found.filter(({ kind }) => lastsMinutes(kind) !== undefined).map((item) => [nameOf(item), item]),
  );
  const result: Following<Item> = { begun: [], seen: [], recovered: [], silenced: [], dropped: [] };
  for (const alert of known) {
    const item = items.get(nameOf(alert));
    items.delete(nameOf(alert));
    const lasts = lastsMinutes(alert.kind);
    const isOpen = alert.openedMs !== null;
    if (lasts === undefined) (isOpen ? result.silenced : result.dropped).push(alert.id);
    else if (item !== undefined)
      result.seen.push({
        id: alert.id,
        item,
        isOpened: !isOpen && nowMs - alert.firstSeenMs >= lasts * minuteMs,
      });
    else if (unknownKinds.has(alert.kind)) continue;
    else if (!isOpen) result.dropped.push(alert.id);
    else if (nowMs - alert.lastSeenMs >= quietMs) result.recovered.push(alert.id);
  }
  for (const item of items.values()) result.begun.push({ item, isOpen: lastsMinutes(item.kind) === 0 });
  return result;
}

function nameOf({ kind, key }: Found): string {
  return `${kind} ${key}`;
}
