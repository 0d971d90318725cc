import { defineConfig } from 'vite';
import { guidePages } from './build/guide-plugin.ts';

export default defineConfig({
  plugins: [guidePages()],
  // Placeholder that the server replaces with a new nonce in each response. Styles added at run time use this nonce.
  html: { cspNonce: '__NONCE__' },
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      // Directives such as 'use client' are for server rendering, which the panel does not use.
      onLog: (level, log, warn) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') warn(level, log);
      },
    },
  },
});
