import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { lightCallsPlugin } from './src/api/light-calls-plugin.ts';
import { failedScreenPlugin } from './failed-screen-plugin.ts';
import { pureContractPlugin } from './pure-contract-plugin.ts';
import { shellChunk } from './shell-chunk-plugin.ts';
import { wordsPlugin } from './words-plugin.ts';

const shell = shellChunk();

/** The lists share almost everything; what only some of them show, or only some people use, stays out of it. */
const lists = new RegExp(
  '/web/src/(?:market-list/(?:list|load-markets|market|filter|spot)|' +
    'features/market-table/(?!extra|contract|margin|list-queries|quote-worth|use-listed))',
);

export default defineConfig({
  plugins: [shell.plugin, failedScreenPlugin(), wordsPlugin(), lightCallsPlugin(), pureContractPlugin(), tailwindcss(), reactRouter()],
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
        // Every page loads a table with the names of all files: a letter less of each is a hundred bytes of it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Libraries that every page needs change rarely: one file, which compresses better than ten. So is what every page loads
        // of our own.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: (id) => shell.hasLibrary(id) },
            { name: 'shell', test: (id) => shell.hasOwn(id) },
            { name: 'lists', test: lists },
          ],
        },
      },
    },
  },
});
