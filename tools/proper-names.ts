// Words that are written the same in every language: names, tickers and units. A text made of nothing else needs no
// translation and may stand in the markup.

const properNames = new Set([
  'Tidemark', 'Bitcoin', 'Ethereum', 'API', 'OpenAPI', 'P2P', 'CSV', 'NATS', 'Telegram', 'Discord', 'GitHub', 'YouTube', 'X',
  'BTC', 'ETH', 'USDT', 'USDC', 'USD', 'Coin', 'COIN', 'M', 'K', 'B', 'T', 'UTC', 'UTA', 'AI', 'RSI', 'FDV', 'ID', 'SMS',
  'RSS', 'PNG', 'JPG', 'JPEG', 'KB', 'MB', 'DeFi', 'DePIN', 'DEX', 'Meme', 'NFT', 'PoW', 'RWA', 'ST', 'CBDC',
  // Spans of time: 5m, 24h, 7d, 1y, 1D, 1W.
  'm', 'h', 'd', 'y', 'D', 'W',
]);

export const isProperName = (word: string): boolean => properNames.has(word);
