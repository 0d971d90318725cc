import { createRotator } from '../../../services/rotators/create-rotator.ts';
import { createRotatorOperation as publicOperation } from '../../api-v1/rotators/create-rotator.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const createRotatorOperation: PanelOperation = {
  ...likePublic(publicOperation),
  description: 'Its rules, landings and offers are saved by an operation of their own.',
  access: 'rotators.write',
  run: (context, { body }) => createRotator(context, body),
};
