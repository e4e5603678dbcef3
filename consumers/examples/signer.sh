#!/bin/sh
# A signer for `assay vectors --signer 'sh signer.sh'`: one JSON object a line in, one out. Needs openssl.
# For a demonstration: the key stands on openssl's command line, where other users of the machine can see it.

take() { # puts the string under a name into $found; of JSON's escapes it knows \" and \\
  found=${line#*\""$1"\":\"}
  case $found in
    *\\*) found=$(printf '%s' "$found" | sed 's/^\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/; s/\\\(["\\]\)/\1/g') ;;
    *) found=${found%%\"*} ;;
  esac
}

while IFS= read -r line; do
  text=
  for part in apiKey merchantCode timestamp amount token walletAddress; do
    take "$part"
    text=$text$found
  done
  take secret
  signature=$(printf '%s' "$text" | openssl dgst -sha256 -hmac "$found" -r)
  id=${line#*\"id\":}
  printf '{"id":%s,"signature":"%s"}\n' "${id%%[,\}]*}" "${signature%% *}"
done
