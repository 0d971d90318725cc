import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { isConnected, markDisconnected } from '../../lib/api/connection.ts';
import { useStore } from '../../lib/api/store.ts';

/** Shows a bar while the server is unreachable, and refetches all data after reconnecting. */
export function ConnectionBar(): ReactNode {
  const connected = useStore(isConnected);
  const queries = useQueryClient();
  const wasLost = useRef(false);
  useEffect(() => {
    if (!connected) wasLost.current = true;
    else if (wasLost.current) {
      wasLost.current = false;
      void queries.invalidateQueries();
    }
  }, [connected, queries]);
  useEffect(() => {
    addEventListener('offline', markDisconnected);
    return () => removeEventListener('offline', markDisconnected);
  }, []);
  if (connected) return null;
  return (
    <Alert
      role="status"
      variant="default"
      radius={0}
      icon={<IconPlugConnectedX className="wp-warning" aria-hidden />}
      title="Can’t reach the server"
    >
      Data on this page may be outdated. Your unsaved changes are kept. Reconnecting automatically.
    </Alert>
  );
}
