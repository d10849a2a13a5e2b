// The thread that reads one feed and ends: foreign markup must not hold up this process.
import { parentPort, workerData } from 'node:worker_threads';
import { parseNews, type ParsedNews } from './news.ts';

const { text, url } = workerData as { readonly text: string; readonly url: string };
const tell = (parsed: ParsedNews) => parentPort!.postMessage(parsed, []);
try {
  tell({ items: await parseNews(text, url) });
} catch (error) {
  tell({ reason: (error as Error).message });
}
