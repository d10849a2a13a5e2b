// The console is built by itself, beside the pages: nothing of it is in a file that a visitor loads.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/operator/',
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: fileURLToPath(new URL('../build/operator', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every operator who opens the console needs all of it.
    modulePreload: false,
  },
});
