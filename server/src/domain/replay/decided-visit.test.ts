import { expect, it } from 'vitest';
import { decidedMarks, decidedReasons, readMarks } from './decided-visit.ts';

const none = {
  isSticky: false,
  isStickyLanding: false,
  isStickyOffer: false,
  isCapped: false,
  isClickIdCut: false,
  isBot: false,
  isPrefetch: false,
  isUnique: false,
};
const reason = (name: (typeof decidedReasons)[number]) => 2 ** decidedReasons.indexOf(name);

it.each([
  ['no bit', 0, {}],
  ['sticky', reason('sticky'), { isSticky: true }],
  ['sticky-landing', reason('sticky-landing'), { isStickyLanding: true }],
  ['sticky-offer', reason('sticky-offer'), { isStickyOffer: true }],
  ['path-full', reason('path-full'), { isCapped: true }],
  ['click-id-cut', reason('click-id-cut'), { isClickIdCut: true }],
  ['all-capped', 32, { isCapped: true }],
  ['bot', 64, { isBot: true }],
  ['prefetch', 128, { isPrefetch: true }],
  ['unique', 256, { isUnique: true }],
])('readMarks reads exactly the bit for %s', (_, marks, expected) => {
  expect(readMarks(marks)).toEqual({ ...none, ...expected });
});

it('the marks of a decided visit are distinct bits', () => {
  const bits = [...decidedReasons.map(reason), ...Object.values(decidedMarks)];
  expect(bits.reduce((all, bit) => all | bit, 0)).toBe(bits.reduce((sum, bit) => sum + bit, 0));
  expect(bits.every((bit) => Number.isInteger(Math.log2(bit)))).toBe(true);
});
