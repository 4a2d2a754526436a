import { z } from 'zod';
import { parseTronAddress, type TronHex, toBase58 } from './address.ts';
import { NodeError, parseRequest } from './node-error.ts';
import {
  buildTransaction,
  type CoinTransfer,
  type ContractCall,
  type RawTransaction,
  type SignedTransaction,
  type TransactionContract,
  typeUrl,
} from './transaction.ts';
import { hexToText, textToHex } from './wire-format.ts';

const bytes = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
  .transform((text) => text.replace(/^0x/, '').toLowerCase());
const int64 = z.int().transform(BigInt).default(0n);

const Contract = z.object({
  type: z.string(),
  parameter: z.object({ value: z.record(z.string(), z.unknown()) }),
  Permission_id: z.int().default(0),
});
const Raw = z.object({
  ref_block_bytes: bytes.default(''),
  ref_block_hash: bytes.default(''),
  expiration: z.int().default(0),
  timestamp: z.int().default(0),
  fee_limit: int64,
  data: z.string().default(''),
  contract: z.array(Contract).default([]),
});
const Transaction = z.object({
  visible: z.boolean().default(false),
  raw_data: Raw,
  signature: z.array(bytes).default([]),
});

/**
 * Reads the JSON form of a signed transaction as a full node does: `raw_data` counts, while `raw_data_hex`
 * and `txID` are ignored, and contracts of unknown types are dropped.
 */
export function parseTransaction(json: unknown): SignedTransaction {
  const { visible, raw_data: raw, signature } = parseRequest(Transaction, json);
  const contracts = raw.contract.flatMap(({ type, parameter, Permission_id }) => {
    const action = parseAction(type, { value: parameter.value, visible });
    return action === undefined ? [] : [{ action, permissionId: Permission_id }];
  });
  const rawTransaction: RawTransaction = {
    refBlockBytes: raw.ref_block_bytes,
    refBlockHash: raw.ref_block_hash,
    expirationMs: raw.expiration,
    data: visible ? textToHex(raw.data) : parseRequest(bytes, raw.data),
    contracts,
    timestampMs: raw.timestamp,
    feeLimit: raw.fee_limit,
  };
  return buildTransaction(rawTransaction, signature);
}

const CoinValue = z.object({ owner_address: z.string(), to_address: z.string(), amount: int64 });
const CallValue = z.object({
  owner_address: z.string(),
  contract_address: z.string(),
  data: bytes.default(''),
  call_value: int64,
  call_token_value: int64,
  token_id: int64,
});

function parseAction(
  type: string,
  { value, visible }: { value: unknown; visible: boolean },
): CoinTransfer | ContractCall | undefined {
  const address = (text: string) => parseAddress(text, visible);
  if (type === 'TransferContract') {
    const { owner_address, to_address, amount } = parseRequest(CoinValue, value);
    return {
      type,
      ownerAddress: address(owner_address),
      toAddress: address(to_address),
      amount,
    };
  }
  if (type !== 'TriggerSmartContract') return undefined;
  const call = parseRequest(CallValue, value);
  return {
    type,
    ownerAddress: address(call.owner_address),
    contractAddress: address(call.contract_address),
    callValue: call.call_value,
    data: call.data,
    callTokenValue: call.call_token_value,
    tokenId: call.token_id,
  };
}

/** An address of a request: hex by default, Base58 where the request says `visible`. */
export function parseAddress(text: string, visible: boolean): TronHex {
  const address = parseTronAddress(text);
  const isBase58 = text.startsWith('T');
  if (address === undefined || isBase58 !== visible) {
    const form = visible ? 'Base58 string' : 'hex String';
    throw new NodeError('JsonFormat$ParseException', `INVALID ${form}, address`);
  }
  return address;
}

/** The JSON form of a transaction; addresses are Base58 and the memo is text where `visible` is set. */
export function printTransaction(
  transaction: SignedTransaction,
  visible: boolean,
): Record<string, unknown> {
  const { raw, signatures, txId, rawHex } = transaction;
  return {
    visible,
    ...(signatures.length > 0 && { signature: signatures }),
    txID: txId,
    raw_data: {
      contract: raw.contracts.map((contract) => printContract(contract, visible)),
      ref_block_bytes: raw.refBlockBytes,
      ref_block_hash: raw.refBlockHash,
      expiration: raw.expirationMs,
      ...(raw.data !== '' && { data: visible ? hexToText(raw.data) : raw.data }),
      ...withoutZero({ fee_limit: raw.feeLimit }),
      timestamp: raw.timestampMs,
    },
    raw_data_hex: rawHex,
  };
}

function printContract({ action, permissionId }: TransactionContract, visible: boolean) {
  return {
    parameter: { value: printAction(action, visible), type_url: typeUrl(action.type) },
    type: action.type,
    ...(permissionId !== 0 && { Permission_id: permissionId }),
  };
}

function printAction(action: TransactionContract['action'], visible: boolean) {
  const address = (hex: TronHex) => printAddress(hex, visible);
  if (action.type === 'TransferContract') {
    return {
      ...withoutZero({ amount: action.amount }),
      owner_address: address(action.ownerAddress),
      to_address: address(action.toAddress),
    };
  }
  return {
    ...(action.data !== '' && { data: action.data }),
    ...withoutZero({ token_id: action.tokenId, call_token_value: action.callTokenValue }),
    owner_address: address(action.ownerAddress),
    ...withoutZero({ call_value: action.callValue }),
    contract_address: address(action.contractAddress),
  };
}

/** An address in the form that the request wants. */
export function printAddress(address: TronHex, visible: boolean): string {
  return visible ? toBase58(address) : address;
}

/** The members that are not zero, as JSON numbers: nodes leave default values out. */
export function withoutZero(
  members: Readonly<Record<string, bigint | number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      BigInt(value) === 0n ? [] : [[name, Number(value)]],
    ),
  );
}
