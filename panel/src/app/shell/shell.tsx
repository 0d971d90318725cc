import { Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isSignInNeeded } from '../../lib/api/connection.ts';
import { useStore } from '../../lib/api/store.ts';
import { Logo } from '../../ui/logo.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { SearchButton } from './search/search-button.tsx';
import { useSearch } from './search/use-search.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useSavedAppearance } from './use-appearance.ts';
import { useDeferredParts } from './use-deferred-parts.ts';

export function Shell(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isNarrow, setNarrow] = useLocalStorage({ key: 'waypost-narrow-sidebar', defaultValue: false });
  const search = useSearch();
  useSavedAppearance();
  const deferred = useDeferredParts(useStore(isSignInNeeded) || isOpen);
  const bell = deferred === undefined ? null : <deferred.NotificationBell />;
  return (
    <div className={classes['shell']} data-narrow={isNarrow || undefined}>
      <a className="wp-skip" href="#content">
        Skip to content
      </a>
      <header className={classes['bar']}>
        <Logo size={20} />
        <Text fw={600} flex={1}>
          Waypost
        </Text>
        {bell}
        <div>
          <SearchButton isSmall onClick={search.open} />
        </div>
      </header>
      <header className={classes['side']}>
        <Sidebar
          isNarrow={isNarrow}
          beside={bell}
          onNarrow={() => setNarrow(!isNarrow)}
          search={<SearchButton isSmall={isNarrow} onClick={search.open} />}
        />
      </header>
      <div className={classes['main']}>
        <ConnectionBar />
        <Outlet />
      </div>
      <BottomBar onMenu={open} />
      {search.dialog}
      {deferred === undefined ? null : (
        <>
          <deferred.MenuDrawer isOpen={isOpen} onClose={close}>
            <Sidebar onLeave={close} />
          </deferred.MenuDrawer>
          <deferred.NotificationAnnouncer />
          <deferred.SignInAgain />
          <deferred.Notifications position="bottom-right" />
        </>
      )}
    </div>
  );
}
