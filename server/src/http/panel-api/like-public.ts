import type { Operation } from '../api-v1/operation.ts';

/** What an operation of the panel shares with the public one of its name: words, schemas, examples and errors. */
export function likePublic(operation: Operation): Omit<Operation, 'scope' | 'kind' | 'run'> {
  const { scope: _, kind: __, run: ___, ...shared } = operation;
  return shared;
}
