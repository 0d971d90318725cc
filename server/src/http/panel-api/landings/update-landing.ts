import { updateLanding } from '../../../services/landings/update-landing.ts';
import { updateLandingOperation as publicOperation } from '../../api-v1/landings/update-landing.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const updateLandingOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'landings.write',
  run: (context, input) => updateLanding(context, inputId(input), input.body),
};
