import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { readLines, type Option } from '../../lib/conditions/options.ts';
import { GroupError } from '../form-errors.tsx';
import { useLayer } from '../use-layer.ts';

export function ListedValues({
  values,
  options,
  onChange,
  error,
  isReadOnly,
}: {
  values: readonly string[];
  options: readonly Option[] | undefined;
  onChange: (values: string[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
}): ReactNode {
  const [text, setText] = useState<string>();
  return (
    <div>
      <Group gap="sm">
        <Text size="sm" className="wp-wrap">
          {`${values.length.toLocaleString('en')} values: ${values.slice(0, 6).join(', ')} …`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => setText(values.join('\n'))}>
          {isReadOnly ? 'Show list' : 'Edit list'}
        </Button>
      </Group>
      <GroupError>{error}</GroupError>
      <Modal
        opened={text !== undefined}
        onClose={useLayer(text !== undefined, () => setText(undefined))}
        title="Values, one per line"
        size="lg"
      >
        <Textarea
          aria-label="Values, one per line"
          autosize
          minRows={10}
          maxRows={20}
          value={text ?? ''}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {isReadOnly ? null : (
          <Group mt="md" gap="sm">
            <Button
              onClick={() => {
                onChange(readLines(text ?? '', options));
                setText(undefined);
              }}
            >
              Apply
            </Button>
            <Button variant="subtle" onClick={() => setText(undefined)}>
              Cancel
            </Button>
          </Group>
        )}
      </Modal>
    </div>
  );
}
