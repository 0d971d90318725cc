import { conversionUploadFields, costUploadFields } from '@waypost/contract/file-uploads.ts';
import { expect, it } from 'vitest';
import { conversionColumns } from '../conversions/read-conversion.ts';
import { costColumns } from '../costs/read-cost-line.ts';

it('upload fields are exactly the columns of conversion and cost files', () => {
  expect(conversionUploadFields.toSorted()).toEqual(Object.keys(conversionColumns).toSorted());
  expect(costUploadFields.toSorted()).toEqual(Object.keys(costColumns).toSorted());
});
