import { createLanding } from '../../../services/landings/create-landing.ts';
import { createLandingOperation as publicOperation } from '../../api-v1/landings/create-landing.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const createLandingOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'landings.write',
  run: (context, { body }) => createLanding(context, body),
};
