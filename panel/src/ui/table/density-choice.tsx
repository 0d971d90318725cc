import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreferences } from '../../lib/api/preferences.ts';

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

export function DensityChoice(props: Pick<SegmentedControlProps, 'm' | 'fullWidth'>): ReactNode {
  const { preferences, change } = usePreferences();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Row density"
      data={[...densities]}
      value={preferences?.density ?? 'comfortable'}
      onChange={(density) => void change((before) => ({ ...before, density }))}
      {...props}
    />
  );
}
