import { describe, expect, it } from 'vitest';
import type { CapCount } from '../../domain/caps/count-caps.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { CapCounter } from './cap-counter.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2031-06-15T12:00:00Z');
const day = { per: 'day', sinceMs: noon - 12 * hourMs, untilMs: noon + 12 * hourMs } as const;
const hour = { per: 'hour', sinceMs: noon, untilMs: noon + hourMs } as const;

function counted(beforeMs: number, ...caps: CapCount['caps']): CapCount[] {
  return [{ recordId: 'o', beforeMs, caps }];
}

// Sends visitors one by one, all with the same timestamp, and returns how many passed.
function send(caps: CapCounter, visitors: number, timeMs: number): number {
  let passed = 0;
  for (let at = 0; at < visitors; at += 1) {
    if (caps.isReached('o', timeMs)) continue;
    caps.count('o', timeMs);
    passed += 1;
  }
  return passed;
}

describe('CapCounter on one edge', () => {
  it('allows exactly as many visitors as the limit before the worker has counted', () => {
    const caps = new CapCounter();
    caps.setCounts(counted(noon, { ...day, limit: 5, counted: 0 }));
    expect(send(caps, 30, noon + 100)).toBe(5);
  });

  it('counts every visitor exactly once while counts arrive with a delay', () => {
    const caps = new CapCounter();
    const passedAt: number[] = [];
    caps.setCounts(counted(noon - 3_000, { ...day, limit: 27, counted: 0 }));
    for (let second = 0; second < 10; second += 1) {
      const timeMs = noon + second * 1_000;
      for (let sent = send(caps, 5, timeMs + 10); sent > 0; sent -= 1) passedAt.push(timeMs + 10);
      // The worker's count is three seconds behind.
      const beforeMs = timeMs - 3_000;
      const shipped = passedAt.filter((at) => at < beforeMs).length;
      caps.setCounts(counted(beforeMs, { ...day, limit: 27, counted: shipped }));
    }
    expect(passedAt).toHaveLength(27);
  });

  it('starts the next hour at zero without a new count from the worker', () => {
    const caps = new CapCounter();
    caps.setCounts(counted(noon, { ...hour, limit: 3, counted: 1 }));
    expect(send(caps, 10, noon + 5_000)).toBe(2);
    expect(send(caps, 10, noon + hourMs)).toBe(3);
    expect(send(caps, 10, noon + 2 * hourMs - 1)).toBe(0);
    expect(send(caps, 10, noon + 26 * hourMs)).toBe(3);
  });

  it('applies the strictest of several caps', () => {
    const caps = new CapCounter();
    const total = { per: 'total', sinceMs: 0, untilMs: Date.parse('9999-12-31T00:00:00Z') } as const;
    caps.setCounts(
      counted(
        noon,
        { ...hour, limit: 3, counted: 0 },
        { ...day, limit: 9, counted: 0 },
        { ...total, limit: 4, counted: 0 },
      ),
    );
    expect(send(caps, 10, noon)).toBe(3);
    expect(send(caps, 10, noon + hourMs)).toBe(1);
    expect(send(caps, 10, noon + 2 * hourMs)).toBe(0);
  });

  it('applies a raised limit and stops limiting when the cap is removed', () => {
    const caps = new CapCounter();
    caps.setCounts(counted(noon, { ...day, limit: 2, counted: 0 }));
    expect(send(caps, 9, noon)).toBe(2);
    caps.setCounts(counted(noon, { ...day, limit: 5, counted: 0 }));
    expect(send(caps, 9, noon)).toBe(3);
    caps.setCounts(counted(noon));
    expect(send(caps, 9, noon)).toBe(9);
  });

  it('keeps counting visitors for days without a new count from the worker', () => {
    const caps = new CapCounter();
    const total = { per: 'total', sinceMs: 0, untilMs: Date.parse('9999-12-31T00:00:00Z') } as const;
    caps.setCounts(counted(noon, { ...total, limit: 10_000, counted: 0 }));
    let passed = 0;
    for (let second = 0; second < 9_000; second += 1) passed += send(caps, 1, noon + second * 10_000);
    expect(passed + send(caps, 5_000, noon + 30 * hourMs)).toBe(10_000);
  });
});

describe('CapCounter before the first count', () => {
  it('applies the limits of a published campaign to offers and paths and counts from zero', () => {
    const caps = new CapCounter();
    const document = makeCampaignDocument();
    const [offer] = document.offers;
    const [path] = document.paths;
    if (offer === undefined || path === undefined) throw new Error('incomplete document');
    const limits = [{ limit: 5, per: 'day' }] as const;
    const offers = [{ ...offer, id: 'o', cap: { overflowOfferId: null, clickCaps: [...limits] } }];
    caps.setPublishedLimits({
      ...document,
      offers,
      paths: [{ ...path, id: 'p', visitCaps: [{ limit: 1, per: 'hour' }] }],
    });
    expect(send(caps, 30, noon)).toBe(5);
    expect(send(caps, 30, noon + 24 * hourMs)).toBe(5);
    caps.count('p', noon);
    expect([caps.isReached('p', noon), caps.isReached('p', noon + hourMs)]).toEqual([true, false]);
  });

  it('keeps using the limits of a received count instead of published limits', () => {
    const caps = new CapCounter();
    const document = makeCampaignDocument();
    const offers = document.offers.map((offer) => ({
      ...offer,
      id: 'o',
      cap: { overflowOfferId: null, clickCaps: [{ limit: 5, per: 'day' as const }] },
    }));
    caps.setCounts(counted(noon, { ...day, limit: 3, counted: 1 }));
    caps.setPublishedLimits({ ...document, offers });
    expect(send(caps, 30, noon)).toBe(2);
  });
});

it('several edges overshoot a cap by at most the documented bound', () => {
  const edges = Array.from({ length: 3 }, () => new CapCounter());
  for (const caps of edges) caps.setCounts(counted(noon, { ...day, limit: 10, counted: 4 }));
  const passed = edges.reduce((sum, caps) => sum + send(caps, 50, noon + 10), 0);
  expect(4 + passed - 10).toBe((edges.length - 1) * (10 - 4));
});

it('CapCounter never limits a record without caps', () => {
  expect(new CapCounter().isReached('o', noon)).toBe(false);
});
