import { member } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { listMembers } from '../../../services/people/list-members.ts';
import { strayParameter } from '../../api-v1/example-errors.ts';
import type { PanelOperation } from '../operation.ts';
import { memberExample } from '../people-examples.ts';

export const listMembersOperation: PanelOperation = {
  operationId: 'listMembers',
  method: 'GET',
  path: '/people',
  access: 'people.read',
  summary: 'Lists the members of the workspace in the order in which they joined',
  data: z.array(member),
  example: { data: [memberExample], issue: strayParameter },
  run: (context) => listMembers(context),
};
