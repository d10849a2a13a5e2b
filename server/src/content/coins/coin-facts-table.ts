// What is of public record about the coins people know: since when their network runs, where they are at home. Only what their own
// documents or code fix; what is not here is said to be unknown.

export interface CoinFacts {
  /** Day the network, or for tokens the coin, began: UTC. */
  readonly launched?: string;
  readonly website?: string;
}

export const coinFacts: Readonly<Record<string, CoinFacts>> = {
  BTC: { launched: '2009-01-03', website: 'https://bitcoin.org' },
  ETH: { launched: '2015-07-30', website: 'https://ethereum.org' },
  XRP: { launched: '2012-06-02', website: 'https://xrpl.org' },
  SOL: { launched: '2020-03-16', website: 'https://solana.com' },
  DOGE: { launched: '2013-12-06', website: 'https://dogecoin.com' },
  ADA: { launched: '2017-09-29', website: 'https://cardano.org' },
  BCH: { launched: '2017-08-01', website: 'https://bitcoincash.org' },
  LTC: { launched: '2011-10-13', website: 'https://litecoin.org' },
  LINK: { website: 'https://chain.link' },
  XMR: { launched: '2014-04-18', website: 'https://www.getmonero.org' },
  ZEC: { launched: '2016-10-28', website: 'https://z.cash' },
  DASH: { launched: '2014-01-18', website: 'https://www.dash.org' },
  ETC: { launched: '2015-07-30', website: 'https://ethereumclassic.org' },
  DOT: { launched: '2020-05-26', website: 'https://polkadot.com' },
  AVAX: { launched: '2020-09-21', website: 'https://www.avax.network' },
  ATOM: { launched: '2019-03-14', website: 'https://cosmos.network' },
  ALGO: { launched: '2019-06-19', website: 'https://algorand.co' },
  FIL: { launched: '2020-10-15', website: 'https://filecoin.io' },
  NEAR: { launched: '2020-04-22', website: 'https://near.org' },
  SUI: { launched: '2023-05-03', website: 'https://sui.io' },
  APT: { launched: '2022-10-12', website: 'https://aptosfoundation.org' },
  KAS: { launched: '2021-11-07', website: 'https://kaspa.org' },
  XTZ: { launched: '2018-06-30', website: 'https://tezos.com' },
  BSV: { launched: '2018-11-15', website: 'https://www.bsvblockchain.org' },
  UNI: { launched: '2020-09-17', website: 'https://uniswap.org' },
  SHIB: { launched: '2020-08-01', website: 'https://shib.io' },
  AAVE: { website: 'https://aave.com' },
  USDT: { website: 'https://tether.to' },
  USDC: { website: 'https://www.circle.com' },
  BNB: { website: 'https://www.bnbchain.org' },
  TRX: { website: 'https://tron.network' },
  XLM: { website: 'https://stellar.org' },
  HBAR: { website: 'https://hedera.com' },
  TON: { website: 'https://ton.org' },
  ARB: { website: 'https://arbitrum.io' },
  OP: { website: 'https://www.optimism.io' },
  POL: { website: 'https://polygon.technology' },
};
