import { ActionIcon, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { goalAction } from '@waypost/contract/goals/goals.ts';
import { actionsMax } from '@waypost/contract/goals/rules-input.ts';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { schemaHelp } from '../../../lib/forms/schema-help.ts';
import { NamedGroup } from '../../../ui/named-group.tsx';
import { noteAt } from '../../../ui/record/bind.tsx';
import { ActionPostback } from './action-postback.tsx';
import type { ActionProps } from './action-props.ts';
import type { ActionValues } from './goals-form-schema.ts';
import classes from './goals.module.css';

export function ActionCard(props: ActionProps & { remove: (() => void) | undefined }): ReactNode {
  const { form, action, path, onChange, remove } = props;
  return (
    <NamedGroup label={`Action ${action.idx}`} className={classes['action']} onLeave={() => form.leave(path)}>
      <Stack gap="md">
        <Group gap="sm" justify="space-between">
          <Text fw={600}>{`Event ${action.idx}: ${action.label}`}</Text>
          <Group gap="xs">
            <Switch
              aria-label={`Action ${action.idx} enabled`}
              checked={action.enabled}
              disabled={form.isReadOnly}
              onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
            />
            {form.isReadOnly || remove === undefined ? null : (
              <ActionIcon size={30} aria-label={`Remove action ${action.idx}`} onClick={remove}>
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <Chosen
            {...props}
            name="idx"
            label="Event number"
            options={Array.from({ length: actionsMax }, (_, at) => [String(at + 1), `Event ${at + 1}`])}
            set={(idx) => onChange({ idx: Number(idx) })}
          />
          <Typed {...props} name="label" label="Name" />
          <Chosen
            {...props}
            name="from"
            label="Reported by"
            options={[
              ['network', 'Affiliate networks'],
              ['page', 'Tracking script'],
              ['both', 'Both'],
            ]}
            set={(from) => onChange({ from: from })}
          />
        </SimpleGrid>
        <Money {...props} />
        <ActionPostback {...props} />
      </Stack>
    </NamedGroup>
  );
}

function Money(props: ActionProps): ReactNode {
  const { workspace } = useWorkspace();
  const { action, onChange } = props;
  const { payoutType, costType } = action;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Stack gap="sm">
          <Chosen
            {...props}
            name="payoutType"
            label="Payout"
            options={[
              ['auto', 'From the postback'],
              ['fixed', 'Fixed amount'],
              ['none', 'None'],
            ]}
            set={(type) => onChange({ payoutType: type })}
          />
          {payoutType === 'fixed' ? (
            <Typed {...props} name="payoutFixed" label={`Payout (${workspace.currency})`} isFigure />
          ) : null}
        </Stack>
        <Stack gap="sm">
          <Chosen
            {...props}
            name="costType"
            label="Cost"
            options={[
              ['none', 'None'],
              ['fixed', 'Fixed amount'],
              ['share', 'Revenue share'],
            ]}
            // Costs are included in the totals by default, because this is almost always intended.
            set={(type) => onChange({ costType: type, affectsCost: type !== 'none' })}
          />
          {costType === 'none' ? null : (
            <Typed
              {...props}
              name={costType === 'fixed' ? 'costFixed' : 'costShare'}
              label={costType === 'fixed' ? `Cost (${workspace.currency})` : 'Revenue share (0 to 1)'}
              isFigure
            />
          )}
        </Stack>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Switched {...props} name="isConversion" label="Count as conversion" />
        <Switched {...props} name="affectsRevenue" label="Count as revenue" />
        {costType === 'none' ? null : <Switched {...props} name="affectsCost" label="Count as cost" />}
        <Switched {...props} name="storeValue" label="Store the amount in the value metric" />
      </SimpleGrid>
    </>
  );
}

function helpOf(name: keyof ActionValues): string | undefined {
  return schemaHelp(goalAction.shape, name);
}

type TextName = 'label' | 'payoutFixed' | 'costFixed' | 'costShare';

function Typed({
  form,
  action,
  path,
  onChange,
  name,
  label,
  isFigure = false,
}: ActionProps & { name: TextName; label: string; isFigure?: boolean }): ReactNode {
  return (
    <TextInput
      label={label}
      inputMode={isFigure ? 'decimal' : 'text'}
      value={action[name]}
      readOnly={form.isReadOnly}
      error={noteAt(form, `${path}.${name}`)}
      onBlur={() => form.leave(`${path}.${name}`)}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value }, name)}
    />
  );
}

function Chosen<Value extends string>({
  form,
  action,
  path,
  name,
  label,
  options,
  set,
}: ActionProps & {
  name: 'idx' | 'from' | 'payoutType' | 'costType';
  label: string;
  options: readonly (readonly [Value, string])[];
  set: (value: Value) => void;
}): ReactNode {
  const error = noteAt(form, `${path}.${name}`);
  return (
    <Select
      label={label}
      // Payout and cost types need no help text, because their options are self-explanatory.
      description={error === undefined && !name.endsWith('Type') ? helpOf(name) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={options.map(([value, text]) => ({ value, label: text }))}
      value={String(action[name])}
      allowDeselect={false}
      readOnly={form.isReadOnly}
      error={error}
      onBlur={() => form.leave(`${path}.${name}`)}
      onChange={(value) => {
        const chosen = options.find(([one]) => one === value);
        if (chosen !== undefined) set(chosen[0]);
      }}
    />
  );
}

function Switched({
  form,
  action,
  onChange,
  name,
  label,
}: ActionProps & {
  name: 'isConversion' | 'affectsRevenue' | 'affectsCost' | 'storeValue';
  label: string;
}): ReactNode {
  return (
    <Switch
      label={label}
      description={helpOf(name)}
      checked={action[name]}
      disabled={form.isReadOnly}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
    />
  );
}
