import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idTail } from '../../domain/click-id/index.ts';
import { newId } from '../../platform/ids.ts';
import {
  cookieAttributes,
  visitorCookieLengthMax,
  visitorCookieName,
  visitorCookies,
} from './visitor-cookie.ts';
import type { RememberedVisit } from './visitor-memory.ts';

const cookies = visitorCookies(Uint8Array.from({ length: 16 }, (_, at) => at));
const hourMs = 3_600_000;
const nowMs = 500_000 * hourMs;

// Any UTF-16 code units, including lone surrogates.
const anyText = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));

type FullVisit = RememberedVisit & {
  workspaceId: string;
  campaignId: string;
  rotatorId: string | null;
  stickyLandingId: string | null;
  stickyOfferId: string | null;
};

function newVisit(given: Partial<FullVisit> = {}): FullVisit {
  return {
    visitId: newId(nowMs),
    campaignNumber: 1,
    pathId: newId(),
    landingId: newId(),
    offerId: newId(),
    isPrefetch: false,
    workspaceId: newId(),
    campaignId: newId(),
    rotatorId: newId(),
    stickyLandingId: null,
    stickyOfferId: null,
    ...given,
  };
}

const toRemembered = ({
  visitId,
  campaignNumber,
  pathId,
  landingId,
  offerId,
  isPrefetch,
}: FullVisit): RememberedVisit => ({
  visitId,
  campaignNumber,
  pathId,
  landingId,
  offerId,
  isPrefetch,
});

function cookieAfter(visits: readonly FullVisit[], atMs: (index: number) => number = () => nowMs): string {
  let value: string | undefined;
  for (const [index, visit] of visits.entries()) value = cookies.read(value).remember(visit, atMs(index));
  return value ?? '';
}

describe('a visitor without a cookie', () => {
  it.each([undefined, ''])('is unique everywhere and has no visits if the value is %j', (value) => {
    const visitor = cookies.read(value);
    expect(visitor.isForged).toBe(false);
    expect(visitor.isUnique(newId(), undefined, nowMs)).toBe(true);
    expect(visitor.lastChoice(newId(), 'path', 180, nowMs)).toBeUndefined();
    expect(visitor.findVisit()).toBeUndefined();
    expect(visitor.visits()).toEqual([]);
    expect(visitor.confirm(newId(), newVisit(), nowMs)).toBeUndefined();
  });
});

describe('visits in the cookie', () => {
  it('are restored with and without optional fields', () => {
    const ids = fc.option(fc.uuid());
    const visits = fc.record({
      visitId: fc.uuid(),
      campaignNumber: fc.nat(2 ** 32 - 1),
      pathId: ids,
      landingId: ids,
      offerId: ids,
      isPrefetch: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(visits, { minLength: 1, maxLength: 8 }), (list) => {
        const all = list.map((visit) => newVisit(visit));
        const visitor = cookies.read(cookieAfter(all));
        expect(visitor.findVisit()).toEqual(list.at(-1));
        expect(visitor.visits()).toEqual(list.slice(-5).toReversed());
        for (const visit of list.slice(-5)) expect(visitor.findVisitById(visit.visitId)).toBeDefined();
      }),
    );
  });

  it('are the last five, newest first', () => {
    const visits = Array.from({ length: 7 }, (_, at) => newVisit({ campaignNumber: at % 2 }));
    const visitor = cookies.read(cookieAfter(visits));
    for (const [at, visit] of visits.entries())
      expect(visitor.findVisitById(visit.visitId)).toEqual(at < 2 ? undefined : toRemembered(visit));
    expect(visitor.findVisit()?.visitId).toBe(visits[6]?.visitId);
    expect(visitor.findVisit(1)?.visitId).toBe(visits[5]?.visitId);
    expect(visitor.findVisit(9)).toBeUndefined();
  });
});

