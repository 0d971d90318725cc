import { idTail, type Id } from '../../domain/click-id/index.ts';

/** A visit as a visitor's memory keeps it: enough to rebuild its click id, and to know where a landing click goes. */
export type KeptVisit = {
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
};

export type NewVisit = SeenPlaces &
  Pick<KeptVisit, 'visitId' | 'campaignNumber' | 'isPrefetch'> & {
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
  /** Which of these paths the visitor took when last sent on by the rotator. */
  stickyPath(rotatorId: string, pathIds: Iterable<string>): string | undefined;
  /** The newest visit, or the newest one of a campaign. */
  findVisit(campaignNumber?: number): KeptVisit | undefined;
  findVisitById(visitId: string): KeptVisit | undefined;
  /** All that are kept, newest first. */
  visits(): readonly KeptVisit[];
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

/** The id of which only the end was kept. */
export function findByTail(ids: Iterable<string>, tail: number | undefined): string | undefined {
  if (tail === undefined) return undefined;
  for (const id of ids) if (idTail(id) === tail) return id;
  return undefined;
}
