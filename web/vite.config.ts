import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { wordsPlugin } from './words-plugin.ts';

export default defineConfig({
  plugins: [wordsPlugin(), tailwindcss(), reactRouter()],
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  ssr: {
    // The contract is TypeScript source in a workspace: bundle it instead of importing it at run time.
    noExternal: ['@tidemark/contract'],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
});
