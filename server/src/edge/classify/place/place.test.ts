import { attributesKnownBy } from '@waypost/contract/visit-attributes.ts';
import { expect, it } from 'vitest';
import { buildCityPart, buildNetworkPart, buildPlace, placeAttributes } from './place.ts';

it('the halves of a place are written in the order of rows', () => {
  expect(placeAttributes).toEqual(attributesKnownBy('place'));
  const where = buildCityPart({ continent: 'EU', country: 'DE', region: 'Bavaria', city: 'Munich' });
  const network = buildNetworkPart({ isp: 'ISP', asn: 7, connectionType: 'cellular', isDatacenter: false });
  expect(buildPlace(where, network).cells).toBe('DE\tBavaria\tMunich\tISP\t7\tcellular');
});
