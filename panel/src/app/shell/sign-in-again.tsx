import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { isSignInNeeded, notifySignedIn } from '../../lib/api/connection.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useStore } from '../../lib/api/store.ts';
import { useLayer } from '../../ui/use-layer.ts';

/** Shows a sign-in dialog over the page when the session has expired, so that unsaved input is kept. */
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
      title="Your session has expired"
      centered
    >
      <Text c="dimmed" mb="md">
        Sign in to continue where you left off. Your unsaved changes are kept.
      </Text>
      <SignInForm email={me.email} isEmailFixed onSignedIn={notifySignedIn} />
    </Modal>
  );
}
