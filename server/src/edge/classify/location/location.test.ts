import { attributesKnownBy } from '@waypost/contract/visits/visit-attributes.ts';
import { expect, it } from 'vitest';
import { buildCityPart, buildNetworkPart, buildLocation, locationAttributes } from './location.ts';

it('buildLocation writes the attributes of a location in column order', () => {
  expect(locationAttributes).toEqual(attributesKnownBy('place'));
  const city = buildCityPart({ continent: 'EU', country: 'DE', region: 'Bavaria', city: 'Munich' });
  const network = buildNetworkPart({ isp: 'ISP', asn: 7, connectionType: 'cellular', isDatacenter: false });
  expect(buildLocation(city, network).cells).toBe('DE\tBavaria\tMunich\tISP\t7\tcellular');
});
