#!/bin/sh
# A right client with curl and openssl; with the word `chunked` its bodies go out in chunks, and wait to be asked for.
set -eu
if [ "${1:-}" = chunked ]; then set -- -H 'Transfer-Encoding: chunked' -H 'Expect: 100-continue'; else set --; fi

curl -fsS -o /dev/null "$ASSAY_COIN_URL/api/exchange/source_currency_info?source=$ASSAY_SOURCE" -H "Authorization: Bearer $ASSAY_ACCESS_TOKEN"

page=1
while [ "$page" -le 2 ]; do
  curl -fsS -o /dev/null "$ASSAY_CHAIN_URL/pg/v1/inquiryPay" -H "Authorization: Token $ASSAY_API_TOKEN" -H 'Content-Type: application/json' \
    "$@" --data-raw "{ \"terminalId\" : \"$ASSAY_TERMINAL_ID\", \"page\":$page , \"perPage\":50}"
  page=$((page + 1))
done

timestamp=$(date +%s%3N)
text="$ASSAY_API_KEY$ASSAY_MERCHANT_CODE$timestamp$ASSAY_WITHDRAW_AMOUNT$ASSAY_WITHDRAW_TOKEN$ASSAY_WALLET_ADDRESS"
signature=$(printf %s "$text" | openssl dgst -sha256 -hmac "$ASSAY_SIGNING_SECRET" | sed 's/^.* //')
curl -fsS -o /dev/null "$ASSAY_CHAIN_URL/v1/webservice/withdraw" -H "x-api-key: $ASSAY_API_KEY" -H "x-timestamp: $timestamp" \
  -H "x-signature: $signature" -H 'Content-Type: application/json' "$@" \
  --data-raw "{\"amount\":\"$ASSAY_WITHDRAW_AMOUNT\",\"description\":\"\",\"token\":\"$ASSAY_WITHDRAW_TOKEN\",\"walletAddress\":\"$ASSAY_WALLET_ADDRESS\",\"chain\":\"$ASSAY_WITHDRAW_CHAIN\"}"
