import type { IncomingKey } from '../../domain/conversions/columns.ts';
import { CapCounter } from './cap-counter.ts';
import { loadServedCampaign, type PublishedText, type ServedCampaign } from './served-campaign.ts';
import { SharedRoutings } from './shared-routings.ts';

/**
 * A published change. A null version means that the campaign is archived. In that case, `document` is the campaign's
 * last document, which still contains the workspace ID.
 */
export type ServedChange = {
  campaignId: string;
  /** Identifies the campaign in click IDs. */
  number: number;
  version: number | null;
  document: string | null;
  incomingKeys: readonly IncomingKey[];
};

export type TrackingHost = { host: string; workspaceId: string };
/** An offer or path that has reached its cap and gets no visitors until `untilMs`. */
export type FullRecord = { recordId: string; untilMs: number };

type Entry = PublishedText & {
  number: number;
  incomingKeys: readonly IncomingKey[];
  isBroken: boolean;
};

/**
 * The published configuration that this edge serves. Documents are parsed on the first visit: most campaigns in a large
 * installation are inactive, and parsing all of them would slow down startup.
 */
export class Snapshot {
  readonly #entries = new Map<string, Entry>();
  readonly #served = new Map<string, ServedCampaign>();
  readonly #routings = new SharedRoutings();
  readonly #ids = new Map<number, string>();
  readonly #keys = new Map<string, { campaignId: string; untilMs: number }>();
  readonly caps = new CapCounter();
  readonly #onBroken: (campaignId: string, error: unknown) => void;
  #hosts: ReadonlyMap<string, string> = new Map();
  #fullRecords: ReadonlyMap<string, number> = new Map();

  constructor(onBroken: (campaignId: string, error: unknown) => void) {
    this.#onBroken = onBroken;
  }

  get size(): number {
    return this.#entries.size;
  }

  get hosts(): ReadonlyMap<string, string> {
    return this.#hosts;
  }

  find(campaignId: string): ServedCampaign | undefined {
    const served = this.#served.get(campaignId);
    if (served !== undefined) return served;
    const entry = this.#entries.get(campaignId);
    return entry === undefined ? undefined : this.#load(campaignId, entry);
  }

  findByNumber(number: number): ServedCampaign | undefined {
    const id = this.#ids.get(number);
    return id === undefined ? undefined : this.find(id);
  }

  /** Returns the ID of the campaign without parsing the campaign's document. */
  findByIncomingKey(key: string, nowMs: number): string | undefined {
    const found = this.#keys.get(key);
    return found !== undefined && nowMs < found.untilMs ? found.campaignId : undefined;
  }

  isFull(recordId: string, nowMs: number): boolean {
    const until = this.#fullRecords.get(recordId);
    return (until !== undefined && until > nowMs) || this.caps.isReached(recordId, nowMs);
  }

  apply({ campaignId, number, version, document, incomingKeys }: ServedChange): void {
    const before = this.#entries.get(campaignId);
    for (const { key } of before?.incomingKeys ?? []) this.#keys.delete(key);
    if (document === null) {
      this.#entries.delete(campaignId);
      this.#served.delete(campaignId);
      this.#ids.delete(number);
      return;
    }
    const isArchived = version === null;
    this.#ids.set(number, campaignId);
    for (const { key, untilMs } of incomingKeys)
      this.#keys.set(key, { campaignId, untilMs: untilMs ?? Number.POSITIVE_INFINITY });
    const entry = {
      number,
      version: version ?? before?.version ?? 0,
      isArchived,
      text: document,
      incomingKeys,
      isBroken: false,
    };
    this.#entries.set(campaignId, entry);
    // A campaign with visits is compiled now instead of on the next visit. If compiling fails, the previous version
    // stays in use.
    if (this.#served.has(campaignId)) this.#load(campaignId, entry);
  }

  replaceAll(changes: readonly ServedChange[], hosts: readonly TrackingHost[]): void {
    this.#entries.clear();
    this.#served.clear();
    this.#ids.clear();
    this.#keys.clear();
    for (const change of changes) this.apply(change);
    this.setHosts(hosts);
  }

  setHosts(hosts: readonly TrackingHost[]): void {
    this.#hosts = new Map(hosts.map(({ host, workspaceId }) => [host, workspaceId]));
  }

  setFullRecords(records: readonly FullRecord[]): void {
    this.#fullRecords = new Map(records.map(({ recordId, untilMs }) => [recordId, untilMs]));
  }

  *changes(): Generator<ServedChange> {
    for (const [campaignId, { number, version, isArchived, text, incomingKeys }] of this.#entries)
      yield { campaignId, number, version: isArchived ? null : version, document: text, incomingKeys };
  }

  #load(campaignId: string, entry: Entry): ServedCampaign | undefined {
    if (entry.isBroken) return undefined;
    try {
      const served = loadServedCampaign(entry, this.#routings);
      this.#served.set(campaignId, served);
      if (served.hasCaps) this.caps.setPublishedLimits(served.document);
      return served;
    } catch (error) {
      entry.isBroken = true;
      this.#onBroken(campaignId, error);
      return undefined;
    }
  }
}
