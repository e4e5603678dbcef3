"""A right client, by the library that is named: urllib, requests or httpx."""

import hashlib
import hmac
import json
import os
import sys
import time

env = os.environ


def via_urllib(method, url, headers, body):
    from urllib.request import Request, urlopen

    with urlopen(Request(url, data=body, headers=headers, method=method)) as response:
        return response.status, response.read()


def via_requests(method, url, headers, body):
    import requests

    response = requests.request(method, url, data=body, headers=headers, timeout=10)
    return response.status_code, response.content


def via_httpx(method, url, headers, body):
    import httpx

    response = httpx.request(method, url, content=body, headers=headers)
    return response.status_code, response.content


exchange = globals()["via_" + (sys.argv[1] if len(sys.argv) > 1 else "urllib")]


def ask(method, url, headers, value=None):
    # json.dumps puts a space behind colons and commas, and escapes what is not ASCII.
    body = None if value is None else json.dumps(value).encode()
    if body is not None:
        headers = {**headers, "Content-Type": "application/json"}
    status, text = exchange(method, url, headers, body)
    if status != 200:
        raise SystemExit(f"{method} {url}: {status} {text!r}")
    return json.loads(text)


coins, chain = env["ASSAY_COIN_URL"], env["ASSAY_CHAIN_URL"]
ask("GET", f"{coins}/api/exchange/source_currency_info?source={env['ASSAY_SOURCE']}", {"Authorization": f"Bearer {env['ASSAY_ACCESS_TOKEN']}"})

page, pages = 1, 1
while page <= pages:
    inquiry = {"page": page, "perPage": 30, "terminalId": env["ASSAY_TERMINAL_ID"]}
    listed = ask("POST", f"{chain}/pg/v1/inquiryPay", {"Authorization": f"Token {env['ASSAY_API_TOKEN']}"}, inquiry)["transactions"]
    page, pages = page + 1, -(-listed["total"] // listed["perPage"])

amount, token, wallet = env["ASSAY_WITHDRAW_AMOUNT"], env["ASSAY_WITHDRAW_TOKEN"], env["ASSAY_WALLET_ADDRESS"]
timestamp = str(time.time_ns() // 1_000_000)
text = env["ASSAY_API_KEY"] + env["ASSAY_MERCHANT_CODE"] + timestamp + amount + token + wallet
signature = hmac.new(env["ASSAY_SIGNING_SECRET"].encode(), text.encode(), hashlib.sha256).hexdigest()
ask(
    "POST",
    f"{chain}/v1/webservice/withdraw",
    {"x-api-key": env["ASSAY_API_KEY"], "x-timestamp": timestamp, "x-signature": signature},
    {"chain": env["ASSAY_WITHDRAW_CHAIN"], "walletAddress": wallet, "token": token, "description": "rückzahlung", "amount": amount},
)
