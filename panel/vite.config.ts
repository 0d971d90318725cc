import { defineConfig } from 'vite';
import { guidePages } from './build/guide-plugin.ts';

export default defineConfig({
  plugins: [guidePages()],
  // The server puts a fresh value in its place with every answer; styles that components add at run time carry it.
  html: { cspNonce: '__NONCE__' },
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      // For servers that render pages; there is none here.
      onLog: (level, log, warn) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') warn(level, log);
      },
    },
  },
});
