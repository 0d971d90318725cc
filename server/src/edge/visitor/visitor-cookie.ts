import {
  codeBytes,
  hasCode,
  makeSipHash,
  readUint32,
  writeCode,
  type SipHash,
} from '../../domain/click-id/index.ts';
import {
  campaignNumberAt,
  contentBytesMax,
  emptyContent,
  findChoice,
  findVisitAt,
  isKnownVersion,
  isPrefetchAt,
  readVisit,
  seenMinute,
  visitIdAt,
} from './cookie-bytes.ts';
import {
  choiceKey,
  isOutside,
  type Choice,
  type RememberedVisit,
  type NewVisit,
  type SeenIds,
  type VisitorMemory,
} from './visitor-memory.ts';
import { writeChanged, type CookieChange } from './write-cookie-bytes.ts';

export const visitorCookieName = 'wpv';

export const visitorCookiePurpose = 'visitor cookie';

// Length of a full cookie: 5 visits, 40 seen entries and 16 choices.
export const visitorCookieLengthMax = Math.ceil(((contentBytesMax + codeBytes) * 4) / 3);

type VisitorCookies = {
  /** Never throws. A value without a valid signature results in an empty memory. */
  read(value: string | undefined): VisitorMemory;
};

/** Creates the visitor cookie codec. All state is in the signed cookie; the edge itself stores nothing. */
export function visitorCookies(key: Uint8Array): VisitorCookies {
  const hash = makeSipHash(key);
  const newVisitor = new CookieVisitor(hash, emptyContent, false);
  const forged = new CookieVisitor(hash, emptyContent, true);
  return {
    read: (value) => {
      if (value === undefined || value === '') return newVisitor;
      if (value.length > visitorCookieLengthMax) return forged;
      const bytes = Buffer.from(value, 'base64url');
      const length = bytes.length - codeBytes;
      if (length < emptyContent.length || !hasCode(hash, bytes, length)) return forged;
      // A cookie with a different format version is dropped but does not count as forged.
      return isKnownVersion(bytes) ? new CookieVisitor(hash, bytes, false) : newVisitor;
    },
  };
}

// This buffer is shared by all calls, because a cookie is written and encoded synchronously.
const scratch = Buffer.alloc(contentBytesMax + codeBytes);

class CookieVisitor implements VisitorMemory {
  readonly isForged: boolean;
  readonly #hash: SipHash;
  readonly #content: Uint8Array;

  constructor(hash: SipHash, content: Uint8Array, isForged: boolean) {
    this.#hash = hash;
    this.#content = content;
    this.isForged = isForged;
  }

  isUnique(id: string, windowHours: number | undefined, nowMs: number): boolean {
    const minute = this.#content === emptyContent ? -1 : seenMinute(this.#content, id);
    return minute === -1 || isOutside(minute, windowHours, nowMs);
  }

  lastChoice(rotatorId: string, choice: Choice, days: number, nowMs: number): number | undefined {
    const content = this.#content;
    const at = findChoice(content, choiceKey(rotatorId, choice));
    if (at === -1 || isOutside(readUint32(content, at + 4), days * 24, nowMs)) return undefined;
    return readUint32(content, at + 8);
  }

  findVisit(campaignNumber?: number): RememberedVisit | undefined {
    const content = this.#content;
    return this.#read(
      (at) => campaignNumber === undefined || campaignNumberAt(content, at) === campaignNumber,
    );
  }

  findVisitById(visitId: string): RememberedVisit | undefined {
    return this.#read((at) => visitIdAt(this.#content, at) === visitId);
  }

  visits(): readonly RememberedVisit[] {
    const all: RememberedVisit[] = [];
    findVisitAt(this.#content, (at) => {
      all.push(readVisit(this.#content, at));
      return false;
    });
    return all;
  }

  remember(visit: NewVisit, nowMs: number): string {
    // A prefetched page has not been shown, so the visitor has not seen the campaign.
    const seen = visit.isPrefetch ? undefined : visit;
    return this.#change({ visit, seen, confirmedAt: -1, nowMs });
  }

  confirm(visitId: string, seen: SeenIds, nowMs: number): string | undefined {
    const content = this.#content;
    const at = findVisitAt(content, (begin) => visitIdAt(content, begin) === visitId);
    if (at === -1 || !isPrefetchAt(content, at)) return undefined;
    return this.#change({ visit: undefined, seen, confirmedAt: at, nowMs });
  }

  #read(matches: (at: number) => boolean): RememberedVisit | undefined {
    const at = findVisitAt(this.#content, matches);
    return at === -1 ? undefined : readVisit(this.#content, at);
  }

  #change(change: CookieChange): string {
    const length = writeChanged(scratch, this.#content, change);
    writeCode(this.#hash, scratch, length);
    return scratch.toString('base64url', 0, length + codeBytes);
  }
}

// Returns the attributes of a cookie that scripts can't read and that browsers don't send from other sites. A cookie
// set over HTTPS is never sent unencrypted.
export function cookieAttributes(options: { isHttps: boolean; maxAgeSeconds: number }): string {
  const secure = options.isHttps ? '; Secure' : '';
  return `; Max-Age=${options.maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
