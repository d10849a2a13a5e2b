// Promise: the spot list scores at least 95 in all four Lighthouse categories on a desktop, and at least 85 in performance
// on a phone. The peer is Lighthouse's own scale, where 100 is the best site it knows.
import { startApp } from '../e2e/harness/app.ts';
import { audit, categories, type Category, type FormFactor } from '../e2e/harness/lighthouse.ts';

const promises: readonly { readonly formFactor: FormFactor; readonly floor: number; readonly promised: readonly Category[] }[] = [
  { formFactor: 'desktop', floor: 95, promised: categories },
  { formFactor: 'mobile', floor: 85, promised: ['performance'] },
];

const app = await startApp();
let isBroken = false;
try {
  for (const { formFactor, floor, promised } of promises) {
    const { scores, paint, losses } = await audit(`${app.url}/markets/spot`, formFactor);
    const figures = categories.map((category) => `${category} ${scores[category]}`).join(', ');
    console.log(`${formFactor}: ${figures}; first paint ${paint.first}, largest ${paint.largest}, blocked ${paint.blocking}`);
    const short = promised.filter((category) => scores[category] < floor);
    if (short.length === 0) continue;
    isBroken = true;
    console.log(`${formFactor}: ${short.join(', ')} below the promised ${floor}. Lost on: ${losses.join('; ')}`);
  }
} finally {
  await app.stop();
}
if (isBroken) process.exitCode = 1;
