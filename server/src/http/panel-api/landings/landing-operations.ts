import type { PanelOperation } from '../operation.ts';
import { archiveLandingOperation } from './archive-landing.ts';
import { createLandingOperation } from './create-landing.ts';
import { getLandingOperation } from './get-landing.ts';
import { listLandingsOperation } from './list-landings.ts';
import { restoreLandingsOperation } from './restore-landings.ts';
import { updateLandingOperation } from './update-landing.ts';

export const landingOperations: PanelOperation[] = [
  listLandingsOperation,
  createLandingOperation,
  getLandingOperation,
  updateLandingOperation,
  archiveLandingOperation,
  restoreLandingsOperation,
];
