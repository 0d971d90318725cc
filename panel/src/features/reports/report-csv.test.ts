import { expect, it } from 'vitest';
import { comparedCsv } from './report-csv.ts';

it('comparedCsv writes current values, previous values and changes, and escapes formulas', () => {
  const text = comparedCsv(
    [
      {
        id: '1',
        values: { offer: 'o1', token1: '=1+1', visits: 6, roi: 0.5 },
        before: { offer: 'o1', token1: '=1+1', visits: 4, roi: -0.5 },
      },
      {
        id: '2',
        values: { offer: null, token1: 'a,b', visits: 3, roi: null },
        before: { visits: 0, roi: null },
      },
      { id: '3', values: { offer: 'o2', token1: null, visits: 1, roi: 1 }, before: undefined },
    ],
    { dimensions: ['offer', 'token1'], metrics: ['visits', 'roi'], labels: { offer: { o1: 'Shoes' } } },
  );
  expect(text.split('\r\n')).toEqual([
    'offer,offerName,token1,visits,visitsBefore,visitsChange,roi,roiBefore,roiChangePoints',
    "o1,Shoes,'=1+1,6,4,0.5,0.5,-0.5,100",
    ',,"a,b",3,0,,,,',
    'o2,,,1,,,1,,',
    '',
  ]);
});
