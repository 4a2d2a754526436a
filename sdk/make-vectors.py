#!/usr/bin/env python3
"""Prints vectors.json: signatures computed by Python's hmac, not by the code that they test."""
import base64
import hashlib
import hmac
import json

SECRET = "5f0c1e6a9b7d48320e4f6a1c8d2b7093f1a5e8c46d3b20975c8e1f4a6b7d9032"
OLD_SECRET = "a1b2c3d4e5f60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00"
ID = "01KC9V3GJ0T5W8XQ2ZB7MH4RYN"
TIMESTAMP = 1767323381

BODIES = {
    "a compact payment": '{"event":"payment.confirmed","requestId":"01abab","amount":"12.5","currency":"USDC"}',
    "a payment with what Florin adds": '{"event":"payment.confirmed","requestId":"01abab","amount":"12.5","currency":"USDC","payee":"0x1111111111111111111111111111111111111111","destinationId":"0x1111111111111111111111111111111111111111@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","flow":"incoming","createdBy":"public_client_id","receivedAmount":"12.5","origin":"https://shop.example"}',
    "Unicode, escaped and not": '{"event":"payment.confirmed","reference":"Zoë \u2013 日本 😀 e\u0301 \u202eRTL\u2028 caf\\u00e9"}',
    "numbers that no double holds": '{"event":"payment.confirmed","units":115792089237316195423570985008687907853269984665640564039457584007913129639935,"share":0.1000000000000000055511151231257827,"huge":1e400}',
    "spaces and order that no printer keeps": '{ "event" : "payment.partial",\r\n\t"b":1.0 , "a" : 1E2, "b":2 }\n',
    "an event of tomorrow": '{"event":"payment.teleported","where":"elsewhere"}',
}


def digest(secret: str, text: str) -> bytes:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()


def standard(secret: str, body: str) -> str:
    signed = digest(secret, f"{ID}.{TIMESTAMP}.{body}")
    return "v1," + base64.b64encode(signed).decode()


def vector(name: str, body: str) -> dict:
    new, old = standard(SECRET, body), standard(OLD_SECRET, body)
    return {
        "name": name,
        "body": body,
        "signature": digest(SECRET, body).hex(),
        "standardSignature": new,
        "standardSignatures": f"{new} {old}",
    }


print(
    json.dumps(
        {
            "secret": SECRET,
            "oldSecret": OLD_SECRET,
            "deliveryId": ID,
            "timestamp": TIMESTAMP,
            "vectors": [vector(name, body) for name, body in BODIES.items()],
        },
        indent=2,
    )
)
