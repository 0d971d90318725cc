import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Numbers } from '../../../ui/numbers/numbers.tsx';
import { AttentionSection } from './attention-section.tsx';
import { Movers } from './movers.tsx';
import classes from './overview.module.css';

export function Overview({ children }: { children: ReactNode }): ReactNode {
  return (
    <Numbers defaultRange="today">
      {({ days, range }) => (
        <div className={classes['halves']}>
          <Movers days={days} range={range} />
          <Stack gap="md">
            <AttentionSection />
            {children}
          </Stack>
        </div>
      )}
    </Numbers>
  );
}
