import { attributesKnownBy } from '@waypost/contract/visit-attributes.ts';
import { expect, it } from 'vitest';
import { buildCityPart, buildNetworkPart, buildLocation, locationAttributes } from './location.ts';

it('the halves of a place are written in the order of rows', () => {
  expect(locationAttributes).toEqual(attributesKnownBy('place'));
  const where = buildCityPart({ continent: 'EU', country: 'DE', region: 'Bavaria', city: 'Munich' });
  const network = buildNetworkPart({ isp: 'ISP', asn: 7, connectionType: 'cellular', isDatacenter: false });
  expect(buildLocation(where, network).cells).toBe('DE\tBavaria\tMunich\tISP\t7\tcellular');
});
