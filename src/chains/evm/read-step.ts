import { type Abi, BaseError, decodeFunctionData } from 'viem';
import { z } from 'zod';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20ConversionProxyAbi } from '#catalog/abis/erc20-conversion-proxy.generated.ts';
import { ethereumFeeProxyAbi } from '#catalog/abis/ethereum-fee-proxy.generated.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { Call, ChainPayment, Spender, TransactionStep } from '../chain.ts';
import { lowerCase } from '../events/event-log.ts';
import { evmAddress, isEvmAddress } from './address.ts';
import { readPaymentCall } from './bridge/read-payment-call.ts';
import { CONVERSIONS, NATIVE_COINS } from './encode-batch.ts';
import { hasStandardLayout } from './standard-layout.ts';

/** The contracts that payments of a network go through. */
interface StepContracts {
  readonly feeProxy: string;
  readonly nativeProxy: string | undefined;
  readonly conversionProxy: string | undefined;
  readonly batch: string | undefined;
  readonly bridge: string | undefined;
}

const Address = z.string().refine(isEvmAddress).transform(evmAddress);
const Reference = z.custom<Hex>(
  (text) => typeof text === 'string' && /^0x[0-9a-f]{16}$/.test(text),
);
const Units = z.bigint();
const Seconds = Units.refine((units) => units <= Number.MAX_SAFE_INTEGER).transform(Number);

const Approval = z.tuple([Address, Units]);
const Native = z.tuple([Address, Reference, Units, Address]);
const Conversion = z.tuple([
  Address,
  Units,
  z.array(Address),
  Reference,
  Units,
  Address,
  Units,
  Seconds,
]);
const Detail = z.object({
  recipient: Address,
  requestAmount: Units,
  path: z.array(Address),
  paymentReference: Reference,
  feeAmount: Units,
  maxToSpend: Units,
  maxRateTimespan: Seconds,
});
const Batch = z.tuple([
  z.array(z.object({ paymentNetworkId: Units, requestDetails: z.array(Detail) })),
  z.array(z.unknown()),
  Address,
]);

/**
 * The step that a call carries out, as `Chain.prepare` encodes it; undefined for every other call, also for one that is written in another
 * way than `encode` writes it, in which contracts may find something else.
 */
export function readStep(
  contracts: StepContracts,
  call: Call,
  encode: (step: TransactionStep) => Call,
): TransactionStep | undefined {
  if (!isEvmAddress(call.to) || !isHex(call.data)) return undefined;
  const read = { ...call, to: evmAddress(call.to), data: lowerCase(call.data) };
  const step = decodeStep(contracts, read);
  if (step === undefined) return undefined;
  const again = encode(step);
  const isSame =
    again.to === read.to && again.data === read.data && again.valueUnits === read.valueUnits;
  return isSame ? step : undefined;
}

function decodeStep(contracts: StepContracts, call: Call): TransactionStep | undefined {
  switch (call.to) {
    case contracts.feeProxy:
      return paymentStep(readPaymentCall(contracts.feeProxy, call));
    case contracts.nativeProxy:
      return paymentStep(decodeNative(call));
    case contracts.conversionProxy:
      return paymentStep(decodeConversion(call));
    case contracts.batch:
      return decodeBatch(call);
    default:
      return decodeApproval(contracts, call);
  }
}

function paymentStep(payment: ChainPayment | undefined): TransactionStep | undefined {
  return payment && { type: 'payment', payment };
}

function decodeApproval(contracts: StepContracts, call: Call): TransactionStep | undefined {
  const decoded = Approval.safeParse(argumentsOf(erc20Abi, 'approve', call.data));
  if (!decoded.success) return undefined;
  const [address, units] = decoded.data;
  const spender = spenderAt(contracts, address);
  return spender && { type: 'approval', tokenAddress: call.to, units, spender };
}

function spenderAt(contracts: StepContracts, address: string): Spender | undefined {
  switch (address) {
    case contracts.feeProxy:
      return 'fee_proxy';
    case contracts.conversionProxy:
      return 'conversion_proxy';
    case contracts.batch:
      return 'batch';
    case contracts.bridge:
      return 'bridge';
    default:
      return undefined;
  }
}

