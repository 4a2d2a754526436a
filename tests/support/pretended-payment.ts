import { encodeAbiParameters, keccak256, numberToHex } from 'viem';
import type { ChainPayment } from '#chains/chain.ts';
import { NATIVE_EVENT_TOPIC, PROXY_EVENT_TOPIC } from '#chains/events/decode.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Hex } from '#kit/hex.ts';

/** Code that logs the event of the kind with this payment in it, and does nothing else. */
export function pretendedBy(payment: ChainPayment): Hex {
  const [topic, data] = eventOf(payment);
  return proxyOf([topic, keccak256(payment.paymentReference)], data);
}

/** Code that writes one log, whether it runs as a constructor or as a contract. */
export function proxyOf(topics: readonly Hex[], data: Hex): Hex {
  const size = numberToHex((data.length - 2) / 2, { size: 2 }).slice(2);
  const length = numberToHex(15 + 33 * topics.length, { size: 1 }).slice(2);
  // CODECOPY of what follows the code, then LOG of it with its topics, the last of them pushed first.
  const pushed = topics.toReversed().map((topic) => `7f${topic.slice(2)}`);
  const log = `${pushed.join('')}61${size}6000a${topics.length}00`;
  return `0x61${size}60${length}600039${log}${data.slice(2)}`;
}

function eventOf(payment: ChainPayment): [topic: Hex, data: Hex] {
  const payee = evmAddress(payment.payeeAddress);
  const feeAddress = evmAddress(payment.feeAddress);
  const units = payment.kind === 'conversion' ? payment.invoiceUnits : payment.amountUnits;
  const data = encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'address' }],
    [payee, units, 0n, feeAddress],
  );
  if (payment.kind === 'native') return [NATIVE_EVENT_TOPIC, data];
  const token = evmAddress(payment.tokenAddress).slice(2).padStart(64, '0');
  return [PROXY_EVENT_TOPIC, `0x${token}${data.slice(2)}`];
}
