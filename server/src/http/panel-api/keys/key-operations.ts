import type { PanelOperation } from '../operation.ts';
import { createKeyOperation } from './create-key.ts';
import { listKeysOperation } from './list-keys.ts';
import { revokeKeyOperation } from './revoke-key.ts';
import { rotateKeyOperation } from './rotate-key.ts';

export const keyOperations: PanelOperation[] = [
  listKeysOperation,
  createKeyOperation,
  rotateKeyOperation,
  revokeKeyOperation,
];
