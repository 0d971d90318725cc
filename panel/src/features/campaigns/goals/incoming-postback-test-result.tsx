import { Anchor, Box, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EventTrialResult as Result } from '../../../lib/api/api.ts';
import { formatVerdict } from '../../../lib/format/format-verdict.ts';
import { Timestamp } from '../../../ui/timestamp.tsx';

export function IncomingPostbackTestResult({ result }: { result: Result }): ReactNode {
  const { campaign, visit, rule, verdict, read, changes, words } = result;
  const parameters = Object.entries(read).map(([name, value]) => `${name} ${value}`);
  return (
    <Stack gap="sm">
      <Title order={3}>
        {rule === null ? 'No rule matches' : `Rule ${rule.place} matches: ${rule.label}`}
      </Title>
      {campaign === null ? null : <Text fw={600}>{`Verdict: ${formatVerdict(verdict)}`}</Text>}
      {words.map((sentence) => (
        <Text key={sentence} size="sm" className="wp-wrap">
          {sentence}
        </Text>
      ))}
      {changes.map(({ idx, label, transactionId, status, payout, currency, revenue, postback }) => (
        <Box
          key={`${idx} ${transactionId}`}
          p="sm"
          role="group"
          aria-label={`Event ${idx}`}
          style={{ border: '1px solid var(--wp-line)', borderRadius: 'var(--mantine-radius-sm)' }}
        >
          <Text fw={600}>{`${label}, event ${idx}`}</Text>
          <Text size="sm">{`${status}, payout ${payout} ${currency}, revenue ${revenue}`}</Text>
          <Text size="sm">
            {transactionId === '' ? 'No transaction ID' : `Transaction ID ${transactionId}`}
          </Text>
          {postback === null ? null : (
            <Text size="sm" ff="monospace" className="wp-wrap">
              {`${postback.method} ${postback.url}`}
              {postback.body === null ? '' : `\n${postback.body}`}
            </Text>
          )}
        </Box>
      ))}
      {visit === null ? (
        <Text size="sm">No visit found.</Text>
      ) : (
        <Text size="sm">
          {'Matched to '}
          <Anchor
            renderRoot={(root) => (
              <Link {...root} to="/visits/$visitId" params={{ visitId: read['clickId'] ?? visit.id }} />
            )}
            inherit
          >
            a visit
          </Anchor>
          {' from '}
          <Timestamp at={visit.time} />.
        </Text>
      )}
      <Text size="xs" c="dimmed" className="wp-wrap">
        {parameters.length === 0 ? 'No recognized parameters.' : `Parameters: ${parameters.join(', ')}`}
      </Text>
    </Stack>
  );
}
