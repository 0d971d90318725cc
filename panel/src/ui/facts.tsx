import { Box, Text } from '@mantine/core';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import type { ReactNode } from 'react';

export type Fact = [string, ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  const known = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <Box component="dl" m={0} className="wp-facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} className="wp-wrap">
            {typeof value === 'string' ? showInvisible(value) : value}
          </Text>
        </div>
      ))}
    </Box>
  );
}
