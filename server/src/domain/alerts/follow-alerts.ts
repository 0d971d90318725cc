import type { AttentionKind } from '@waypost/contract/attention.ts';

/** What is wrong right now, by what tells one such thing from another. */
type Found = { kind: AttentionKind; key: string };

/** What is kept of something that was wrong when it was last looked at. */
export type KnownAlert = Found & {
  id: string;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Null while it has not lasted long enough to be an alert. */
  openedMs: number | null;
};

type Look<Item extends Found> = {
  nowMs: number;
  known: readonly KnownAlert[];
  found: readonly Item[];
  /** Kinds of which nothing could be learned this time: what is open stays as it is. */
  unknownKinds: ReadonlySet<AttentionKind>;
  /** How long it has to last, in minutes; undefined where the rule is off. */
  lastsMinutes: (kind: AttentionKind) => number | undefined;
};

type Following<Item> = {
  /** New, and whether it is an alert at once. */
  begun: { item: Item; isOpen: boolean }[];
  /** Still there, and whether it has become an alert now. */
  seen: { id: string; item: Item; isOpened: boolean }[];
  recovered: string[];
  /** Its rule was switched off: it ends, and nobody is told. */
  silenced: string[];
  /** Gone before it was an alert. */
  dropped: string[];
};

/** What comes and goes within this time is one occurrence. */
const quietMs = 5 * 60_000;
const minuteMs = 60_000;

/** What a look makes of what was known before. The same look twice changes nothing more. */
export function followAlerts<Item extends Found>({
  nowMs,
  known,
  found,
  unknownKinds,
  lastsMinutes,
}: Look<Item>): Following<Item> {
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
