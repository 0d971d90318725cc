import { z } from 'zod';
import { archiveRotator } from '../../../services/rotators/archive-rotator.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { rotatorInUse } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveRotatorOperation: PanelOperation = {
  operationId: 'archiveRotator',
  method: 'POST',
  path: '/rotators/{id}/archive',
  access: 'rotators.manage',
  summary: 'Archives a rotator',
  description: 'Refused while a campaign that is not archived uses it. Archiving again changes nothing.',
  data: z.null(),
  errors: { NOT_FOUND: { rotator: noSuch('rotator') }, CONFLICT: { rotatorInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, input) => archiveRotator(context, inputId(input)),
};
