// What a change need not wait for: `npm run test:long` runs it (CONTRIBUTING.md says what that is).
import { it, test } from 'node:test';

export const isLong = process.env['LONG'] === '1';

export const longTest: typeof test = isLong ? test : ((() => {}) as unknown as typeof test);
export const longIt: typeof it = isLong ? it : ((() => {}) as unknown as typeof it);
