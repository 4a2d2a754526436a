import { encodeFunctionData, erc20Abi } from 'viem';
import { BRIDGES } from '#catalog/bridge.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { decodeRoute } from '#chains/evm/bridge/decode-route.ts';
import { destinationCall } from '#chains/evm/bridge/destination-call.ts';
import type { Hex } from '#kit/hex.ts';
import { openBridgedNodes } from '../../src/sandbox/bridge/bridged-nodes.ts';
import { encodeRoute } from '../../src/sandbox/bridge/encode-route.ts';
import { readQuoteRequest } from '../../src/sandbox/bridge/quote-request.ts';
import type { BridgeCheck } from '../../web/pay/crosschain/bridge-plan.ts';
import { findBridgeSource } from '../../web/pay/crosschain/bridge-source.ts';
import { checkBridgePayment } from '../../web/pay/crosschain/check-bridge-payment.ts';
import { readLink } from '../../web/pay/link.ts';
import {
  dataOf,
  FILL_BY,
  hex,
  NOBODY,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  paid,
  payment,
  QUOTED_AT,
  ROUTE_ID,
  SOURCE_USDT,
} from './route-sample.ts';

/** What the API shows of the payment of `route-sample.ts`. */
export const BRIDGE_VIEW = {
  paymentType: 'single',
  payee: PAYEE,
  network: 'base',
  amount: '100000000',
  paymentCurrency: 'USDC-base',
  paymentReference: '0xc76f55e1f975d199',
};

/** What the pay page's check says of an answer for a link over that payment, as the view shows it. */
export function checkBridge(
  body: unknown,
  {
    view = BRIDGE_VIEW,
    now = QUOTED_AT * 1_000,
    wallet = PAYER,
    from = ['ARBITRUM', 'USDT'],
    safe,
  }: {
    view?: object;
    now?: number;
    wallet?: string;
    from?: readonly [string, string];
    safe?: { readonly refundTo: string };
  } = {},
): BridgeCheck {
  const link = readLink(view);
  const source = findBridgeSource(...from);
  if (typeof link === 'string' || source === undefined) throw new Error(String(link));
  return checkBridgePayment({ link, source, wallet, safe, body, now });
}

/** What leaves the payer of it. */
export const SOURCE_UNITS = 101_000000n;

const { diamond } = BRIDGES['arbitrum-one'];

/** An approval as the API writes it. */
export function approvalOf(
  units = SOURCE_UNITS,
  { spender = diamond, token = SOURCE_USDT }: { spender?: string; token?: Hex } = {},
) {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [hex(spender), units],
  });
  return { to: token, data, value: '0x0' };
}

/** A call of the diamond as the API writes it. */
export const bridgeCallOf = (data: Hex = dataOf()) => ({ to: diamond, data, value: '0x0' });

/** An answer of `/pay?chain&token` with these transactions. */
export function bridgeBody(
  transactions: readonly unknown[] = [approvalOf(), bridgeCallOf()],
  metadata: object = {},
) {
  return {
    transactions,
    metadata: {
      routeType: 'crosschain',
      platformFee: { percentage: '0.5', address: NOBODY },
      hasEnoughBalance: true,
      hasEnoughGas: true,
      ...metadata,
    },
  };
}

/** The same route, as the provider of the sandbox encodes it. */
export function encodeBySandbox(): Hex {
  const nodes = openBridgedNodes(
    (['arbitrum-one', 'base'] as const).map((network) => ({
      network,
      chainId: network === 'base' ? 8_453 : 42_161,
      rpcUrl: 'http://127.0.0.1:1',
    })),
  );
  const request = readQuoteRequest(
    nodes,
    {
      fromChain: 42_161,
      toChain: 8_453,
      fromToken: SOURCE_USDT,
      toToken: OUTPUT_USDC,
      fromAddress: PAYER,
      toFallbackAddress: PAYER,
      toAmount: '100600000',
      integrator: 'florin',
      contractCalls: [
        {
          fromAmount: '100500000',
          fromTokenAddress: OUTPUT_USDC,
          toContractAddress: paid.to,
          toContractCallData: paid.data,
        },
      ],
    },
    { by: 'toAmount', hasCalls: true },
  );
  return encodeRoute(request, {
    routeId: ROUTE_ID,
    sourceUnits: SOURCE_UNITS,
    outputUnits: 100_600000n,
    quotedAt: QUOTED_AT,
    fillDeadline: FILL_BY,
  });
}

/** Another call of the fee proxy than that of the route, and what it takes. */
export function otherPayment(changes: Partial<typeof payment>): { data: Hex; units: bigint } {
  const other = { ...payment, ...changes };
  const { data } = destinationCall(paid.to, other);
  return { data, units: other.amountUnits + other.feeUnits };
}

/** Where the money of a call goes, as the API's own decoder reads it. */
export function readByApi(data: Hex) {
  const contracts = BRIDGES['arbitrum-one'];
  return decodeRoute(NETWORKS['arbitrum-one'], contracts, { to: diamond, data, valueUnits: 0n });
}

/** Who gets the fee beside the route. */
export const FEE_RECEIVER = '0x6666666666666666666666666666666666666666';
/** The reference of that fee. */
const SOURCE_FEE_REFERENCE = '0x1122334455667788';

/** A payment of a fee on the network where the route starts, as the API writes it. */
export function sourceFeeCall(changes: Partial<typeof payment> = {}, to?: string) {
  const fee: typeof payment = {
    kind: 'token',
    tokenAddress: SOURCE_USDT,
    payeeAddress: FEE_RECEIVER,
    paymentReference: SOURCE_FEE_REFERENCE,
    feeAddress: NOBODY,
    amountUnits: 1_000000n,
    feeUnits: 0n,
    ...changes,
  };
  const call = destinationCall(to ?? CONTRACTS['arbitrum-one'].erc20FeeProxy, fee);
  return { to: call.to, data: call.data, value: '0x0' };
}

/** A fee of the link as it was agreed, and as the answer names it. */
export function agreedFee({
  amount = '1',
  bearer = 'payer',
  named = {},
}: {
  amount?: string;
  bearer?: 'payer' | 'payee';
  named?: object;
} = {}) {
  const fee = { feeType: 'protocol_fee', feeLabel: 'Fee', feeBearer: bearer, amount };
  return {
    feePlan: {
      fees: [
        {
          type: 'protocol_fee',
          label: 'Fee',
          feeBearer: bearer,
          percentageBps: 100,
          capUsd: null,
          calculatedAmountUsd: amount,
          destinationRef: { evmAddress: FEE_RECEIVER },
        },
      ],
    },
    feeBundle: {
      fees: [{ ...fee, recipient: FEE_RECEIVER, paymentReference: SOURCE_FEE_REFERENCE, ...named }],
    },
  };
}
