import { conversionUploadFields, costUploadFields } from '@waypost/contract/conversions/file-uploads.ts';
import { expect, it } from 'vitest';
import { conversionColumns } from './read-conversion.ts';
import { costColumns } from './read-cost-line.ts';

it('the upload fields are exactly the columns of conversion and cost files', () => {
  expect(conversionUploadFields.toSorted()).toEqual(Object.keys(conversionColumns).toSorted());
  expect(costUploadFields.toSorted()).toEqual(Object.keys(costColumns).toSorted());
});
