import { type Client, pad, parseAbi } from 'viem';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { BATCH_CODE_HASH } from '#catalog/contracts.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { BatchContract, PaymentKind } from '../chain.ts';
import type { PayingContracts } from '../events/decode.ts';
import { contractFunction, encodeCall } from './encode.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';
import { isRevert } from './rates.ts';

const BATCH_FEE = encodeCall(contractFunction(batchPaymentsAbi, 'batchFee'), []);
const proxies = parseAbi([
  'function paymentErc20Proxy() view returns (address)',
  'function paymentNativeProxy() view returns (address)',
  'function paymentErc20ConversionProxy() view returns (address)',
]);
const TOKEN_PROXY = encodeCall(contractFunction(proxies, 'paymentErc20Proxy'), []);
const NATIVE_PROXY = encodeCall(contractFunction(proxies, 'paymentNativeProxy'), []);
const CONVERSION_PROXY = encodeCall(contractFunction(proxies, 'paymentErc20ConversionProxy'), []);

const ONE_WORD = /^0x[0-9a-f]{64}$/i;

/**
 * Reads the batch contract's code, its fee and the proxies that it pays through, in one request. What
 * answers something else than a published contract would is no published one, and nothing is thrown for it.
 */
export async function readBatchContract(
  node: EvmNodeClient,
  batch: Hex,
  { feeProxy, nativeProxy, conversionProxy }: PayingContracts,
): Promise<BatchContract> {
  const [code, fee, token, native, conversion] = await node.query((client) =>
    Promise.all([
      client.request({ method: 'eth_getCode', params: [batch, 'latest'] }),
      callContract(client, batch, BATCH_FEE),
      callContract(client, batch, TOKEN_PROXY),
      callContract(client, batch, NATIVE_PROXY),
      callContract(client, batch, CONVERSION_PROXY),
    ]),
  );
  const hasCode = keccak256(bytesOf(code)) === BATCH_CODE_HASH && ONE_WORD.test(fee);
  const paysPlainly = hasCode && isWord(token, feeProxy) && isWord(native, nativeProxy);
  const plain: readonly PaymentKind[] = ['token', 'native'];
  const converts = paysPlainly && isWord(conversion, conversionProxy);
  return {
    feeBps: hasCode ? BigInt(fee) : 0n,
    publishedKinds: converts ? [...plain, 'conversion'] : paysPlainly ? plain : [],
  };
}

/** What a contract answers; nothing where it reverts, as an unknown function does. */
async function callContract(client: Client, to: Hex, data: Hex): Promise<Hex> {
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  } catch (error) {
    if (isRevert(error)) return '0x';
    throw error;
  }
}

function isWord(answer: Hex, address: Hex | undefined): boolean {
  return address !== undefined && answer.toLowerCase() === pad(address).toLowerCase();
}
