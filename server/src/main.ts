// The entry of the program.
import { main } from '#assembly/main.ts';

await main();
