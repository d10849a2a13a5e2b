// `npm run test:long`: every test in its longest version. What a change runs instead is said in CONTRIBUTING.
process.env.LONG = '1';
await import('./test.ts');
