import { listLandings } from '../../../services/landings/list-landings.ts';
import { listLandingsOperation as publicOperation } from '../../api-v1/landings/list-landings.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const listLandingsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  kind: 'list',
  access: 'landings.read',
  run: (context, { query }) => listLandings(context, query),
};
