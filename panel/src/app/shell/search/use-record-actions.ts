import { IconCopy, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { showDone, showFailure } from '../../../ui/record/undo.tsx';
import { allowedScreens } from '../allowed-screens.ts';
import type { Entry } from './entries.ts';
import { listRecordActions, type FoundRecord, type RecordVerb } from './record-actions.ts';

const icons = { pause: IconPlayerPause, resume: IconPlayerPlay, duplicate: IconCopy } as const;

// Returns a function that lists the actions a person may run on a found record.
export function useRecordActions(): (record: FoundRecord) => { verb: RecordVerb; entry: Entry }[] {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const screens = allowedScreens(workspace.permissions);

  const switchCampaign = async (id: string, verb: 'pause' | 'resume', isUndo = false): Promise<void> => {
    const { version } = await api.getCampaign(id);
    const written = await (verb === 'pause'
      ? api.pauseCampaign(id, { version })
      : api.resumeCampaign(id, { version }));
    void queries.invalidateQueries({ queryKey: [workspace.id] });
    const undo = () => switchCampaign(id, verb === 'pause' ? 'resume' : 'pause', true);
    showDone(
      `${written.name} ${verb}d.`,
      // Undo is not offered if another session made the same change first.
      isUndo || written.version === version ? undefined : undo,
    );
  };
  const duplicate = async ({ type, id }: FoundRecord, path: string): Promise<void> => {
    if (type !== 'campaign' && type !== 'rotator')
      return await navigate({ to: `${path}/new`, search: { copy: id } });
    const created =
      type === 'campaign'
        ? await api.duplicateCampaign(id, { rotator: 'copy' })
        : await api.duplicateRotator(id, {});
    void queries.invalidateQueries({ queryKey: [workspace.id] });
    await navigate({ to: `${path}/${created.id}` });
    showDone('The copy was created.', undefined);
  };
  return (record) => {
    const screen = screens.find(({ records }) => records === record.type);
    const needed = screen?.navigation.create?.needs;
    if (screen === undefined || needed === undefined || !may(needed)) return [];
    return listRecordActions(record).map(({ verb, label }) => ({
      verb,
      entry: {
        id: `${verb} ${record.id}`,
        label,
        icon: icons[verb],
        choose: () => {
          const work =
            verb === 'duplicate' ? duplicate(record, screen.path) : switchCampaign(record.id, verb);
          work.catch((error: unknown) => showFailure(`${label} failed`, error));
        },
      },
    }));
  };
}
