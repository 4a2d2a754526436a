import { type RequestParameters, textOf } from './http-request.ts';
import { type BroadcastCode, BroadcastError, NodeError } from './node-error.ts';
import type { NodeParts, Routes } from './routes.ts';
import { decodeTransaction, type SignedTransaction } from './transaction.ts';
import { parseTransaction, printTransaction } from './transaction-json.ts';
import { textToHex } from './wire-format.ts';

/** What takes signed transactions. */
export function broadcastRoutes(parts: NodeParts): Routes {
  return {
    broadcasttransaction: async (request) => {
      const transaction = parseTransaction(request);
      const { code, message } = await broadcast(parts, transaction);
      if (code === 'SUCCESS') return { result: true, txid: transaction.txId };
      const isText = request['visible'] === true;
      const shown = isText ? message : textToHex(message);
      return { code, txid: transaction.txId, message: shown };
    },
    // This one never leaves default values out, and writes its message as text.
    broadcasthex: async (request) => {
      const transaction = readHex(request);
      const { code, message } = await broadcast(parts, transaction);
      return {
        result: code === 'SUCCESS',
        code,
        message,
        transaction: JSON.stringify(printTransaction(transaction, true)),
        txid: transaction.txId,
      };
    },
  };
}

function readHex(request: RequestParameters): SignedTransaction {
  const hex = textOf(request, 'transaction').replace(/^0x/, '');
  if (hex === '' || !/^([0-9a-fA-F]{2})+$/.test(hex)) {
    throw new NodeError('DecoderException', 'exception decoding Hex string');
  }
  return decodeTransaction(hex.toLowerCase());
}

async function broadcast(
  { chain }: NodeParts,
  transaction: SignedTransaction,
): Promise<{ code: BroadcastCode; message: string }> {
  try {
    await chain.broadcast(transaction);
    return { code: 'SUCCESS', message: '' };
  } catch (error) {
    if (error instanceof BroadcastError) return { code: error.code, message: error.message };
    throw error;
  }
}
