// What a headline is about, from its words, its feed's categories and its coins. Keys of the contract's list; the browser has their
// names.
import { newsTopics, type NewsTopic } from '@tidemark/contract/content.ts';

const mostTopics = 5;
const stablecoins = new Set(['USDT', 'USDC', 'DAI', 'USDE', 'PYUSD', 'FDUSD', 'TUSD', 'USDD', 'USD1', 'EURC']);

/** One expression, written in several lines, in any letters. */
const anyOf = (...parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'), 'i');

/** Words in small letters match in any; those with capitals only as they stand. */
const rules: readonly (readonly [NewsTopic, RegExp, RegExp?])[] = [
  ['bitcoin', /\bbitcoin\b|比特币|بيتكوين/i, /\bBTC\b/],
  ['ethereum', /\bethereum\b|以太坊|إيثريوم/i, /\bETH\b/],
  ['etf', /\bexchange[- ]traded (?:fund|product)/i, /\bET[FP]s?\b/],
  [
    'regulation',
    anyOf(
      /\bregulat|\blawsuit|\bcourts?\b|\blegislat|\bcongress|\bsenat(?:e|or)|\bsanction|\blicen[cs]|\bprosecut/,
      /\bindict|\bcompliance\b|\blawmaker|\bbans?\b|\bbanned\b|\btax(?:es|ation)?\b|监管/,
    ),
    /\b(?:SEC|CFTC|DOJ|FCA|ESMA|MiCA|FinCEN|BaFin|MAS|IRS|AML|KYC)\b/,
  ],
  [
    'security',
    anyOf(
      /\bhack(?!athon)|\bexploit|\bbreach|\bstolen\b|\bphish|\bscam|\bransomware|\bdrain(?:ed|er)|\bvulnerab/,
      /\brug ?pull|\bmalware|\bponzi|\bfraud|\battack(?:er|ed)?\b|黑客/,
    ),
  ],
  ['stablecoins', /\bstable ?coins?\b|稳定币/i],
  ['exchange', /\b(?:binance|coinbase|kraken|okx|bybit|bitget|kucoin|upbit|gemini|bitfinex|bitstamp|crypto exchange|exchanges)\b|交易所/i],
  ['listing', /\b(?:de)?list(?:s|ed|ing|ings)\b(?! of (?:names|demands))/i],
  [
    'defi',
    /\bdecentrali[sz]ed (?:finance|exchange)|\bliquidity pool|\byield farm|\blending protocol|\bdefi\b|\bliquid staking/i,
    /\b(?:DEX|TVL)(?:es|s)?\b/,
  ],
  ['nft', /\bnfts?\b|\bnon-fungible|\bcollectibles?\b|\bmetaverse/i],
  ['mining', /\bminers?\b|\bmining\b|\bhash ?rate|\bhalving\b/i, /\bASICs?\b/],
  ['layer2', /\blayer[- ]?2\b|\brollups?\b|\bsequencer\b|\bzk-?evm\b/i, /\bL2s?\b|\bArbitrum\b|\bzkSync\b|\bStarknet\b/],
  ['ai', /\bartificial intelligence\b|\bmachine learning\b/i, /\bAI\b/],
  [
    'derivatives',
    anyOf(
      /\bfutures\b|\bopen interest\b|\bfunding rate|\bliquidat|\bperp(?:s|etuals?)?\b|\bleverage/,
      /\bshort squeeze\b|\boptions (?:expiry|market|trad|traders)/,
    ),
  ],
  [
    'macro',
    anyOf(
      /\binflation\b|\binterest rates?\b|\brate (?:cut|hike)|\btariff|\btreasury yields?\b|\bjobs report\b/,
      /\brecession\b|\bcentral banks?\b|\bfederal reserve\b/,
    ),
    /\b(?:Fed|FOMC|CPI|PPI|GDP|ECB|BOJ|Powell)\b/,
  ],
  [
    'institutions',
    anyOf(
      /\bblackrock\b|\bfidelity\b|\bgrayscale\b|\bmicrostrategy\b|\binstitution(?:al|s)\b|\bjpmorgan\b/,
      /\bgoldman sachs\b|\bhedge funds?\b|\basset managers?\b|\btreasury (?:company|companies|firm)/,
    ),
  ],
  ['sentiment', /\bfear (?:and|&) greed\b|\bsentiment\b/i],
  [
    'markets',
    anyOf(
      /\bprices?\b|\brall(?:y|ies|ied)\b|\bsurg(?:e|es|ed|ing)\b|\bplung|\bsell-?off\b|\ball-time (?:high|low)/,
      /\bbull(?:ish| run)?\b|\bbear(?:ish)?\b|\bmarket cap|\bsoar|\btumbl|\bslump|\bcrash/,
    ),
  ],
];

export function topicsOf(text: string, categories: readonly string[], coins: readonly string[]): NewsTopic[] {
  const found = new Set<NewsTopic>();
  if (coins.includes('BTC')) found.add('bitcoin');
  if (coins.includes('ETH')) found.add('ethereum');
  if (coins.some((coin) => stablecoins.has(coin))) found.add('stablecoins');
  const all = `${text}\n${categories.join('\n')}`;
  for (const [topic, loose, strict] of rules) if (loose.test(all) || strict?.test(all)) found.add(topic);
  const byRule = [...found].sort((a, b) => place(a) - place(b)).slice(0, mostTopics);
  return newsTopics.filter((topic) => byRule.includes(topic));
}

const place = (topic: NewsTopic): number => rules.findIndex(([name]) => name === topic);
