import { expect, it } from 'vitest';
import type { Conversion } from './conversion.ts';
import { findTakenBack } from './find-taken-back.ts';

const nothing = { revenue: '0', flatCost: '0', shareCost: '0' };
const amounts = { ...nothing, payout: '0', currency: 'USD', value: null, outside: nothing };

function conversion(idx: number, event: string, transactionId: string, isConversion = true): Conversion {
  const names = { idx, event, transactionId, label: '', isConversion, ordinal: 0 };
  return { ...names, status: 'approved', hasEarned: true, changedMs: 0, sent: null, amounts };
}

const step = conversion(2, 'signup', 'A', false);
const sale = conversion(1, 'sale', 'A');
const upsell = conversion(3, 'upsell', 'A');
const other = conversion(1, 'sale', 'B');
const nameless = conversion(1, 'sale', '');

it.each([
  { what: 'those of its transaction and event', stored: [step, sale, other], sent: 'A sale', taken: [sale] },
  { what: 'the steps too where it names them', stored: [step, sale], sent: 'A signup', taken: [step] },
  {
    what: 'all conversions of its transaction where it has a name of its own',
    stored: [step, sale, upsell, other],
    sent: 'A refund',
    taken: [sale, upsell],
  },
  { what: 'none of another transaction', stored: [sale], sent: 'C sale', taken: [] },
  {
    what: 'the only transaction where it names none',
    stored: [step, sale, upsell],
    sent: ' ',
    taken: [sale, upsell],
  },
  { what: 'none where it names none of several', stored: [sale, other], sent: ' sale', taken: [] },
  {
    what: 'what came without a transaction too',
    stored: [nameless, other],
    sent: ' sale',
    taken: [nameless],
  },
  { what: 'none where nothing is stored', stored: [], sent: ' ', taken: [] },
])('takes back $what', ({ stored, sent, taken }) => {
  const [transactionId = '', event = ''] = sent.split(' ');
  expect(findTakenBack(stored, { transactionId, event })).toEqual(taken);
});
