// `npx drizzle-kit generate` in this folder writes the next migration from the rooms' tables.ts files.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/*/tables.ts',
  out: './migrations',
});
