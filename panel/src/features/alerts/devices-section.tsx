import { Badge, Button, Group, Skeleton, Switch, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AlertDevice } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import {
  BrowserRefusal,
  endUnusedSubscription,
  readFingerprint,
  turnOn,
} from '../../lib/push/push-device.ts';
import { blockedText, findObstacle, obstacleTexts } from '../../lib/push/push-support.ts';
import { danger } from '../../ui/danger.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { Section } from '../../ui/section.tsx';
import { formatDelivery } from './format-delivery.ts';
import { LastDelivery } from './last-delivery.tsx';

// Shows the devices of the signed-in member. Only the browser itself can turn its notifications on.
export function DevicesSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAlertDevices'],
    queryFn: async ({ signal }) => {
      const { publicKey, devices } = await api.getAlertDevices({ signal });
      const obstacle = findObstacle(globalThis);
      const isReadable = obstacle === undefined && publicKey !== null;
      // A browser that denies access to its storage has no subscription.
      const fingerprint = isReadable ? await readFingerprint(publicKey).catch(() => undefined) : undefined;
      const current = devices.find((one) => one.fingerprint !== null && one.fingerprint === fingerprint);
      return { publicKey, devices, currentId: current?.id, obstacle };
    },
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: [workspace.id] });
  const add = useMutation({
    mutationFn: (publicKey: string) => turnOn(workspace.id, publicKey),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async ({ id }: AlertDevice) => {
      await api.removeAlertDevice(id);
      if (id === data?.currentId) await endUnusedSubscription();
    },
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: ({ id }: AlertDevice) => api.testAlertDevice(id),
    onSuccess: (result, { name }) =>
      showDone(`Test sent to ${name}. ${formatDelivery(result, 'push')}`, undefined),
    onSettled: refresh,
  });
  const refusal = add.error instanceof BrowserRefusal ? add.error : null;
  const failed = error ?? (refusal === null ? add.error : null) ?? remove.error ?? test.error;
  const current = data?.devices.find(({ id }) => id === data.currentId);
  return (
    <Section
      title="Notifications on this device"
      lead="New and resolved alerts appear as system notifications, also when the panel is closed."
    >
      {failed === null ? null : <ErrorNote error={failed} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={30} /> : null}
      {data === undefined ? null : (
        <DeviceSwitch
          {...data}
          refusal={refusal?.message}
          isOn={add.isPending || (current !== undefined && !remove.isPending)}
          isPending={add.isPending || remove.isPending}
          onChange={(isWanted) => {
            if (isWanted && data.publicKey !== null) add.mutate(data.publicKey);
            else if (current !== undefined) remove.mutate(current);
          }}
        />
      )}
      {data === undefined || data.devices.length === 0 ? null : (
        <Table aria-label="Your devices">
          <Table.Tbody>
            {data.devices.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                isCurrent={device.id === data.currentId}
                isTesting={test.isPending && test.variables.id === device.id}
                onTest={() => test.mutate(device)}
                onRemove={() => remove.mutate(device)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

type DeviceSwitchProps = {
  publicKey: string | null;
  obstacle: ReturnType<typeof findObstacle>;
  refusal: string | undefined;
  isOn: boolean;
  isPending: boolean;
  onChange: (isWanted: boolean) => void;
};

function DeviceSwitch({ publicKey, obstacle, refusal, ...state }: DeviceSwitchProps): ReactNode {
  const { isOn, isPending, onChange } = state;
  if (obstacle !== undefined) return <Text size="sm">{obstacleTexts[obstacle]}</Text>;
  if (publicKey === null)
    return (
      <Text size="sm" className="wp-warning">
        This server has no key to encrypt secrets with. Ask your administrator to set WAYPOST_SESSION_SECRET.
      </Text>
    );
  const isBlocked = Notification.permission === 'denied';
  return (
    <>
      <Switch
        label="Show notifications in this browser"
        description={isPending ? 'Waiting for the browser…' : undefined}
        checked={isOn}
        disabled={isPending || (isBlocked && !isOn)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isBlocked || refusal !== undefined ? (
        <Text size="sm" className="wp-warning" role="alert">
          {isBlocked ? blockedText : refusal}
        </Text>
      ) : null}
    </>
  );
}

type DeviceRowProps = {
  device: AlertDevice;
  isCurrent: boolean;
  isTesting: boolean;
  onTest: () => void;
  onRemove: () => void;
};

function DeviceRow({ device, isCurrent, isTesting, onTest, onRemove }: DeviceRowProps): ReactNode {
  const { name, service, last } = device;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {name} {isCurrent ? <Badge variant="light">This device</Badge> : null}
        <Text size="xs" c="dimmed">
          {service}
        </Text>
        <LastDelivery last={last} type="push" />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            loading={isTesting}
            aria-label={`Test ${name}`}
            onClick={onTest}
          >
            Test
          </Button>
          <Button size="compact-sm" {...danger} aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
