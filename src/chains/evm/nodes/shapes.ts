import { z } from 'zod';

const Hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const Hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const Quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);

const Block = z.object({
  number: Quantity.nullable(),
  hash: Hash.nullable(),
  timestamp: Quantity,
});

const Logs = z.array(
  z.object({
    address: Address,
    topics: z.array(Hash).max(4),
    data: Hex,
    blockNumber: Quantity.nullable(),
    blockHash: Hash.nullable(),
    transactionHash: Hash.nullable(),
    logIndex: Quantity.nullable(),
  }),
);

const Receipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  blockNumber: Quantity,
  logs: Logs,
});

/** What an answer must be at least, for whoever reads it to find what they look for. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  eth_chainId: Quantity,
  eth_blockNumber: Quantity,
  eth_gasPrice: Quantity,
  eth_getBalance: Quantity,
  eth_call: Hex,
  eth_getCode: Hex,
  eth_sendRawTransaction: Hash,
  eth_getBlockByNumber: Block.nullable(),
  eth_getLogs: Logs,
  eth_getTransactionReceipt: Receipt.nullable(),
};

/** Whether a node's result has the shape that its method promises; of other methods nothing is known. */
export function hasShape(method: string, result: unknown): boolean {
  return SHAPES[method]?.safeParse(result).success ?? true;
}
