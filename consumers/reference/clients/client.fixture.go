// A right client in Go, with net/http and structs.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type inquiry struct {
	TerminalID string `json:"terminalId"`
	Page       int    `json:"page"`
	PerPage    int    `json:"perPage"`
}

type withdrawal struct {
	Amount        string `json:"amount"`
	Description   string `json:"description"`
	Token         string `json:"token"`
	WalletAddress string `json:"walletAddress"`
	Chain         string `json:"chain"`
}

func ask(method, url string, headers map[string]string, value any, answer any) {
	var body io.Reader
	if value != nil {
		text, err := json.Marshal(value)
		if err != nil {
			log.Fatal(err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, url, body)
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range headers {
		request.Header.Set(name, text)
	}
	if value != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode != 200 {
		log.Fatalf("%s %s: %d %s", method, url, response.StatusCode, text)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		log.Fatal(err)
	}
}

func main() {
	get := os.Getenv
	var ignored map[string]any
	ask("GET", get("ASSAY_COIN_URL")+"/api/exchange/source_currency_info?source="+get("ASSAY_SOURCE"),
		map[string]string{"Authorization": "Bearer " + get("ASSAY_ACCESS_TOKEN")}, nil, &ignored)

	for page, seen, total := 1, 0, 1; seen < total; page++ {
		var answer struct {
			Transactions struct {
				Data  []any `json:"data"`
				Total int   `json:"total"`
			} `json:"transactions"`
		}
		ask("POST", get("ASSAY_CHAIN_URL")+"/pg/v1/inquiryPay", map[string]string{"Authorization": "Token " + get("ASSAY_API_TOKEN")},
			inquiry{get("ASSAY_TERMINAL_ID"), page, 40}, &answer)
		seen, total = seen+len(answer.Transactions.Data), answer.Transactions.Total
	}

	order := withdrawal{get("ASSAY_WITHDRAW_AMOUNT"), "refund", get("ASSAY_WITHDRAW_TOKEN"), get("ASSAY_WALLET_ADDRESS"), get("ASSAY_WITHDRAW_CHAIN")}
	timestamp := fmt.Sprint(time.Now().UnixMilli())
	mac := hmac.New(sha256.New, []byte(get("ASSAY_SIGNING_SECRET")))
	mac.Write([]byte(get("ASSAY_API_KEY") + get("ASSAY_MERCHANT_CODE") + timestamp + order.Amount + order.Token + order.WalletAddress))
	ask("POST", get("ASSAY_CHAIN_URL")+"/v1/webservice/withdraw", map[string]string{
		"x-api-key": get("ASSAY_API_KEY"), "x-timestamp": timestamp, "x-signature": hex.EncodeToString(mac.Sum(nil)),
	}, order, &ignored)
}