describe('uniqueness', () => {
  const visit = newVisit();
  const visitor = cookies.read(cookieAfter([visit]));
  const seenIds = [visit.workspaceId, visit.campaignId, visit.pathId, visit.rotatorId].map(String);

  it('ends only for the workspace, campaign, path and rotator of a visit', () => {
    for (const id of seenIds) expect(visitor.isUnique(id, undefined, nowMs)).toBe(false);
    expect(visitor.isUnique(newId(), undefined, nowMs)).toBe(true);
    expect(visitor.isUnique(visit.visitId, undefined, nowMs)).toBe(true);
  });

  it('is restored after the uniqueness window, 24 hours by default', () => {
    const isUniqueAfter = (hours: number, windowHours?: number) =>
      visitor.isUnique(visit.campaignId, windowHours, nowMs + hours * hourMs);
    expect([isUniqueAfter(23.9), isUniqueAfter(24)]).toEqual([false, true]);
    expect([isUniqueAfter(0.9, 1), isUniqueAfter(1, 1)]).toEqual([false, true]);
    expect([isUniqueAfter(8_759, 8_760), isUniqueAfter(8_760, 8_760)]).toEqual([false, true]);
    expect(isUniqueAfter(-5)).toBe(false);
  });

  it('is restored a full window after the last visit, because the uniqueness window restarts with each visit', () => {
    const again = newVisit({ campaignId: visit.campaignId });
    const later = cookies.read(cookieAfter([visit, again], (index) => nowMs + index * 20 * hourMs));
    expect(later.isUnique(visit.campaignId, 24, nowMs + 40 * hourMs)).toBe(false);
    expect(later.isUnique(visit.workspaceId, 24, nowMs + 40 * hourMs)).toBe(true);
  });

  it('is tracked for the 40 newest IDs', () => {
    const [workspaceId, campaignId] = [newId(), newId()];
    const visits = Array.from({ length: 50 }, () => newVisit({ workspaceId, campaignId }));
    const full = cookies.read(cookieAfter(visits));
    const known = visits.filter(({ pathId }) => !full.isUnique(String(pathId), 24, nowMs));
    expect(known).toEqual(visits.slice(-38));
    expect(full.isUnique(workspaceId, 24, nowMs)).toBe(false);
    expect(full.isUnique(campaignId, 24, nowMs)).toBe(false);
  });
});

describe('rotator choices', () => {
  it('contain the last choice for each rotator', () => {
    const [rotatorId, first, second] = [newId(), newId(), newId()];
    const visits = [first, second].map((pathId) => newVisit({ rotatorId, pathId }));
    expect(cookies.read(cookieAfter(visits)).lastChoice(rotatorId, 'path', 180, nowMs)).toBe(idTail(second));
    expect(cookies.read(cookieAfter(visits)).lastChoice(newId(), 'path', 180, nowMs)).toBeUndefined();
    const back = [...visits, newVisit({ rotatorId, pathId: first }), newVisit()];
    expect(cookies.read(cookieAfter(back)).lastChoice(rotatorId, 'path', 180, nowMs)).toBe(idTail(first));
  });

  it('are kept for the last 16 rotators, even after their visits are dropped', () => {
    const visits = Array.from({ length: 20 }, () => newVisit());
    const visitor = cookies.read(cookieAfter(visits));
    const remembered = visits.filter((visit) =>
      visitor.lastChoice(String(visit.rotatorId), 'path', 180, nowMs),
    );
    expect(remembered).toEqual(visits.slice(-16));
  });

  it('are stored separately for sticky landing pages and offers, until they expire', () => {
    const [rotatorId, stickyLandingId, stickyOfferId] = [newId(), newId(), newId()];
    const remembered = newVisit({ rotatorId, stickyLandingId, stickyOfferId });
    const visitor = cookies.read(cookieAfter([remembered, newVisit()]));
    const last = (choice: 'path' | 'landing' | 'offer', days = 30, hours = 0) =>
      visitor.lastChoice(rotatorId, choice, days, nowMs + hours * hourMs);
    expect([last('path'), last('landing'), last('offer')]).toEqual([
      idTail(String(remembered.pathId)),
      idTail(stickyLandingId),
      idTail(stickyOfferId),
    ]);
    expect([last('offer', 2, 47), last('offer', 2, 48)]).toEqual([idTail(stickyOfferId), undefined]);
    expect(
      cookies.read(cookieAfter([newVisit({ rotatorId })])).lastChoice(rotatorId, 'landing', 30, nowMs),
    ).toBe(undefined);
  });

  it('are missing if no path was chosen', () => {
    const visit = newVisit({ pathId: null });
    const visitor = cookies.read(cookieAfter([visit]));
    expect(visitor.lastChoice(String(visit.rotatorId), 'path', 180, nowMs)).toBeUndefined();
    expect(visitor.isUnique(visit.campaignId, 24, nowMs)).toBe(false);
  });
});

