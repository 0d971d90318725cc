import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { findOwnAddresses } from './find-own-addresses.ts';

const engineUrls = [
  'postgres://u:p@db.example.com:5432/waypost',
  'http://[2606:4700::5]:8123',
  'http://93.184.215.14:8123',
  'postgres://u:p@gone.example.com/waypost',
];

it('findOwnAddresses lists the addresses of this machine and the engines, and resolves host names', async () => {
  const list = await findOwnAddresses(engineUrls, async (name) => {
    if (name === 'db.example.com') return ['93.184.215.20', '2606:4700::20'];
    throw new Error('unknown');
  });
  const machine = Object.values(networkInterfaces()).flatMap(
    (own) => own?.map(({ address }) => address) ?? [],
  );
  expect(machine).not.toEqual([]);
  expect(list()).toEqual([...machine, '93.184.215.20', '2606:4700::20', '2606:4700::5', '93.184.215.14']);
});
