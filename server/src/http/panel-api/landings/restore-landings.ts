import { restoreLandings } from '../../../services/landings/restore-landings.ts';
import { restoreLandingsOperation as publicOperation } from '../../api-v1/landings/restore-landings.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreLandingsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'landings.write',
  run: (context, { body }) => restoreLandings(context, body),
};