describe('a prefetched visit', () => {
  const prefetched = newVisit({ isPrefetch: true });
  const value = cookieAfter([newVisit(), prefetched, newVisit()]);

  it('is stored but does not end uniqueness', () => {
    const visitor = cookies.read(value);
    expect(visitor.findVisitById(prefetched.visitId)).toEqual(toRemembered(prefetched));
    expect(visitor.isUnique(prefetched.campaignId, 24, nowMs)).toBe(true);
    expect(visitor.lastChoice(String(prefetched.rotatorId), 'path', 180, nowMs)).toBeUndefined();
  });

  it('counts as seen once it is confirmed, and cannot be confirmed twice', () => {
    const visitor = cookies.read(cookies.read(value).confirm(prefetched.visitId, prefetched, nowMs));
    expect(visitor.findVisitById(prefetched.visitId)).toEqual({
      ...toRemembered(prefetched),
      isPrefetch: false,
    });
    expect(visitor.isUnique(prefetched.campaignId, 24, nowMs)).toBe(false);
    expect(visitor.lastChoice(String(prefetched.rotatorId), 'path', 180, nowMs)).toBe(
      idTail(String(prefetched.pathId)),
    );
    expect(visitor.confirm(prefetched.visitId, prefetched, nowMs)).toBeUndefined();
  });

  it('does not change other visits when it is confirmed', () => {
    const before = cookies.read(value);
    const visitor = cookies.read(before.confirm(prefetched.visitId, prefetched, nowMs));
    expect(visitor.findVisit()).toEqual(before.findVisit());
    expect(before.findVisitById(prefetched.visitId)?.isPrefetch).toBe(true);
  });
});

describe('the visitor cookie', () => {
  const fullest = cookieAfter(Array.from({ length: 60 }, () => newVisit()));

  it('is URL-safe and shorter than 1,200 bytes even when it is full', () => {
    expect(fullest).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(fullest.length).toBeLessThan(1_200);
    expect(visitorCookieLengthMax).toBeLessThan(1_300);
    expect(cookies.read(fullest).findVisit()).toBeDefined();
  });

  it.each(['x', 'not a cookie', '%', '=', 'a'.repeat(100), '\0', 'ü'.repeat(50), 'A'.repeat(5_000)])(
    'is rejected as forged if it is invalid: %j',
    (value) => {
      expect(cookies.read(value).isForged).toBe(true);
      expect(cookies.read(value).findVisit()).toBeUndefined();
    },
  );

  it('is rejected as forged if any bit is changed', () => {
    const value = cookieAfter([newVisit()]);
    const bytes = Buffer.from(value, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cookies.read(changed.toString('base64url')).isForged).toBe(true);
    }
    expect(cookies.read(value).isForged).toBe(false);
  });

  it('is rejected as forged if it is truncated or signed with another key', () => {
    const value = cookieAfter([newVisit()]);
    for (let length = 1; length < value.length - 1; length += 1)
      expect(cookies.read(value.slice(0, length)).isForged).toBe(true);
    expect(visitorCookies(new Uint8Array(16)).read(value).isForged).toBe(true);
  });

  it('is replaced with a valid cookie at the next visit, whatever its value was', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.base64String({ maxLength: 400 })), (value) => {
        const visit = newVisit();
        const next = cookies.read(cookies.read(value).remember(visit, nowMs));
        expect(next.isForged).toBe(false);
        expect(next.findVisit()).toEqual(toRemembered(visit));
      }),
    );
  });

  it('has attributes that restrict it to the tracking host', () => {
    expect(visitorCookieName).toBe('wpv');
    expect(cookieAttributes({ isHttps: true, maxAgeSeconds: 60 })).toBe(
      '; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(cookieAttributes({ isHttps: false, maxAgeSeconds: 60 })).not.toContain('Secure');
  });
});
