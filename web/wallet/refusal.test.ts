import {
  BaseError,
  ChainDisconnectedError,
  InsufficientFundsError,
  ProviderDisconnectedError,
  SwitchChainError,
  TransactionExecutionError,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { WalletRefusal } from './refusal.ts';
import { classifyRefusal } from './refusal.ts';

const coded = (code: number | string, message = '') => Object.assign(new Error(message), { code });
const plain = (message: string) => new Error(message);
const inTransaction = (cause: BaseError) =>
  new TransactionExecutionError(cause, {
    account: null,
    to: '0x1111111111111111111111111111111111111111',
  });

/** Errors as wallets, nodes and libraries throw them. */
const CORPUS: readonly (readonly [string, unknown, WalletRefusal])[] = [
  [
    'EIP-1193 user rejection',
    coded(4001, 'MetaMask Tx Signature: User denied transaction signature.'),
    'declined',
  ],
  ['a bare object', { code: 4001, message: 'User rejected' }, 'declined'],
  ['WalletConnect user rejection', coded(5000, 'User rejected.'), 'declined'],
  ['WalletConnect rejected methods', coded(5002, 'User rejected methods.'), 'declined'],
  ['ethers rejection', coded('ACTION_REJECTED', 'user rejected action'), 'declined'],
  [
    'a rejection under an internal code',
    coded(-32603, 'User denied transaction signature'),
    'declined',
  ],
  ['a rejection by message only', plain('Transaction was rejected by the user'), 'declined'],
  ['a cancelled window', plain('User closed modal'), 'declined'],
  ['a text', 'user cancelled', 'declined'],
  ['viem rejection', new UserRejectedRequestError(plain('no')), 'declined'],
  [
    'viem rejection in a transaction',
    inTransaction(new UserRejectedRequestError(plain('no'))),
    'declined',
  ],
  // The wallet has parts of its own, and may have sent what it signed.
  [
    'a part of the wallet that did not load',
    coded(-32603, 'Failed to fetch dynamically imported module: https://wallet.example/a.js'),
    'failed',
  ],
  ['unauthorized', coded(4100), 'unauthorized'],
  ['viem unauthorized', new UnauthorizedProviderError(plain('no')), 'unauthorized'],
  ['unsupported method', coded(4200), 'unsupported'],
  ['no such method', coded(-32601, 'the method does not exist'), 'unsupported'],
  ['method not supported', coded(-32004), 'unsupported'],
  ['disconnected', coded(4900), 'disconnected'],
  ['viem disconnected', new ProviderDisconnectedError(plain('no')), 'disconnected'],
  ['chain disconnected', coded(4901), 'disconnected'],
  ['viem chain disconnected', new ChainDisconnectedError(plain('no')), 'disconnected'],
  ['unknown chain', coded(4902, 'Unrecognized chain ID'), 'unknown_chain'],
  ['viem unknown chain', new SwitchChainError(plain('no')), 'unknown_chain'],
  [
    'an unknown chain under an internal code',
    { code: -32603, data: { originalError: { code: 4902 } } },
    'unknown_chain',
  ],
  [
    'a request open already',
    coded(-32002, 'Request of type eth_requestAccounts already pending'),
    'busy',
  ],
  [
    'insufficient funds by message',
    coded(-32000, 'insufficient funds for gas * price + value'),
    'insufficient',
  ],
  ['ethers insufficient funds', coded('INSUFFICIENT_FUNDS'), 'insufficient'],
  ['viem insufficient funds', inTransaction(new InsufficientFundsError()), 'insufficient'],
  [
    'a token balance',
    coded(-32603, 'execution reverted: ERC20: transfer amount exceeds balance'),
    'insufficient',
  ],
  ['a revert', coded(-32000, 'execution reverted'), 'would_revert'],
  ['a revert under code 3', coded(3, 'execution reverted: paused'), 'would_revert'],
  [
    'ethers gas estimation',
    coded('UNPREDICTABLE_GAS_LIMIT', 'cannot estimate gas'),
    'would_revert',
  ],
  ['a node error', coded(-32000, 'nonce too low'), 'failed'],
  ['an internal error', coded(-32603, 'Internal JSON-RPC error.'), 'failed'],
  ['invalid params', coded(-32602, 'Invalid params'), 'failed'],
  ['a parse error', coded(-32700, 'Parse error'), 'failed'],
  ['a viem error without a cause', new BaseError('something else'), 'failed'],
  ['nothing', undefined, 'failed'],
  ['null', null, 'failed'],
];

describe('an error from a wallet', () => {
  it.each(CORPUS)('means what it says: %s', (_name, error, expected) => {
    expect(classifyRefusal(error)).toBe(expected);
  });

  it('may be its own cause without hanging the page', () => {
    const error = plain('round and round');
    error.cause = error;
    expect(classifyRefusal(error)).toBe('failed');
  });
});
