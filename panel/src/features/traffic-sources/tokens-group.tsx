import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { ListField } from '../../ui/record/list-field.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { anotherToken, type Token, type TrafficSourceValues } from './form-schema.ts';

export function TokensGroup({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  return (
    <FieldGroup
      title="Tokens"
      lead="Extra values that the source sends, such as its campaign or zone. They are available in reports and rules as token1 to token15. If the list is empty, Waypost uses link parameters with those names."
    >
      <ListField<TrafficSourceValues, Token>
        form={form}
        name="tokens"
        columns={[
          { key: 'index', label: 'Token', widthPx: 56, input: 'number' },
          { key: 'name', label: 'Name' },
          { key: 'param', label: 'Parameter' },
          { key: 'macro', label: 'Macro' },
        ]}
        add="Add token"
        another={anotherToken(form.values.tokens)}
      />
    </FieldGroup>
  );
}
