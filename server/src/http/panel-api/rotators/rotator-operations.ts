import type { PanelOperation } from '../operation.ts';
import { archiveRotatorOperation } from './archive-rotator.ts';
import { createRotatorOperation } from './create-rotator.ts';
import { getRotatorOperation } from './get-rotator.ts';
import { getRotatorRulesOperation } from './get-rotator-rules.ts';
import { listRotatorPathsOperation } from './list-rotator-paths.ts';
import { listRotatorsOperation } from './list-rotators.ts';
import { restoreRotatorsOperation } from './restore-rotators.ts';
import { saveRotatorRulesOperation } from './save-rotator-rules.ts';
import { updateRotatorOperation } from './update-rotator.ts';

export const rotatorOperations: PanelOperation[] = [
  listRotatorsOperation,
  createRotatorOperation,
  getRotatorOperation,
  updateRotatorOperation,
  archiveRotatorOperation,
  restoreRotatorsOperation,
  getRotatorRulesOperation,
  saveRotatorRulesOperation,
  listRotatorPathsOperation,
];
