import { sourceTemplate, sourceTemplates } from '@waypost/contract/source-templates.ts';
import { z } from 'zod';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';

export const listSourceTemplatesOperation: PanelOperation = {
  operationId: 'listSourceTemplates',
  method: 'GET',
  path: '/source-templates',
  access: 'traffic-sources.read',
  summary: 'Lists what well-known traffic sources put into links',
  data: z.array(sourceTemplate),
  example: { data: sourceTemplates.slice(0, 1), issue: strayParameter },
  run: async () => await Promise.resolve(sourceTemplates),
};
