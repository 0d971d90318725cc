import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { LinkReady } from './link-ready.tsx';
import { SetUp } from './set-up.tsx';

/** The way to a further link; with a campaign in the address, its links and the tests of them. */
export function SetUpPage(): ReactNode {
  const { campaign } = useSearch({ from: '/signed-in/shell/set-up' });
  if (campaign === undefined)
    return (
      <Page title="Set up a link">
        <SetUp />
      </Page>
    );
  return (
    <Page
      title="Your link"
      actions={
        <Button renderRoot={(root) => <Link {...root} to="/set-up" search={{}} />} variant="default">
          Set up another link
        </Button>
      }
    >
      <LinkReady key={campaign} campaignId={campaign} />
    </Page>
  );
}
