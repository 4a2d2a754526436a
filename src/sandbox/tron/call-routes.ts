import { toFunctionSelector } from 'viem';
import { toEvmAddress, withPrefix } from './address.ts';
import { referenceOf } from './block.ts';
import { checkFeeLimit, invalidContract } from './check-transaction.ts';
import type { EvmOutcome } from './evm.ts';
import { addressOf, isSet, numberOf, type RequestParameters, textOf } from './http-request.ts';
import { BroadcastError, NodeError } from './node-error.ts';
import { PARAMETERS } from './resources.ts';
import type { NodeParts, Routes } from './routes.ts';
import { FAILURE_MESSAGES, resultOf } from './run-transaction.ts';
import {
  buildTransaction,
  type CoinTransfer,
  type ContractCall,
  type SignedTransaction,
} from './transaction.ts';
import { printTransaction } from './transaction-json.ts';
import { printLog } from './transaction-result.ts';
import { textToHex } from './wire-format.ts';

/** How long a transaction that the node builds may wait for its block. */
const EXPIRATION_MS = 60_000;
/** What a call that only reads may use: the energy for the highest fee limit. */
const ENERGY_MAX = PARAMETERS.getMaxFeeLimit / PARAMETERS.getEnergyFee;

/** What builds transactions without signing them. */
export function buildRoutes(parts: NodeParts): Routes {
  return {
    createtransaction: (request) => {
      const action: CoinTransfer = {
        type: 'TransferContract',
        ownerAddress: addressOf(request, 'owner_address'),
        toAddress: addressOf(request, 'to_address'),
        amount: BigInt(numberOf(request, 'amount')),
      };
      if (!parts.chain.head().accounts.has(action.ownerAddress)) {
        const text = 'Validate TransferContract error, no OwnerAccount.';
        throw new NodeError('ContractValidateException', text);
      }
      return printTransaction(prepare(parts, action, request), isSet(request, 'visible'));
    },
    triggersmartcontract: (request) =>
      answerCall(request, async () => {
        const action = readCall(request);
        const feeLimit = BigInt(numberOf(request, 'fee_limit'));
        await requireContract(parts, action);
        checkFeeLimit(feeLimit);
        const transaction = prepare(parts, action, { ...request, feeLimit });
        return {
          result: { result: true },
          transaction: printTransaction(transaction, isSet(request, 'visible')),
        };
      }),
  };
}

/** What runs calls of which nothing stays, on the newest state or on the solidified one. */
export function callRoutes(parts: NodeParts, view: 'head' | 'solidified'): Routes {
  const run = async (action: ContractCall, energyLimit: bigint) =>
    parts.evm.call(
      {
        from: toEvmAddress(action.ownerAddress),
        to: toEvmAddress(action.contractAddress),
        data: withPrefix(action.data),
        value: action.callValue,
        energyLimit,
      },
      parts.chain[view]().evmBlock,
    );
  return {
    triggerconstantcontract: (request) =>
      answerCall(request, async () => {
        const action = readCall(request);
        await requireContract(parts, action);
        const outcome = await run(action, ENERGY_MAX);
        return printConstantCall(
          prepare(parts, action, request),
          outcome,
          isSet(request, 'visible'),
        );
      }),
    estimateenergy: (request) =>
      answerCall(request, async () => {
        const action = readCall(request);
        await requireContract(parts, action);
        const outcome = await run(action, ENERGY_MAX);
        if (outcome.failure !== undefined) {
          return { result: printOutcome(outcome, isSet(request, 'visible')) };
        }
        const succeeds = async (limit: bigint) => (await run(action, limit)).failure === undefined;
        const required = await leastEnergy(outcome.energy, succeeds);
        return { result: { result: true }, energy_required: Number(required) };
      }),
  };
}

/** A call keeps a part of its energy from what it calls, and may therefore need more than it uses. */
async function leastEnergy(
  used: bigint,
  succeeds: (limit: bigint) => Promise<boolean>,
): Promise<bigint> {
  if (await succeeds(used)) return used;
  let [low, high] = [used, 2n * used];
  while (high - low > PRECISION) {
    const middle = (low + high) / 2n;
    if (await succeeds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How near the estimate comes to what is needed, in energy. */
const PRECISION = 100n;

/** Returns a refusal as these endpoints do: with status 200, a code and a text. */
async function answerCall(
  request: RequestParameters,
  work: () => Promise<Record<string, unknown>>,
): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error;
    const text = error.message.replace('Contract validate error : ', '');
    const message = isSet(request, 'visible') ? text : textToHex(text);
    return { result: { code: error.code, message } };
  }
}

function readCall(request: RequestParameters): ContractCall {
  const selector = textOf(request, 'function_selector');
  const data =
    selector === ''
      ? textOf(request, 'data')
      : toFunctionSelector(selector).slice(2) + textOf(request, 'parameter');
  if (!/^([0-9a-fA-F]{2})*$/.test(data)) {
    throw new NodeError('JsonFormat$ParseException', 'INVALID hex String');
  }
  return {
    type: 'TriggerSmartContract',
    ownerAddress: addressOf(request, 'owner_address'),
    contractAddress: addressOf(request, 'contract_address'),
    callValue: BigInt(numberOf(request, 'call_value')),
    data: data.toLowerCase(),
    callTokenValue: BigInt(numberOf(request, 'call_token_value')),
    tokenId: BigInt(numberOf(request, 'token_id')),
  };
}

async function requireContract({ evm }: NodeParts, action: ContractCall): Promise<void> {
  if ((await evm.codeOf(toEvmAddress(action.contractAddress))) === '0x') {
    throw invalidContract('No contract or not a valid smart contract');
  }
}

function prepare(
  { chain }: NodeParts,
  action: ContractCall | CoinTransfer,
  request: RequestParameters,
): SignedTransaction {
  const head = chain.head();
  const nowMs = chain.nowMs();
  const { feeLimit } = request;
  return buildTransaction({
    ...referenceOf(head),
    expirationMs: nowMs + EXPIRATION_MS,
    data: '',
    contracts: [{ action, permissionId: numberOf(request, 'Permission_id') }],
    timestampMs: nowMs,
    feeLimit: typeof feeLimit === 'bigint' ? feeLimit : 0n,
  });
}

/** A call that reverts has `result: true` all the same; the message says what happened. */
function printConstantCall(
  transaction: SignedTransaction,
  outcome: EvmOutcome,
  visible: boolean,
): Record<string, unknown> {
  const { visible: form, ...printed } = printTransaction(transaction, visible);
  return {
    result: printOutcome(outcome, visible),
    ...(outcome.energy > 0n && { energy_used: Number(outcome.energy) }),
    constant_result: [outcome.output.slice(2)],
    ...(outcome.logs.length > 0 && { logs: outcome.logs.map((log) => printLog(log, visible)) }),
    transaction: {
      ret: [outcome.failure === undefined ? {} : { ret: 'FAILED' }],
      visible: form,
      ...printed,
    },
  };
}

function printOutcome(outcome: EvmOutcome, visible: boolean): Record<string, unknown> {
  if (outcome.failure === undefined) return { result: true };
  const message = FAILURE_MESSAGES[resultOf(outcome)];
  return { result: true, message: visible ? message : textToHex(message) };
}
