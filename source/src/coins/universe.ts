// Which coins exist as far as names and pictures go: real tickers and names from the icon package's metadata that have
// a picture in the icon set, best market cap first, behind our own table of the coins people know. Any source may use it
// to dress its symbols; nothing here knows a price feed.
import { tokens } from '@web3icons/common/metadata/tokens';
import { majors } from './majors-table.ts';
import { sectorsOf } from './sectors.ts';

export interface KnownCoin {
  readonly ticker: string;
  readonly name: string;
  /** Key in the icon set; null = letter avatar. */
  readonly icon: string | null;
  /** A price the coin is known at, where our own table has one. */
  readonly usualPrice: number | null;
  readonly sectors: readonly string[];
  readonly chains: readonly Chain[];
}

export interface Chain {
  readonly chain: string;
  /** null = the coin is native there. */
  readonly address: string | null;
}

const universeSize = 880;

/** Stand-ins for other coins: wrapped, bridged, staked or deposited. They would repeat their coin's row. */
export const standInName = /\b(?:wrapped|bridged|staked|staking|peg(?:ged)?|boosted)\b|\[old\]|\(old\)|\bold\b/i;
export const standIns = new Set(
  (
    'WBTC HBTC TBTC SBTC CBTC RENBTC RETH CBETH SFRXETH SWETH ETHX OETH WBETH SETH SETH2 MSOL STSOL MATICX STATOM STOSMO SFTMX ' +
    'XCFX CUSDC CDAI XSUSHI ' +
    'AURABAL WNXM WAMPL WACME WCFG EXRD SAI BLUSD EURS EURE EURT XSGD TRYB SBD'
  ).split(' '),
);
/** Merged into or renamed to a coin of the list, dead exchanges' and collapsed projects' leftovers, or not for every reader. */
const retired = new Set(
  (
    'GRAM MATIC RNDR FTM MKR RBN AGIX KLAY EOS HT CDT ANT KEEP MFT NPXS TRIBE CEL GAL MC LYXE VGX SFM FRONT POLY RLY FNSA OKT ' +
    'NOIA ATOR AZERO TOR ' +
    'SRM BZRX YFII BCD BTCP BTC2 CUMMIES CUMINU TABOO PORK JESUS SAFEMARS HUSD FEI LOOM BEN XDATA FRONT REN'
  ).split(' '),
);

const tickerForm = /^[A-Z0-9]{1,12}$/;

let known: readonly KnownCoin[] | null = null;

/** Best market cap first; Bitcoin leads. The position is the coin's rank. */
export function knownCoins(): readonly KnownCoin[] {
  known ??= loadKnownCoins();
  return known;
}

function loadKnownCoins(): KnownCoin[] {
  const filed = new Map(tokens.map((token) => [token.symbol.toUpperCase(), token]));
  const coins = majors.map(([ticker, usualPrice, ownName, ownIcon]): KnownCoin => {
    const token = filed.get(ticker);
    const name = ownName ?? token?.name;
    if (name === undefined) throw new Error(`majors-table: ${ticker} needs a name`);
    const icon = ownIcon === undefined ? (token ? iconKey(token.filePath) : null) : ownIcon;
    return {
      ticker,
      name,
      icon,
      usualPrice,
      sectors: sectorsOf(ticker),
      chains: token ? chainsOf(ticker, token.addresses) : [{ chain: ticker, address: null }],
    };
  });
  const taken = new Set(coins.map((coin) => coin.ticker));
  // BTC has no rank in the metadata and 0 stands for unknown; the majors table has those worth having.
  const ranked = tokens
    .filter((token) => token.marketCapRank)
    .sort((a, b) => a.marketCapRank! - b.marketCapRank! || (a.id < b.id ? -1 : 1));
  for (const token of ranked) {
    if (coins.length === universeSize) break;
    const ticker = token.symbol.toUpperCase();
    if (taken.has(ticker) || !tickerForm.test(ticker) || standIns.has(ticker) || retired.has(ticker)) continue;
    if (standInName.test(token.name) || !token.variants.includes('branded')) continue;
    taken.add(ticker);
    coins.push({
      ticker,
      name: token.name,
      icon: iconKey(token.filePath),
      usualPrice: null,
      sectors: sectorsOf(ticker),
      chains: chainsOf(ticker, token.addresses),
    });
  }
  return coins;
}

/** The metadata's 'token:BTC' and 'network:ton' are 'btc' and 'ton' in the icon set. */
const iconKey = (filePath: string): string => filePath.slice(filePath.indexOf(':') + 1).toLowerCase();

const chainsOf = (ticker: string, addresses: Readonly<Record<string, string | undefined>>): Chain[] => {
  const chains = Object.entries(addresses).flatMap(([chain, address]) => (address ? [{ chain, address }] : []));
  return chains.length ? chains.slice(0, 20) : [{ chain: ticker, address: null }];
};
