import {
  ActionIcon,
  Group,
  MultiSelect,
  SegmentedControl,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { goalAction } from '@waypost/contract/goals/goals.ts';
import { postbackOccasions } from '@waypost/contract/postbacks/postbacks.ts';
import { useRef, type ReactNode } from 'react';
import { schemaHelp } from '../../../lib/forms/schema-help.ts';
import { triggerLabels } from '../../../lib/format/trigger-labels.ts';
import { helpAt, noteAt } from '../../../ui/record/bind.tsx';
import { MacroMenu } from '../../../ui/record/macro-menu.tsx';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import type { ActionProps } from './action-props.ts';

export function ActionPostback(props: ActionProps): ReactNode {
  const { form, action, path, onChange } = props;
  return (
    <Stack gap="sm">
      <Switch
        label="Send postback"
        checked={action.postbackEnabled}
        disabled={form.isReadOnly}
        onChange={({ currentTarget }) => onChange({ postbackEnabled: currentTarget.checked })}
      />
      {action.postbackEnabled ? (
        <>
          <MultiSelect
            label="Triggers"
            description={schemaHelp(goalAction.shape, 'postbackOn')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={postbackOccasions.map((value) => ({ value, label: triggerLabels[value] }))}
            value={action.postbackOn}
            readOnly={form.isReadOnly}
            error={noteAt(form, `${path}.postbackOn`)}
            onBlur={() => form.leave(`${path}.postbackOn`)}
            onChange={(chosen) =>
              // The triggers are sorted, so that the same selection always has the same value.
              onChange({ postbackOn: postbackOccasions.filter((one) => chosen.includes(one)) })
            }
          />
          <OwnUrl {...props} />
          {action.postbackUrl.trim() === '' ? null : <OwnRequest {...props} />}
        </>
      ) : null}
    </Stack>
  );
}

function OwnUrl({ form, action, path, onChange }: ActionProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const field = `${path}.postbackUrl`;
  const error = noteAt(form, field);
  return (
    <TextInput
      ref={input}
      label="Postback URL override"
      placeholder="URL set on the campaign or traffic source"
      description={
        error === undefined ? helpAt(form, field, schemaHelp(goalAction.shape, 'postbackUrl')) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="url"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={action.postbackUrl}
      readOnly={form.isReadOnly}
      error={error}
      onBlur={() => form.leave(field)}
      onChange={({ currentTarget }) => onChange({ postbackUrl: currentTarget.value }, 'postbackUrl')}
      rightSectionWidth={104}
      rightSection={
        form.isReadOnly ? null : (
          <MacroMenu
            use="postback"
            into={input}
            label="Macros for the postback URL"
            onInsert={(postbackUrl) => onChange({ postbackUrl })}
          />
        )
      }
    />
  );
}

function OwnRequest(props: ActionProps): ReactNode {
  const { form, action, path, onChange } = props;
  const body = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <SegmentedControl
        aria-label="Method"
        w={160}
        data={['GET', 'POST']}
        value={action.postbackMethod}
        readOnly={form.isReadOnly}
        onChange={(method) => onChange({ postbackMethod: method })}
      />
      <Headers {...props} />
      {action.postbackMethod === 'POST' || action.postbackBody !== '' ? (
        <Textarea
          ref={body}
          label="Body"
          description="Sent as JSON unless a Content-Type header is set. Macros are allowed."
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={action.postbackBody}
          readOnly={form.isReadOnly}
          error={noteAt(form, `${path}.postbackBody`)}
          onBlur={() => form.leave(`${path}.postbackBody`)}
          onChange={({ currentTarget }) => onChange({ postbackBody: currentTarget.value }, 'postbackBody')}
          rightSectionWidth={104}
          rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 6 } }}
          rightSection={
            form.isReadOnly ? null : (
              <MacroMenu
                use="postback"
                into={body}
                label="Macros for the body"
                onInsert={(postbackBody) => onChange({ postbackBody })}
              />
            )
          }
        />
      ) : null}
      <TextInput
        label="Success text"
        description="Text that the response must contain. If empty, every response with a status from 200 to 299 counts as delivered."
        spellCheck={false}
        value={action.postbackSuccessText}
        readOnly={form.isReadOnly}
        error={noteAt(form, `${path}.postbackSuccessText`)}
        onBlur={() => form.leave(`${path}.postbackSuccessText`)}
        onChange={({ currentTarget }) =>
          onChange({ postbackSuccessText: currentTarget.value }, 'postbackSuccessText')
        }
      />
    </>
  );
}

function Headers({ form, action, path, onChange }: ActionProps): ReactNode {
  const headers = action.postbackHeaders;
  return (
    <div role="group" aria-label="Headers">
      {headers.map((header, at) => (
        // The index is the key, because headers have no IDs.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={at} gap="sm" py={4} align="flex-start" wrap="nowrap">
          {(['name', 'value'] as const).map((name) => (
            <TextInput
              key={name}
              flex={1}
              aria-label={name === 'name' ? `Header ${at + 1}` : `Value ${at + 1}`}
              placeholder={name === 'name' ? 'Header' : 'Value'}
              value={header[name]}
              readOnly={form.isReadOnly}
              error={noteAt(form, `${path}.postbackHeaders.${at}.${name}`)}
              onChange={({ currentTarget }) =>
                onChange(
                  { postbackHeaders: headers.with(at, { ...header, [name]: currentTarget.value }) },
                  `header ${at} ${name}`,
                )
              }
            />
          ))}
          {form.isReadOnly ? null : (
            <ActionIcon
              size={30}
              aria-label={`Remove header ${at + 1}`}
              onClick={() => onChange({ postbackHeaders: headers.toSpliced(at, 1) })}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      <AddLine
        error={noteAt(form, `${path}.postbackHeaders`)}
        label="Add header"
        onAdd={
          form.isReadOnly
            ? undefined
            : () => onChange({ postbackHeaders: [...headers, { name: '', value: '' }] })
        }
      />
    </div>
  );
}
