// Generators for the actions in a random history.
import fc from 'fast-check';
import { costCharge, decimalText, moneyEvent } from '../models/money-history.ts';
import {
  pipelineAgents,
  pipelineBids,
  pipelineLanguages,
  pipelineLocations,
  pipelinePurposes,
  pipelineReferrers,
  pipelineShortTokens,
  pipelineTags,
  pipelineTokens,
} from './pipeline-visitors.ts';

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Number of browsers that keep cookies. A client whose `jar` equals this number keeps no cookies. */
export const pipelineJars = 3;

const indexOf = (list: readonly unknown[]) => fc.nat(list.length - 1);

export const pipelineClient = fc.record({
  agent: indexOf(pipelineAgents),
  location: indexOf(pipelineLocations),
  language: indexOf(pipelineLanguages),
  referrer: indexOf(pipelineReferrers),
  purpose: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: indexOf(pipelinePurposes) },
  ),
  jar: fc.nat(pipelineJars),
});
export type PipelineClient = Generated<typeof pipelineClient>;

const link = fc.record({
  // Three tokens can have any value. The other tokens are short, so that no link is truncated.
  tokens: fc
    .tuple(
      fc.array(indexOf(pipelineTokens), { minLength: 3, maxLength: 3 }),
      fc.array(fc.nat(pipelineShortTokens - 1), { minLength: 12, maxLength: 12 }),
    )
    .map(([any, short]) => [...any, ...short]),
  tags: fc.array(indexOf(pipelineTags), { maxLength: 3 }),
  bid: indexOf(pipelineBids),
});
export type PipelineLink = Generated<typeof link>;

const visit = fc.record({
  campaign: fc.nat(2),
  client: pipelineClient,
  link,
  place: fc.constantFrom('page', 'page', 'page', 'page', 'page', 'other page', 'pixel'),
});
export type PipelineVisitAction = Generated<typeof visit>;

/** Index of an earlier visit, counted from the newest visit. */
const past = fc.nat(12);
const click = fc.record({
  by: fc.constantFrom('id', 'id', 'id', 'cookie', 'campaign'),
  past,
  client: pipelineClient,
  linkNumber: fc.constantFrom(1, 1, 2),
  link,
  campaign: fc.nat(2),
});
export type PipelineClickAction = Generated<typeof click>;

const tags = fc.record({ past, tags: fc.array(indexOf(pipelineTags), { minLength: 1, maxLength: 4 }) });

const event = fc.record({
  past,
  event: moneyEvent,
  channel: fc.constantFrom('query', 'form', 'json', 'page'),
  target: fc.constantFrom('visit', 'visit', 'visit', 'visit', 'other campaign', 'forged'),
});
export type PipelineEventAction = Generated<typeof event>;

const uploaded = fc.record({ past, event: moneyEvent, backMs: fc.constantFrom(0, 0, 1_000, 3_600_000) });
export type PipelineUploadedEvent = Generated<typeof uploaded>;

const cost = fc.record({
  campaign: fc.nat(2),
  back: fc.nat(3),
  days: fc.nat(3),
  token: fc.option(fc.constantFrom(1, 2, 3, 4, 11), { freq: 2 }),
  charge: costCharge,
  currency: fc.constantFrom('USD', 'USD', 'EUR', 'GBP'),
  withdrawOverlapping: fc.boolean(),
  isUploaded: fc.boolean(),
});
export type PipelineCostAction = Generated<typeof cost>;

const change = fc.record({
  campaign: fc.nat(2),
  amount: fc.constantFrom(0.02, 3.3, 0.654321),
  pause: fc.boolean(),
});
const minuteMs = 60_000;
const twoDaysMs = 2 * 24 * 60 * minuteMs;
const wait = fc.constantFrom(
  7,
  minuteMs,
  14 * minuteMs,
  60 * minuteMs,
  11 * 60 * minuteMs,
  25 * 60 * minuteMs,
);

const pipelineAction = fc.oneof(
  { weight: 16, arbitrary: fc.record({ visit }) },
  { weight: 7, arbitrary: fc.record({ click }) },
  { weight: 2, arbitrary: fc.record({ tags }) },
  { weight: 8, arbitrary: fc.record({ event }) },
  { weight: 1, arbitrary: fc.record({ upload: fc.array(uploaded, { minLength: 1, maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ cost }) },
  { weight: 1, arbitrary: fc.record({ withdraw: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ change }) },
  { weight: 1, arbitrary: fc.record({ settle: fc.constant(true) }) },
  { weight: 6, arbitrary: fc.record({ wait }) },
);
export type PipelineAction = Generated<typeof pipelineAction>;

/**
 * Generates actions with at least one visit, click, event, cost entry and reversal. The cost entries follow waits of
 * two days, so that they find visits on completed days.
 */
export function pipelineActions(count: number): fc.Arbitrary<PipelineAction[]> {
  const firstVisits = fc.array(fc.record({ visit }), { minLength: 8, maxLength: 8 });
  const opening = fc.tuple(firstVisits, fc.record({ click }), fc.record({ tags }), fc.record({ event }));
  const rest = fc.array(pipelineAction, { minLength: count, maxLength: count });
  const wholeDays = fc.record({
    campaign: fc.nat(2),
    back: fc.constant(0),
    days: fc.constant(5),
    token: fc.constant(null),
    charge: fc.oneof(
      fc.record({ mode: fc.constant('add' as const), amount: decimalText }),
      fc.record({ mode: fc.constant('replace' as const), amount: decimalText }),
    ),
    currency: fc.constantFrom('USD', 'EUR'),
    withdrawOverlapping: fc.constant(false),
    isUploaded: fc.boolean(),
  });
  const costs = fc.array(fc.record({ cost: wholeDays }), { minLength: 3, maxLength: 3 });
  return fc
    .tuple(opening, costs, rest, costs)
    .map(([[visits, ...others], first, middle, last]) => [
      ...visits,
      ...others,
      { wait: twoDaysMs },
      ...first,
      { settle: true },
      ...middle,
      { wait: twoDaysMs },
      ...last,
      { withdraw: 0 },
    ]);
}
