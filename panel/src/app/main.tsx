// `styles.css` contains Mantine's styles. It is imported first, so that the panel's own styles override them.
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

// By default, Zod tests whether `new Function` is available. The Content-Security-Policy forbids `new Function`, so the
// browser would report a violation on every page load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Requests are sent even if the browser reports that it is offline, because only a response shows whether the server is
// reachable, and a paused request would look like a page that hangs.
const networkMode = 'always';
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: 1, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { networkMode },
  },
});
// The Content-Security-Policy accepts only styles with this nonce, which the server generates for each
// response.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Dialogs insert a style element that keeps the page behind them from scrolling.
setNonce(nonce);
const container = document.querySelector('#app');
if (container === null) throw new Error('The page has no #app element');

createRoot(container).render(
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
