# A signer for `assay vectors --signer 'python3 signer.py'`: one JSON object a line in, one out.
import hashlib
import hmac
import json
import sys

PARTS = ["apiKey", "merchantCode", "timestamp", "amount", "token", "walletAddress"]

for line in sys.stdin.buffer:
    request = json.loads(line)
    text = "".join(request[part] for part in PARTS)
    signature = hmac.new(request["secret"].encode(), text.encode(), hashlib.sha256).hexdigest()
    print(json.dumps({"id": request["id"], "signature": signature, "canonicalString": text}))
