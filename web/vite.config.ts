import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { lightCallsPlugin } from './src/api/light-calls-plugin.ts';
import { pureContractPlugin } from './pure-contract-plugin.ts';
import { leanRouterPlugin } from './lean-router-plugin.ts';
import { wordsPlugin } from './words-plugin.ts';

/**
 * What every page is made of. A room's part of the contract, and whatever a few screens share, stays with those screens: only
 * the tables that the shell itself reads are named.
 */
const shell = /\/contract\/src\/(?:calls|errors|locales|market|money|pages|site|socket|wire)\.|\/web\/src\/(?!screens|features|entry|app\/late|i18n\/fine|live\/(?:socket|channels|heartbeat|decode|browser-events|candles|trades|use-candles)|ui\/(?:menu|dialog|radio|chart))/;

export default defineConfig({
  plugins: [leanRouterPlugin(), wordsPlugin(), lightCallsPlugin(), pureContractPlugin(), tailwindcss(), reactRouter()],
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  ssr: {
    // The contract is TypeScript source in a workspace: bundle it instead of importing it at run time.
    noExternal: ['@tidemark/contract'],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // No getter in this tree does anything: a table that is only read from while being built can go when unused.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Libraries that every page needs change rarely: one file, which compresses better than ten; those of charts stay with
        // their screens. So does the shell; what it fetches later (app/late, the socket) stays out of it.
        codeSplitting: { groups: [{ name: 'vendor', test: /node_modules\/(?!uplot|lightweight-charts|fancy-canvas|d3-)/ }, { name: 'shell', test: shell }] },
      },
    },
  },
});
