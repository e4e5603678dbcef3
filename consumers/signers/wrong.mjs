// Signers that are wrong, each written as its author would have: `node wrong.mjs NAME` answers as one of them.
import { createHash, createHmac } from 'node:crypto'
import { createInterface } from 'node:readline'

const names = ['apiKey', 'merchantCode', 'timestamp', 'amount', 'token', 'walletAddress']
const values = (request) => names.map((name) => request[name])
const text = (request) => values(request).reduce((before, value) => before + value, '')
const hmac = (key, message, hash = 'sha256') => createHmac(hash, key).update(message)
const signed = (request, message = text(request), key = request.secret) => hmac(key, message).digest('hex')
const changed = (name, change) => (request) => signed({ ...request, [name]: change(request[name], request) })
const every = (change) => (request) => signed(request, values(request).map(change).join(''))
const raw = (request) => hmac(request.secret, text(request)).digest()
const sha = (message, hash = 'sha256') => createHash(hash).update(message)
const body = ({ amount, token, walletAddress, description, chain }) => ({ amount, description, token, walletAddress, chain })
const dated = (time, write) => (Number(time) < 8.64e15 ? write(new Date(Number(time)).toISOString()) : time)
const cents = (amount) => String(Math.round(Number(amount) * 100))

/** Each by the id of the mistake that has to be named first. */
export const wrongSigners = {
  'reads-clock': (request) => signed({ ...request, timestamp: String(Date.now()) }),
  'reads-clock/seconds': (request) => signed({ ...request, timestamp: String(Math.floor(Date.now() / 1000)) }),
  'signs-amount-with-up-to-8-decimals/with its point': changed('amount', (amount) => Number(amount).toFixed(8).replace(/0+$/, '')),
  'signs-amount-with-up-to-5-decimals': changed('amount', (amount) => Number(Number(amount).toFixed(5))),
  'signs-amount-with-point/two zeros': changed('amount', (amount) => (amount.includes('.') ? amount : `${amount}.00`)),
  'signs-amount-rounded-up-to-8-decimals': changed('amount', (amount) => Math.ceil(Number(amount) * 1e8) / 1e8),
  'signs-amount-cut-to-2-decimals/as a float': changed('amount', (amount) => Math.trunc(Number(amount) * 100) / 100),
  'signs-amount-times-100-as-number/as a float': changed('amount', (amount) => Number(amount) * 100),
  'signs-amount-with-six-digits/of JavaScript': changed('amount', (amount) => Number(amount).toPrecision(6)),
  'signs-amount-localised-as-money/of a text': changed('amount', (amount) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount),
  ),
  'separates-with-backslash-and-n': (request) => signed(request, values(request).join(String.raw`\n`)),
  'signs-amount-printed-with-comma': changed('amount', (amount) => Number(amount).toFixed(2).replace('.', ',')),
  'signs-http-time': changed('timestamp', (time) => new Date(Number(time)).toUTCString()),
  'encodes-upper-integer': (request) =>
    BigInt(`0x${signed(request)}`)
      .toString(16)
      .toUpperCase(),
  'swaps-secret-and-merchant-code': (request) => signed(request, text({ ...request, merchantCode: request.secret }), request.merchantCode),
  'with "." behind apiKey, merchantCode alone': (request) =>
    signed(request, `${request.apiKey}.${request.merchantCode}.${text({ ...request, apiKey: '', merchantCode: '' })}`),
  'signs-seconds': changed('timestamp', (time) => time.slice(0, -3)),
  'signs-seconds-with-fraction': changed('timestamp', (time) => String(Number(time) / 1000)),
  'signs-cut-seconds': changed('timestamp', (time) => String(Math.floor(Number(time) / 1000))),
  'signs-seconds-with-six-decimals': changed('timestamp', (time) => (Number(time) / 1000).toFixed(6)),
  'signs-iso-time': changed('timestamp', (time) => (Number(time) < 8.64e15 ? new Date(Number(time)).toISOString() : `${time}Z`)),
  'signs-local-time': changed('timestamp', (time) =>
    dated(time, (text) => `${text.replace('T', ' ').slice(0, 23)}000`.replace('.000000', '')),
  ),
  'signs-compact-time': changed('timestamp', (time) => dated(time, (text) => text.slice(0, 19).replaceAll(/[-:T]/g, ''))),
  'signs-nanoseconds': changed('timestamp', (time) => `${time}000000`),
  'signs-seconds-and-letter': changed('timestamp', (time) => `${Math.floor(Number(time) / 1000)}N`),
  'signs-timestamp-in-local-digits': changed('timestamp', (time) => [...time].map((digit) => '۰۱۲۳۴۵۶۷۸۹'[digit]).join('')),
  'signs-time-as-float': changed('timestamp', (time) => `${time}.0`),
  'signs-ticks': changed('timestamp', (time) => String(BigInt(time) * 10000n + 621355968000000000n)),
  'signs-time-with-zone': changed('timestamp', (time) => dated(time, (text) => `${text.slice(0, 19).replace('T', ' ')} +0000 UTC`)),
  'signs-time-with-names': changed('timestamp', (time) =>
    dated(time, (text) => new Date(text).toUTCString().replace(/(...), (..) (...) (\d+) (.{8}) GMT/, '$1 $3 $2 $5 UTC $4')),
  ),
  'signs-timestamp-in-bytes': (request) => {
    const time = Buffer.alloc(8)
    time.writeBigInt64BE(BigInt.asIntN(64, BigInt(request.timestamp)))
    const around = [[request.apiKey, request.merchantCode], time, [request.amount, request.token, request.walletAddress]]
    return signed(request, Buffer.concat(around.map((piece) => (Array.isArray(piece) ? Buffer.from(piece.join('')) : piece))))
  },
  'signs-amount-in-scientific-notation/of-python': changed('amount', (amount) =>
    Number(amount)
      .toExponential()
      .replace(/([+-])(\d)$/, '$10$2'),
  ),
  'signs-amount-in-scientific-notation/of-dotnet': changed('amount', (amount) =>
    Number(amount)
      .toExponential(6)
      .toUpperCase()
      .replace(/\d+$/, (power) => power.padStart(3, '0')),
  ),
  'signs-amount-without-zero-before-point': changed('amount', (amount) => amount.replace(/^0+\./, '.')),
  'signs-amount-localised-in-local-digits': changed('amount', (amount) => Number(amount).toLocaleString('fa-IR')),
  'signs-merchant-code-padded-with-zeros': changed('merchantCode', (code) => code.padStart(10, '0')),
  'signs-amount-padded-with-zeros': changed('amount', (amount) => amount.padStart(20, '0')),
  'signs-wallet-address-shortened': changed('walletAddress', (address) => `${address.slice(0, 6)}...${address.slice(-4)}`),
  'takes-last-32-of-secret': (request) => signed(request, text(request), request.secret.slice(-32)),
  'signs-time-in-base-36': changed('timestamp', (time) => Number(time).toString(36)),
  'signs-time-of-the-window': changed('timestamp', (time) => String(Math.floor(Number(time) / 30_000) * 30_000)),
  'sums-behind-text': (request) => Buffer.from(text(request)).toString('hex') + hmac(request.secret, '').digest('hex'),
  'encodes-signed-integer': (request) => BigInt.asIntN(256, BigInt(`0x${signed(request)}`)).toString(16),
  'signs-amount-as-ruby-big-decimal': changed('amount', (amount) => {
    const [whole, digits = ''] = amount.split('.')
    const power = whole.replace(/^0+/, '').length || -digits.search(/[1-9]/)
    const all = (whole + digits).replace(/^0+|0+$/g, '')
    return all === '' ? '0.0' : `0.${all}e${power}`
  }),
  'signs-all-with-numeric-references': every((value) =>
    [...value].map((letter) => (letter > '~' ? `&#${letter.codePointAt(0)};` : letter)).join(''),
  ),
  'signs-3-times': (request) => hmac(request.secret, hmac(request.secret, raw(request)).digest()).digest('hex'),
  'signs-4-times/hexadecimal': (request) => [1, 2, 3].reduce((made) => signed(request, made), signed(request)),
  'swaps-digits': (request) => signed(request).replace(/(.)(.)/g, '$2$1'),
  'encodes-words-reversed': (request) => raw(request).swap32().toString('hex'),
  'signs-all-hashed': every((value) => sha(value).digest('hex')),
  'signs-all-slashed-by-php': every((value) => value.replace(/['"\\]/g, '\\$&')),
  'signs-wallet-address-padded': changed('walletAddress', (wallet) =>
    /^0x[0-9a-f]+$/i.test(wallet) ? `0x${wallet.slice(2).padStart(64, '0')}` : wallet,
  ),
  'adds-numbers': (request) =>
    signed(
      request,
      request.apiKey + request.merchantCode + (Number(request.timestamp) + Number(request.amount)) + request.token + request.walletAddress,
    ),
  'spaces-numbers': (request) =>
    signed(
      request,
      `${request.apiKey}${request.merchantCode}${request.timestamp} ${request.amount}${request.token}${request.walletAddress}`,
    ),
  'signs-headers-and-object': (request) => signed(request, `${request.apiKey}${request.merchantCode}${request.timestamp}${body(request)}`),
  'signs-all-as-python-bytes': every((value) => {
    const escaped = [...Buffer.from(value)].map((byte) =>
      byte > 126 ? `\\x${byte.toString(16)}` : String.fromCharCode(byte).replace('\\', '\\\\'),
    )
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
    return `b${quote}${escaped.join('')}${quote}`
  }),
  'signs-wallet-address-stripped': changed('walletAddress', (address) => address.replace(/^[0x]*/, '')),
  'signs-merchant-code-as-option': changed('merchantCode', (code) => `Optional[${code}]`),
  'signs-json-array/php': (request) =>
    signed(
      request,
      JSON.stringify(values(request))
        .replaceAll('/', '\\/')
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  'includes-description': (request) => signed(request, text(request) + request.description),
  'includes-chain': (request) => signed(request, text(request) + request.chain),
  'signs-all-fields': (request) => signed(request, text(request) + request.description + request.chain),
  'signs-all-fields-in-place': (request) =>
    signed(request, request.apiKey + request.merchantCode + request.timestamp + Object.values(body(request)).join('')),
  'appends-undefined': (request) => signed(request, `${text(request)}${request.memo}`),
  'appends-null': (request) => signed(request, `${text(request)}${request.memo ?? null}`),
  'signs-merchant-code-as-undefined': changed('merchantCode', () => undefined),
  'signs-merchant-code-as-null': changed('merchantCode', () => null),
  'omits-merchant-code': changed('merchantCode', () => ''),
  'signs-amount-as-number': changed('amount', Number),
  'signs-amount-with-6-decimals': changed('amount', (amount) =>
    Number(amount) < 1e21 ? Number(amount).toFixed(6) : `${BigInt(Number(amount))}.000000`,
  ),
  'signs-amount-with-two-decimals': changed('amount', (amount) => Number(amount).toFixed(2)),
  'signs-amount-as-fraction': changed('amount', (amount) => {
    const [whole, digits = ''] = amount.split('.')
    let [above, below] = [BigInt(whole + digits), 10n ** BigInt(digits.length)]
    for (const prime of [2n, 5n]) while (above % prime === 0n && below % prime === 0n) [above, below] = [above / prime, below / prime]
    return below === 1n ? above : `${above}/${below}`
  }),
  'signs-amount-times-100-as-number': changed('amount', cents),
  'signs-amount-in-units-of-6': changed('amount', (amount) => {
    const [whole, digits = ''] = amount.split('.')
    return (whole + digits.padEnd(6, '0')).replace(/^0+(?=.)/, '')
  }),
  'signs-amount-without-trailing-zeros': changed('amount', (amount) =>
    amount.includes('.') ? amount.replace(/0+$/, '').replace(/\.$/, '') : amount,
  ),
  'signs-amount-with-comma': changed('amount', (amount) => amount.replace('.', ',')),
  'signs-amount-with-thousands': changed('amount', (amount) => {
    const [whole, ...rest] = amount.split('.')
    return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ','), ...rest].join('.')
  }),
  'signs-amount-localised': changed('amount', (amount) => Number(amount).toLocaleString('en-US')),
  'signs-amount-cut-at-point': changed('amount', (amount) => amount.split('.')[0]),
  'signs-all-url-encoded': every((value) => encodeURIComponent(value)),
  'signs-all-form-encoded': every((value) => new URLSearchParams({ '': value }).toString().slice(1)),
  'signs-merchant-code-url-encoded': changed('merchantCode', encodeURIComponent),
  'signs-all-in-nfc': every((value) => value.normalize('NFC')),
  'signs-all-in-nfd': every((value) => value.normalize('NFD')),
  'signs-all-in-nfkc': every((value) => value.normalize('NFKC')),
  'signs-all-trimmed': every((value) => value.trim()),
  'signs-merchant-code-trimmed': changed('merchantCode', (code) => code.trim()),
  'signs-latin-1': (request) => signed(request, Buffer.from(text(request), 'latin1')),
  'signs-utf-16': (request) => signed(request, Buffer.from(text(request), 'utf16le')),
  'signs-utf-16-with-mark': (request) => signed(request, Buffer.from(`\uFEFF${text(request)}`, 'utf16le')),
  'signs-utf-16-big-end': (request) => signed(request, Buffer.from(text(request), 'utf16le').swap16()),
  'signs-byte-order-mark': (request) => signed(request, `\uFEFF${text(request)}`),
  'signs-ascii-with-marks': (request) => signed(request, [...text(request)].map((letter) => (letter > '~' ? '?' : letter)).join('')),
  'appends-newline': (request) => signed(request, `${text(request)}\n`),
  'appends-carriage-return': (request) => signed(request, `${text(request)}\r\n`),
  'separates-with-carriage-return': (request) => signed(request, values(request).join('\r\n')),
  'separates-with-newline': (request) => signed(request, values(request).join('\n')),
  'separates-with-semicolon-and-space': (request) => signed(request, values(request).join('; ')),
  'signs-tenths': changed('timestamp', (time) => String(Math.trunc(Number(time) / 100))),
  'signs-backdated-time': changed('timestamp', (time) => String(BigInt(time) - 300_000n)),
  'signs-local-time/three decimals': changed('timestamp', (time) => dated(time, (text) => text.slice(0, 23).replace('T', ' '))),
  'separates-with-semicolon': (request) => signed(request, values(request).join(';')),
  'signs-json-array': (request) => signed(request, JSON.stringify(values(request))),
  'signs-json-of-parts': (request) => signed(request, JSON.stringify(Object.fromEntries(names.map((name) => [name, request[name]])))),
  'signs-plain-query-string': (request) => signed(request, names.map((name) => `${name}=${request[name]}`).join('&')),
  'signs-sorted-query-string': (request) =>
    signed(
      request,
      names
        .toSorted()
        .map((name) => `${name}=${request[name]}`)
        .join('&'),
    ),
  'signs-body-with-numbers': (request) => signed(request, JSON.stringify({ ...body(request), amount: Number(request.amount) })),
  'signs-merchant-code-escapes-read': changed('merchantCode', (code) =>
    code.replace(/%(.)/g, (_, letter) => ({ d: '0', '%': '%' })[letter] ?? '').replaceAll('\\t', '\t'),
  ),
  'signs-merchant-code-html-decoded': changed('merchantCode', (code) => code.replaceAll('&amp;', '&')),
  'pads-secret-with-spaces-to-32': (request) =>
    signed(request, text(request), request.secret + ' '.repeat(Math.max(0, 32 - [...request.secret].length))),
  'signs-utf-32-big-end': (request) =>
    signed(
      request,
      Buffer.concat([...text(request)].map((letter) => Buffer.from([0, ...[16, 8, 0].map((bits) => letter.codePointAt(0) >> bits)]))),
    ),
  'signs-amount-with-fourteen-digits': changed('amount', (amount) => {
    const number = Number(Number(amount).toPrecision(14))
    if (number === 0 || (number >= 1e-4 && number < 1e14)) return String(number)
    return number
      .toExponential()
      .toUpperCase()
      .replace(/^(\d)E/, '$1.0E')
  }),
  'encodes-hex-without-padding + encodes-upper-case': (request) =>
    [...raw(request)].map((byte) => byte.toString(16).toUpperCase()).join(''),
  'signs-wallet-address-in-lower-case + signs-cut-seconds': ({ walletAddress, timestamp, ...request }) =>
    signed({ ...request, walletAddress: walletAddress.toLowerCase(), timestamp: String(Math.floor(Number(timestamp) / 1000)) }),
  'signs-form-query-string/php': (request) => {
    const encoded = (value) =>
      encodeURIComponent(value).replace(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    return signed(request, names.map((name) => `${name}=${encoded(request[name]).replaceAll('%20', '+')}`).join('&'))
  },
  'signs-all-bracketed': every((value) => `(${value})`),
  'encodes-base64-as-cloudfront': (request) =>
    raw(request).toString('base64').replaceAll('+', '-').replaceAll('/', '~').replaceAll('=', '_'),
  'signs-amount-as-integer/php': changed('amount', (amount) => {
    const whole = BigInt(amount.split('.')[0])
    return whole > 9223372036854775807n ? '9223372036854775807' : String(whole)
  }),
  'signs-body': (request) => signed(request, JSON.stringify(body(request))),
  'signs-headers-and-body': (request) =>
    signed(request, request.apiKey + request.merchantCode + request.timestamp + JSON.stringify(body(request))),
  'signs-wallet-address-in-lower-case': changed('walletAddress', (address) => address.toLowerCase()),
  'signs-wallet-address-with-hex-in-lower-case': changed('walletAddress', (address) =>
    /^0x[0-9a-f]*$/i.test(address) ? address.toLowerCase() : address,
  ),
  'signs-wallet-address-with-prefix': changed('walletAddress', (address) =>
    address.toLowerCase().startsWith('0x') ? address : `0x${address}`,
  ),
  'signs-token-in-upper-case': changed('token', (token) => token.toUpperCase()),
  'signs-all-in-lower-case': (request) => signed(request, text(request).toLowerCase()),
  'trims-secret': (request) => signed(request, text(request), request.secret.trim()),
  'appends-newline-to-secret': (request) => signed(request, text(request), `${request.secret}\n`),
  'appends-carriage-return-to-secret': (request) => signed(request, text(request), `${request.secret}\r\n`),
  'quotes-secret': (request) => signed(request, text(request), `"${request.secret}"`),
  'fits-secret-with-spaces-to-32': (request) => signed(request, text(request), request.secret.padEnd(32).slice(0, 32)),
  'signs-token-in-title-words': changed('token', (token) =>
    token.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  ),
  'signs-all-case-folded': every((value) => [...value.toUpperCase()].map((letter) => letter.toLowerCase()).join('')),
  'escapes-text/of Go': (request) => {
    const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    return signed(request, JSON.stringify(text(request)).replace(/[<>&\u2028\u2029]/g, escaped))
  },
  'signs-amount-as-go-float': changed('amount', (amount) => {
    const number = Number(amount)
    if (number === 0 || (number >= 1e-4 && number < 1e6)) return String(number)
    return number.toExponential().replace(/([+-])(\d)$/, '$10$2')
  }),
  'signs-amount-with-thousands/of Python': changed('amount', (amount) => {
    if (Number(amount) > 0 && Number(amount) < 1e-6) return Number(amount).toExponential().toUpperCase()
    const [whole, ...rest] = amount.replace(/^0+(?=\d)/, '').split('.')
    return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
  }),
  'cuts-secret-to-32': (request) => signed(request, text(request), request.secret.slice(0, 32)),
  'cuts-secret-to-block': (request) => signed(request, text(request), Buffer.from(request.secret).subarray(0, 64)),
  'pads-secret-with-zeros-to-32': (request) => signed(request, text(request), request.secret.padEnd(32, '0')),
  'pads-secret-with-spaces-to-64': (request) => signed(request, text(request), request.secret.padEnd(64)),
  'decodes-hex-secret/lenient': (request) => signed(request, text(request), Buffer.from(request.secret, 'hex')),
  'decodes-hex-secret/where-it-is': (request) =>
    signed(request, text(request), /^([0-9a-f]{2})+$/i.test(request.secret) ? Buffer.from(request.secret, 'hex') : request.secret),
  'decodes-base64-secret': (request) => signed(request, text(request), Buffer.from(request.secret, 'base64')),
  'decodes-base64-secret/strict': (request) => {
    const bytes = Buffer.from(request.secret, 'base64')
    return signed(request, text(request), bytes.toString('base64') === request.secret ? bytes : request.secret)
  },
  'hashes-secret-in-hexadecimal': (request) => signed(request, text(request), sha(request.secret).digest('hex')),
  'uses-sha512': (request) => hmac(request.secret, text(request), 'sha512').digest('hex'),
  'uses-sha512-256': (request) => hmac(request.secret, text(request), 'sha512-256').digest('hex'),
  'truncates-sha512': (request) => hmac(request.secret, text(request), 'sha512').digest('hex').slice(0, 64),
  'signs-twice': (request) => hmac(request.secret, raw(request)).digest('hex'),
  'signs-twice-in-hexadecimal': (request) => hmac(request.secret, raw(request).toString('hex')).digest('hex'),
  'signs-raw-hash-of-text': (request) => hmac(request.secret, sha(text(request)).digest()).digest('hex'),
  'signs-hash-of-text': (request) => signed(request, sha(text(request)).digest('hex')),
  'hashes-secret-then-text': (request) => sha(request.secret + text(request)).digest('hex'),
  'encodes-base64': (request) => raw(request).toString('base64'),
  'encodes-hex-without-padding': (request) => [...raw(request)].map((byte) => byte.toString(16)).join(''),
  'encodes-integer': (request) => BigInt(`0x${signed(request)}`).toString(16),
  'encodes-upper-case': (request) => signed(request).toUpperCase(),
  'prefixes-openssl': (request) => `(stdin)= ${signed(request)}`,
  'prefixes-openssl-sha2': (request) => `SHA2-256(stdin)= ${signed(request)}`,
  'appends-openssl-file': (request) => `${signed(request)} *stdin`,
  'appends-newline-to-signature': (request) => `${signed(request)}\n`,
  'swaps-token-wallet-address': ({ token, walletAddress, ...request }) =>
    signed({ ...request, token: walletAddress, walletAddress: token }),
  'keys-with-api-key': (request) => signed(request, text(request), request.apiKey),
  'signs-seconds + encodes-base64': (request) =>
    hmac(request.secret, text({ ...request, timestamp: request.timestamp.slice(0, -3) })).digest('base64'),
  'separates-with-newline + signs-amount-as-number': (request) =>
    signed(request, values({ ...request, amount: Number(request.amount) }).join('\n')),
  'signs-wallet-address-in-lower-case + hashes-secret': (request) =>
    signed(request, text({ ...request, walletAddress: request.walletAddress.toLowerCase() }), sha(request.secret).digest()),
  'uses-sha512 + encodes-base64': (request) => hmac(request.secret, text(request), 'sha512').digest('base64'),
  'omits-merchant-code + encodes-upper-case': (request) => signed({ ...request, merchantCode: '' }).toUpperCase(),
  'signs-amount-with-two-decimals + signs-token-in-lower-case': (request) =>
    signed({ ...request, amount: Number(request.amount).toFixed(2), token: request.token.toLowerCase() }),
  'signs-json-array + signs-amount-as-number': (request) =>
    signed(request, JSON.stringify(values({ ...request, amount: String(Number(request.amount)) }))),
  'signs-amount-with-6-decimals/as-JavaScript': changed('amount', (amount) => Number(amount).toFixed(6)),
  'signs-amount-in-units-of-6/as-number': changed('amount', (amount) => String(Math.round(Number(amount) * 1e6))),
  'signs-amount-without-trailing-zeros/of-integers-too': changed('amount', (amount) => amount.replace(/\.?0+$/, '')),
  'signs-amount-in-scientific-notation': changed('amount', (amount) => Number(amount).toExponential()),
  'signs-amount-as-nan': changed('amount', () => String(Number('n/a'))),
  'signs-merchant-code-as-nil': changed('merchantCode', () => '<nil>'),
  'signs-wallet-address-as-object': changed('walletAddress', () => String({})),
  'signs-all-url-encoded-in-lower-case': every((value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase())),
  'signs-time-in-32-bits': changed('timestamp', (time) => String(Number(time) | 0)),
  'signs-time-in-hexadecimal': changed('timestamp', (time) => Number(time).toString(16)),
  'includes-chain-before-wallet-address': (request) => signed(request, values(request).toSpliced(5, 0, request.chain).join('')),
  'includes-chain-before-api-key': (request) => signed(request, request.chain + text(request)),
  'repeats-timestamp': (request) => signed(request, values(request).toSpliced(3, 0, request.timestamp).join('')),
  'separates-with-asterisk': (request) => signed(request, values(request).join('*')),
  'ends-parts-with-pipe': (request) =>
    signed(
      request,
      values(request)
        .map((value) => `${value}|`)
        .join(''),
    ),
  'signs-timestamp-and-body': (request) => signed(request, request.timestamp + JSON.stringify(body(request))),
  'hashes-secret-with-sha512-in-hexadecimal': (request) => signed(request, text(request), sha(request.secret, 'sha512').digest('hex')),
  'keys-with-api-key-and-secret/basic': (request) => signed(request, text(request), `${request.apiKey}:${request.secret}`),
  'derives-key-of-timestamp': (request) => signed(request, text(request), hmac(request.secret, request.timestamp).digest()),
  'prints-secret-as-python-bytes': (request) => signed(request, text(request), `b'${request.secret}'`),
  'takes-end-of-sha512': (request) => hmac(request.secret, text(request), 'sha512').digest('hex').slice(-64),
  'hashes-text-then-secret-with-md5': (request) => sha(text(request) + request.secret, 'md5').digest('hex'),
  'hashes-text-and-secret-twice': (request) => sha(sha(text(request) + request.secret).digest('hex')).digest('hex'),
  'encodes-signed-octets': (request) => [...new Int8Array(raw(request))].map((octet) => octet.toString(16)).join(''),
  'encodes-padded-signed-bytes': (request) =>
    [...new Int8Array(raw(request))].map((octet) => (octet >>> 0).toString(16).padStart(2, '0')).join(''),
  'reads-clock + signs-iso-time': (request) => signed({ ...request, timestamp: new Date().toISOString() }),
  'reads-clock + encodes-base64': (request) => hmac(request.secret, text({ ...request, timestamp: String(Date.now()) })).digest('base64'),
  'reads-clock + signs-amount-as-number': (request) =>
    signed({ ...request, timestamp: String(Date.now()), amount: Number(request.amount) }),
  'includes-description + separates-with-pipe': (request) => signed(request, [...values(request), request.description].join('|')),
  'trims-secret + appends-newline': (request) => signed(request, `${text(request)}\n`, request.secret.trim()),
}

if (process.argv[1] === import.meta.filename) {
  const sign = wrongSigners[process.argv[2]]
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    console.log(JSON.stringify({ id: request.id, signature: sign(request) }))
  }
}
