import type { AccountReads } from '../../accounts.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { decodeOperation } from './decode-operation.ts';
import { findExecution } from './find-execution.ts';
import { predictSafes } from './predict-safes.ts';
import { readAccounts } from './read-accounts.ts';
import {
  decodeCalls,
  encodeCalls,
  recoverSigner,
  safeTransactionHash,
} from './safe-transaction.ts';

/** The accounts of an EVM network that are contracts. */
export function evmAccounts(node: EvmNodeClient): AccountReads {
  const { chainId } = node.network;
  return {
    predictedSafes: (owner) => predictSafes(chainId, owner),
    safeTransactionHash: (safe, transaction) => safeTransactionHash(chainId, safe, transaction),
    decodeCalls,
    encodeCalls,
    decodeOperation,
    recoverSigner,
    readAccounts: (addresses, at = 'newest') => readAccounts(node, addresses, at),
    findExecution: (query) => findExecution(node, query),
  };
}
