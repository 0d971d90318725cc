import { Table } from '@mantine/core';
import { use, type ReactNode } from 'react';
import type { RecordVersionDetail } from '../../lib/api/api.ts';
import { fieldLabel } from '../../lib/format/field-label.ts';
import { showValue } from '../../lib/format/show-value.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';

export function DifferencesTable({
  differences,
  names,
  before = 'Before',
  after,
}: {
  differences: RecordVersionDetail['differences'];
  names: ReadonlyMap<string, string>;
  before?: string;
  after: string;
}): ReactNode {
  const { labels } = use(FieldNamingContext);
  return (
    <Table layout="fixed" className="wp-compared" aria-label="Changes">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="28%">Field</Table.Th>
          <Table.Th>{before}</Table.Th>
          <Table.Th>{after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map((difference) => (
          <Table.Tr key={difference.path}>
            <Table.Td className="wp-value">{fieldLabel(difference.path)}</Table.Td>
            <Table.Td className="wp-value" data-label={before}>
              {showValue(difference.before, names, labels)}
            </Table.Td>
            <Table.Td className="wp-value" data-label={after}>
              {showValue(difference.after, names, labels)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
