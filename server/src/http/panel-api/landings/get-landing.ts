import { getLanding } from '../../../services/landings/get-landing.ts';
import { getLandingOperation as publicOperation } from '../../api-v1/landings/get-landing.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const getLandingOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'landings.read',
  run: (context, input) => getLanding(context, inputId(input)),
};
