import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idTail } from '../../domain/click-id/index.ts';
import { newId } from '../../platform/ids.ts';
import { cookielessVisitors } from './cookieless-visitors.ts';
import type { RememberedVisit } from './visitor-memory.ts';

const hourMs = 3_600_000;
const morningMs = 20_000 * 24 * hourMs;
const address = '203.0.113.9';
const agent = 'Mozilla/5.0';

type FullVisit = RememberedVisit & {
  workspaceId: string;
  campaignId: string;
  rotatorId: string | null;
  stickyLandingId: string | null;
  stickyOfferId: string | null;
};

function newVisit(given: Partial<FullVisit> = {}): FullVisit {
  return {
    visitId: newId(),
    campaignNumber: 1,
    pathId: newId(),
    landingId: null,
    offerId: null,
    isPrefetch: false,
    workspaceId: newId(),
    campaignId: newId(),
    rotatorId: newId(),
    stickyLandingId: null,
    stickyOfferId: null,
    ...given,
  };
}

describe('a cookieless visitor', () => {
  it('is recognized by the combination of address and user agent', () => {
    const visitors = cookielessVisitors();
    const visit = newVisit();
    expect(visitors.recognize(address, agent, morningMs).remember(visit, morningMs)).toBeUndefined();
    const isUnique = (from: string, by: string | undefined) =>
      visitors.recognize(from, by, morningMs).isUnique(visit.campaignId, undefined, morningMs);
    expect(isUnique(address, agent)).toBe(false);
    expect(isUnique('203.0.113.10', agent)).toBe(true);
    expect(isUnique(address, 'Mozilla/5.1')).toBe(true);
    expect(isUnique(address, undefined)).toBe(true);
    expect(isUnique('203.0.113.', `9${agent}`)).toBe(true);
  });

  it('is not unique for the workspace, campaign, path and rotator of an earlier visit', () => {
    const visitor = cookielessVisitors().recognize(address, agent, morningMs);
    const visit = newVisit();
    visitor.remember(visit, morningMs);
    for (const id of [visit.workspaceId, visit.campaignId, visit.pathId, visit.rotatorId])
      expect(visitor.isUnique(String(id), 24, morningMs)).toBe(false);
    expect(visitor.isUnique(newId(), 24, morningMs)).toBe(true);
  });

  it('is unique again after the uniqueness window, at the latest on the next day', () => {
    const visitors = cookielessVisitors();
    const visit = newVisit();
    visitors.recognize(address, agent, morningMs).remember(visit, morningMs);
    const isUnique = (hours: number, windowHours?: number) => {
      const nowMs = morningMs + hours * hourMs;
      return visitors.recognize(address, agent, nowMs).isUnique(visit.campaignId, windowHours, nowMs);
    };
    expect([isUnique(1.9, 2), isUnique(2, 2), isUnique(23.9)]).toEqual([false, true, false]);
    expect(isUnique(24, 8_760)).toBe(true);
    expect(visitors.size).toBe(0);
    // The key is deleted at the end of the day, so nothing is found even if the clock is set back.
    expect(isUnique(0)).toBe(true);
  });

  it('keeps the last choice of path, landing page and offer for a rotator', () => {
    const visitor = cookielessVisitors().recognize(address, agent, morningMs);
    const [rotatorId, first, second] = [newId(), newId(), newId()];
    const last = (choice: 'path' | 'landing' | 'offer') =>
      visitor.lastChoice(rotatorId, choice, 1, morningMs);
    expect(last('path')).toBeUndefined();
    for (const pathId of [first, second]) visitor.remember(newVisit({ rotatorId, pathId }), morningMs);
    expect([last('path'), last('landing'), last('offer')]).toEqual([idTail(second), undefined, undefined]);
    const more = { stickyLandingId: newId(), stickyOfferId: newId() };
    visitor.remember(newVisit({ rotatorId, pathId: first, ...more }), morningMs);
    expect([last('path'), last('landing'), last('offer')]).toEqual(
      [first, more.stickyLandingId, more.stickyOfferId].map(idTail),
    );
  });

  it('stays unique after a prefetched visit until the visit is confirmed', () => {
    const visitor = cookielessVisitors().recognize(address, agent, morningMs);
    const visit = newVisit({ isPrefetch: true });
    visitor.remember(visit, morningMs);
    expect(visitor.isUnique(visit.campaignId, 24, morningMs)).toBe(true);
    expect(visitor.confirm(visit.visitId, visit, morningMs)).toBeUndefined();
    expect(visitor.isUnique(visit.campaignId, 24, morningMs)).toBe(false);
    expect([visitor.findVisit(), visitor.findVisitById(visit.visitId)]).toEqual([undefined, undefined]);
    expect(visitor.visits()).toEqual([]);
  });
});

describe('cookielessVisitors', () => {
  it('has a maximum size and drops the oldest entries first', () => {
    const visitors = cookielessVisitors({ entriesMax: 1_000 });
    const visits = Array.from({ length: 2_000 }, (_, at) => ({ from: `visitor ${at}`, visit: newVisit() }));
    for (const { from, visit } of visits) {
      visitors.recognize(from, agent, morningMs).remember(visit, morningMs);
      expect(visitors.size).toBeLessThanOrEqual(1_000);
    }
    const isKnown = ({ from, visit }: (typeof visits)[number]) =>
      !visitors.recognize(from, agent, morningMs).isUnique(visit.campaignId, 24, morningMs);
    expect(visits.slice(-125).every(isKnown)).toBe(true);
    expect(visits.slice(0, 1_700).some(isKnown)).toBe(false);
  });

  it('generates a new key each day', () => {
    const keys: Uint8Array[] = [];
    const randomKey = () => {
      keys.push(Uint8Array.from({ length: 16 }, () => keys.length));
      return keys.at(-1) ?? new Uint8Array(16);
    };
    const visitors = cookielessVisitors({ randomKey });
    for (const hours of [0, 5, 23, 24, 30, 48])
      visitors.recognize(address, agent, morningMs + hours * hourMs);
    expect(keys).toHaveLength(3);
  });

  it('returns the same results as a reference model that uses a Map', () => {
    const step = fc.record({
      visitor: fc.nat(3),
      idIndex: fc.nat(5),
      minutes: fc.nat(40),
      isVisit: fc.boolean(),
    });
    const ids = Array.from({ length: 6 }, () => newId());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const visitors = cookielessVisitors({ entriesMax: 10_000 });
        const model = new Map<string, number>();
        let nowMs = morningMs;
        for (const { visitor, idIndex, minutes, isVisit } of steps) {
          nowMs += minutes * 60_000;
          const id = ids[idIndex] ?? '';
          const memory = visitors.recognize(`visitor ${visitor}`, agent, nowMs);
          const last = model.get(`${visitor} ${id}`);
          expect(memory.isUnique(id, 1, nowMs)).toBe(last === undefined || nowMs - last >= hourMs);
          if (!isVisit) continue;
          memory.remember(newVisit({ campaignId: id }), nowMs);
          model.set(`${visitor} ${id}`, nowMs);
        }
      }),
    );
  });
});
