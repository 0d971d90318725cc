import { rotatorSettingsChange, type RotatorSettings } from '@waypost/contract/settings.ts';
import {
  findRotatorSettings,
  updateRotatorSettingsRow,
  type RotatorSettingsRow,
} from '../../store/records/rotators.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { requireVersion } from '../records/require-version.ts';
import { updateRecord, type EditableRecord } from '../records/update-record.ts';
import { saveRotatorVersion } from './save-rotator-version.ts';

const settingsOfRotator: EditableRecord<RotatorSettingsRow> = {
  table: 'rotators',
  name: 'rotator',
  touched: (rotatorIds) => ({ rotatorIds }),
  find: findRotatorSettings,
  update: updateRotatorSettingsRow,
};

export async function getRotatorSettings(context: WorkspaceContext, id: string): Promise<RotatorSettings> {
  requirePermission(context.actor, 'rotators.read');
  const row = await getRecord(context, settingsOfRotator, id, findRotatorSettings);
  const { sticky, stickyLanding, stickyOffer, stickyDays } = row;
  return { sticky, stickyLanding, stickyOffer, stickyDays };
}

/** Changes what is given and nothing else. */
export async function updateRotatorSettings(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  const { version, ...given } = parseInput(rotatorSettingsChange, input);
  await updateRecord(context, settingsOfRotator, id, {
    given,
    check: (executor, { id: rotatorId }) =>
      requireVersion(executor, context, { type: 'rotator', id: rotatorId }, version),
    afterwards: (executor, rotatorId) => saveRotatorVersion(executor, context, rotatorId),
  });
}
