import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Member } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useRefreshMembers } from './member-queries.ts';

/** Somebody goes, or goes themselves; they come back only by another invitation. */
export function RemoveDialog({ member, close }: { member: Member; close: () => void }): ReactNode {
  const { api, me, workspace } = useWorkspace();
  const refresh = useRefreshMembers();
  const isMe = member.id === me.id;
  const remove = useMutation({
    mutationFn: () => api.removeMember(member.id),
    onSuccess: () => {
      // This workspace does not exist any more for who has left it: the panel begins anew in another one, or nowhere.
      if (isMe) return location.assign('/');
      showDone(`${member.email} is no member any more.`, undefined);
      close();
      return undefined;
    },
    onSettled: refresh,
  });
  return (
    <Confirm
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${member.email}?`}
      action={isMe ? 'Leave' : 'Remove'}
      keep={isMe ? 'Stay' : 'Keep them'}
      doing={remove}
      close={close}
    >
      {isMe
        ? 'You see nothing of it any more, and your agents neither. To come back you need an invitation.'
        : 'From their next request on the workspace does not exist for them or their agents, and open invitations they sent end. What they made stays.'}{' '}
      API keys belong to the workspace and go on: revoke those whose token they know.
    </Confirm>
  );
}
