import { expect, it } from 'vitest';
import { sumLateRows } from './late-rows-in-log.ts';

it('sumLateRows adds what restarted and stopped edges report, and ignores other lines', () => {
  const lines = [
    { role: 'edge', stream: 'visits', rowsMax: 3, msg: 'previous process exited' },
    { role: 'edge', stream: 'visits', rowsMax: 2, msg: 'previous process exited' },
    { role: 'edge', stream: 'clicks', rowsMax: 4, msg: 'previous process exited' },
    { role: 'edge', lost: 10, msg: 'stopped before all rows could be written' },
    { role: 'worker', msg: 'lost nothing' },
  ];
  const output = ['Waypost is running.', ...lines.map((line) => JSON.stringify(line)), '{"rowsMax":1'].join(
    '\n',
  );
  expect(sumLateRows(output)).toEqual({ visits: 15, clicks: 14 });
});
