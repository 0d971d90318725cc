import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { GroupError } from '../../ui/form-errors.tsx';
import { textOf } from '../../ui/record/bind.tsx';
import { ListField } from '../../ui/record/list-field.tsx';
import { MacroMenu } from '../../ui/record/macro-menu.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { UrlField } from '../../ui/record/url-field.tsx';
import type { Header, TrafficSourceValues } from './form-schema.ts';

export function PostbackGroup({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  const body = useRef<HTMLTextAreaElement>(null);
  const { postbackMethod } = form.values;
  const isPost = postbackMethod === 'POST';
  return (
    <FieldGroup
      title="Postback"
      lead="Sent to the traffic source for each conversion. {externalid} is the source’s own click ID."
    >
      <UrlField form={form} name="postbackUrl" use="postback" />
      <Stack gap={4} align="flex-start">
        <Text fw={600} id="postback-method">
          Method
        </Text>
        <SegmentedControl
          aria-labelledby="postback-method"
          data={['GET', 'POST']}
          value={postbackMethod}
          readOnly={form.isReadOnly}
          onChange={(method) => form.set({ postbackMethod: method })}
        />
        <GroupError>{form.errorAt('postbackMethod')}</GroupError>
      </Stack>
      <ListField<TrafficSourceValues, Header>
        form={form}
        name="postbackHeaders"
        columns={[
          { key: 'name', label: 'Header' },
          { key: 'value', label: 'Value' },
        ]}
        add="Add header"
        another={{ name: '', value: '' }}
      />
      {isPost || form.values.postbackBody !== '' ? (
        <Textarea
          {...textOf(form, 'postbackBody')}
          ref={body}
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          description="JSON, unless a Content-Type header is set. Supports the same macros as the URL."
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          rightSectionWidth={104}
          rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 6 } }}
          rightSection={
            form.isReadOnly ? null : (
              <MacroMenu
                use="postback"
                into={body}
                label="Macros for Body"
                onInsert={(text) => form.set({ postbackBody: text })}
              />
            )
          }
        />
      ) : null}
      <TextInput
        {...textOf(form, 'postbackSuccessText')}
        spellCheck={false}
        description="Text that the response must contain. If empty, every response with a status from 200 to 299 counts as delivered."
      />
    </FieldGroup>
  );
}
