// First, so that a style of ours comes after the library's and wins.
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

// Schemas, which come with the screens that need them, would try whether they may make code at run time: the policy of
// the page refuses that, and the browser reports every try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Requests are made even where the browser thinks that it has no network: whether the server answers is told by asking
// it, and a request that waits in silence would look like a page that hangs.
const networkMode = 'always';
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: 1, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { networkMode },
  },
});
// The policy of the page takes styles with this mark only; the server makes a new one for each answer.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Dialogs keep the page behind them still with a style of their own.
setNonce(nonce);
const place = document.querySelector('#app');
if (place === null) throw new Error('the page has no place for the panel');

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
