import { marketMakerLimits } from '@tidemark/contract/market-maker.ts';
import type { Format } from '#i18n/format.ts';

const megabyte = 1024 * 1024;

/** What is over the limit never reads as the limit. */
export function sizeText(bytes: number, format: Pick<Format, 'count' | 'price'>): string {
  if (bytes < 1_000_000) return `${format.count(Math.max(1, Math.round(bytes / 1024)))} KB`;
  if (bytes <= marketMakerLimits.imageBytes) return `${format.price(bytes / megabyte, { precision: 1 })} MB`;
  return `${format.price(Math.ceil((bytes / megabyte) * 100) / 100, { precision: 2 })} MB`;
}
