import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { isSignInNeeded, notifySignedIn } from '../../lib/connection.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useStore } from '../../lib/store.ts';
import { useLayer } from '../../ui/use-layer.ts';

/** Comes over the page when the session has ended: what was being done waits behind it, and goes on. */
export function SignInAgain(): ReactNode {
  const { me } = useWorkspace();
  const isNeeded = useStore(isSignInNeeded);
  return (
    <Modal
      opened={isNeeded}
      onClose={useLayer(isNeeded, () => undefined)}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      centered
    >
      <Text c="dimmed" mb="md">
        Sign in, and everything goes on where you were. Nothing you typed is lost.
      </Text>
      <SignInForm email={me.email} isEmailFixed onSignedIn={notifySignedIn} />
    </Modal>
  );
}
