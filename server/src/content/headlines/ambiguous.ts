// Names and codes of coins that are also words, people, companies or indices. In a headline they mean a coin only when
// something else says so.

/** Beyond these places a bare code in capitals is more often an abbreviation of something else. */
export const bareCodeRank = 160;

/** Codes of the largest coins that mean something else as often as not. */
export const ambiguousCodes: ReadonlySet<string> = new Set(
  (
    'LINK DOT LEO NEAR APT TRUMP RENDER PUMP IP OP SKY SPX GT DASH SAND S STRK CAKE RAY NEO COMP MON AR APE W DEEP TURBO BRETT ' +
    'POPCAT MEW FLOW BAT ROSE ETC VET SC HOT SUN WIN NOT DOGS MEME ' +
    'SATS ZEN GALA ID IO AI GAS ONE TON MASK BLUR SUSHI MAGIC BAND HOOK EDU PEOPLE JOE COW BANANA BLAST SAFE CORE BEAM PRIME ' +
    'OM WOO CYBER HIVE SUI CRO ENS FIL USD1 MOG STG'
  ).split(' '),
);

/** Names of one word that are words; of several words that are phrases. */
export const ambiguousNames: ReadonlySet<string> = new Set(
  (
    'stellar|avalanche|sui|dai|mantle|aster|render|sei|story|jupiter|flare|quant|optimism|immutable|injective|stacks|sky|gate|' +
    'dash|sonic|plasma|compound|flow|blur|sushi|just|dogs|grass|core|beam|' +
    'treasure|band|balancer|hive|terra|joe|gas|blast|safe|swell|plume|secret|icon|ontology|holo|helium|brett|turbo|degen|flux|' +
    'chia|radix|waves|harmony|portal|dusk|venus|nano|covalent|status|spell|' +
    'civic|bounce|maple|aurora|dent|linear|orion|reef|kin|request|ultra|verge|hunt|phoenix|euler|neon|arc|redacted|carry|prom|' +
    'pixels|grin|bean|cream|mute|source|fuse|observer|thought|swarm|passage|' +
    'colony|spectra|symbiosis|moby|hubble|mango|aquarius|sentinel|enzyme|radiant|wormhole|golem|metis|osmosis|augur|centrifuge|' +
    'komodo|picasso|gala|arkham|pepe|official trump|gemini dollar|wings|neo|' +
    'cosmos|trust wallet|first digital usd|open campus|alchemy pay|data lake|ice network|numbers protocol|image generation ' +
    'ai|defi|meld|map protocol|echelon prime|trust|decimal|the doge nft|mask network|' +
    'quasar|stride|telos|cortex|stratos|horizen|persistence one|steem|lisk|syscoin|oasis network|origin protocol|space id|vine ' +
    'coin|banana gun|basic attention|non playable coin|clover finance|monad|kaia|' +
    'zora|gnosis|casper network|pocket network|energy web|star atlas|reserve rights|threshold network|secret ' +
    'network|mango|atlas navi|iron fish|carbon browser|step app|step finance|pirate chain|memecoin'
  ).split('|'),
);

/** Behind an ambiguous name these say that the coin or its project is meant. */
export const projectWord = new RegExp(
  String.raw`^\s+(?:network|protocol|foundation|labs|blockchain|chain|mainnet|testnet|ecosystem|` +
    String.raw`token|coin|tokens|dao|validators?|stakers?|holders|wallet)\b`,
  'i',
);

/** What people call coins besides their names. */
export const otherNames: Readonly<Record<string, string>> = {
  ether: 'ETH',
  ripple: 'XRP',
  polygon: 'POL',
  lido: 'LDO',
  synthetix: 'SNX',
  'curve finance': 'CRV',
  pyth: 'PYTH',
  'bnb chain': 'BNB',
  'binance coin': 'BNB',
  'sui network': 'SUI',
  'avalanche network': 'AVAX',
  'the open network': 'TON',
  'cosmos hub': 'ATOM',
  'near protocol': 'NEAR',
  'world coin': 'WLD',
  'shiba inu': 'SHIB',
  'pepe coin': 'PEPE',
  pepecoin: 'PEPE',
  makerdao: 'SKY',
  'usd coin': 'USDC',
  'xrp ledger': 'XRP',
  'trump coin': 'TRUMP',
  'trump memecoin': 'TRUMP',
  'dash coin': 'DASH',
};

/** In scripts where words do not stand apart, or by their own name there. */
export const foreignNames: Readonly<Record<string, string>> = {
  比特币: 'BTC',
  比特幣: 'BTC',
  ビットコイン: 'BTC',
  비트코인: 'BTC',
  بيتكوين: 'BTC',
  биткоин: 'BTC',
  біткоїн: 'BTC',
  биткойн: 'BTC',
  以太坊: 'ETH',
  イーサリアム: 'ETH',
  이더리움: 'ETH',
  إيثريوم: 'ETH',
  эфириум: 'ETH',
  瑞波币: 'XRP',
  リップル: 'XRP',
  狗狗币: 'DOGE',
  ドージコイン: 'DOGE',
  泰达币: 'USDT',
  莱特币: 'LTC',
};
