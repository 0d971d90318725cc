import { idTail, type Id } from '../../domain/click-id/index.ts';

/** The part of a visit that is needed to rebuild its click ID and to route a landing-page click. */
export type RememberedVisit = {
  visitId: string;
  campaignNumber: number;
  pathId: string | null;
  landingId: string | null;
  offerId: string | null;
  isPrefetch: boolean;
};

/** IDs of the records that a visitor was shown during a visit. The rotator and path are null if none was chosen. */
export type SeenIds = {
  workspaceId: string;
  campaignId: string;
  rotatorId: string | null;
  pathId: Id | null;
  /** Null if the rotator is not sticky, to save space in the cookie. */
  stickyLandingId: Id | null;
  stickyOfferId: Id | null;
};

export type Choice = 'path' | 'landing' | 'offer';

// Values that are combined with the tail of the rotator ID to tell the kinds of choices apart. Paths use 0, which keeps
// older cookies valid.
const choiceSalts: Readonly<Record<Choice, number>> = { path: 0, landing: 0x6c616e64, offer: 0x6f666672 };

export function choiceKey(rotatorId: Id, choice: Choice): number {
  return (idTail(rotatorId) ^ choiceSalts[choice]) >>> 0;
}

export type NewVisit = SeenIds &
  Pick<RememberedVisit, 'visitId' | 'campaignNumber' | 'isPrefetch'> & {
    landingId: Id | null;
    offerId: Id | null;
  };

export type VisitorMemory = {
  /** True if the browser sent a value with an invalid signature. */
  readonly isForged: boolean;
  /**
   * Returns true if the visitor has not seen the workspace, campaign, rotator or path within the window, 24 hours by
   * default. IDs are unique across kinds, so the kind is not needed.
   */
  isUnique(id: string, windowHours: number | undefined, nowMs: number): boolean;
  /** Returns the tail of the ID that the rotator last chose for this visitor within the given days. */
  lastChoice(rotatorId: string, choice: Choice, days: number, nowMs: number): number | undefined;
  findVisit(campaignNumber?: number): RememberedVisit | undefined;
  findVisitById(visitId: string): RememberedVisit | undefined;
  visits(): readonly RememberedVisit[];
  /** Returns the new cookie value; undefined if cookies are not used. */
  remember(visit: NewVisit, nowMs: number): string | undefined;
  /**
   * Marks a prefetched visit as seen by a person. Returns the new cookie value; undefined if cookies are not used, or
   * if the visit is unknown or was not prefetched.
   */
  confirm(visitId: string, seen: SeenIds, nowMs: number): string | undefined;
};

const defaultWindowHours = 24;

const minuteMs = 60_000;

export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs);
}

export function isOutside(seenMinute: number, windowHours: number | undefined, nowMs: number): boolean {
  return minuteOf(nowMs) - seenMinute >= (windowHours ?? defaultWindowHours) * 60;
}
