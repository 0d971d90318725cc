import { archiveLanding } from '../../../services/landings/archive-landing.ts';
import { archiveLandingOperation as publicOperation } from '../../api-v1/landings/archive-landing.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveLandingOperation: PanelOperation = {
  ...likePublic(publicOperation),
  method: 'POST',
  path: '/landings/{id}/archive',
  access: 'landings.write',
  run: (context, input) => archiveLanding(context, inputId(input)),
};
