// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

export interface CoinInformation {
  /** on success */
  status: "success"
  /** on success */
  message: ""
  /** one record for each coin of the source */
  data: Array<Coin>
}

export interface Coin {
  /** the coin itself */
  currency: Currency
  /** block explorers */
  explorers: Array<string>
  /** the white paper */
  whitepaper: string
  /** the source code */
  code: string
  /** the coin's site */
  site: string
  /** social media pages */
  socials: Array<string>
  /** pages of token contracts */
  contract: Array<string>
  /** the day the coin began */
  birth_date: string
  /** market rank */
  rank: number
  /** price in the unit that price_quote names */
  price: number
  /** opening price a year ago */
  open_1y: number
  /** opening price three months ago */
  open_3M: number
  /** opening price a month ago */
  open_1M: number
  /** opening price a week ago */
  open_1w: number
  /** opening price a day ago */
  open_24h: number
  /** market capitalisation */
  market_cap: number
  /** greatest supply there can be, null without a maximum */
  max_supply: number | null
  /** supply in all */
  total_supply: number
  /** supply in circulation */
  available_supply: number
  /** share of the market in per cent */
  dominance: number
  /** volume of a day */
  volume_24h: number
  /** symbol of the quote asset */
  price_quote: string
}

export interface Currency {
  /** name of the coin */
  name: string
  /** symbol of the coin */
  symbol: string
  /** name in a local language */
  locale_name: string
  /** an image of the logo */
  logo: string
  /** how many decimals the coin has */
  exponent: number
  /** whether there are data from the chain */
  has_onchain_data: boolean
}

/** Which of these fields are required is not shown. */
export interface PaymentInquiry {
  /** terminal whose payments are asked for */
  terminalId?: string
  /** page number */
  page?: number
  /** page size */
  perPage?: number
}

export interface PaymentPage {
  /** the page */
  transactions: {
    /** payments of this page */
    data: Array<Payment>
    /** how many payments there are on all pages */
    total: number
    /** number of this page */
    page: number
    /** size of a page */
    perPage: number
  }
}

export interface Payment {
  /** the merchant's terminal */
  terminalId: string
  /** name of the asset */
  token: string
  /** reference of the transaction */
  trxRefId: string
  /** state of the payment */
  status: string
  /** amount that was paid */
  amount: number
  /** fee of the payment */
  fee: number
  /** hash of the transaction on its chain */
  trx_hash: string
  /** name of the chain */
  network: string
  /** wallet address that was paid */
  to: string
}

export interface WithdrawalRequest {
  /** amount in the token */
  amount: string
  /** free text for the merchant's records */
  description: string
  /** symbol of the asset in upper case */
  token: string
  /** wallet address that the funds go to */
  walletAddress: string
  /** name of the chain */
  chain: string
}

export interface WithdrawalRegistered {
  /** says that the request was registered */
  message: string
  /** the registered withdrawal */
  data: {
    /** identifies the withdrawal */
    withdrawId: number
  }
}

/** Coin information: what is asked. */
export interface GetCoinInformationRequest {
  query?: { source?: string }
}

/** Coin information: the success. */
export type GetCoinInformationResponse = CoinInformation

/** Payment inquiry by terminal: what is asked. */
export interface InquirePaymentsRequest {
  body?: PaymentInquiry
}

/** Payment inquiry by terminal: the success. */
export type InquirePaymentsResponse = PaymentPage

/** Withdrawal request (restricted access, VIP): what is asked. */
export interface RequestWithdrawalRequest {
  body: WithdrawalRequest
}

/** Withdrawal request (restricted access, VIP): the success. */
export type RequestWithdrawalResponse = WithdrawalRegistered
