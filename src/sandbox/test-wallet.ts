import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { sendTransaction } from 'viem/actions';
import type { Call } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { LocalNode } from './local-nodes.ts';
import type { TestAccount } from './test-accounts.ts';

/** How often a receipt is looked for; a local node mines a transaction within milliseconds. */
const POLL_MS = 20;

/**
 * Signs a call with a test account's key, as a payer's wallet would, and sends it to a local node;
 * answers the transaction's hash as soon as the node has taken it. Gas is estimated first, so a
 * call that would revert throws.
 */
export async function sendCall(
  node: Pick<LocalNode, 'chainId' | 'rpcUrl'>,
  account: TestAccount,
  call: Call,
): Promise<Hex> {
  const chain = {
    id: node.chainId,
    name: 'sandbox',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.rpcUrl] } },
  };
  const client = createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    chain,
    transport: http(node.rpcUrl),
    pollingInterval: POLL_MS,
  });
  const { to, data, valueUnits } = call;
  if (!to.startsWith('0x')) throw new TypeError(`${to} is not an address of an EVM network`);
  return await sendTransaction(client, { to: `0x${to.slice(2)}`, data, value: valueUnits });
}

/** A transaction as the API's calldata has it, as the call that a wallet signs. */
export function asCall(transaction: {
  readonly to: string;
  readonly data: string;
  readonly value: string;
}): Call {
  const { to, data, value } = transaction;
  if (!isHex(data)) throw new TypeError(`${data} is not calldata`);
  return { to, data, valueUnits: BigInt(value) };
}
