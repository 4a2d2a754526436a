import { encodeFunctionData, getAddress, parseAbi } from 'viem';
import { testWalletMessages as messages } from '../ui/messages/en/test-wallet.ts';
import type { TestDelegation } from './test-account.ts';
import { readCall, type Signer, type TestKey } from './test-key.ts';

const accountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
]);

/** Stands in front of the address whose code an account runs (EIP-7702). */
const DELEGATED = '0xef0100';

/**
 * A wallet whose account makes several calls at once by published code (EIP-7702): the first time it delegates to
 * it in the same transaction.
 */
export function openDelegated({ delegate: written }: TestDelegation, key: TestKey): Signer {
  const delegate = getAddress(written);
  const { address } = key.account;
  const isDelegated = async () => {
    const code = await key.signer.read('eth_getCode', [address, 'latest']);
    return String(code).toLowerCase() === `${DELEGATED}${delegate.slice(2)}`.toLowerCase();
  };
  return {
    ...key.signer,
    calls: {
      capabilities: async () => ({
        atomic: { status: (await isDelegated()) ? 'supported' : 'ready' },
      }),
      question: async () => ((await isDelegated()) ? messages.execute : messages.delegate),
      async send(calls) {
        const batch = calls.map(readCall).map(({ to, ...call }) => ({ target: to, ...call }));
        const data = encodeFunctionData({ abi: accountAbi, args: [batch] });
        const call = { to: address, data, value: 0n };
        return await key.send(call, (await isDelegated()) ? undefined : delegate);
      },
      readStatus: key.readStatus,
    },
  };
}
