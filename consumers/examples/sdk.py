"""The tests of a small SDK, as `assay gate -- python3 consumers/examples/sdk.py` runs them. It ends with 1 where one fails."""

import hashlib
import hmac
import json
import os
import re
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

env = os.environ


def ask(url, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    if data is not None:
        headers = {**headers, "Content-Type": "application/json"}
    with urlopen(Request(url, data=data, headers=headers)) as response:
        assert response.status == 200
        assert response.headers.get_content_type() == "application/json"
        return json.load(response)


def coins():
    url = f"{env['ASSAY_COIN_URL']}/api/exchange/source_currency_info?source={env['ASSAY_SOURCE']}"
    answer = ask(url, {"Authorization": f"Bearer {env['ASSAY_ACCESS_TOKEN']}"})
    assert answer["status"] == "success"
    return answer["data"]


def payments():
    found, total, page = [], 1, 1
    while len(found) < total:
        body = {"terminalId": env["ASSAY_TERMINAL_ID"], "page": page, "perPage": 20}
        listed = ask(f"{env['ASSAY_CHAIN_URL']}/pg/v1/inquiryPay", {"Authorization": f"Token {env['ASSAY_API_TOKEN']}"}, body)["transactions"]
        assert listed["page"] == page and (listed["data"] or listed["total"] == 0)
        found, total, page = found + listed["data"], listed["total"], page + 1
    return found


def withdraw(amount, secret=env["ASSAY_SIGNING_SECRET"]):
    key, token, wallet = env["ASSAY_API_KEY"], env["ASSAY_WITHDRAW_TOKEN"], env["ASSAY_WALLET_ADDRESS"]
    timestamp = str(time.time_ns() // 1_000_000)
    text = key + env["ASSAY_MERCHANT_CODE"] + timestamp + amount + token + wallet
    signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    headers = {"x-api-key": key, "x-timestamp": timestamp, "x-signature": signature}
    body = {"amount": amount, "description": "refund", "token": token, "walletAddress": wallet, "chain": env["ASSAY_WITHDRAW_CHAIN"]}
    return ask(f"{env['ASSAY_CHAIN_URL']}/v1/webservice/withdraw", headers, body)["data"]["withdrawId"]


for coin in coins():
    assert isinstance(coin["rank"], int) and isinstance(coin["price"], (int, float)) and isinstance(coin["currency"]["symbol"], str)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", coin["birth_date"])
for payment in payments():
    assert payment["terminalId"] == env["ASSAY_TERMINAL_ID"] and payment["trxRefId"].isdigit()
    assert isinstance(payment["amount"], (int, float)) and payment["trx_hash"].startswith("0x")
assert isinstance(withdraw(env["ASSAY_WITHDRAW_AMOUNT"]), int)
try:
    withdraw(env["ASSAY_WITHDRAW_AMOUNT"], env["ASSAY_WRONG_SIGNING_SECRET"])
    raise SystemExit("a wrong secret was accepted")
except HTTPError:
    pass
