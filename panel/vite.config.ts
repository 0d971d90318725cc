import { defineConfig, type Plugin } from 'vite';
import { guidePages } from './build/guide-plugin.ts';

// A stylesheet in the head would delay the outline in `index.html` until it has loaded. It must precede the styles that
// components add.
function showOutlineFirst(): Plugin {
  return {
    name: 'show-outline-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        const without = links.reduce((page, link) => page.replace(link, ''), html);
        return without.replace('    <div id="app">', `${links.join('')}    <div id="app">`);
      },
    },
  };
}

export default defineConfig({
  plugins: [guidePages(), showOutlineFirst()],
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
