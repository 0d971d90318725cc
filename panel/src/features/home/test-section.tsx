import { testTag } from '@waypost/contract/test-traffic.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import { ConversionSteps, VisitSteps } from './test-steps.tsx';
import { useTests, type Tested } from './use-tests.ts';

/** Tries the link and the postback URL as a visitor and the network would, and tells what becomes of it. */
export function TestSection({ isServed, ...tested }: Tested & { isServed: boolean }): ReactNode {
  const tests = useTests(tested);
  return (
    <Section
      title="Try it"
      lead={
        <>
          Both tests are real requests and appear in Events, with your own address and browser. The visit has
          the tag <span className="wp-mono">{testTag}</span>: figures leave it and its conversions out, unless
          you include test traffic in a report.
        </>
      }
    >
      <Stack gap="xs">
        <Group>
          {isServed ? (
            <Button
              component="a"
              href={tests.testLink}
              target="_blank"
              rel="noopener noreferrer"
              onClick={tests.sendVisit}
            >
              Send a test visit
            </Button>
          ) : (
            <Button disabled>Send a test visit</Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          Opens the link in a new tab, as a click on the ad would. Come back here for what was recorded.
        </Text>
        <div aria-live="polite">
          <VisitSteps tests={tests} routing={tested.routing} />
        </div>
      </Stack>
      <Stack gap="xs">
        <Group>
          <Button
            variant="default"
            disabled={(tests.story?.visit ?? null) === null}
            loading={tests.isSendingConversion}
            onClick={tests.sendConversion}
          >
            Send a test conversion
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          Calls the postback URL with the click id of that visit, as the network would.
        </Text>
        <div aria-live="polite">
          <ConversionSteps tests={tests} source={tested.source} />
        </div>
      </Stack>
    </Section>
  );
}
