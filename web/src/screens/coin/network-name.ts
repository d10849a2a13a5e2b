/** Where capitals alone would not make the name that traders know. */
const known: Readonly<Record<string, string>> = {
  'binance-smart-chain': 'BNB Smart Chain',
  binancecoin: 'BNB Beacon Chain',
  'hedera-hashgraph': 'Hedera',
  'huobi-token': 'HECO',
  'near-protocol': 'NEAR',
  'okex-chain': 'OKT Chain',
  'optimistic-ethereum': 'Optimism',
  'polygon-pos': 'Polygon',
  'polygon-zkevm': 'Polygon zkEVM',
  ton: 'TON',
  xdai: 'Gnosis',
  zksync: 'zkSync',
};

/** 'arbitrum-one' is called Arbitrum One; a source that writes names of its own is repeated. */
export const networkName = (chain: string): string =>
  known[chain] ?? (/^[a-z\d-]+$/.test(chain) ? chain.replaceAll('-', ' ').replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase()) : chain);
