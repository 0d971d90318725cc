/** What may happen to a workspace, one thing after the other. */
import fc from 'fast-check';
import { costCharge, decimalText, moneyEvent } from '../models/money-history.ts';
import {
  pipelineAgents,
  pipelineBids,
  pipelineLanguages,
  pipelinePlaces,
  pipelinePurposes,
  pipelineReferrers,
  pipelineShortTokens,
  pipelineTags,
  pipelineTokens,
} from './pipeline-visitors.ts';

type Made<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** How many browsers keep cookies; whoever has a higher number has none. */
export const pipelineJars = 3;

const pickOf = (list: readonly unknown[]) => fc.nat(list.length - 1);

export const pipelineClient = fc.record({
  agent: pickOf(pipelineAgents),
  place: pickOf(pipelinePlaces),
  language: pickOf(pipelineLanguages),
  referrer: pickOf(pipelineReferrers),
  purpose: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: pickOf(pipelinePurposes) },
  ),
  jar: fc.nat(pipelineJars),
});
export type PipelineClient = Made<typeof pipelineClient>;

const link = fc.record({
  // Three of any kind, and the rest short, so that no link is cut.
  tokens: fc
    .tuple(
      fc.array(pickOf(pipelineTokens), { minLength: 3, maxLength: 3 }),
      fc.array(fc.nat(pipelineShortTokens - 1), { minLength: 12, maxLength: 12 }),
    )
    .map(([any, short]) => [...any, ...short]),
  tags: fc.array(pickOf(pipelineTags), { maxLength: 3 }),
  bid: pickOf(pipelineBids),
});
export type PipelineLink = Made<typeof link>;

const visit = fc.record({
  campaign: fc.nat(2),
  client: pipelineClient,
  link,
  place: fc.constantFrom('page', 'page', 'page', 'page', 'page', 'other page', 'pixel'),
});
export type PipelineVisitAction = Made<typeof visit>;

/** Which of the visits so far: the newest is 0. */
const past = fc.nat(12);
const click = fc.record({
  by: fc.constantFrom('id', 'id', 'id', 'cookie', 'campaign'),
  past,
  client: pipelineClient,
  linkNumber: fc.constantFrom(1, 1, 2),
  link,
  campaign: fc.nat(2),
});
export type PipelineClickAction = Made<typeof click>;

const tags = fc.record({ past, tags: fc.array(pickOf(pipelineTags), { minLength: 1, maxLength: 4 }) });

const event = fc.record({
  past,
  event: moneyEvent,
  way: fc.constantFrom('query', 'form', 'json', 'page'),
  aim: fc.constantFrom('right', 'right', 'right', 'right', 'other campaign', 'forged'),
});
export type PipelineEventAction = Made<typeof event>;

const uploaded = fc.record({ past, event: moneyEvent, backMs: fc.constantFrom(0, 0, 1_000, 3_600_000) });
export type PipelineUploadedEvent = Made<typeof uploaded>;

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
export type PipelineCostAction = Made<typeof cost>;

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
export type PipelineAction = Made<typeof pipelineAction>;

/** A list of them. Whatever else happens, each kind does, and costs find visits of days that are over. */
export function pipelineActions(many: number): fc.Arbitrary<PipelineAction[]> {
  const several = fc.array(fc.record({ visit }), { minLength: 8, maxLength: 8 });
  const begun = fc.tuple(several, fc.record({ click }), fc.record({ tags }), fc.record({ event }));
  const rest = fc.array(pipelineAction, { minLength: many, maxLength: many });
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
    .tuple(begun, costs, rest, costs)
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
