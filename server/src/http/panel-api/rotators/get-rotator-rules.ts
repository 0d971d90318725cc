import { getRotatorRules } from '../../../services/rotators/get-rotator-rules.ts';
import { getRotatorRulesOperation as publicOperation } from '../../api-v1/rotators/get-rotator-rules.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const getRotatorRulesOperation: PanelOperation = {
  ...likePublic(publicOperation),
  description: 'To change them, send all of them back with the version that was read.',
  access: 'rotators.read',
  run: (context, input) => getRotatorRules(context, inputId(input)),
};
