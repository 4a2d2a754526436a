import { TEST_WALLET_ID, type Wallet } from '../wallet/provider.ts';
import type { PageConfig } from './config.ts';
import type { Schedule } from './schedule.ts';

/**
 * The wallets that may sign here: in the sandbox a person's real wallet only on a test network, because its signature for
 * a mainnet chain id would be valid on the real network.
 */
export function offerable(
  { mode }: Pick<PageConfig, 'mode'>,
  { network }: Pick<Schedule, 'network'>,
  wallets: readonly Wallet[],
): readonly Wallet[] {
  const isTestOnly = mode === 'sandbox' && !network.testnet;
  return wallets.filter(({ id }) => !isTestOnly || id.startsWith(TEST_WALLET_ID));
}
