import { idTail, type Id } from '../../domain/click-id/index.ts';

/** A visit as a visitor's memory keeps it: enough to rebuild its click id, and to know where a landing click goes. */
export type RememberedVisit = {
  visitId: string;
  campaignNumber: number;
  pathId: string | null;
  landingId: string | null;
  offerId: string | null;
  /** Made by a browser that looked ahead, and not counted so far. */
  isPrefetch: boolean;
};

/** What a visitor has seen with a visit. No rotator and no path where none was chosen. */
export type SeenPlaces = {
  workspaceId: string;
  campaignId: string;
  rotatorId: string | null;
  pathId: Id | null;
  /** Null also where the rotator does not let visitors keep theirs: what nobody asks for takes no room. */
  stickyLandingId: Id | null;
  stickyOfferId: Id | null;
};

/** What a rotator gives, and may give again to a visitor who comes again. */
export type Choice = 'path' | 'landing' | 'offer';

/** A choice is kept under the end of its rotator's id, each kind apart from the others: paths as ever, by that alone. */
const choiceMarks: Readonly<Record<Choice, number>> = { path: 0, landing: 0x6c616e64, offer: 0x6f666672 };

export function choiceKey(rotatorId: Id, choice: Choice): number {
  return (idTail(rotatorId) ^ choiceMarks[choice]) >>> 0;
}

export type NewVisit = SeenPlaces &
  Pick<RememberedVisit, 'visitId' | 'campaignNumber' | 'isPrefetch'> & {
    landingId: Id | null;
    offerId: Id | null;
  };

/** What is known of a visitor from earlier visits, whichever way it was kept. */
export type VisitorMemory = {
  /** Whether something was brought that claims to be a memory of ours, and is none. */
  readonly isForged: boolean;
  /**
   * Whether the visitor was not in a workspace, a campaign, a rotator or on a path within the window, 24 hours where
   * none is named. Ids of different kinds are never alike, so that the kind need not be said.
   */
  isUnique(id: string, windowHours: number | undefined, nowMs: number): boolean;
  /**
   * The end of the id that the rotator last chose for this visitor, at most so many days ago; undefined where it chose
   * none, or that is not known any more.
   */
  lastChoice(rotatorId: string, choice: Choice, days: number, nowMs: number): number | undefined;
  /** The newest visit, or the newest one of a campaign. */
  findVisit(campaignNumber?: number): RememberedVisit | undefined;
  findVisitById(visitId: string): RememberedVisit | undefined;
  /** All that are kept, newest first. */
  visits(): readonly RememberedVisit[];
  /** Gives what the browser is to keep from now on; undefined where it keeps nothing. */
  remember(visit: NewVisit, nowMs: number): string | undefined;
  /** The same after a visit that a browser had made ahead turned out to be a person's; undefined where it is none. */
  confirm(visitId: string, places: SeenPlaces, nowMs: number): string | undefined;
};

const usualWindowHours = 24;

const minuteMs = 60_000;

/** Times are kept to the minute. */
export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / minuteMs);
}

export function isOutside(seenMinute: number, windowHours: number | undefined, nowMs: number): boolean {
  return minuteOf(nowMs) - seenMinute >= (windowHours ?? usualWindowHours) * 60;
}
