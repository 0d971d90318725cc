import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Member } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useRefreshMembers } from './member-queries.ts';

export function RemoveDialog({ member, close }: { member: Member; close: () => void }): ReactNode {
  const { api, me, workspace } = useWorkspace();
  const refresh = useRefreshMembers();
  const isMe = member.id === me.id;
  const remove = useMutation({
    mutationFn: () => api.removeMember(member.id),
    onSuccess: () => {
      // Members who leave can no longer access the workspace, so the panel reloads to open another workspace.
      if (isMe) return location.assign('/');
      showDone(`${member.email} removed.`, undefined);
      close();
      return undefined;
    },
    onSettled: refresh,
  });
  return (
    <Confirm
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${member.email}?`}
      action={isMe ? 'Leave' : 'Remove'}
      keep="Cancel"
      doing={remove}
      close={close}
    >
      {isMe
        ? 'You and your AI agents lose access immediately. You’ll need a new invitation to rejoin.'
        : 'They and their AI agents lose access immediately, and pending invitations they sent are revoked. Everything they created is kept.'}{' '}
      API keys belong to the workspace and keep working. Revoke any keys whose tokens {isMe ? 'you' : 'they'}{' '}
      know.
    </Confirm>
  );
}
