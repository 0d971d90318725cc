import { apiKey } from '@waypost/contract/keys.ts';
import { z } from 'zod';
import { listKeys } from '../../../services/keys/list-keys.ts';
import { presentKey } from '../../../services/keys/present-key.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import { keyExample } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const listKeysOperation: PanelOperation = {
  operationId: 'listKeys',
  method: 'GET',
  path: '/keys',
  access: 'keys.list',
  summary: 'Lists the API keys of the workspace, oldest first, without their tokens',
  data: z.array(apiKey),
  example: { data: [keyExample], issue: strayParameter },
  run: async (context) => {
    const keys = await listKeys(context);
    return keys.map((key) => presentKey(key, context.now()));
  },
};
