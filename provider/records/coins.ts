import { dayOf } from '../../text/day.ts'
import { sha256 } from '../../text/digest.ts'
import type { RecordOptions } from '../behaviour.ts'

/** Coins of the source: the first ones are believable, the others are made up, each unlike any other. */
export function coins({ coins: count = known.length, lists = 'filled', text = 'plain' }: RecordOptions): unknown[] {
  return Array.from({ length: count }, (_, index) => coin(index, lists === 'filled', text === 'unicode'))
}

type Known = readonly [
  name: string,
  symbol: string,
  local: string,
  born: string,
  price: number,
  supply: number,
  most: number | null,
  decimals: number,
]

const known: readonly Known[] = [
  ['Bitcoin', 'BTC', 'بیت‌کوین', '2009-01-03', 67120.44, 19690000, 21000000, 8],
  ['Ethereum', 'ETH', 'اتریوم', '2015-07-30', 3120.55, 120371209.25, null, 18],
  ['Tether', 'USDT', 'تتر', '2014-10-06', 1, 110250000000, null, 6],
  ['BNB', 'BNB', 'بایننس کوین', '2017-07-25', 585.1, 147580000, 200000000, 18],
  ['TRON', 'TRX', 'ترون', '2017-09-13', 0.1193, 87500000000, null, 6],
  ['Cardano', 'ADA', 'کاردانو', '2017-09-29', 0.4571, 35620000000, 45000000000, 6],
  ['Dogecoin', 'DOGE', 'دوج‌کوین', '2013-12-06', 0.1512, 144200000000, null, 8],
]

function coin(index: number, filled: boolean, unicode: boolean): unknown {
  const [name, symbol, local, born, price, supply, most, decimals] = known[index] ?? madeUp(index)
  const host = `${symbol.toLowerCase()}.example`
  return {
    currency: {
      name: unicode ? `${name} 🪙 “é”` : name,
      symbol,
      locale_name: local,
      logo: `https://static.example/coins/${symbol.toLowerCase()}.svg`,
      exponent: decimals,
      has_onchain_data: index % 3 !== 2,
    },
    explorers: filled ? [`https://explorer.example/${symbol}`, `https://scan.${host}/`] : [],
    whitepaper: unicode ? `https://${host}/weißbuch?sprache=de#übersicht` : `https://${host}/whitepaper.pdf`,
    code: `https://code.example/${symbol.toLowerCase()}`,
    site: unicode ? `https://münze-${symbol.toLowerCase()}.example:8443/` : `https://${host}/`,
    socials: filled ? [`https://social.example/@${symbol.toLowerCase()}`, `http://forum.${host}/`] : [],
    contract: filled && decimals === 18 ? [`https://explorer.example/token/0x${sha256(symbol).slice(0, 40)}`] : [],
    birth_date: born,
    rank: index + 1,
    ...figures(price, supply, most),
  }
}

function figures(price: number, supply: number, most: number | null): Record<string, unknown> {
  return {
    price,
    open_1y: rounded(price * 0.61),
    open_3M: rounded(price * 0.88),
    open_1M: rounded(price * 1.07),
    open_1w: rounded(price * 0.98),
    open_24h: rounded(price * 1.004),
    market_cap: rounded(price * supply),
    max_supply: most,
    total_supply: supply,
    available_supply: rounded(supply * 0.97),
    dominance: rounded((price * supply) / 2.4e10),
    volume_24h: rounded(price * supply * 0.031),
    price_quote: 'USDT',
  }
}

function madeUp(index: number): Known {
  const rank = index + 1
  const day = dayOf(Date.UTC(2018, 0, 1 + (index % 2000)))
  const most = index % 2 === 0 ? 1000000 * rank : null
  return [`Coin ${rank}`, `C${rank}`, `سکه ${rank}`, day, rounded(1000 / rank), 500000 * rank, most, index % 19]
}

function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
