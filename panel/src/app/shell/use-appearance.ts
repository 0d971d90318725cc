import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { Preferences } from '../../lib/api/api.ts';
import { usePreferences } from '../../lib/api/preferences.ts';

type Theme = Preferences['theme'];

/**
 * Returns and changes the theme, which is saved in the account. The browser also stores the theme for pages that are
 * shown before sign-in.
 */
export function useAppearance(): { theme: Theme; choose: (theme: Theme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { change } = usePreferences();
  return {
    theme: colorScheme === 'auto' ? 'system' : colorScheme,
    choose: (theme) => {
      setColorScheme(schemeOf(theme));
      void change((before) => ({ ...before, theme }));
    },
  };
}

/** Applies the theme saved in the account, which may have been chosen in another browser. */
export function useSavedAppearance(): void {
  const { setColorScheme } = useMantineColorScheme();
  const { preferences } = usePreferences();
  const theme = preferences?.theme;
  useEffect(() => {
    if (theme !== undefined) setColorScheme(schemeOf(theme));
  }, [theme, setColorScheme]);
}

const schemeOf = (theme: Theme) => (theme === 'system' ? 'auto' : theme);
