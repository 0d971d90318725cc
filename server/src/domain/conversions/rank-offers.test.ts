import { expect, it } from 'vitest';
import { rankOffers } from './rank-offers.ts';

const drawn = { offerId: 'drawn', affiliateNetworkId: null };
const clicked = (offerId: string, firstMs: number, lastMs = firstMs) => ({
  offerId,
  affiliateNetworkId: `network of ${offerId}`,
  firstMs,
  lastMs,
});
const ranked = (...given: Parameters<typeof rankOffers>) =>
  rankOffers(...given).map(({ offerId }) => offerId);

it('rankOffers returns the drawn offer if there are no clicks', () => {
  expect(rankOffers(drawn, [], 10)).toEqual([drawn]);
});

it('rankOffers ranks offers clicked before the event, latest first, above offers clicked after it', () => {
  const clicks = [clicked('old', 1), clicked('new', 5), clicked('next', 12), clicked('far', 20)];
  expect(ranked(drawn, clicks, 10)).toEqual(['new', 'old', 'next', 'far', 'drawn']);
});

it('rankOffers sorts clicks by time', () => {
  const clicks = [clicked('far', 20), clicked('new', 5), clicked('next', 12), clicked('old', 1)];
  expect(ranked(drawn, clicks, 10)).toEqual(['new', 'old', 'next', 'far', 'drawn']);
});

it('rankOffers treats a click at the time of the event as a click before the event', () => {
  expect(ranked(drawn, [clicked('later', 11), clicked('now', 10), clicked('old', 3, 9)], 10)).toEqual([
    'now',
    'old',
    'later',
    'drawn',
  ]);
});

it('rankOffers ranks an offer by its last click even if that click is at the time of the event', () => {
  expect(ranked(drawn, [clicked('once', 5), clicked('again', 1, 10)], 10)).toEqual([
    'again',
    'once',
    'drawn',
  ]);
});

it('rankOffers treats an offer clicked both before and after the event as clicked before it', () => {
  expect(ranked(drawn, [clicked('again', 3, 15), clicked('once', 5)], 10)).toEqual([
    'once',
    'again',
    'drawn',
  ]);
});

it('rankOffers returns the network of each offer', () => {
  expect(rankOffers(drawn, [clicked('a', 1)], 10)[0]).toEqual({
    offerId: 'a',
    affiliateNetworkId: 'network of a',
  });
});
