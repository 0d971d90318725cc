import { AppShell, Burger, Drawer, Group, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Mark } from '../../ui/mark.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { SearchButton } from './search/search-button.tsx';
import { useSearch } from './search/use-search.tsx';
import { Sidebar } from './sidebar.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** What stays around every screen: a sidebar on a desk, a bar with a drawer on a telephone. */
export function Shell(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isNarrow, setNarrow] = useLocalStorage({ key: 'waypost-narrow-sidebar', defaultValue: false });
  const search = useSearch();
  return (
    <AppShell
      header={{ height: { base: 48, sm: 0 } }}
      navbar={{ width: isNarrow ? 52 : 216, breakpoint: 'sm', collapsed: { mobile: true } }}
      transitionDuration={120}
    >
      <a className="wp-skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" bg="var(--wp-surface)">
        <Group h="100%" px="sm" gap="sm">
          <Burger size="sm" opened={isOpen} onClick={open} aria-label="Open the menu" />
          <Mark size={20} />
          <Text fw={600} flex={1}>
            Waypost
          </Text>
          <div>
            <SearchButton isSmall onClick={search.open} />
          </div>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--wp-surface)" visibleFrom="sm">
        <Sidebar
          isNarrow={isNarrow}
          onNarrow={() => setNarrow(!isNarrow)}
          search={<SearchButton isSmall={isNarrow} onClick={search.open} />}
        />
      </AppShell.Navbar>
      <Drawer.Root opened={isOpen} onClose={close} size={280}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Drawer.Body h="100%" p={0}>
            <Sidebar onLeave={close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <AppShell.Main>
        <ConnectionBar />
        <Outlet />
      </AppShell.Main>
      {search.dialog}
      <SignInAgain />
    </AppShell>
  );
}
