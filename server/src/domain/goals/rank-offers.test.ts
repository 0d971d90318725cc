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

it('is the drawn one where nothing was clicked', () => {
  expect(rankOffers(drawn, [], 10)).toEqual([drawn]);
});

it('puts the last click before the event first, and later clicks behind all before it', () => {
  const clicks = [clicked('old', 1), clicked('new', 5), clicked('next', 12), clicked('far', 20)];
  expect(ranked(drawn, clicks, 10)).toEqual(['new', 'old', 'next', 'far', 'drawn']);
});

it('orders clicks by time whatever the order they come in', () => {
  const clicks = [clicked('far', 20), clicked('new', 5), clicked('next', 12), clicked('old', 1)];
  expect(ranked(drawn, clicks, 10)).toEqual(['new', 'old', 'next', 'far', 'drawn']);
});

it('counts a click at the very moment of the event as a click before it', () => {
  expect(ranked(drawn, [clicked('later', 11), clicked('now', 10), clicked('old', 3, 9)], 10)).toEqual([
    'now',
    'old',
    'later',
    'drawn',
  ]);
});

it('ranks an offer by its last click when that is at the very moment of the event', () => {
  expect(ranked(drawn, [clicked('once', 5), clicked('again', 1, 10)], 10)).toEqual([
    'again',
    'once',
    'drawn',
  ]);
});

it('takes one that was clicked before and after the event for clicked before', () => {
  expect(ranked(drawn, [clicked('again', 3, 15), clicked('once', 5)], 10)).toEqual([
    'once',
    'again',
    'drawn',
  ]);
});

it('says the network with each', () => {
  expect(rankOffers(drawn, [clicked('a', 1)], 10)[0]).toEqual({
    offerId: 'a',
    affiliateNetworkId: 'network of a',
  });
});