function decodeNative({ data, valueUnits }: Call): ChainPayment | undefined {
  const decoded = Native.safeParse(
    argumentsOf(ethereumFeeProxyAbi, 'transferWithReferenceAndFee', data),
  );
  if (!decoded.success) return undefined;
  const [payeeAddress, paymentReference, feeUnits, feeAddress] = decoded.data;
  if (feeUnits > valueUnits) return undefined;
  const amountUnits = valueUnits - feeUnits;
  return { kind: 'native', payeeAddress, paymentReference, amountUnits, feeUnits, feeAddress };
}

function decodeConversion({ data }: Call): ChainPayment | undefined {
  const decoded = Conversion.safeParse(
    argumentsOf(erc20ConversionProxyAbi, 'transferFromWithReferenceAndFee', data),
  );
  if (!decoded.success) return undefined;
  const [
    payeeAddress,
    invoiceUnits,
    path,
    paymentReference,
    feeInvoiceUnits,
    feeAddress,
    most,
    age,
  ] = decoded.data;
  return conversionOf({
    payeeAddress,
    invoiceUnits,
    path,
    paymentReference,
    feeInvoiceUnits,
    feeAddress,
    maxToSpendUnits: most,
    maxRateAgeSeconds: age,
  });
}

function conversionOf(
  parts: Omit<Extract<ChainPayment, { readonly kind: 'conversion' }>, 'kind' | 'tokenAddress'>,
): ChainPayment | undefined {
  const tokenAddress = parts.path.at(-1);
  return tokenAddress === undefined ? undefined : { kind: 'conversion', ...parts, tokenAddress };
}

function decodeBatch({ data, valueUnits }: Call): TransactionStep | undefined {
  const decoded = Batch.safeParse(argumentsOf(batchPaymentsAbi, 'batchPayments', data));
  if (!decoded.success) return undefined;
  const [groups, , feeAddress] = decoded.data;
  const payments = groups.flatMap(({ paymentNetworkId, requestDetails }) =>
    requestDetails.map((detail) => batchedPayment(paymentNetworkId, detail, feeAddress)),
  );
  const known = payments.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < payments.length) return undefined;
  const coins = known.map((one) => (one.kind === 'native' ? one.amountUnits + one.feeUnits : 0n));
  const extraValueUnits = valueUnits - coins.reduce((sum, one) => sum + one, 0n);
  return extraValueUnits < 0n
    ? undefined
    : { type: 'batch', payments: known, feeAddress, extraValueUnits };
}

/** All fees of a batch go to one address. */
function batchedPayment(
  group: bigint,
  detail: z.output<typeof Detail>,
  feeAddress: string,
): ChainPayment | undefined {
  const { recipient: payeeAddress, paymentReference, path } = detail;
  const parts = { payeeAddress, paymentReference, feeAddress };
  const plain = { ...parts, amountUnits: detail.requestAmount, feeUnits: detail.feeAmount };
  if (group === NATIVE_COINS) return { kind: 'native', ...plain };
  if (group === CONVERSIONS) {
    return conversionOf({
      ...parts,
      path,
      invoiceUnits: detail.requestAmount,
      feeInvoiceUnits: detail.feeAmount,
      maxToSpendUnits: detail.maxToSpend,
      maxRateAgeSeconds: detail.maxRateTimespan,
    });
  }
  const [tokenAddress] = path;
  return tokenAddress === undefined ? undefined : { kind: 'token', ...plain, tokenAddress };
}

/** The arguments of a call of a function; undefined for another one, and where they cannot be read. */
function argumentsOf(abi: Abi, functionName: string, data: Hex): unknown {
  if (!hasStandardLayout({ abi }, data)) return undefined;
  try {
    const decoded = decodeFunctionData({ abi, data });
    return decoded.functionName === functionName ? decoded.args : undefined;
  } catch (error) {
    if (error instanceof BaseError) return undefined;
    throw error;
  }
}
