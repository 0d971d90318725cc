import { conversionUploadFields, costUploadFields } from '@waypost/contract/file-uploads.ts';
import { expect, it } from 'vitest';
import { conversionColumns } from '../conversions/read-conversion.ts';
import { costColumns } from '../costs/read-cost-line.ts';

it('columns can be given every meaning that files have, and no other', () => {
  expect(conversionUploadFields.toSorted()).toEqual(Object.keys(conversionColumns).toSorted());
  expect(costUploadFields.toSorted()).toEqual(Object.keys(costColumns).toSorted());
});
