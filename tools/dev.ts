// npm run dev: the same server, which serves the pages from their sources and reloads them as they change.
// NODE_ENV is set before the server is imported: libraries look at it once, while they load.
process.env.NODE_ENV = 'development';
const { main } = await import('../server/src/main.ts');
await main();

export {};
