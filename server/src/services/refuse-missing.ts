import { capitalize } from '@waypost/contract/values/capitalize.ts';
import { WaypostError } from '../platform/errors.ts';

/** Throws the same error for records of other workspaces and for records that do not exist. */
export function refuseMissing(label: string): never {
  throw new WaypostError('NOT_FOUND', describeMissing(label));
}

export function describeMissing(label: string): string {
  return `${capitalize(label)} not found`;
}
