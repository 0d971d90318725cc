import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { LinkReady } from './link-ready.tsx';
import { SetUp } from './set-up.tsx';

export function SetUpPage(): ReactNode {
  const { campaign } = useSearch({ from: '/signed-in/shell/set-up' });
  if (campaign === undefined)
    return (
      <Page title="New campaign link">
        <SetUp />
      </Page>
    );
  return (
    <Page
      title="Your campaign link"
      actions={
        <Button renderRoot={(root) => <Link {...root} to="/set-up" search={{}} />} variant="default">
          New campaign link
        </Button>
      }
    >
      <LinkReady key={campaign} campaignId={campaign} />
    </Page>
  );
}
