// A signer for `assay vectors --signer 'go run signer.go'`: one JSON object a line in, one out.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"os"
)

type request struct {
	ID            int    `json:"id"`
	Secret        string `json:"secret"`
	APIKey        string `json:"apiKey"`
	MerchantCode  string `json:"merchantCode"`
	Timestamp     string `json:"timestamp"`
	Amount        string `json:"amount"`
	Token         string `json:"token"`
	WalletAddress string `json:"walletAddress"`
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if err := in.Decode(&r); err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		text := r.APIKey + r.MerchantCode + r.Timestamp + r.Amount + r.Token + r.WalletAddress
		mac := hmac.New(sha256.New, []byte(r.Secret))
		mac.Write([]byte(text))
		out.Encode(map[string]any{"id": r.ID, "signature": hex.EncodeToString(mac.Sum(nil)), "canonicalString": text})
	}
}
