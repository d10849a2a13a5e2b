// Where a token can be looked up, by chain: its page at the explorer people of that chain use, with {address} in its place.
const tokenUrls: Readonly<Record<string, string>> = {
  solana: 'https://solscan.io/token/{address}',
  ethereum: 'https://etherscan.io/token/{address}',
  bsc: 'https://bscscan.com/token/{address}',
  base: 'https://basescan.org/token/{address}',
  arbitrum: 'https://arbiscan.io/token/{address}',
  polygon: 'https://polygonscan.com/token/{address}',
  avalanche: 'https://snowtrace.io/token/{address}',
  optimism: 'https://optimistic.etherscan.io/token/{address}',
  sui: 'https://suiscan.xyz/mainnet/coin/{address}',
  tron: 'https://tronscan.org/#/token20/{address}',
  ton: 'https://tonviewer.com/{address}',
  aptos: 'https://explorer.aptoslabs.com/account/{address}',
};

/** null: no explorer of the chain is known. */
export const explorerOf = (chain: string): string | null => (Object.hasOwn(tokenUrls, chain) ? tokenUrls[chain]! : null);
