import { Select, Skeleton, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { RotatorRouting } from '../../../lib/api/api.ts';
import { formatPercent } from '../../../lib/format/format-metrics.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { changesOf, pathSwitch, placesOf, withPlaces, type PlaceChanges } from './path-weights.ts';
import type { RowSubjects } from './row-subjects.ts';
import { useCampaignRouting, useRecordsWith, useRouting, useSaveRouting } from './use-routing.ts';

type Subject = RowSubjects['weighted'][number];

// Changes the weight of a path, landing page or offer in a rotator, or turns it off.
export function WeightDialog({
  subject,
  shown,
  campaignId,
  close,
}: {
  subject: Subject;
  shown: string;
  campaignId: string | undefined;
  close: () => void;
}): ReactNode {
  const ofCampaign = useCampaignRouting(campaignId);
  const found = useRecordsWith('rotator', subject, campaignId === undefined);
  const [chosenId, setChosenId] = useState<string>();
  const rotatorId = ofCampaign.rotatorId ?? chosenId ?? found.records?.[0]?.id;
  const { data: routing, error } = useRouting(rotatorId);
  const [edited, setEdited] = useState<{ rotatorId: string | undefined; changes: PlaceChanges }>();
  const changes =
    edited?.rotatorId === rotatorId && edited !== undefined
      ? edited.changes
      : routing === undefined
        ? new Map()
        : changesOf(routing, subject);
  const saving = useSaveRouting(rotatorId, close);
  const failure = found.error ?? ofCampaign.error ?? error;
  return (
    <Confirm
      title={`Pause or change weight of ${shown}`}
      action="Save"
      color="ink"
      doing={{
        ...saving,
        mutate: () => {
          if (routing !== undefined)
            saving.mutate({ input: withPlaces(routing, subject, changes), done: `${shown} changed.` });
        },
      }}
      close={close}
    >
      <Stack gap="sm">
        {failure === null ? null : <ErrorNote error={failure} />}
        {campaignId === undefined && found.records !== undefined && found.records.length !== 1 ? (
          <Select
            label="Rotator"
            data={found.records.map(({ id, name }) => ({ value: id, label: name }))}
            value={rotatorId ?? null}
            onChange={(value) => setChosenId(value ?? undefined)}
            allowDeselect={false}
            placeholder="No rotator with recent visits"
          />
        ) : null}
        {routing === undefined ? (
          failure === null && found.records?.length !== 0 ? (
            <Skeleton h={120} />
          ) : null
        ) : (
          <Places
            {...{ routing, subject, changes }}
            onChange={(key, change) =>
              setEdited({ rotatorId, changes: new Map([...changes, [key, change]]) })
            }
          />
        )}
      </Stack>
    </Confirm>
  );
}

function Places({
  routing,
  subject,
  changes,
  onChange,
}: {
  routing: RotatorRouting;
  subject: Subject;
  changes: PlaceChanges;
  onChange: (key: string, change: { weight: number; enabled: boolean | undefined }) => void;
}): ReactNode {
  const places = placesOf(routing, subject);
  const path = changes.get(pathSwitch);
  if (places.length === 0 && path === undefined)
    return <Text size="sm">The rotator doesn’t use it any more.</Text>;
  return (
    <>
      {path === undefined ? null : (
        <Switch
          label="Path enabled"
          checked={path.enabled === true}
          onChange={({ currentTarget }) => onChange(pathSwitch, { ...path, enabled: currentTarget.checked })}
        />
      )}
      {places.length === 0 ? (
        <Text size="sm" c="dimmed">
          No rule uses this path, so it has no weight.
        </Text>
      ) : (
        <Table aria-label="Weights">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{subject.field === 'path' ? 'Rule' : 'Path'}</Table.Th>
              <Table.Th w={110}>Weight</Table.Th>
              {subject.field === 'path' ? null : <Table.Th w={72}>Enabled</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {places.map(({ key, label, share }) => {
              const change = changes.get(key) ?? { weight: 0, enabled: undefined };
              return (
                <Table.Tr key={key}>
                  <Table.Td className="wp-wrap">
                    {label}
                    <Text size="xs" c="dimmed">
                      {`Now ${formatPercent(share)}`}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      aria-label={`Weight in ${label}`}
                      value={String(change.weight)}
                      inputMode="numeric"
                      onChange={({ currentTarget }) =>
                        onChange(key, { ...change, weight: readWeight(currentTarget.value) })
                      }
                    />
                  </Table.Td>
                  {change.enabled === undefined ? null : (
                    <Table.Td>
                      <Switch
                        aria-label={`Enabled in ${label}`}
                        checked={change.enabled}
                        onChange={({ currentTarget }) =>
                          onChange(key, { ...change, enabled: currentTarget.checked })
                        }
                      />
                    </Table.Td>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

const weightMax = 1_000_000;

function readWeight(text: string): number {
  return Math.min(Number(text.replaceAll(/\D/g, '')), weightMax);
}
