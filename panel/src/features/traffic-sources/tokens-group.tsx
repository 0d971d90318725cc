import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { ListField } from '../../ui/record/list-field.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import type { Token, TrafficSourceValues } from './form-schema.ts';

const tokensMax = 15;

export function TokensGroup({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  const { tokens } = form.values;
  const used = new Set(tokens.map(({ index }) => index));
  const free = Array.from({ length: tokensMax }, (_, at) => at + 1).find((index) => !used.has(index));
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
        another={free === undefined ? undefined : { index: free, name: '', param: '', macro: '' }}
      />
    </FieldGroup>
  );
}
