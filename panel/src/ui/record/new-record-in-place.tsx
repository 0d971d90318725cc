import { use, type ReactNode } from 'react';
import type { SomeRecord } from '../../lib/records/record-kind.ts';
import type { NewRecordProps } from '../../lib/screens/screen.ts';
import { CreationDepthContext } from './record-creation.tsx';
import { useNewRecordForm, type RecordEditor } from './record-editor.ts';
import { RecordFormFrame } from './record-form.tsx';
import { TagsField } from './tags-field.tsx';
import { withoutTags } from '../../lib/records/with-tags.ts';

// Shows the form for a new record that another form needs.
export function NewRecordInPlace<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
  name,
  onCreated,
}: NewRecordProps & { editor: RecordEditor<Values, Row> }): ReactNode {
  const depth = use(CreationDepthContext);
  const form = useNewRecordForm(editor, {
    beginning: name === '' ? undefined : () => ({ ...editor.formSchema.empty, name }),
    draft: `new in place ${depth}`,
    onMade: ({ id }) => onCreated(id),
  });
  return (
    <RecordFormFrame form={form} references={editor.references}>
      {editor.fields(withoutTags(form), undefined)}
      <TagsField form={form} thing={editor.kind.thing} />
    </RecordFormFrame>
  );
}
