import { restoreRotators } from '../../../services/rotators/restore-rotators.ts';
import { restoreRotatorsOperation as publicOperation } from '../../api-v1/rotators/restore-rotators.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreRotatorsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'rotators.write',
  run: (context, { body }) => restoreRotators(context, body),
};
