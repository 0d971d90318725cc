import { describe, expect, it } from 'vitest';
import { networkKind } from './network-kind.ts';
import { cellularNumbers, hostingNumbers, broadbandNumbers, relayNumbers } from './network-lists.ts';

describe('networkKind', () => {
  it.each([
    [16509, 'Amazon.com, Inc.', 'hosting'],
    [24940, 'Hetzner Online GmbH', 'hosting'],
    [64500, 'Some Cloud Ltd', 'hosting'],
    [64500, 'Joe’s Datacenter, LLC', 'hosting'],
    [64500, 'ACME WEBHOSTING', 'hosting'],
    [21928, 'T-Mobile USA, Inc.', 'cellular'],
    [55836, 'Reliance Jio Infocomm Limited', 'cellular'],
    [64500, 'Example Mobile SA', 'cellular'],
    [64500, 'America Movil Peru S.A.C.', 'cellular'],
    [64500, 'Country Wireless', 'broadband'],
    [1766, 'Exxon Mobil Corporation', 'broadband'],
    [3320, 'Deutsche Telekom AG', 'broadband'],
    [64500, 'Ghost Town Telecom', 'broadband'],
    [13335, 'Cloudflare, Inc.', 'other'],
    [36183, 'Akamai Technologies, Inc.', 'other'],
    [64500, 'Example University', 'other'],
    [64500, '', 'broadband'],
  ] as const)('classifies AS%i %s as %s', (asn, owner, expected) => {
    const { connectionType, isDatacenter } = networkKind(asn, owner);
    expect(connectionType).toBe(expected);
    expect(isDatacenter).toBe(expected === 'hosting');
  });

  it('has each AS number in only one list', () => {
    const lists = [hostingNumbers, cellularNumbers, relayNumbers, broadbandNumbers];
    const all = lists.flatMap((list) => [...list]);
    expect(new Set(all).size).toBe(all.length);
  });
});
